"""A cache of results for one viewer: a result is computed again only when something it read has changed.

Slices never change in place, so the cache notes which slices a computation read.  While these are the same objects,
the result is still right.  `identity.remembered` caches pure functions of single values.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar, cast

import msgspec

from fatetable.engine.state import EMPTY, Key, S, State

P = ParamSpec("P")
T = TypeVar("T")
Read: TypeAlias = "str | Query"
POSITION = "@position"
"""Noted like a slice by work that reads the position in the log, which changes with every step."""
FEW = 50
"""So much work may wait to run again before what is not wanted any more is cleared out."""


def tracked(question: Callable[Concatenate[State, P], T]) -> Callable[Concatenate[State, P], T]:
    """Decorate a query with a short answer, such as whether anything of some kind is there.

    Work that makes the query runs again when its answer changes, not whenever the slices do that the query reads.
    """

    @wraps(question)
    def ask(state: State, /, *about: Any) -> T:
        return state.answer(question, about)

    # It takes positional arguments only, which no type can say.
    return cast(Callable[Concatenate[State, P], T], ask)


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


class Query:
    """A tracked query about something, as one viewer has made it; compared by identity, which is quick."""

    __slots__ = ("about", "answer", "holds", "question", "read")

    def __init__(self, question: Callable[..., Any], about: tuple[object, ...]) -> None:
        self.question = question
        self.about = about
        self.answer: Any = None
        self.holds = False
        """Is the answer the right one for the present state?  Otherwise it is the one that held before."""
        self.read: set[Read] = set()
        """The slices that the query has ever read."""


class Queries(dict[tuple[Callable[..., Any], tuple[object, ...]], Query]):
    """The queries of one viewer, each made once."""

    def __missing__(self, asked: tuple[Callable[..., Any], tuple[object, ...]]) -> Query:
        query = self[asked] = Query(*asked)
        return query


class WatchedWork(Watched, frozen=True, gc=False):
    """A watched state that also notes which tracked queries are made, and takes their answers from a cache."""

    recollection: Any = None
    queries: Queries = msgspec.field(default_factory=Queries)

    def answer(self, question: Callable[..., T], about: tuple[object, ...]) -> T:
        query = self.queries[question, about]
        self.read.add(query)
        return query.answer if query.holds else self.recollection.ask(query)  # type: ignore[no-any-return]

    def part(self, name: str, work: Callable[..., Iterable[T]], *about: object) -> tuple[T, ...]:
        found: tuple[T, ...]
        found, read = self.recollection.part(name, work, about)
        self.read.update(read)
        return found


class Recollection:
    """The results of one viewer, who sees one state after the other."""

    __slots__ = ("_known", "_queries", "_querying", "_read", "_readers", "_state", "_viewer")

    def __init__(self) -> None:
        self._state: State = EMPTY
        self._viewer: object = None
        self._forget()

    def _forget(self) -> None:
        self._known: dict[Hashable, Any] = {}
        self._read: dict[Hashable, set[Read]] = {}
        """What some work read when it last ran, and `_readers` the other way round."""
        self._readers: defaultdict[Read, set[Hashable]] = defaultdict(set)
        self._queries = Queries()
        self._querying: defaultdict[Read, set[Query]] = defaultdict(set)
        """The queries that have ever read a slice."""

    def turn_to(self, state: State, viewer: object) -> None:
        """Drop the results that this state may have changed, and all of them for another viewer."""
        if state is self._state and viewer is self._viewer:
            return
        before, now = self._state.slices, state.slices
        self._state = state
        if viewer is not self._viewer:
            self._viewer = viewer
            self._forget()
            return
        changed: list[Read] = [name for name, value in now.items() if before.get(name) is not value]
        if not before.keys() <= now.keys():
            changed += before.keys() - now.keys()
        changed.append(POSITION)
        known, readers = self._known, self._readers
        for name in set().union(*[readers[read] for read in changed if read in readers]):
            known.pop(name, None)
        self._ask_again(changed)
        if len(self._read) > 2 * len(known) + FEW:
            self._clear_out()

    def _ask_again(self, changed: Iterable[Read]) -> None:
        """Make the queries again that read something changed, and drop the work that got other answers."""
        known, readers, querying = self._known, self._readers, self._querying
        for query in set().union(*[querying[read] for read in changed if read in querying]):
            if not query.holds:
                continue
            if known.keys().isdisjoint(readers[query]):
                query.holds = False
            elif (answer := self._make(query)) != query.answer:
                query.answer = answer
                for name in readers[query]:
                    known.pop(name, None)

    def _make(self, query: Query) -> Any:
        read = query.read
        size = len(read)
        # The slices that nested queries read count for this one too, so the order of queries makes no difference.
        answer = query.question(Watched(self._state.seq, self._state.slices, read), *query.about)
        if len(read) > size:
            for each in read:
                self._querying[each].add(query)
        return answer

    def ask(self, query: Query) -> Any:
        """Make a query whose answer is not known for this state."""
        answer = self._make(query)
        # An equal answer stays the same object: results cached by its identity stay valid.
        if answer != query.answer:
            query.answer = answer
        query.holds = True
        return query.answer

    def _clear_out(self) -> None:
        """Forget about work that is not wanted any more, such as that about rolls that are over."""
        for name in self._read.keys() - self._known.keys():
            for read in self._read.pop(name):
                self._readers[read].discard(name)
        for asked, query in tuple(self._queries.items()):
            if not query.holds:
                del self._queries[asked]
                self._readers.pop(query, None)
                for read in query.read:
                    self._querying[read].discard(query)

    def part(
        self, name: str, work: Callable[..., Iterable[T]], about: tuple[object, ...]
    ) -> tuple[tuple[T, ...], set[Read]]:
        """The cached result of a part of some work, and what it read."""
        which = (name, *[each if type(each) is str else id(each) for each in about])
        found = self._known.get(which)
        if found is None:
            watched = WatchedWork(self._state.seq, self._state.slices, set(), self, self._queries)
            # The arguments are kept beside the result: an id is only unique while its object lives.
            found = self._known[which] = (tuple(work(watched, *about)), watched.read, about)
            self._note(which, watched.read)
        result, read, _ = found
        return result, read

    def _note(self, name: Hashable, read: set[Read]) -> None:
        """Note what some work read that did not read the same before."""
        before = self._read.get(name, ())
        for each in read.difference(before):
            self._readers[each].add(name)
        for each in before:
            if each not in read:
                self._readers[each].discard(name)
        self._read[name] = read

    def recall_each(
        self, numbers: Sequence[int], which: Sequence[Any], work: Callable[..., T], *details: object
    ) -> Iterator[T]:
        """The results of one work for some items of `which`, a sequence that never changes, by their numbers."""
        for number in sorted(frozenset(numbers).difference(self._known)):
            self._run(number, work, which[number], *details)
        return map(self._known.__getitem__, numbers)

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
        watched = WatchedWork(self._state.seq, self._state.slices, set(), self, self._queries)
        result = self._known[name] = work(watched, *details)
        if self._read.get(name) != watched.read:
            self._note(name, watched.read)
        return result


def _list(state: State, work: Callable[..., Iterable[T]], *details: object) -> tuple[T, ...]:
    return tuple(work(state, *details))
