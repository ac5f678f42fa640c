"""Believes what trusted proxies say about where a request came from, and nobody else.

Anybody can write any address into `X-Forwarded-For`, so it counts only if the connection comes from a proxy that the
host has named; and in it, only what such proxies have added.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, TypeAlias

from fatetable.adapters.server.addresses import BadAddress
from fatetable.adapters.server.operations.json_log import JsonLog
from fatetable.adapters.server.protection.origin_and_headers import FORWARDED_FOR

Network: TypeAlias = IPv4Network | IPv6Network

LOOPBACK = ("127.0.0.0/8", "::1/128")
WORDS = {
    "loopback": LOOPBACK,
    "private": (*LOOPBACK, "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fe80::/10"),
}
MOST_ADDRESSES = 32
"""The last ones of a header; no request comes through as many proxies."""


def read_proxies(settings: Iterable[str]) -> tuple[Network, ...]:
    """The networks of trusted proxies, each written as an address, a network or one of `WORDS`.

    >>> [str(network) for network in read_proxies(["172.18.0.0/16", "203.0.113.7"])]
    ['172.18.0.0/16', '203.0.113.7/32']
    """
    found: list[Network] = []
    for setting in settings:
        for text in WORDS.get(setting.strip().casefold(), (setting.strip(),)):
            try:
                found.append(ip_network(text, strict=False))
            except ValueError:
                message = f'"{setting[:60]}" is no address of a proxy; use one such as 172.18.0.0/16, or "private".'
                raise BadAddress("bad-proxy", message) from None
    return tuple(found)


def read_address(text: str) -> IPv4Address | IPv6Address | None:
    """An address as proxies write it, perhaps with a port; `None` if it is none.

    >>> [str(read_address(text)) for text in ("203.0.113.7:4711", "[2001:db8::7]:4711", "::ffff:203.0.113.7", "x")]
    ['203.0.113.7', '2001:db8::7', '203.0.113.7', 'None']
    """
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


class TrustedProxies:
    def __init__(self, networks: tuple[Network, ...] = ()) -> None:
        self._networks = networks

    def __contains__(self, address: object) -> bool:
        found = read_address(str(address))
        return found is not None and any(
            found.version == network.version and found in network for network in self._networks
        )

    def client_of(self, peer: str, forwarded: str) -> str:
        """The last address that no trusted proxy has: what is before it may be made up."""
        client = peer
        for text in reversed(forwarded.split(",")[-MOST_ADDRESSES:]):
            if client not in self or (found := read_address(text)) is None:
                break
            client = str(found)
        return client


class ForwardedAddresses:
    """An ASGI application that puts the address of the client in the place of that of a trusted proxy."""

    def __init__(self, app: Any, proxies: TrustedProxies, json_log: JsonLog) -> None:
        self.app = app
        self._proxies = proxies
        self._json_log = json_log
        self._has_warned = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] in ("http", "websocket") and scope.get("client"):
            forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == FORWARDED_FOR]
            if forwarded:
                scope = self._believed(scope, ",".join(forwarded))
        await self.app(scope, receive, send)

    def _believed(self, scope: Any, forwarded: str) -> Any:
        peer, port = scope["client"]
        if peer in self._proxies:
            client = self._proxies.client_of(peer, forwarded)
            return {**scope, "client": (client, port if client == peer else 0)}
        if not self._has_warned:
            self._has_warned = True
            self._json_log.warning("forwarded-by-untrusted", address=peer)
        return scope
