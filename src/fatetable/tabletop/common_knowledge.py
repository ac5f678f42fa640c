"""Viewers who have heard the same share one state, so that it is worked out and kept once.

Most of what happens at a table everybody hears.  Knows nothing of who hears what.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from fatetable.engine.messages import Event, LogRecord
from fatetable.engine.state import State
from fatetable.mechanics.ruleset import Ruleset

Heard: TypeAlias = tuple[State, tuple[Event, ...], State]
"""What somebody knew, what they heard then, and what they know since."""

MOST_KEPT = 64
"""Facts; of more than these at once, those who hear them one after the other may come to different objects."""


class CommonKnowledge:
    """Tells states and facts apart by identity: whoever starts from the same object and hears the same facts, in
    whatever envelopes, comes to the same object."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._engine = ruleset.engine
        # What was heard is kept beside what came of it: an id is only unique while its object lives.
        self._known: dict[tuple[int, ...], Heard] = {}

    def after(self, state: State, heard: LogRecord) -> State:
        """The state after one more fact."""
        key = (id(state), id(heard.event))
        known = self._known.get(key)
        if known is None:
            known = self._keep(key, (state, (heard.event,), self._engine.evolve(state, heard.event, heard.seq)))
        return known[2]

    def fold(self, heard: Sequence[LogRecord], start: State) -> State:
        """The state after many; rewinds honoured."""
        key = (id(start), *(id(record.event) for record in heard))
        known = self._known.get(key)
        if known is None:
            known = self._keep(key, (start, tuple(record.event for record in heard), self._engine.fold(heard, start)))
        return known[2]

    def clear(self) -> None:
        self._known.clear()

    def _keep(self, key: tuple[int, ...], heard: Heard) -> Heard:
        # The oldest goes, not all of them: viewers who are told the same one after the other must not part over it.
        if len(self._known) >= MOST_KEPT:
            del self._known[next(iter(self._known))]
        self._known[key] = heard
        return heard
