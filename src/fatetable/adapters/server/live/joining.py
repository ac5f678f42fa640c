"""Sitting down at a table with a key that the joining page chose.

Sitting down is two writes: the seat gets its name, or is added, and then its key.  If the second one fails, or the
answer is lost, the page asks again with the same key: it gets the same seat, and nobody else is kept from it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from fatetable.adapters.server.live.command_queue import Outcome
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import SeatId
from fatetable.engine.seats import SEATS, AddSeat, RenameSeat, Role, SeatAdded, gm_seat, same_name
from fatetable.tabletop.storage.store import digest_of
from fatetable.tabletop.storage.stored_table import StoredStep, StoredTable
from fatetable.tabletop.table import Table

if TYPE_CHECKING:
    from fatetable.adapters.server.live.table import LiveTable

MOST_SEATS = 64


class Joining(NamedTuple):
    """Somebody who wants to sit down in `seat`, or in a new one in `role`; `key` will open it."""

    name: str
    seat: str
    role: Role
    key: str


async def sit_down(live: LiveTable, joining: Joining) -> str:
    """The seat that the key opens from now on; a request that comes twice is carried out once."""
    digest = digest_of(joining.key)
    task = live.joining.get(digest)
    if task is None:
        task = live.joining[digest] = asyncio.get_running_loop().create_task(_sit_down(live, joining, digest))
        task.add_done_callback(lambda _: live.joining.pop(digest, None))
    # It goes on if the page closes its connection.
    return await asyncio.shield(task)


async def _sit_down(live: LiveTable, joining: Joining, digest: bytes) -> str:
    lobby = live.registry.lobby
    known = lobby.store.find_key(digest)
    if known is not None:
        if (known.table, known.purpose) != (live.id, "seat"):
            raise RuleViolation("key-in-use", "This key opens something else already; choose another one.")
        return known.seat

    seat = joining.seat
    try:
        outcome = await live.do(lambda stored: _sit(live, stored, joining, digest))
        seat = seat or _added(live.table, outcome)
        if seat in live.taken or live.reserved.setdefault(seat, digest) != digest:
            # A new seat that got no key the first time, and that somebody else has taken since.
            raise _seat_taken()
        _, stored = lobby.give_seat(live.id, seat, take_back=False, key=joining.key)
        await asyncio.wrap_future(stored)
        live.set_taken(lobby.taken_seats(live.id))
    finally:
        if live.reserved.get(seat) == digest:
            del live.reserved[seat]
    return seat


def _seat_taken() -> RuleViolation:
    return RuleViolation("seat-taken", "Somebody sits there already; choose another seat.")


def _sit(live: LiveTable, stored: StoredTable, joining: Joining, digest: bytes) -> StoredStep:
    seats = stored.table.state.get(SEATS)
    chair = gm_seat(stored.table.state).id
    held = {chair, *live.taken, *live.reserved}
    sitting = seats.get(SeatId(joining.seat))
    if joining.seat and sitting is None:
        raise RuleViolation("unknown-seat", "There is no such seat at this table.")
    if sitting is not None and sitting.id in held:
        raise _seat_taken()
    if same_name(joining.name) in {same_name(seat.name) for seat in seats.values() if seat.id in held}:
        raise RuleViolation("name-taken", "Somebody at this table is called that already; choose another name.")
    if sitting is None:
        if len(seats) >= MOST_SEATS:
            raise RuleViolation("table-full", "There is no room for another seat at this table.")
        return stored.carry_out(chair, AddSeat(joining.name, joining.role), id=f"join-{digest.hex()}")
    is_called_so = sitting.name == joining.name
    step = stored.nothing() if is_called_so else stored.carry_out(chair, RenameSeat(sitting.id, joining.name))
    live.reserved[sitting.id] = digest
    return step


def _added(table: Table, outcome: Outcome) -> str:
    """The seat that a step has added, whether now or when the same was asked for before."""
    added = (
        record.event.seat.id
        for position in range(outcome.seq, 0, -1)
        if isinstance((record := table.records[position - 1]).event, SeatAdded)
    )
    return next(added)
