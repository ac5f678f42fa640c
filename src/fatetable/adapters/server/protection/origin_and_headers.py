"""Checks where requests come from, and adds security headers to every answer.

Keys are never in addresses or cookies, so a page of another site could not use them; it is refused all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

HEADERS: Mapping[str, str] = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
        "object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
FORWARDED_FOR = b"x-forwarded-for"
_ENCODED = tuple((name.encode(), value.encode()) for name, value in HEADERS.items())


def header(scope: Any, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def is_same_site(scope: Any) -> bool:
    """Does a request come from our own page, or from a program?  Programs send no origin."""
    origin = header(scope, b"origin")
    if not origin:
        return header(scope, b"sec-fetch-site") in ("", "same-origin", "none")
    try:
        site = urlsplit(origin).netloc
    except ValueError:
        # No browser sends such an origin.
        return False
    return site.casefold() == header(scope, b"host").casefold() != ""


def address_of(scope: Any) -> str:
    """The address of a client; for IPv6 its network, because a client can choose any address in it."""
    client = scope.get("client")
    return network_of(client[0]) if client else ""


@lru_cache(maxsize=1_000)
def network_of(address: str) -> str:
    """
    >>> network_of("203.0.113.7"), network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:203.0.113.7")
    ('203.0.113.7', '2001:db8:1:2::/64', '203.0.113.7')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


class SecurityHeaders:
    """An ASGI application that adds these headers to every answer."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_ENCODED]
            await send(message)

        await self.app(scope, receive, send_guarded)
