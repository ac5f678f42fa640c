"""Remembering what was worked out for one viewer, and working it out again only when something it read has changed.

Slices never change in place, so it is enough to note which slices a piece of work read: while they are the very same
objects, so is its result.  Knows neither what the work is nor what the slices mean.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

import msgspec

from fatetable.engine.state import EMPTY, Key, S, State

P = ParamSpec("P")
T = TypeVar("T")
Question: TypeAlias = tuple[Callable[..., Any], tuple[object, ...]]
POSITION = "@position"
"""Stands among the slices read for the position in the log, which is another one after every step."""


def asking(question: Callable[Concatenate[State, P], T]) -> Callable[Concatenate[State, P], T]:
    """Decorate a question with a short answer, such as whether anything of some kind is there.

    Work that asks it is done again when the answer is another, not whenever the slices are that the answer took.
    """

    @wraps(question)
    def ask(state: State, /, *about: P.args, **none: P.kwargs) -> T:
        assert not none, "questions are about positional arguments"
        return state.answer(question, about)

    return ask


class Watched(State, frozen=True):
    """A state that notes which of its slices are read, and which questions are asked about it."""

    whole: State = EMPTY
    answers: dict[Question, Any] = msgspec.field(default_factory=dict)
    read: set[str | Question] = msgspec.field(default_factory=set)

    def get(self, key: Key[S]) -> S:
        name = key.name
        self.read.add(name)
        found: S = self.slices.get(name, key.empty)
        return found

    def answer(self, question: Callable[..., T], about: tuple[object, ...]) -> T:
        asked = (question, about)
        self.read.add(asked)
        if asked not in self.answers:
            self.answers[asked] = question(self.whole, *about)
        found: T = self.answers[asked]
        return found

    def position(self) -> int:
        self.read.add(POSITION)
        return self.seq


class Recollection:
    """For one viewer, who sees one state after the other."""

    __slots__ = ("_answers", "_known", "_state", "_viewer")

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[Any, set[str | Question]]] = {}
        self._answers: dict[Question, Any] = {}
        self._state: State = EMPTY
        self._viewer: object = None

    def turn_to(self, state: State, viewer: object) -> None:
        """Forget whatever no longer holds in this state, and everything if the viewer is another."""
        if state is self._state and viewer is self._viewer:
            return
        before, now = self._state.slices, state.slices
        if viewer is not self._viewer:
            self._known.clear()
            self._answers.clear()
        else:
            changed: set[str | Question] = {name for name, value in now.items() if before.get(name) is not value}
            changed.update(name for name in before if name not in now)
            changed.add(POSITION)
            for asked, earlier in self._answers.items():
                self._answers[asked] = answer = asked[0](state, *asked[1])
                if answer != earlier:
                    changed.add(asked)
            self._known = {name: known for name, known in self._known.items() if changed.isdisjoint(known[1])}
        self._state, self._viewer = state, viewer

    def recall(self, name: Hashable, work: Callable[..., T], *details: object) -> T:
        """The result of the work called `name`.

        It is given a state to read and the `details`, which must be the same whenever the name and the viewer are.
        """
        known = self._known.get(name)
        if known is None:
            watched = Watched(self._state.seq, self._state.slices, self._state, self._answers)
            known = self._known[name] = (work(watched, *details), watched.read)
        result: T = known[0]
        return result
