"""The log of a table, of which the beginning may lie elsewhere until somebody asks for it.

Knows positions, and nothing about what the records say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, overload

from fatetable.engine.messages import LogRecord

Fetch: TypeAlias = Callable[[int, int], Sequence[LogRecord]]
"""The records behind one position up to and including another, from wherever they are kept."""

PAGE = 1_000


class Log(Sequence[LogRecord]):
    """All records from the first on; the record at position n is item n - 1.

    What was fetched is not kept: whoever wants all of it takes a slice.
    """

    def __init__(self, records: Iterable[LogRecord], missing: int = 0, fetch: Fetch | None = None) -> None:
        assert fetch or not missing, "records that are missing must come from somewhere"
        self._missing = missing
        self._fetch = fetch
        self._end = list(records)

    def __len__(self) -> int:
        return self._missing + len(self._end)

    @overload
    def __getitem__(self, at: int) -> LogRecord: ...
    @overload
    def __getitem__(self, at: slice) -> list[LogRecord]: ...
    def __getitem__(self, at: int | slice) -> LogRecord | list[LogRecord]:
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            # A step backwards is of use to nobody here, so it may cost a look at everything.
            return self._between(start, stop)[::step] if step > 0 else self._between(0, len(self))[at]
        place = range(len(self))[at]
        return self._end[place - self._missing] if place >= self._missing else self._between(place, place + 1)[0]

    def _between(self, start: int, stop: int) -> list[LogRecord]:
        known = self._end[max(0, start - self._missing) : max(0, stop - self._missing)]
        if start >= self._missing or start >= stop:
            return known
        assert self._fetch is not None
        return [*self._fetch(start, min(stop, self._missing)), *known]

    def __iter__(self) -> Iterator[LogRecord]:
        for start in range(0, self._missing, PAGE):
            yield from self._between(start, min(start + PAGE, self._missing))
        yield from self._end

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Log | list | tuple):
            return NotImplemented
        return len(self) == len(other) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Log of {len(self)} records, {len(self._end)} of them at hand>"

    def extend(self, news: Iterable[LogRecord]) -> None:
        self._end.extend(news)

    def let_go(self, upto: int) -> None:
        """Keep no records up to this position at hand; they can be fetched again."""
        if self._fetch is not None and upto > self._missing:
            del self._end[: upto - self._missing]
            self._missing = upto
