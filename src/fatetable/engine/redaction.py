"""What each viewer is told.  A viewer's state is the fold of this and nothing else, so nothing else can leak."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fatetable.engine.messages import LogRecord, Record
from fatetable.engine.seats import Seat, is_addressed


def told(record: LogRecord, viewer: Seat) -> LogRecord | None:
    """The record as `viewer` hears of it, or `None` if they hear nothing."""
    if is_addressed(viewer, record.to):
        # The audience itself is not passed on to players: whom else a secret was told is a secret too.
        return record if viewer.is_gm or record.to is None else Record(record.seq, record.event, record.by)
    if record.face is None:
        return None
    return Record(record.seq, record.face, record.by)


def told_all(records: Iterable[LogRecord], viewer: Seat) -> Iterator[LogRecord]:
    return (heard for record in records if (heard := told(record, viewer)) is not None)
