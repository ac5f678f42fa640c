"""Finds the worker that a request is for, from its head or from a short body, before anything else reads it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal
from urllib.parse import parse_qs, urlsplit

import msgspec
from msgspec import Struct

from fatetable.adapters.server.neighbours.homes import Homes
from fatetable.engine.errors import FatetableError
from fatetable.tabletop.storage.lobby import Lobby

Header = tuple[bytes, bytes]
IN_BODY: Literal["in the body"] = "in the body"
SOCKET = "/ws"
MOST_FIELDS = 20


class _WithKey(Struct):
    key: str


class Routing:
    """`with_key_in_body` are the paths of endpoints that find a key in their body."""

    def __init__(self, homes: Homes, lobby: Lobby, with_key_in_body: Iterable[str]) -> None:
        self._homes = homes
        self._lobby = lobby
        self._with_key_in_body = tuple(with_key_in_body)

    def by_head(self, url: bytes, headers: Iterable[Header]) -> int | Literal["in the body"]:
        """The number of the worker, or `IN_BODY`; what concerns no table is for this one."""
        try:
            parts = urlsplit(url.decode("ascii"))
            named = parse_qs(parts.query, max_num_fields=MOST_FIELDS)
        except ValueError:
            return self._homes.number
        if parts.path.endswith(SOCKET):
            tables = named.get("table")
            return self._homes.home_of(tables[0]) if tables else self._homes.number
        if parts.path.endswith(self._with_key_in_body):
            return IN_BODY
        for name, value in headers:
            if name == b"authorization":
                return self._by_key(value.partition(b" ")[2].strip().decode("latin-1"))
        return self._homes.number

    def by_body(self, body: bytes) -> int:
        try:
            return self._by_key(msgspec.json.decode(body, type=_WithKey).key)
        except (msgspec.DecodeError, RecursionError):
            return self._homes.number

    def _by_key(self, key: str) -> int:
        """A key that opens nothing, or a store that fails, is answered here."""
        try:
            return self._homes.home_of(self._lobby.admit(key).table)
        except FatetableError:
            return self._homes.number
