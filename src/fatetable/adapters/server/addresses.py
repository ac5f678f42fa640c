"""The addresses under which others reach the server; nothing is sent to find them out."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from fatetable.engine.errors import FatetableError

_ANYWHERE = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254")
"""An address of documentation, for the route to everywhere, and one of each range for private networks."""

_OWN_NAMES = frozenset({"api", "assets", "ws", "healthz", "metrics"})
"""What the server has at its root: a path that begins with one of these could not be told from it."""

_NETWORK_CARDS = Path("/sys/class/net")
_SIOCGIFADDR = 0x8915


class BadAddress(FatetableError):
    """The address or the path that the host has given is not one."""


class Addresses(NamedTuple):
    """`public_url` is what the host says others open; `network` finds the addresses on the local network.

    `root_path` is the path under which a proxy serves the program, which is part of the public address as well.
    """

    public_url: str = ""
    network: Callable[[], tuple[str, ...]] = tuple
    root_path: str = ""


def read_public_url(text: str) -> str:
    """The address without a slash at its end; raises `BadAddress`.

    >>> read_public_url("https://Tables.example.org/"), read_public_url("https://example.org/fate/")
    ('https://tables.example.org', 'https://example.org/fate')
    """
    bad = BadAddress("bad-public-url", "A public address looks like https://tables.example.org.")
    try:
        parts = urlsplit(text.strip())
        is_good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise bad from None
    if not is_good or not text.isprintable() or " " in text.strip():
        raise bad
    if parts.query or parts.fragment or "@" in parts.netloc:
        raise bad
    return f"{parts.scheme}://{parts.netloc.casefold()}{read_root_path(parts.path)}"


def read_root_path(text: str) -> str:
    """The path without a slash at its end, and empty for the root itself; raises `BadAddress`.

    >>> read_root_path("/fate/"), read_root_path("games/fate"), read_root_path("/")
    ('/fate', '/games/fate', '')
    """
    parts = text.strip().strip("/").split("/")
    if parts == [""]:
        return ""
    if any(part in ("", ".", "..") or quote(part) != part for part in parts):
        raise BadAddress("bad-root-path", "A root path looks like /fate, of letters, digits, dots and hyphens.")
    if parts[0] in _OWN_NAMES:
        raise BadAddress("bad-root-path", f'A root path cannot begin with "{parts[0]}", which the server itself uses.')
    return "/" + "/".join(parts)


def public_url_and_root_path(public_url: str | None, root_path: str | None) -> tuple[str, str]:
    """Both without a slash at the end.  Where only one of them has a path, the other gets it too.

    >>> public_url_and_root_path("https://example.org/fate", None)
    ('https://example.org/fate', '/fate')
    >>> public_url_and_root_path("https://example.org", "/fate"), public_url_and_root_path(None, "/fate")
    (('https://example.org/fate', '/fate'), ('', '/fate'))
    """
    public = read_public_url(public_url) if public_url else ""
    named = urlsplit(public).path
    if root_path is None:
        return public, named
    path = read_root_path(root_path)
    if named and named != path:
        raise BadAddress("bad-root-path", f'The public address has the path "{named}", not "{path or "/"}".')
    return (public if named or not public else public + path), path


def network_urls(host: str, port: int) -> tuple[str, ...]:
    """The addresses at which other machines reach a server that listens there, the likeliest first.

    >>> network_urls("127.0.0.1", 8420), network_urls("203.0.113.7", 8420), network_urls("2001:db8::1", 80)
    ((), ('http://203.0.113.7:8420',), ('http://[2001:db8::1]:80',))
    """
    found = ip_address(host.partition("%")[0])
    if found.is_loopback:
        return ()
    if found.is_unspecified:
        return tuple(f"http://{own}:{port}" for own in own_addresses())
    return (f"http://[{host}]:{port}" if found.version == 6 else f"http://{host}:{port}",)


def own_addresses() -> tuple[str, ...]:
    """This machine's IPv4 addresses on networks, the likeliest first."""
    cards = tuple(_of_network_cards())
    routes = tuple(_of_routes())
    # The route to everywhere may lead into a VPN, where nobody at home is: network cards come before it.
    likeliest = tuple(own for own in routes if own in cards)
    return tuple(dict.fromkeys(own for own in (*likeliest, *cards, *routes) if not ip_address(own).is_loopback))


def _of_routes() -> Iterator[str]:
    """The own end of each route; connecting a UDP socket chooses the route and sends nothing."""
    for target in _ANYWHERE:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue
            yield probe.getsockname()[0]


def _of_network_cards() -> Iterator[str]:
    """The address of each network card, on Linux; bridges and tunnels are not cards."""
    try:
        from fcntl import ioctl

        cards = sorted(card.name for card in _NETWORK_CARDS.iterdir() if (card / "device").exists())
    except (ImportError, OSError):
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for card in cards:
            try:
                answer = ioctl(probe.fileno(), _SIOCGIFADDR, struct.pack("256s", card.encode()[:15]))
            except OSError:
                continue
            yield socket.inet_ntoa(answer[20:24])
