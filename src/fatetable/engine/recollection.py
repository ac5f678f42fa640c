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
    """A state that notes which of its slices are read, and which questions about it a recollection is asked."""

    recollection: Any = None
    read: set[str | Question] = msgspec.field(default_factory=set)

    def get(self, key: Key[S]) -> S:
        name = key.name
        self.read.add(name)
        found: S = self.slices.get(name, key.empty)
        return found

    def answer(self, question: Callable[..., T], about: tuple[object, ...]) -> T:
        if self.recollection is None:
            return question(self, *about)
        asked = (question, about)
        self.read.add(asked)
        found: T = self.recollection.answer(asked)
        return found

    def position(self) -> int:
        self.read.add(POSITION)
        return self.seq


class Recollection:
    """For one viewer, who sees one state after the other."""

    __slots__ = ("_answers", "_known", "_readers", "_state", "_viewer")

    def __init__(self) -> None:
        self._known: dict[Hashable, Any] = {}
        self._answers: dict[Question, tuple[Any, set[str | Question]]] = {}
        self._readers: dict[str | Question, set[Hashable]] = {}
        """Who read a slice or asked a question; some of them may since have done their work again without it."""
        self._state: State = EMPTY
        self._viewer: object = None

    def turn_to(self, state: State, viewer: object) -> None:
        """Forget whatever no longer holds in this state, and everything if the viewer is another."""
        if state is self._state and viewer is self._viewer:
            return
        before, now = self._state.slices, state.slices
        self._state = state
        if viewer is not self._viewer:
            self._viewer = viewer
            self._known.clear()
            self._answers.clear()
            self._readers.clear()
            return
        changed: set[str | Question] = {name for name, value in now.items() if before.get(name) is not value}
        changed.update([name for name in before if name not in now])
        changed.add(POSITION)
        changed.update([asked for asked, answer in self._answers.items() if self._is_another(asked, answer, changed)])
        for read in changed & self._readers.keys():
            for name in self._readers.pop(read):
                self._known.pop(name, None)

    def _is_another(
        self, asked: Question, known: tuple[Any, set[str | Question]], changed: set[str | Question]
    ) -> bool:
        """Has the answer changed?  It can only have if something it took has."""
        earlier, read = known
        if read.isdisjoint(changed):
            return False
        self._answers[asked] = self._ask(asked)
        is_another: bool = self._answers[asked][0] != earlier
        return is_another

    def _ask(self, asked: Question) -> tuple[Any, set[str | Question]]:
        # A question may lead to others; their slices are its own, so that the order of asking makes no difference.
        watched = Watched(self._state.seq, self._state.slices)
        question, about = asked
        return question(watched, *about), watched.read

    def answer(self, asked: Question) -> Any:
        known = self._answers.get(asked)
        if known is None:
            known = self._answers[asked] = self._ask(asked)
        return known[0]

    def recall(self, name: Hashable, work: Callable[..., T], *details: object) -> T:
        """The result of the work called `name`.

        It is given a state to read and the `details`, which must be the same whenever the name and the viewer are.
        """
        try:
            known: T = self._known[name]
        except KeyError:
            watched = Watched(self._state.seq, self._state.slices, self)
            known = self._known[name] = work(watched, *details)
            readers = self._readers
            for read in watched.read:
                readers.setdefault(read, set()).add(name)
        return known
