"""The state of one table: a position in the log and typed slices, each owned by one subsystem."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct

S = TypeVar("S")
T = TypeVar("T")


class Key(Struct, Generic[S], frozen=True):
    """Names a slice and carries its type and its empty value, so that `state.get(KEY)` is typed."""

    name: str
    type: Any
    empty: S


class State(Struct, frozen=True, gc=False):
    """Immutable: every change makes a new `State` that shares all untouched slices with the old one."""

    seq: int = 0
    slices: Mapping[str, Any] = {}

    def get(self, key: Key[S]) -> S:
        found: S = self.slices.get(key.name, key.empty)
        return found

    def answer(self, question: Callable[..., T], about: tuple[object, ...]) -> T:
        return question(self, *about)

    def part(self, name: str, work: Callable[..., Iterable[T]], *about: object) -> tuple[T, ...]:
        """A part of some work that a `Recollection` may have cached although the rest has to run again.

        `work` gets the state and `about`; the part is cached under its name and the identity of `about`.
        """
        return tuple(work(self, *about))

    def position(self) -> int:
        """The position in the log this is the state of."""
        return self.seq

    def put(self, key: Key[S], value: S, seq: int) -> State:
        slices = dict(self.slices)
        slices[key.name] = value
        return State(seq, slices)


EMPTY = State()
