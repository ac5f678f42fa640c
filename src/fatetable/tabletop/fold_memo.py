"""Remembers recent folds, so that viewers with the same state who hear the same event get the same new state object."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from fatetable.engine.messages import Event, LogRecord
from fatetable.engine.state import State
from fatetable.mechanics.ruleset import Ruleset

Fold: TypeAlias = tuple[State, tuple[Event, ...], State]
"""A state, the events that were applied to it, and the resulting state."""

MOST_KEPT = 64
"""Folds.  Viewers who hear more events than this, one viewer after the other, may get different objects."""


class FoldMemo:
    """Compares states and events by identity, which is quick; the envelope of an event does not matter."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._engine = ruleset.engine
        # The inputs are kept beside the result: an id is only unique while its object lives.
        self._known: dict[tuple[int, ...], Fold] = {}

    def after(self, state: State, heard: LogRecord) -> State:
        """The state after one more record."""
        key = (id(state), id(heard.event))
        known = self._known.get(key)
        if known is None:
            known = self._keep(key, (state, (heard.event,), self._engine.evolve(state, heard.event, heard.seq)))
        return known[2]

    def fold(self, heard: Sequence[LogRecord], start: State) -> State:
        """The state after many records; rewinds are honoured."""
        key = (id(start), *(id(record.event) for record in heard))
        known = self._known.get(key)
        if known is None:
            known = self._keep(key, (start, tuple(record.event for record in heard), self._engine.fold(heard, start)))
        return known[2]

    def clear(self) -> None:
        self._known.clear()

    def _keep(self, key: tuple[int, ...], fold: Fold) -> Fold:
        # Only the oldest is dropped: viewers who are still to hear the same events need the others.
        if len(self._known) >= MOST_KEPT:
            del self._known[next(iter(self._known))]
        self._known[key] = fold
        return fold
