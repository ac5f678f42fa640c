"""The log as one seat was told it, and the heads of its chain of seals.

The head of a chain is the seal of its last line.  It depends on every line, so somebody who keeps it can tell later
whether a log continues the one they were shown.  A player's chain is that of the lines they were told: the seals of
lines that they may not read would let them guess what those say.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from fatetable.engine.codec import seal
from fatetable.engine.errors import CorruptLog
from fatetable.engine.messages import Record, SeatId
from fatetable.engine.opening import PlayClosed, PlayOpened, Rewound, TableOpened
from fatetable.engine.redaction import told_all
from fatetable.engine.seats import Seat, SeatAdded, is_addressed
from fatetable.rulesets import load_opened
from fatetable.tabletop.seat_views import ANONYMOUS
from fatetable.tabletop.throw_checks import DiceReport, check_dice

SEAL_DIGITS = 16
NOTHING = msgspec.Raw()
WITH_POSITIONS = tuple(str(event.__struct_config__.tag).encode() for event in (PlayOpened, PlayClosed, Rewound))
"""Events that name a position of the log."""


class _Written(Struct, frozen=True):
    """A record whose event stays as it was written, so that later versions of the program make the same line of it."""

    seq: int
    event: msgspec.Raw
    by: SeatId | None = None
    to: tuple[SeatId, ...] | None = None
    face: msgspec.Raw = NOTHING
    goes_on: bool = False
    at: int = 0
    unseen: int = 0


_DECODER = msgspec.json.Decoder(_Written)
_ENCODER = msgspec.json.Encoder()


def told_bodies(bodies: Iterable[bytes], viewer: Seat) -> Iterator[bytes]:
    """What the lines of a log say, as far as the viewer was told; all positions are as the viewer counts."""
    count = _OwnCount(viewer)
    records = map(count.hear, bodies)
    for seen in told_all(records, viewer):
        if viewer.is_gm and seen is count.latest:
            yield count.body
            continue
        own: Any = Record(count.of(seen.seq), count.renumbered(seen.event), seen.by, goes_on=seen.goes_on, at=seen.at)
        yield _ENCODER.encode(own)


def _record(body: bytes) -> Any:
    line = _DECODER.decode(body)
    face = line.face if bytes(line.face) else None
    return Record(line.seq, line.event, line.by, line.to, face, goes_on=line.goes_on, at=line.at, unseen=line.unseen)


class _OwnCount:
    """How far a viewer has counted at each position of a log (see `own_positions.py`)."""

    def __init__(self, viewer: Seat) -> None:
        self._viewer = viewer
        self._unseen = self._private = 0
        self._positions, self._counts = array("q", [0]), array("q", [0])
        self.latest: Any = None
        self.body = b""
        """The latest record and its line, which the game master gets as it is."""

    def hear(self, body: bytes) -> Any:
        record = _record(body)
        self.latest, self.body = record, body
        is_private = record.unseen > self._unseen and is_addressed(self._viewer, record.to)
        self._private += is_private
        self._unseen = record.unseen
        self._positions.append(record.seq)
        self._counts.append(record.seq if self._viewer.is_gm else record.place + self._private)
        return record

    def of(self, position: int) -> int:
        return self._counts[bisect_right(self._positions, position) - 1]

    def renumbered(self, event: Any) -> Any:
        """The event as it was written, except that it names positions as the viewer counts."""
        is_like_the_log = self._counts[-1] == self._positions[-1]
        if is_like_the_log or not any(name in bytes(event) for name in WITH_POSITIONS):
            return event
        fields = msgspec.json.decode(event, type=dict[str, msgspec.Raw])
        if bytes(fields["type"])[1:-1] in WITH_POSITIONS:
            for name in fields.keys() & {"to", "floor"}:
                fields[name] = msgspec.Raw(b"%d" % self.of(msgspec.json.decode(fields[name], type=int)))
        return msgspec.Raw(_ENCODER.encode(fields))


def told_log(bodies: Iterable[bytes], viewer: Seat) -> list[bytes]:
    """The sealed lines that the viewer was told."""
    return list(seal(told_bodies(bodies, viewer)))


def head_of(lines: Sequence[bytes]) -> str:
    """The seal of the last line."""
    return seal_of(lines[-1]) if lines else ""


def seal_of(line: bytes) -> str:
    return line[:SEAL_DIGITS].decode("ascii", "replace")


class Continuation(NamedTuple):
    """A log continues a head: `after` so many lines, as `seat` was told it; an empty seat is the log as it is."""

    after: int
    seat: str


def find_head(bodies: Sequence[bytes], head: str) -> Continuation | None:
    """Where a head was the last seal: in this log as it is, or as any of its seats was told it."""
    for viewer in (None, *_viewers(bodies), ANONYMOUS):
        lines = seal(bodies) if viewer is None else seal(told_bodies(bodies, viewer))
        for number, line in enumerate(lines, start=1):
            if seal_of(line) == head:
                return Continuation(number, viewer.id if viewer else "")
    return None


def _viewers(bodies: Iterable[bytes]) -> Iterator[Seat]:
    """Every seat as a player and as the game master: the chair may have been handed over."""
    added = str(SeatAdded.__struct_config__.tag).encode()
    for body in bodies:
        if added in body:
            try:
                seat = msgspec.json.decode(body, type=Record[SeatAdded]).event.seat
            except msgspec.ValidationError:
                continue
            yield Seat(seat.id, "player")
            yield Seat(seat.id, "gm")


def check_bodies(bodies: Sequence[bytes]) -> DiceReport:
    """Check the dice of a log, whole or as one seat was told it; raises `CorruptLog` if it cannot be read."""
    try:
        opened = msgspec.json.decode(bodies[0], type=Record[TableOpened]).event
    except (msgspec.MsgspecError, UnicodeDecodeError, IndexError) as error:
        raise CorruptLog(1, "the log does not begin with the opening of a table") from error
    read = load_opened(opened).codec.read_record
    records = []
    for number, body in enumerate(bodies, start=1):
        try:
            records.append(read(body))
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise CorruptLog(number, str(error)) from error
    return check_dice(records)
