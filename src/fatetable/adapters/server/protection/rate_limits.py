"""Rate limits: how much one seat, one address or one page may ask for.

They are generous for people and tight for scripts; each can be set with `fatetable serve --limit`.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias, get_type_hints

import msgspec
from msgspec import Struct

from fatetable.engine.errors import FatetableError, MalformedCommand


class TooMany(FatetableError):
    """A limit was exceeded."""


class Limits(Struct, frozen=True, kw_only=True):
    """Rates are per second; a burst is what may come at once after a pause."""

    commands: float = 20.0
    """Of one seat; a long message or an expensive question counts as several."""
    commands_burst: float = 80.0
    visits: float = 1.0
    """Pages opened at one seat: each is sent everything."""
    visits_burst: float = 60.0
    requests: float = 20.0
    """Over HTTP: of one seat, or without a key of one address."""
    requests_burst: float = 200.0
    drafts: float = 5.0
    """Requests for worker processes, from one address; a long one counts as several."""
    drafts_burst: float = 100.0
    readings: float = 1.0
    """Of what a table has stored, by one seat: a page of the log counts as one, an export as ten."""
    readings_burst: float = 60.0
    files: float = 100.0
    """Of the built page, by one address."""
    files_burst: float = 3_000.0
    tables: float = 0.005
    """Opened from one address."""
    tables_burst: float = 30.0
    uploads: float = 0.2
    """Pictures from one seat."""
    uploads_burst: float = 20.0
    image_bytes: int = 8_000_000
    """Of a picture when it is uploaded."""
    table_image_bytes: int = 48_000_000
    """Of all pictures of a table, as they are kept."""
    table_bytes: int = 100_000_000
    """Of the log and the pictures of a table."""
    seat_bytes: float = 250.0
    """Added by one seat, some 20 MB a day."""
    seat_bytes_burst: float = 20_000_000.0
    tables_in_all: int = 20_000
    store_bytes: int = 20_000_000_000
    """Of all tables together."""
    connections: int = 10_000
    """Open at once, all together; fewer if the system does not allow as many."""
    connections_per_address: int = 1_000
    """Not of a proxy that is trusted."""
    sockets_per_address: int = 1_000
    """Pages that are open, counted by the address that a trusted proxy names."""
    pages_per_seat: int = 8
    frame_bytes: int = 65_536
    head_bytes: int = 65_536
    """Of a request over HTTP: its address and its headers."""
    body_bytes: int = 262_144
    """Of a request to the builder; other requests have at most a sixteenth of it."""
    request_seconds: float = 20.0
    """Until a request has arrived whole."""
    answer_seconds: float = 60.0
    """How long somebody may read nothing of an answer."""
    refusal_seconds: float = 1.0
    """How long those wait who go on after a limit."""
    hello_seconds: float = 10.0
    unread_messages: int = 512
    unread_bytes: int = 4_000_000
    malformed_frames: int = 20
    """After which a page is cut off."""
    excess_frames: int = 200
    """Messages beyond the limit of commands, after which a page is cut off."""
    second_ms: int = 1_000
    """How long a second of a countdown lasts; tests make it short."""


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
    """A token bucket for each name, refilled at a steady rate; the least recently used are dropped."""

    def __init__(
        self, rate: float, burst: float, *, most: int = 10_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str, tokens: float = 1.0) -> bool:
        """Take tokens of that name; False if there are too few left.  A full bucket is enough for anything."""
        level = self._level(name)
        if level < min(tokens, self._burst):
            return False
        self._set(name, level - tokens)
        return True

    def has(self, name: str) -> bool:
        return self._level(name) >= 1.0

    def spend(self, name: str, tokens: float) -> None:
        """Take tokens even if there are too few; what is missing has to be refilled first."""
        self._set(name, self._level(name) - tokens)

    def _level(self, name: str) -> float:
        level, at = self._levels.get(name, (self._burst, 0.0))
        return min(self._burst, level + (self._clock() - at) * self._rate)

    def _set(self, name: str, level: float) -> None:
        self._levels[name] = (level, self._clock())
        self._levels.move_to_end(name)
        if len(self._levels) > self._most:
            self._levels.popitem(last=False)


Kind: TypeAlias = Literal["requests", "drafts", "readings", "files"]
"""What a request over HTTP is counted as."""

_TOO_MANY: Mapping[Kind, str] = {
    "requests": "There are too many requests at once; wait a moment.",
    "drafts": "There is too much for the builder at once; wait a moment.",
    "readings": "Too much of the record is read at once; wait a moment.",
    "files": "The page is loaded again and again; wait a moment.",
}
FRAME_UNIT = 8_192
"""A message counts as one for each so many characters it has."""


class RateLimits:
    """Counts what each seat and each address asks for, and raises `TooMany` when it exceeds the limits."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._commands = Buckets(limits.commands, limits.commands_burst, clock=clock)
        self._visits = Buckets(limits.visits, limits.visits_burst, clock=clock)
        self._by_kind: Mapping[Kind, Buckets] = {
            "requests": Buckets(limits.requests, limits.requests_burst, clock=clock),
            "drafts": Buckets(limits.drafts, limits.drafts_burst, clock=clock),
            "readings": Buckets(limits.readings, limits.readings_burst, clock=clock),
            "files": Buckets(limits.files, limits.files_burst, clock=clock),
        }
        self._uploads = Buckets(limits.uploads, limits.uploads_burst, clock=clock)
        self._tables = Buckets(limits.tables, limits.tables_burst, clock=clock)
        self._sockets: dict[str, int] = {}

    def check_command(self, table: str, seat: str, *, cost: float = 1.0, length: int = 0) -> None:
        if not self._commands.take(f"{table}/{seat}", cost + length // FRAME_UNIT):
            raise TooMany("too-many-commands", "That is too much at once; wait a moment and try again.")

    def check_visit(self, table: str, seat: str) -> None:
        if not self._visits.take(f"{table}/{seat}"):
            raise TooMany("too-many-visits", "This seat is opened again and again; wait a moment and try again.")

    def check_request(self, who: str, kind: Kind = "requests", cost: float = 1.0) -> None:
        """`who` is a seat, or without a key an address."""
        if not self._by_kind[kind].take(who, cost):
            raise TooMany(f"too-many-{kind}", _TOO_MANY[kind])

    def check_upload(self, table: str, seat: str) -> None:
        if not self._uploads.take(f"{table}/{seat}"):
            raise TooMany("too-many-uploads", "You have uploaded many pictures; wait a moment and try again.")

    def check_opening(self, address: str) -> None:
        if not self._tables.take(address):
            raise TooMany("too-many-tables", "Many tables were opened from your address; wait a little.")

    def open_socket(self, address: str) -> bool:
        """Count the socket of a page; False if there are too many from its address already."""
        of_address = self._sockets.get(address, 0)
        if of_address >= self.limits.sockets_per_address:
            return False
        self._sockets[address] = of_address + 1
        return True

    def close_socket(self, address: str) -> None:
        left = self._sockets.get(address, 0) - 1
        if left > 0:
            self._sockets[address] = left
        else:
            self._sockets.pop(address, None)
