"""What each viewer is told of the log.  A viewer's state is the fold of these records alone, so nothing else leaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from fatetable.engine.messages import Event, LogRecord, Record
from fatetable.engine.seats import Seat, is_addressed


def told(record: LogRecord, viewer: Seat) -> LogRecord | None:
    """The record as `viewer` may see it, or `None` if they may not see it at all."""
    if is_addressed(viewer, record.to):
        # Players do not see the audience: who else knows a secret is a secret too.
        return record if viewer.is_gm or record.to is None else _without_audience(record, record.event)
    if record.face is None:
        return None
    return _without_audience(record, record.face)


def _without_audience(record: LogRecord, event: Event) -> LogRecord:
    return Record(record.seq, event, record.by, goes_on=record.goes_on, at=record.at)


def told_all(records: Iterable[LogRecord], viewer: Seat) -> Iterator[LogRecord]:
    """What a viewer is told of these records.

    A step begins with the first record that is told of it, and that one has its time, whatever was hidden before.
    """
    at, is_first = 0, False
    for record in records:
        if not record.goes_on:
            at, is_first = record.at, True
        seen = told(record, viewer)
        if seen is not None:
            yield msgspec.structs.replace(seen, goes_on=False, at=at) if is_first and record.goes_on else seen
            is_first = False
