"""A name that a stranger has pointed at the server gets nothing; addresses and the server's own names do."""

from __future__ import annotations

import socket

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from fatetable.adapters.server.addresses import Addresses
from fatetable.adapters.server.protection.known_hosts import own_names
from tests.adapters.server.support.visiting import Server

FOREIGN = ["evil.example", "evil.example:8420", "localhost.evil.example", "127.0.0.1.evil.example", "[::1", "a b"]


@pytest.mark.parametrize("host", FOREIGN)
def test_a_foreign_name_gets_nothing(server: Server, host: str) -> None:
    for path in ("/", "/api/rulesets", "/api/reach"):
        answer = server.http.get(path, headers={"host": host})
        assert (answer.status_code, answer.json()["code"]) == (421, "unknown-host")
        assert answer.headers["x-frame-options"] == "DENY"
    asked = {"ruleset": "fae", "name": "Eve"}
    assert server.post("/api/tables", asked, host=host, origin=f"http://{host}").status_code == 421


def test_a_foreign_name_opens_no_socket(server: Server) -> None:
    _, _, port = server.url.rpartition(":")
    with (
        socket.create_connection(("127.0.0.1", int(port))) as line,
        pytest.raises(InvalidStatus) as refused,
        connect(f"ws://evil.example:{port}/ws", sock=line),
    ):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST.:8420", "192.168.1.7:8420", "[2001:db8::7]:8420"])
def test_addresses_and_own_names_are_answered(server: Server, host: str) -> None:
    assert server.http.get("/api/rulesets", headers={"host": host}).status_code == 200


def test_monitoring_may_use_any_name(server: Server) -> None:
    assert server.http.get("/healthz", headers={"host": "fatetable.internal"}).status_code == 200


def test_no_other_site_reads_the_metrics_of_this_machine(server: Server) -> None:
    answer = server.http.get(f"{server.metrics_url}/metrics", headers={"host": "evil.example"})
    assert (answer.status_code, "fatetable_" in answer.text) == (421, False)


def test_the_name_of_the_public_address_is_known() -> None:
    with Server(addresses=Addresses("https://tables.example.org")) as server:
        asked = {"ruleset": "fae", "name": "Maria"}
        public = {"host": "tables.example.org", "origin": "https://tables.example.org"}
        assert server.post("/api/tables", asked, **public).status_code == 200
        assert server.http.get("/", headers={"host": "other.example.org"}).status_code == 421


def test_the_machine_is_known_by_its_own_names() -> None:
    label = socket.gethostname().casefold().partition(".")[0]
    assert {"localhost", label, f"{label}.local"} <= own_names()
