"""Remembering what was worked out for one viewer, and working it out again only when something it read has changed.

Slices never change in place, so it is enough to note which slices a piece of work read: while they are the very same
objects, so is its result.  Knows neither what the work is nor what the slices mean.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import msgspec

from fatetable.engine.state import EMPTY, Key, S, State

T = TypeVar("T")
POSITION = "@position"
"""Stands among the slices read for the position in the log, which is another one after every step."""


class Watched(State, frozen=True):
    """A state that notes which of its slices are read."""

    read: set[str] = msgspec.field(default_factory=set)

    def get(self, key: Key[S]) -> S:
        name = key.name
        self.read.add(name)
        found: S = self.slices.get(name, key.empty)
        return found

    def position(self) -> int:
        self.read.add(POSITION)
        return self.seq


class Recollection:
    """For one viewer, who sees one state after the other."""

    __slots__ = ("_known", "_state", "_viewer")

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[Any, set[str]]] = {}
        self._state: State = EMPTY
        self._viewer: object = None

    def turn_to(self, state: State, viewer: object) -> None:
        """Forget whatever no longer holds in this state, and everything if the viewer is another."""
        if state is self._state and viewer is self._viewer:
            return
        before, now = self._state.slices, state.slices
        if viewer is not self._viewer:
            self._known.clear()
        else:
            changed = {name for name, value in now.items() if before.get(name) is not value}
            changed.update(name for name in before if name not in now)
            changed.add(POSITION)
            self._known = {name: known for name, known in self._known.items() if changed.isdisjoint(known[1])}
        self._state, self._viewer = state, viewer

    def recall(self, name: Hashable, work: Callable[..., T], *details: object) -> T:
        """The result of the work called `name`.

        It is given a state to read and the `details`, which must be the same whenever the name and the viewer are.
        """
        known = self._known.get(name)
        if known is None:
            watched = Watched(self._state.seq, self._state.slices)
            known = self._known[name] = (work(watched, *details), watched.read)
        result: T = known[0]
        return result
