"""The record of play as one seat has been told it, in lines for a page.

Knows only what that seat was told; older lines than those kept are told again on demand.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import msgspec

from fatetable.adapters.server.wire import LogLine
from fatetable.engine.messages import LogRecord, SeatId
from fatetable.engine.opening import TABLE, Rewound
from fatetable.engine.seats import SEATS, Seat
from fatetable.engine.speaking import Said
from fatetable.engine.state import State
from fatetable.mechanics.cast import ActorId, controlled
from fatetable.mechanics.fate_points import PointsMoved
from fatetable.mechanics.personal import ONLOOKER, made_personal
from fatetable.mechanics.rolls import RollSettled
from fatetable.mechanics.ruleset import Ruleset
from fatetable.tabletop.narration import Moment, tell
from fatetable.tabletop.table import Table

READ_AT_ONCE = 300
KEPT_LINES = 200
"""How many lines of each story stay at hand for whoever comes back."""

Stretch = tuple[int, int]


class Story:
    """Goes on whenever its seat is told something.

    `state` is what the seat knew after the last record it heard.
    """

    def __init__(self, table: Table, viewer: Seat, state: State, kept: int | None = KEPT_LINES) -> None:
        self.table = table
        self.viewer = viewer
        self.state = state
        self.lines: deque[LogLine] = deque(maxlen=kept)
        self.undone: tuple[Stretch, ...] = ()
        """The stretches of the log, as far back as this story goes, that do not count any more."""
        self._rewinds: list[Stretch] = []
        self._step = self._begun = state.seq

    @property
    def since(self) -> int:
        """The position after which all lines are at hand."""
        is_full = self.lines.maxlen is not None and len(self.lines) == self.lines.maxlen
        return self.lines[0].seq if is_full else self._begun

    def hear(self, records: tuple[LogRecord, ...], after: State | None = None) -> None:
        """Go on with these records; see `in_words`."""
        lines = self.in_words(records, after)
        if not self.viewer.is_gm:
            lines = as_their_own(lines, frozenset([actor.id for actor in controlled(self.state, self.viewer)]))
        self.go_on(lines, after or self.state)

    def in_words(self, records: tuple[LogRecord, ...], after: State | None = None) -> tuple[LogLine, ...]:
        """The lines these records are worth, which come next and leave the seat knowing `after`.

        They are those of the game master or of an onlooker, and so the same for all players who knew the same.
        If one of the records is a rewind, `after` must be given, and only what belongs to it may come behind it.
        """
        listener = self.viewer if self.viewer.is_gm else ONLOOKER
        lines: list[LogLine] = []
        for record in records:
            before = self.state
            if isinstance(record.event, Rewound):
                assert after is not None, "a story cannot know what a rewind leads back to"
                self._rewinds.append((record.event.to, record.seq))
                self.undone = _stretches(self._rewinds)
                self.state = after
            else:
                self.state = self.table.after(before, record)
            if not record.goes_on:
                self._step = record.seq - 1
            is_rewindable = listener.is_gm and self._step >= self.state.get(TABLE).floor
            lines += _lines(self.table.ruleset, record, before, self.state, listener, self._step * is_rewindable)
        return tuple(lines)

    def go_on(self, lines: tuple[LogLine, ...], after: State) -> None:
        """Add what was put into words already, which leaves the seat knowing `after`."""
        self.lines.extend(lines)
        self.state = after


def as_their_own(lines: tuple[LogLine, ...], mine: frozenset[ActorId]) -> tuple[LogLine, ...]:
    """The same lines with the rolls of these characters marked as such."""
    own = {line.seq: made_personal(line.roll, mine) for line in lines if line.roll}
    return tuple(msgspec.structs.replace(line, roll=own[line.seq]) if line.roll else line for line in lines)


def _lines(
    ruleset: Ruleset, record: LogRecord, before: State, after: State, viewer: Seat, step: int = 0
) -> list[LogLine]:
    event, by = record.event, record.by or ""
    if isinstance(event, Said):
        return [LogLine(seq=record.seq, text=event.words, kind="said", by=by, to=event.to)]
    kind, roll = "line", None
    match event:
        case RollSettled():
            kind = "roll"
            roll = ruleset.presenting.roll_card(after, viewer, event.roll)
        case PointsMoved():
            kind = "points"
        case Rewound():
            kind = "rewound"
    texts = tell(Moment(before, after, record.by, ruleset), event)
    return [LogLine(seq=record.seq, text=text, kind=kind, by=by, roll=roll, step=step) for text in texts]


def _stretches(rewinds: Sequence[Stretch]) -> tuple[Stretch, ...]:
    """What rewinds, each given by where it goes back to and where it stands, have taken back."""
    stretches: list[Stretch] = []
    at: int | None = None
    for to, seq in reversed(rewinds):
        if at is None or seq <= at:
            stretches.append((to + 1, seq - 1))
            at = to
    return tuple(reversed(stretches))


def is_undone(line: LogLine, stretches: Sequence[Stretch]) -> bool:
    """What people said to each other was said all the same."""
    return line.kind not in ("said", "rewound") and any(first <= line.seq <= last for first, last in stretches)


def story_since(table: Table, seat: SeatId, position: int, upto: int | None = None, kept: int | None = None) -> Story:
    """What a seat was told after a position, in words."""
    story = Story(table, table.state.get(SEATS)[seat], table.view_at(seat, position), kept)
    waiting: list[LogRecord] = []
    for record in table.told(seat, position, upto):
        waiting.append(record)
        if isinstance(record.event, Rewound):
            story.hear(tuple(waiting), table.view_at(seat, record.seq))
            waiting.clear()
    if waiting:
        story.hear(tuple(waiting))
    return story


def lines_before(table: Table, seat: SeatId, before: int, limit: int) -> tuple[LogLine, ...]:
    """The last lines before a position, read back from there as far as it takes."""
    lines: list[LogLine] = []
    upto = position = min(before - 1, table.state.seq)
    while position > 0 and len(lines) < limit:
        upto, position = position, max(0, position - READ_AT_ONCE)
        lines = [*story_since(table, seat, position, upto).lines, *lines]
    rewinds = [
        (record.event.to, record.seq) for record in table.records[position:] if isinstance(record.event, Rewound)
    ]
    stretches = _stretches(rewinds)
    return tuple(
        msgspec.structs.replace(line, undone=True) if is_undone(line, stretches) else line for line in lines[-limit:]
    )
