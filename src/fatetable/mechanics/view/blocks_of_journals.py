"""Blocks of the journal, and of play that is halted."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.halting import HALT
from fatetable.engine.messages import SeatId
from fatetable.engine.seats import SEATS, Seat
from fatetable.engine.state import State
from fatetable.mechanics.journal.state import HANDOUTS, JOURNAL, Entry, notes
from fatetable.mechanics.view.blocks import HaltBlock, JournalEntryBlock


def halt_blocks(state: State, _: Seat) -> Iterator[HaltBlock]:
    halt = state.get(HALT)
    if halt.is_on:
        yield HaltBlock(
            is_stopped=halt.is_stopped,
            stopped_by=_name(state, halt.stopped_by),
            is_paused=halt.paused_by is not None,
            paused_by=_name(state, halt.paused_by),
        )


def journal_blocks(state: State, seat: Seat) -> Iterator[JournalEntryBlock]:
    """One block for each entry the viewer may read, so that only those are sent that change."""
    if not seat.is_gm:
        yield from (_entry(state, entry) for entry in state.get(JOURNAL).values())
        return
    for handout in state.get(HANDOUTS).values():
        yield _entry(state, handout.entry, shown_to=handout.shown_to)
    yield from (_entry(state, entry) for entry in notes(state))


def _entry(state: State, entry: Entry, shown_to: tuple[SeatId, ...] | None = None) -> JournalEntryBlock:
    return JournalEntryBlock(
        id=entry.id,
        title=entry.title,
        text=entry.text,
        image=entry.image,
        by=entry.by,
        author=_name(state, entry.by),
        is_handout=entry.is_handout,
        shown_at=entry.shown_at,
        shown_to=shown_to,
    )


def _name(state: State, seat: SeatId | None) -> str:
    sitting = state.get(SEATS).get(seat) if seat else None
    return (sitting.name or sitting.id) if sitting else ""
