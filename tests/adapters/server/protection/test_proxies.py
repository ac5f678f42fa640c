"""The address of a client behind a proxy: believed from proxies the host has named, and from nobody else."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.adapters.server.addresses import BadAddress
from fatetable.adapters.server.protection.proxies import MOST_ADDRESSES, TrustedProxies, read_proxies
from fatetable.adapters.server.protection.rate_limits import Limits
from tests.adapters.server.support.visiting import Server

ONE_REQUEST = Limits(requests=0.001, requests_burst=1, refusal_seconds=0.01)


def status(server: Server, *forwarded: str) -> int:
    headers = [("x-forwarded-for", value) for value in forwarded]
    return server.http.get("/api/rulesets", headers=headers).status_code


def test_people_behind_a_trusted_proxy_are_counted_each_for_themselves() -> None:
    with Server(limits=ONE_REQUEST, proxies=("loopback",)) as server:
        assert [status(server, f"203.0.113.{number}") for number in (1, 2, 1)] == [200, 200, 429]
        assert status(server) == 200, "the proxy itself"
        assert status(server) == 429
    assert not any("forwarded" in line for line in server.json_log)


def test_nobody_else_is_believed_and_the_host_is_warned_once() -> None:
    with Server(limits=ONE_REQUEST, proxies=("192.0.2.1",)) as server:
        assert [status(server, f"203.0.113.{number}") for number in (1, 2, 3)] == [200, 429, 429]
    (line,) = [msgspec.json.decode(line) for line in server.json_log if "forwarded" in line]
    assert (line["level"], line["event"], line["address"]) == ("warning", "forwarded-by-untrusted", "127.0.0.1")


def test_made_up_addresses_in_front_of_the_proxys_own_change_nothing() -> None:
    with Server(limits=ONE_REQUEST, proxies=("127.0.0.1",)) as server:
        assert status(server, "198.51.100.1, 203.0.113.1") == 200
        assert status(server, "198.51.100.2, 203.0.113.1") == 429
        assert status(server, "198.51.100.3", "203.0.113.1") == 429
        assert status(server, "203.0.113.2, 127.0.0.1") == 200
        assert status(server, "203.0.113.2") == 429


def test_the_network_of_an_ipv6_client_is_counted_as_one() -> None:
    with Server(limits=ONE_REQUEST, proxies=("loopback",)) as server:
        assert status(server, "2001:db8:1:2::7") == 200
        assert status(server, "2001:db8:1:2:ffff::8") == 429
        assert status(server, "2001:db8:1:3::7") == 200


def test_sockets_are_counted_by_the_client_as_well() -> None:
    limits = Limits(sockets_per_address=1, connections_per_address=2)
    with Server(limits=limits, proxies=("loopback",)) as server:
        opened = server.open_table()
        pages = [server.visit(opened["key"], headers={"x-forwarded-for": f"203.0.113.{n}"}) for n in range(4)]
        for page in pages:
            page.close()


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("10.0.0.1", "203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "203.0.113.7:4711", "203.0.113.7"),
        ("10.0.0.1", "[2001:db8::7]:4711", "2001:db8::7"),
        ("10.0.0.1", "198.51.100.1, 203.0.113.7, 10.0.0.2", "203.0.113.7"),
        ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("10.0.0.1", "unknown", "10.0.0.1"),
        ("10.0.0.1", "203.0.113.7, , 10.0.0.2", "10.0.0.2"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("::ffff:10.0.0.1", "203.0.113.7", "203.0.113.7"),
        ("fe80::1%eth0", "203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "1.1.1.1," * 100_000 + "10.0.0.9," * (MOST_ADDRESSES + 1), "10.0.0.9"),
        ("203.0.113.1", "198.51.100.1", "203.0.113.1"),
    ],
)
def test_the_last_address_that_is_no_proxy_counts(peer: str, forwarded: str, client: str) -> None:
    proxies = TrustedProxies(read_proxies(["private"]))
    assert proxies.client_of(peer, forwarded.removesuffix(",")) == client


@pytest.mark.parametrize("wrong", ["", "everybody", "10.0.0.0/99", "10.0.0", "fe80::/200", "*"])
def test_what_is_no_address_is_refused_in_a_sentence(wrong: str) -> None:
    with pytest.raises(BadAddress) as refused:
        read_proxies([wrong])
    assert refused.value.code == "bad-proxy"
    assert refused.value.message.endswith(".")
