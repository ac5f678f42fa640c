"""How much one seat, one address or one page may ask for.

Generous for people, tight for scripts; every figure can be set by whoever runs the server.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import get_type_hints

import msgspec
from msgspec import Struct

from fatetable.engine.errors import FatetableError, MalformedCommand


class TooMany(FatetableError):
    """Somebody asks for more than is good for the others."""


class Limits(Struct, frozen=True, kw_only=True):
    """Rates are per second; a burst is what may come at once after a pause."""

    commands: float = 20.0
    """Of one seat."""
    commands_burst: float = 80.0
    visits: float = 1.0
    """Pages opened at one seat: each is shown everything anew."""
    visits_burst: float = 60.0
    requests: float = 20.0
    """Over HTTP, from one address."""
    requests_burst: float = 200.0
    tables: float = 0.2
    """Opened from one address."""
    tables_burst: float = 30.0
    wrong_keys: float = 0.2
    """Tried from one address."""
    wrong_keys_burst: float = 30.0
    sockets: int = 20_000
    """Open at once, all together."""
    sockets_per_address: int = 6_000
    pages_per_seat: int = 8
    frame_bytes: int = 65_536
    head_bytes: int = 65_536
    """Of a request over HTTP: its address and its headers."""
    body_bytes: int = 262_144
    request_seconds: float = 20.0
    """Until a request has arrived whole."""
    hello_seconds: float = 10.0
    unread_messages: int = 512
    unread_bytes: int = 4_000_000
    malformed_frames: int = 20
    """After which a page is cut off."""


def read_limits(settings: tuple[str, ...]) -> Limits:
    """The limits with some of them set, each written as `name=number`."""
    values: dict[str, float | int] = {}
    kinds = get_type_hints(Limits)
    for setting in settings:
        name, _, number = setting.partition("=")
        name = name.strip().replace("-", "_")
        if name not in kinds:
            known = ", ".join(Limits.__struct_fields__)
            raise MalformedCommand("no-such-limit", f'There is no limit "{name[:40]}"; there are: {known}.')
        try:
            values[name] = msgspec.convert(number.strip(), kinds[name], strict=False)
        except msgspec.ValidationError:
            raise MalformedCommand("bad-limit", f'The limit "{name}" is a number, not "{number[:40]}".') from None
    return Limits(**values)  # type: ignore[arg-type]


class Buckets:
    """A bucket of tokens for each name, filled at a steady rate; those not heard of for long are forgotten."""

    def __init__(
        self, rate: float, burst: float, *, most: int = 10_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str) -> bool:
        """Is there one left for that name?  Then it is one less."""
        level = self._level(name)
        if level < 1.0:
            return False
        self._set(name, level - 1.0)
        return True

    def has(self, name: str) -> bool:
        return self._level(name) >= 1.0

    def _level(self, name: str) -> float:
        level, at = self._levels.get(name, (self._burst, 0.0))
        return min(self._burst, level + (self._clock() - at) * self._rate)

    def _set(self, name: str, level: float) -> None:
        self._levels[name] = (level, self._clock())
        self._levels.move_to_end(name)
        if len(self._levels) > self._most:
            self._levels.popitem(last=False)


class Doorkeeper:
    """Counts what each seat and each address asks for."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._commands = Buckets(limits.commands, limits.commands_burst, clock=clock)
        self._visits = Buckets(limits.visits, limits.visits_burst, clock=clock)
        self._requests = Buckets(limits.requests, limits.requests_burst, clock=clock)
        self._tables = Buckets(limits.tables, limits.tables_burst, clock=clock)
        self._wrong_keys = Buckets(limits.wrong_keys, limits.wrong_keys_burst, clock=clock)
        self._sockets: dict[str, int] = {}

    def command(self, table: str, seat: str) -> None:
        if not self._commands.take(f"{table}/{seat}"):
            raise TooMany("too-many-commands", "That is too much at once; wait a moment and try again.")

    def visit(self, table: str, seat: str) -> None:
        if not self._visits.take(f"{table}/{seat}"):
            raise TooMany("too-many-visits", "This seat is opened again and again; wait a moment and try again.")

    def request(self, address: str) -> None:
        if not self._requests.take(address):
            raise TooMany("too-many-requests", "There are too many requests from your address; wait a moment.")

    def opening(self, address: str) -> None:
        if not self._tables.take(address):
            raise TooMany("too-many-tables", "Many tables were opened from your address; wait a little.")

    def before_key(self, address: str) -> None:
        if not self._wrong_keys.has(address):
            raise TooMany("too-many-keys", "Too many wrong links were tried from your address; wait a while.")

    def wrong_key(self, address: str) -> None:
        self._wrong_keys.take(address)

    def socket_opens(self, address: str) -> bool:
        of_address = self._sockets.get(address, 0)
        if of_address >= self.limits.sockets_per_address or sum(self._sockets.values()) >= self.limits.sockets:
            return False
        self._sockets[address] = of_address + 1
        return True

    def socket_closes(self, address: str) -> None:
        left = self._sockets.get(address, 0) - 1
        if left > 0:
            self._sockets[address] = left
        else:
            self._sockets.pop(address, None)
