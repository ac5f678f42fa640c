"""The log of a table: a sequence of records whose older part may be in the store until it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, overload

from fatetable.engine.messages import LogRecord

Fetch: TypeAlias = Callable[[int, int], Sequence[LogRecord]]
"""Reads the records after one position up to and including another from the store."""

BATCH = 1_000
"""Records fetched at once when the whole log is read."""


class RecordLog(Sequence[LogRecord]):
    """All records from the first on; the record at position n is item n - 1.

    The first `missing` records are fetched when they are asked for, and not kept in memory.
    """

    def __init__(self, records: Iterable[LogRecord], missing: int = 0, fetch: Fetch | None = None) -> None:
        assert fetch or not missing, "missing records need a way to fetch them"
        self._missing = missing
        self._fetch = fetch
        self._in_memory = list(records)

    def __len__(self) -> int:
        return self._missing + len(self._in_memory)

    @overload
    def __getitem__(self, at: int) -> LogRecord: ...
    @overload
    def __getitem__(self, at: slice) -> list[LogRecord]: ...
    def __getitem__(self, at: int | slice) -> LogRecord | list[LogRecord]:
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            # Nobody reads backwards, so that may read everything.
            return self._between(start, stop)[::step] if step > 0 else self._between(0, len(self))[at]
        place = range(len(self))[at]
        return self._in_memory[place - self._missing] if place >= self._missing else self._between(place, place + 1)[0]

    def _between(self, start: int, stop: int) -> list[LogRecord]:
        known = self._in_memory[max(0, start - self._missing) : max(0, stop - self._missing)]
        if start >= self._missing or start >= stop:
            return known
        assert self._fetch is not None
        return [*self._fetch(start, min(stop, self._missing)), *known]

    def __iter__(self) -> Iterator[LogRecord]:
        return self.after(0)

    def after(self, position: int, upto: int | None = None) -> Iterator[LogRecord]:
        """The records after a position; however many there are, only a batch of those fetched is in memory."""
        end = len(self) if upto is None else min(upto, len(self))
        for start in range(max(0, position), end, BATCH):
            yield from self._between(start, min(start + BATCH, end))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RecordLog | list | tuple):
            return NotImplemented
        return len(self) == len(other) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<RecordLog of {len(self)} records, {len(self._in_memory)} of them in memory>"

    def extend(self, news: Iterable[LogRecord]) -> None:
        self._in_memory.extend(news)

    def release(self, upto: int) -> None:
        """Free the records up to this position; they can be fetched again."""
        if self._fetch is not None and upto > self._missing:
            del self._in_memory[: upto - self._missing]
            self._missing = upto
