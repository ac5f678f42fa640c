"""The log of one seat as lines for its pages."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import msgspec

from fatetable.adapters.server.wire import LogLine
from fatetable.engine.messages import LogRecord, SeatId
from fatetable.engine.opening import TABLE, Rewound
from fatetable.engine.seats import SEATS, Seat
from fatetable.engine.speaking import Said
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import ActorId, controlled
from fatetable.mechanics.rolls.state import RollSettled
from fatetable.mechanics.view.ownership import ONLOOKER, mark_owned
from fatetable.tabletop.table import Table
from fatetable.tabletop.words.chronicle import Narrated, narrate
from fatetable.tabletop.words.line_kinds import LineKind, group_of, kind_of

READ_AT_ONCE = 300
KEPT_LINES = 200
"""How many lines of each seat stay in memory for pages that connect again."""

STAYS_SAID: frozenset[LineKind] = frozenset({"said", "rewound", "dice"})
"""Kinds of lines that no rewind undoes."""

Stretch: TypeAlias = tuple[int, int]
"""The first and the last position of records that a rewind has undone."""


class LogLines:
    """The latest lines of one seat; `state` is what the seat knew after the last of them.

    Lines have positions as the seat counts them.
    """

    def __init__(self, table: Table, seat: Seat, position: int, kept: int | None = KEPT_LINES) -> None:
        """The lines after a position of the log."""
        self.table = table
        self.seat = seat
        self.state = table.view_at(seat.id, position)
        self.lines: deque[LogLine] = deque(maxlen=kept)
        self.undone: tuple[Stretch, ...] = ()
        """The undone stretches of the log, as far back as these lines go."""
        self._rewinds: list[Stretch] = []
        self._step = position
        self._begun = table.own_position(seat.id, position)
        self._at = 0

    @property
    def since(self) -> int:
        """The position after which all lines are in memory."""
        is_full = self.lines.maxlen is not None and len(self.lines) == self.lines.maxlen
        return self.lines[0].seq if is_full else self._begun

    def compose(self, records: Iterable[LogRecord]) -> tuple[LogLine, ...]:
        """The lines of records that the seat was told next, as the game master or an onlooker reads them.

        They are the same for all players who knew the same; `mark_own` marks what belongs to one of them.
        """
        viewer = self.seat if self.seat.is_gm else ONLOOKER
        lines: list[LogLine] = []
        for narrated in narrate(self.table, self.seat.id, self.state, records):
            record = narrated.record
            if isinstance(record.event, Rewound):
                self._rewinds.append(_rewind(self.table, self.seat.id, record.event, record.seq))
                self.undone = _stretches(self._rewinds)
            if not record.goes_on:
                self._step, self._at = record.seq - 1, record.at
            self.state = narrated.after
            is_rewindable = viewer.is_gm and self._step >= narrated.after.get(TABLE).floor
            own = self.table.own_position(self.seat.id, record.seq)
            lines += _lines(narrated, viewer, own, self._step * is_rewindable, self._at)
        return tuple(lines)

    def add(self, lines: Iterable[LogLine], state: State) -> None:
        """Add composed lines, after which the seat knows `state`."""
        self.lines.extend(lines)
        self.state = state


def lines_since(
    table: Table, seat_id: SeatId, position: int, upto: int | None = None, kept: int | None = None
) -> LogLines:
    """The lines of what a seat was told after a position of the log, from the beginning of a step."""
    seat = table.state.get(SEATS)[seat_id]
    position = _step_before(table, position)
    log = LogLines(table, seat, position, kept)
    lines = log.compose(table.told(seat_id, position, upto))
    if not seat.is_gm:
        lines = mark_own(lines, frozenset(actor.id for actor in controlled(log.state, seat)))
    log.add(lines, log.state)
    return log


def lines_before(table: Table, seat: SeatId, before: int, limit: int) -> tuple[LogLine, ...]:
    """The last lines before a position as the seat counts, read backwards as far as needed."""
    lines: list[LogLine] = []
    upto = position = table.position_reaching(seat, before) - 1
    while position > 0 and len(lines) < limit:
        upto, position = position, _step_before(table, position - READ_AT_ONCE)
        lines = [*lines_since(table, seat, position, upto).lines, *lines]
    rewinds = [
        _rewind(table, seat, record.event, record.seq)
        for record in table.records.after(position)
        if isinstance(record.event, Rewound)
    ]
    return mark_undone(lines[-limit:], _stretches(rewinds))


def mark_own(lines: tuple[LogLine, ...], mine: frozenset[ActorId]) -> tuple[LogLine, ...]:
    """The same lines with the rolls of these characters marked as the reader's own."""
    own = {line.seq: mark_owned(line.roll, mine) for line in lines if line.roll}
    return tuple(msgspec.structs.replace(line, roll=own[line.seq]) if line.roll else line for line in lines)


def mark_undone(lines: Iterable[LogLine], stretches: Sequence[Stretch]) -> tuple[LogLine, ...]:
    """The same lines with those marked that a rewind has undone; what people said stays said."""

    def is_undone(line: LogLine) -> bool:
        return line.kind not in STAYS_SAID and any(first <= line.seq <= last for first, last in stretches)

    return tuple(msgspec.structs.replace(line, undone=True) if is_undone(line) else line for line in lines)


def _rewind(table: Table, seat: SeatId, event: Rewound, position: int) -> Stretch:
    return table.own_position(seat, event.to), table.own_position(seat, position)


def _lines(narrated: Narrated, viewer: Seat, seq: int, step: int, at: int) -> list[LogLine]:
    record, event = narrated.record, narrated.record.event
    by = record.by or ""
    if isinstance(event, Said):
        return [LogLine(seq=seq, text=event.words, kind=kind_of(narrated), by=by, to=event.to, at=at)]
    texts = tuple(narrated.lines())
    if not texts:
        # Most records are told in no line of their own.
        return []
    kind = kind_of(narrated)
    card = narrated.ruleset.presenting.roll_card
    roll = card(narrated.after, viewer, event.roll) if isinstance(event, RollSettled) else None
    of = group_of(narrated, kind)
    return [LogLine(seq=seq, text=text, kind=kind, of=of, at=at, by=by, roll=roll, step=step) for text in texts]


def _step_before(table: Table, position: int) -> int:
    """The last position up to this one that is not in the middle of a step."""
    while 0 < position < len(table.records) and table.records[position].goes_on:
        position -= 1
    return max(0, position)


def _stretches(rewinds: Sequence[Stretch]) -> tuple[Stretch, ...]:
    """What rewinds have undone; each is given by the position it goes back to and its own position."""
    stretches: list[Stretch] = []
    at: int | None = None
    for to, seq in reversed(rewinds):
        if at is None or seq <= at:
            stretches.append((to + 1, seq - 1))
            at = to
    return tuple(reversed(stretches))
