"""Answers only under known names, so that a foreign name that was pointed at this machine gets nothing.

Without this check the page of another site could point its own name here (DNS rebinding) and count as our own page.
"""

from __future__ import annotations

import socket
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import msgspec

from fatetable.adapters.server.protection.origin_and_headers import FORWARDED_FOR, header

_OPEN = "/healthz"
"""What is asked under any name whether the server runs."""

MISDIRECTED = 421
_POLICY_VIOLATION = 1008


def host_of(scope: Any) -> str | None:
    """The host a request was sent to, without its port; `None` if it cannot be read."""
    try:
        return (urlsplit(f"//{header(scope, b'host')}").hostname or "").rstrip(".")
    except ValueError:
        return None


def own_names(public_url: str = "") -> frozenset[str]:
    """The names of this machine, and that of its public address."""
    machine = socket.gethostname().casefold()
    label = machine.partition(".")[0]
    public = urlsplit(public_url).hostname or ""
    return frozenset({"localhost", machine, label, f"{label}.local", public} - {"", ".local"})


def is_known(host: str | None, names: frozenset[str]) -> bool:
    """Is this one of the names, or an address?  Addresses cannot be pointed anywhere.

    >>> [is_known(host, frozenset({"localhost"})) for host in ("localhost", "192.0.2.7", "evil.example", "")]
    [True, True, False, True]
    """
    if host is None:
        return False
    return host == "" or host in names or _is_address(host)


def is_on_this_machine(scope: Any) -> bool:
    """Was the page opened on this machine, at a loopback address, and not through a proxy?"""
    if header(scope, FORWARDED_FOR):
        return False
    client, host = scope.get("client"), host_of(scope)
    return bool(client and host) and _is_loopback(client[0]) and (host == "localhost" or _is_loopback(str(host)))


def _is_address(host: str) -> bool:
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    return _is_address(host) and ip_address(host.partition("%")[0]).is_loopback


class KnownHosts:
    """An ASGI application that refuses requests to names it does not know."""

    def __init__(self, app: Any, names: frozenset[str]) -> None:
        self.app = app
        self.names = names

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan" or scope["path"] == _OPEN or is_known(host_of(scope), self.names):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
        else:
            message = "This server does not know the name in the address; its host can name it with --public-url."
            body = msgspec.json.encode({"code": "unknown-host", "message": message})
            headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
            await send({"type": "http.response.start", "status": MISDIRECTED, "headers": headers})
            await send({"type": "http.response.body", "body": body})
