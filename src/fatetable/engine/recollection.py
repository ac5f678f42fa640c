"""A cache of results for one viewer: a result is computed again only when something it read has changed.

Slices never change in place, so the cache notes which slices a computation read.  While these are the same objects,
the result is still right.  `identity.remembered` caches pure functions of single values.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

import msgspec

from fatetable.engine.state import EMPTY, Key, S, State

P = ParamSpec("P")
T = TypeVar("T")
Question: TypeAlias = tuple[Callable[..., Any], tuple[object, ...]]
POSITION = "@position"
"""Noted like a slice by work that reads the position in the log, which changes with every step."""


def tracked(question: Callable[Concatenate[State, P], T]) -> Callable[Concatenate[State, P], T]:
    """Decorate a query with a short answer, such as whether anything of some kind is there.

    Work that makes the query runs again when its answer changes, not whenever the slices do that the query reads.
    """

    @wraps(question)
    def ask(state: State, /, *about: P.args, **none: P.kwargs) -> T:
        assert not none, "a tracked query takes positional arguments"
        return state.answer(question, about)

    return ask


class Watched(State, frozen=True, gc=False):
    """A state that notes which slices are read and which tracked queries are made."""

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

    def part(self, name: str, work: Callable[..., Iterable[T]], *about: object) -> tuple[T, ...]:
        if self.recollection is None:
            return tuple(work(self, *about))
        found: tuple[T, ...]
        found, read = self.recollection.part(name, work, about)
        self.read.update(read)
        return found

    def position(self) -> int:
        self.read.add(POSITION)
        return self.seq


class Recollection:
    """The results of one viewer, who sees one state after the other."""

    __slots__ = ("_answers", "_known", "_questions", "_readers", "_state", "_viewer")

    def __init__(self) -> None:
        self._known: dict[Hashable, Any] = {}
        self._answers: dict[Question, Any] = {}
        self._questions: defaultdict[str | Question, set[Question]] = defaultdict(set)
        """The queries that read a slice; some may have been answered again since without it."""
        self._readers: defaultdict[str | Question, set[Hashable]] = defaultdict(set)
        """The work that read a slice or made a query; some may have run again since without it."""
        self._state: State = EMPTY
        self._viewer: object = None

    def turn_to(self, state: State, viewer: object) -> None:
        """Drop the results that this state may have changed, and all of them for another viewer."""
        if state is self._state and viewer is self._viewer:
            return
        before, now = self._state.slices, state.slices
        self._state = state
        if viewer is not self._viewer:
            self._viewer = viewer
            self._known.clear()
            self._answers.clear()
            self._questions.clear()
            self._readers.clear()
            return
        changed: set[str | Question] = {name for name, value in now.items() if before.get(name) is not value}
        changed.update(before.keys() - now.keys())
        changed.add(POSITION)
        self._ask_again(changed)
        for read in changed & self._readers.keys():
            for name in self._readers.pop(read):
                self._known.pop(name, None)

    def _ask_again(self, changed: set[str | Question]) -> None:
        """Answer the queries that read something changed, and add those with another answer to `changed`."""
        others: list[Question] = []
        concerned = {asked for read in changed & self._questions.keys() for asked in self._questions.pop(read)}
        for asked in concerned:
            if asked not in self._readers:
                # No work depends on it any more.
                self._answers.pop(asked, None)
            elif asked in self._answers:
                answer = self._ask(asked)
                # An equal answer stays the same object: results cached by its identity stay valid.
                if answer != self._answers[asked]:
                    self._answers[asked] = answer
                    others.append(asked)
        changed.update(others)

    def _ask(self, asked: Question) -> Any:
        # The slices that nested queries read count for this one too, so the order of queries makes no difference.
        watched = Watched(self._state.seq, self._state.slices)
        question, about = asked
        answer = question(watched, *about)
        for read in watched.read:
            self._questions[read].add(asked)
        return answer

    def answer(self, asked: Question) -> Any:
        if asked not in self._answers:
            self._answers[asked] = self._ask(asked)
        return self._answers[asked]

    def part(
        self, name: str, work: Callable[..., Iterable[T]], about: tuple[object, ...]
    ) -> tuple[tuple[T, ...], set[str | Question]]:
        """The cached result of a part of some work, and what it read."""
        which = (name, *[each if type(each) is str else id(each) for each in about])
        found = self._known.get(which)
        if found is None:
            watched = Watched(self._state.seq, self._state.slices, self)
            # The arguments are kept beside the result: an id is only unique while its object lives.
            found = self._known[which] = (tuple(work(watched, *about)), watched.read, about)
            self._note(which, watched.read)
        result, read, _ = found
        return result, read

    def _note(self, name: Hashable, read: set[str | Question]) -> None:
        readers = self._readers
        for each in read:
            readers[each].add(name)

    def recall_each(self, which: Sequence[Any], work: Callable[..., T], *details: object) -> list[T]:
        """The non-empty results of one work for each item of `which`, a sequence that never changes."""
        known = self._known
        for number, each in enumerate(which):
            if number not in known:
                self.recall(number, work, each, *details)
        return [found for number in range(len(which)) if (found := known[number])]

    def recall_lists(self, works: Iterable[tuple[Hashable, Callable[..., Iterable[T]]]], *details: object) -> list[T]:
        """The lists of several works joined; each work comes with the name it is cached under."""
        known = self._known
        listed: list[T] = []
        for name, work in works:
            found = known.get(name)
            listed += self.recall(name, _list, work, *details) if found is None else found
        return listed

    def recall(self, name: Hashable, work: Callable[..., T], *details: object) -> T:
        """The result of the work cached under `name`.

        It gets a state to read and the `details`, which must not differ for the same name and viewer.
        """
        try:
            known: T = self._known[name]
        except KeyError:
            watched = Watched(self._state.seq, self._state.slices, self)
            known = self._known[name] = work(watched, *details)
            self._note(name, watched.read)
        return known


def _list(state: State, work: Callable[..., Iterable[T]], *details: object) -> tuple[T, ...]:
    return tuple(work(state, *details))
