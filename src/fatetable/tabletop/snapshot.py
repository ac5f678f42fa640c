"""A snapshot: the state of a table and every seat's view at one log position, so that earlier records need not be read.

`storage/snapshot_codec.py` writes snapshots to bytes and reads them back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from fatetable.engine.messages import GM, LogRecord, SeatId
from fatetable.engine.seats import Seat
from fatetable.engine.state import EMPTY, State


class SnapshotView(Struct, frozen=True):
    """What a seat knew, and whether it knew it as the game master."""

    state: State
    is_gm: bool = False


class Snapshot(Struct, frozen=True):
    """`views` is what each seat knew at position `seq`, `anonymous` what a viewer without a seat knew.

    `addressed` are the seats that were ever sent a private record.  A seat that is not among them, and has no view
    here, knows what an anonymous viewer knows.  `private` is how many private records each seat was told; see
    `own_positions.py`.
    """

    seq: int = 0
    state: State = EMPTY
    views: Mapping[SeatId, SnapshotView] = {}
    anonymous: State = EMPTY
    addressed: frozenset[SeatId] = frozenset()
    private: Mapping[SeatId, int] = {}

    def known_to(self, viewer: Seat) -> State | None:
        """What the viewer knew here; `None` if only the whole log can tell.

        The game master knows the secrets of the past, so a player's view is of no use to a seat that has become the
        game master, nor the other way round.
        """
        if not self.seq:
            return EMPTY
        view = self.views.get(viewer.id)
        if view is not None:
            return view.state if view.is_gm == viewer.is_gm else None
        return None if viewer.is_gm or viewer.id in self.addressed else self.anonymous


START = Snapshot()
"""Before the first record: an empty state, known to nobody."""


def addressed_in(records: Iterable[LogRecord]) -> frozenset[SeatId]:
    """The seats that some of the records are addressed to."""
    return frozenset(seat for record in records for seat in record.to or () if seat != GM)
