"""Positions as each viewer counts them.

A viewer who sees positions jump learns that something happened that they were not told of.  A viewer therefore counts
only the records that have a place for everybody (`Numbering`), and those they were told in private.
The game master is told of everything, and counts as the log does.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from fatetable.engine.messages import LogRecord, SeatId
from fatetable.engine.seats import Seat
from fatetable.tabletop.history import History
from fatetable.tabletop.record_log import BATCH


class OwnPositions:
    """The private records of each seat since a snapshot, by their positions; those before it are only counted."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._base = history.snapshot.seq
        self._before: Mapping[SeatId, int] = history.snapshot.private
        self._since: defaultdict[SeatId, array[int]] = defaultdict(lambda: array("q"))
        self._unseen = _unseen_at(history, self._base)
        self.hear(history.records[self._base :])

    def hear(self, news: Iterable[LogRecord]) -> None:
        """These records were added to the log."""
        for record in _private_in(news, self._unseen):
            for seat in record.to or ():
                self._since[seat].append(record.seq)
        self._unseen = _unseen_at(self._history, len(self._history.records))

    def start_from_snapshot(self) -> None:
        """The history starts from a snapshot of the present now."""
        self._base = self._history.snapshot.seq
        self._before = self._history.snapshot.private
        self._since.clear()

    @property
    def private(self) -> Mapping[SeatId, int]:
        """How many private records each seat was told so far."""
        seats = self._before.keys() | self._since.keys()
        return {seat: self._before.get(seat, 0) + len(self._since.get(seat, ())) for seat in seats}

    # -- from the log to the viewer and back -------------------------------------------------------------------------

    def of(self, viewer: Seat, position: int) -> int:
        """How far a viewer has counted when the log is at this position."""
        if viewer.is_gm:
            return position
        return self._place_at(position) + self._private_upto(viewer.id, position)

    def reaching(self, viewer: Seat, own: int) -> int:
        """The first position of the log at which a viewer has counted this far; one past the end if they have not."""
        end = len(self._history.records)
        if viewer.is_gm or own <= 0:
            return max(0, min(own, end + 1))
        if own > self.of(viewer, end):
            return end + 1
        told = self._before.get(viewer.id, 0) + len(self._since.get(viewer.id, ()))
        # With none of the private records before it, the place alone would be this far at the least.
        position = bisect_left(range(end + 1), own - told, key=self._place_at)
        counted, unseen = self.of(viewer, position), _unseen_at(self._history, position)
        while counted < own:
            stretch = self._history.records[position : position + BATCH]
            private = {record.seq for record in _private_in(stretch, unseen) if viewer.id in (record.to or ())}
            for record in stretch:
                counted += record.unseen == unseen or record.seq in private
                position, unseen = record.seq, record.unseen
                if counted == own:
                    break
        return position

    def _place_at(self, position: int) -> int:
        return position - _unseen_at(self._history, position)

    def _private_upto(self, seat: SeatId, position: int) -> int:
        if position >= self._base:
            return self._before.get(seat, 0) + bisect_right(self._since.get(seat, ()), position)
        if not self._before.get(seat):
            return 0
        snapshot = self._history.find_snapshot(position)
        records = self._history.records[snapshot.seq : position]
        since = _private_in(records, _unseen_at(self._history, snapshot.seq))
        return snapshot.private.get(seat, 0) + sum(seat in (record.to or ()) for record in since)


def _unseen_at(history: History, position: int) -> int:
    return history.records[position - 1].unseen if position else 0


def _private_in(records: Iterable[LogRecord], unseen: int) -> Iterator[LogRecord]:
    """The records that have no place of their own; `unseen` were before them."""
    for record in records:
        if record.unseen > unseen:
            yield record
        unseen = record.unseen
