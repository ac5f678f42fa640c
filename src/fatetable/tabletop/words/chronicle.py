"""The records a seat was told, put into words one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fatetable.engine.messages import LogRecord
from fatetable.engine.opening import Rewound
from fatetable.engine.state import EMPTY, State
from fatetable.mechanics.ruleset import Ruleset
from fatetable.tabletop.table import Table
from fatetable.tabletop.words.event_context import EventContext
from fatetable.tabletop.words.narration import tell


class Narrated(NamedTuple):
    """A record as a seat heard it, and what the seat knew before and after."""

    record: LogRecord
    before: State
    after: State
    ruleset: Ruleset

    def lines(self) -> Iterator[str]:
        """The lines the record is told in."""
        return tell(EventContext(self.before, self.after, self.record.by, self.ruleset), self.record.event)


class NarratedLine(NamedTuple):
    """A line of the story, and the position of the record it tells."""

    seq: int
    line: str


class Chronicle:
    """The whole story as one seat was told it."""

    def __init__(self, table: Table, seat: str) -> None:
        self.lines: list[NarratedLine] = []
        self._table = table
        self._seat = seat
        self._state = EMPTY
        self.seq = 0

    def hear_news(self) -> None:
        """Continue with everything the seat was told since the last time."""
        news = self._table.told(self._seat, self.seq)
        for narrated in narrate(self._table, self._seat, self._state, news):
            self._state = narrated.after
            self.lines += (NarratedLine(narrated.record.seq, line) for line in narrated.lines())
        self.seq = self._table.state.seq


def narrate(table: Table, seat: str, state: State, records: Iterable[LogRecord]) -> Iterator[Narrated]:
    """Put records into words that a seat was told while it knew `state`."""
    for record in records:
        is_rewind = isinstance(record.event, Rewound)
        after = table.view_at(seat, record.seq) if is_rewind else table.view_after(state, record)
        yield Narrated(record, state, after, table.ruleset)
        state = after
