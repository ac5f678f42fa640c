"""The log of a table and the path through it that counts: the last usable snapshot and the records after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from fatetable.engine.messages import LogRecord
from fatetable.engine.opening import Rewound
from fatetable.tabletop.record_log import RecordLog
from fatetable.tabletop.snapshot import START, Snapshot

FindSnapshot: TypeAlias = Callable[[int], Snapshot]
"""Gives the last snapshot up to a position."""


class History:
    """`path` are the records after `snapshot` that count once rewinds are honoured."""

    def __init__(self, records: RecordLog, find_snapshot: FindSnapshot | None = None) -> None:
        self.records = records
        self.find_snapshot = find_snapshot or _start
        self.snapshot, self.path = self.path_to(len(records))

    def extend(self, news: Sequence[LogRecord]) -> bool:
        """Add records; returns whether one of them is a rewind."""
        self.records.extend(news)
        is_rewind = rewinds(news)
        if is_rewind:
            self.snapshot, self.path = self.path_to(len(self.records))
        else:
            self.path.extend(news)
        return is_rewind

    def path_to(self, position: int) -> tuple[Snapshot, list[LogRecord]]:
        """The last snapshot on the way to a position, and the records from there on that count.

        A snapshot that was rewound past is not on the way; then the search goes on from where the rewind went.
        """
        return _path_to(self.records, position, self.find_snapshot)

    def whole_path_to(self, position: int) -> list[LogRecord]:
        """All records up to a position that count, without the help of a snapshot."""
        return _path_to(self.records, position, _start)[1]

    def start_from(self, snapshot: Snapshot) -> None:
        """Continue from a snapshot of the present, and free all earlier records."""
        self.snapshot, self.path = snapshot, []
        self.records.release(snapshot.seq)


def rewinds(records: Sequence[LogRecord]) -> bool:
    return any(isinstance(record.event, Rewound) for record in records)


def _start(_: int) -> Snapshot:
    return START


def _path_to(log: RecordLog, position: int, find_snapshot: FindSnapshot) -> tuple[Snapshot, list[LogRecord]]:
    path: list[LogRecord] = []
    while True:
        snapshot = find_snapshot(position)
        stretch = log[snapshot.seq : position]
        rewound_past = None
        while stretch and rewound_past is None:
            path.append(record := stretch.pop())
            if isinstance(record.event, Rewound):
                to = record.event.to
                del stretch[max(0, to - snapshot.seq) :]
                rewound_past = to if to < snapshot.seq else None
        if rewound_past is None:
            path.reverse()
            return snapshot, path
        position = rewound_past
