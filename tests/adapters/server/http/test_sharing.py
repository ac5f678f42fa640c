"""What a page needs to pass a link on: the address that others can open, and the link as a QR code."""

from __future__ import annotations

import socket
from ipaddress import ip_address

import httpx
import pytest

from fatetable.adapters.server.addresses import Addresses, own_addresses
from tests.adapters.server.support.visiting import Server

AT_HOME = Addresses(network=lambda: ("http://192.168.1.7:8420",))


def reach(server: Server, **headers: str) -> tuple[str, list[str]]:
    told = server.http.get("/api/reach", headers=headers).json()
    return told["public_url"], told["network"]


def test_a_server_on_loopback_has_no_address_for_others(server: Server) -> None:
    assert reach(server) == ("", [])


def test_only_a_page_on_the_same_machine_is_told_the_addresses_on_the_network() -> None:
    with Server(addresses=AT_HOME) as server:
        assert reach(server) == ("", ["http://192.168.1.7:8420"])
        assert reach(server, host="localhost:8420") == ("", ["http://192.168.1.7:8420"])
        # What came through a proxy on this machine may come from anywhere, also if the proxy is not trusted.
        assert reach(server, **{"x-forwarded-for": "203.0.113.9"}) == ("", [])
        assert reach(server, host="192.168.1.7:8420") == ("", [])


def test_everybody_is_told_the_public_address() -> None:
    with Server(addresses=AT_HOME._replace(public_url="https://tables.example.org")) as server:
        assert reach(server, host="tables.example.org", **{"x-forwarded-for": "203.0.113.9"}) == (
            "https://tables.example.org",
            [],
        )


def test_the_own_addresses_are_this_machines_and_no_loopback() -> None:
    found = own_addresses()
    assert len(set(found)) == len(found)
    for own in found:
        assert not ip_address(own).is_loopback
        # Only an address of this machine can be bound.
        socket.create_server((own, 0)).close()


def drawn(server: Server, link: str, key: str) -> httpx.Response:
    return server.post("/api/qr-code", {"link": link}, key)


def test_a_link_is_drawn_as_squares(server: Server) -> None:
    opened = server.open_table()
    rows = drawn(server, f"http://192.168.1.7:8420/#join={opened['invitation']}", opened["key"]).json()["rows"]
    assert {len(row) for row in rows} == {len(rows)}
    assert {square for row in rows for square in row} == {"0", "1"}
    finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    assert [row[:7] for row in rows[:7]] == [row[-7:] for row in rows[:7]] == [row[:7] for row in rows[-7:]] == finder


@pytest.mark.parametrize("link", ["", "x" * 301])
def test_what_is_no_link_is_not_drawn(server: Server, link: str) -> None:
    answer = drawn(server, link, server.open_table()["key"])
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")


def test_strangers_draw_nothing(server: Server) -> None:
    assert drawn(server, "http://192.168.1.7/", "").status_code == 401
    assert drawn(server, "http://192.168.1.7/", server.open_table()["invitation"]).status_code == 401
