"""The record of play as one seat has been told it, in lines for a page.

Knows only what that seat was told; older lines than those kept are told again on demand.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from fatetable.adapters.server.wire import LogLine
from fatetable.engine.messages import LogRecord
from fatetable.engine.opening import TABLE, Rewound
from fatetable.engine.seats import Seat
from fatetable.engine.speaking import Said
from fatetable.engine.state import State
from fatetable.mechanics.fate_points import PointsMoved
from fatetable.mechanics.rolls import RollSettled
from fatetable.mechanics.ruleset import Ruleset
from fatetable.tabletop.narration import Moment, tell

KEPT_LINES = 200
"""How many lines of each story stay at hand for whoever comes back."""

Stretch = tuple[int, int]


class Story:
    """Goes on whenever its seat is told something.

    `state` is what the seat knew after the last record it heard.
    """

    def __init__(self, ruleset: Ruleset, viewer: Seat, state: State, kept: int | None = KEPT_LINES) -> None:
        self.ruleset = ruleset
        self.viewer = viewer
        self.state = state
        self.lines: deque[LogLine] = deque(maxlen=kept)
        self._rewinds: list[Stretch] = []
        self._step = self._begun = state.seq

    @property
    def since(self) -> int:
        """The position after which all lines are at hand."""
        is_full = self.lines.maxlen is not None and len(self.lines) == self.lines.maxlen
        return self.lines[0].seq if is_full else self._begun

    def hear(self, records: Iterable[LogRecord], after: State) -> tuple[LogLine, ...]:
        """Go on with these records, which leave the seat knowing `after`; the new lines.

        A rewind can only be the last of them that matters: what comes of it is `after`.
        """
        new: list[LogLine] = []
        evolve = self.ruleset.engine.evolve
        for record in records:
            before = self.state
            if isinstance(record.event, Rewound):
                self._rewinds.append((record.event.to, record.seq))
                self.state = after
            else:
                self.state = evolve(before, record.event, record.seq)
            if not record.goes_on:
                self._step = record.seq - 1
            new += self._lines(record, Moment(before, self.state, record.by, self.ruleset))
        self.state = after
        self.lines.extend(new)
        return tuple(new)

    def _lines(self, record: LogRecord, moment: Moment) -> list[LogLine]:
        event = record.event
        if isinstance(event, Said):
            return [LogLine(seq=record.seq, text=event.words, kind="said", by=record.by or "", to=event.to)]
        kind, roll = "line", None
        match event:
            case RollSettled():
                kind = "roll"
                roll = self.ruleset.presenting.roll_card(moment.after, self.viewer, event.roll)
            case PointsMoved():
                kind = "points"
            case Rewound():
                kind = "rewound"
        floor = moment.after.get(TABLE).floor
        step = self._step if self.viewer.is_gm and self._step >= floor else 0
        by = record.by or ""
        return [
            LogLine(seq=record.seq, text=text, kind=kind, by=by, roll=roll, step=step) for text in tell(moment, event)
        ]

    def undone(self) -> tuple[Stretch, ...]:
        """The stretches of the log, as far back as this story goes, that do not count any more."""
        stretches: list[Stretch] = []
        at: int | None = None
        for to, seq in reversed(self._rewinds):
            if at is None or seq <= at:
                stretches.append((to + 1, seq - 1))
                at = to
        return tuple(reversed(stretches))


def is_undone(line: LogLine, stretches: Sequence[Stretch]) -> bool:
    """What people said to each other was said all the same."""
    return line.kind not in ("said", "rewound") and any(first <= line.seq <= last for first, last in stretches)


def retold(
    ruleset: Ruleset, viewer: Seat, told: Sequence[LogRecord], tail: int, kept: int | None = KEPT_LINES
) -> Story:
    """The story of a seat from what it was told, the last `tail` records of it in words."""
    engine = ruleset.engine
    begin = max(0, len(told) - tail)
    story = Story(ruleset, viewer, engine.fold(told[:begin]), kept)
    start = begin
    for at in range(begin, len(told)):
        if isinstance(told[at].event, Rewound) or at == len(told) - 1:
            story.hear(told[start : at + 1], engine.fold(told[: at + 1]))
            start = at + 1
    return story
