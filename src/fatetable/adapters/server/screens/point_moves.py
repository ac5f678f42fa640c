"""The moves of fate points that a seat was told, read backwards a page at a time."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from fatetable.engine.messages import SeatId
from fatetable.engine.opening import Rewound
from fatetable.mechanics.points.accounts import LedgerEntry, account_label, ledger, read_account
from fatetable.tabletop.table import Table

READ_AT_ONCE = 500
MOST_RECORDS = 10_000
"""Records of the seat's own count that are read for one page; where points seldom move, a page is shorter."""


class PointsMove(Struct, frozen=True, kw_only=True):
    """Fate points that went from one account to another.

    `giver` and `taker` are those accounts in words; `giver_id` and `taker_id` the characters who own them, if any.
    """

    seq: int
    amount: int
    source: str
    target: str
    giver: str
    taker: str
    reason: str
    giver_id: str
    taker_id: str


class PointsPage(Struct, frozen=True):
    """Some moves, the latest last; moves before the position `earlier` are on the next page, or none if it is 0."""

    moves: tuple[PointsMove, ...]
    earlier: int


def moves_before(table: Table, seat: SeatId, before: int, limit: int) -> PointsPage:
    """The last moves before a position, as the seat counts, that no rewind has undone."""
    found: list[LedgerEntry] = []
    position = table.position_reaching(seat, before) - 1
    stop = table.position_reaching(seat, table.own_position(seat, position) - MOST_RECORDS)
    while position > stop and len(found) < limit:
        chunk = table.told(seat, max(stop, position - READ_AT_ONCE), position)
        position = max(stop, position - READ_AT_ONCE)
        undone_after: int | None = None
        for record in reversed(chunk):
            if undone_after is not None and record.seq > undone_after:
                continue
            if isinstance(record.event, Rewound):
                undone_after = record.event.to
                # The cursor skips what was undone, so that it says all that the next page has to know.
                position = min(position, undone_after)
                continue
            found += ledger((record,))
            if len(found) == limit:
                position = record.seq - 1
                break
    label = partial(account_label, table.view(seat), words=table.ruleset.engine.words)
    moves = tuple(
        PointsMove(
            seq=table.own_position(seat, entry.seq),
            amount=entry.amount,
            source=entry.source,
            target=entry.target,
            giver=label(entry.source),
            taker=label(entry.target),
            reason=entry.reason,
            giver_id=read_account(entry.source).owner,
            taker_id=read_account(entry.target).owner,
        )
        for entry in reversed(found)
    )
    return PointsPage(moves, table.own_position(seat, position) + 1 if position > 0 else 0)
