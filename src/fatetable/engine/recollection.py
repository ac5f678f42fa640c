"""A cache of results for one viewer: a result is computed again only when something it read has changed.

Slices never change in place, so the cache notes which slices a computation read.  While these are the same objects,
the result is still right.  `identity.remembered` caches pure functions of single values.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

import msgspec

from fatetable.engine.state import EMPTY, Key, S, State

P = ParamSpec("P")
T = TypeVar("T")
Question: TypeAlias = tuple[Callable[..., Any], tuple[object, ...]]
Read: TypeAlias = "str | Question"
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
    """A state that notes which slices are read."""

    read: set[Read] = msgspec.field(default_factory=set)

    def get(self, key: Key[S]) -> S:
        name = key.name
        self.read.add(name)
        return self.slices.get(name, key.empty)  # type: ignore[no-any-return]

    def position(self) -> int:
        self.read.add(POSITION)
        return self.seq


class WatchedWork(Watched, frozen=True, gc=False, kw_only=True):
    """A watched state that also notes which tracked queries are made, and takes their answers from a cache."""

    recollection: Any

    def answer(self, question: Callable[..., T], about: tuple[object, ...]) -> T:
        asked = (question, about)
        self.read.add(asked)
        return self.recollection.answer(asked)  # type: ignore[no-any-return]

    def part(self, name: str, work: Callable[..., Iterable[T]], *about: object) -> tuple[T, ...]:
        found: tuple[T, ...]
        found, read = self.recollection.part(name, work, about)
        self.read.update(read)
        return found


class Recollection:
    """The results of one viewer, who sees one state after the other."""

    __slots__ = ("_answers", "_known", "_questions", "_readers", "_state", "_viewer")

    def __init__(self) -> None:
        self._known: dict[Hashable, Any] = {}
        self._answers: dict[Question, Any] = {}
        self._questions: defaultdict[Read, set[Question]] = defaultdict(set)
        """The queries that read a slice; some may have been answered again since without it."""
        self._readers: defaultdict[Read, set[Hashable]] = defaultdict(set)
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
        changed: set[Read] = {name for name, value in now.items() if before.get(name) is not value}
        changed.update(before.keys() - now.keys())
        changed.add(POSITION)
        self._ask_again(changed)
        for read in changed & self._readers.keys():
            for name in self._readers.pop(read):
                self._known.pop(name, None)

    def _ask_again(self, changed: set[Read]) -> None:
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
    ) -> tuple[tuple[T, ...], set[Read]]:
        """The cached result of a part of some work, and what it read."""
        which = (name, *[each if type(each) is str else id(each) for each in about])
        found = self._known.get(which)
        if found is None:
            watched = WatchedWork(self._state.seq, self._state.slices, recollection=self)
            # The arguments are kept beside the result: an id is only unique while its object lives.
            found = self._known[which] = (tuple(work(watched, *about)), watched.read, about)
            self._note(which, watched.read)
        result, read, _ = found
        return result, read

    def _note(self, name: Hashable, read: set[Read]) -> None:
        readers = self._readers
        for each in read:
            readers[each].add(name)

    def recall_each(self, which: Sequence[Any], work: Callable[..., T], *details: object) -> Iterator[T]:
        """The non-empty results of one work for each item of `which`, a sequence that never changes."""
        numbers = range(len(which))
        for number in sorted(set(numbers).difference(self._known)):
            self._run(number, work, which[number], *details)
        return filter(None, map(self._known.__getitem__, numbers))

    def recall_lists(self, works: Iterable[tuple[Hashable, Callable[..., Iterable[T]]]], *details: object) -> list[T]:
        """The lists of several works joined; each work comes with the name it is cached under."""
        known = self._known
        listed: list[T] = []
        for name, work in works:
            listed += known[name] if name in known else self._run(name, _list, work, *details)
        return listed

    def recall(self, name: Hashable, work: Callable[..., T], *details: object) -> T:
        """The result of the work cached under `name`.

        It gets a state to read and the `details`, which must not differ for the same name and viewer.
        """
        found: T = self._known[name] if name in self._known else self._run(name, work, *details)
        return found

    def _run(self, name: Hashable, work: Callable[..., T], *details: object) -> T:
        watched = WatchedWork(self._state.seq, self._state.slices, recollection=self)
        result = self._known[name] = work(watched, *details)
        self._note(name, watched.read)
        return result


def _list(state: State, work: Callable[..., Iterable[T]], *details: object) -> tuple[T, ...]:
    return tuple(work(state, *details))
