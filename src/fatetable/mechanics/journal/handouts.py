"""Handouts: the game master writes them, shows them to some or to all, and takes them back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import EVERYONE, GM, Audience, Command, SeatId
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, ManyHole, Offer
from fatetable.engine.seats import SEATS, Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.journal.state import (
    HANDOUTS,
    HIDDEN,
    JOURNAL,
    JOURNAL_EVOLVES,
    Entry,
    EntryId,
    EntryShown,
    Handout,
    choices,
    keep,
    next_number,
    require_writing,
    take_back,
    writing_holes,
)

MOST_HANDOUTS = 80


class WriteHandout(Command, frozen=True, tag="write-handout"):
    """A hidden one is a note that only the game master reads, until it is shown."""

    passages: ClassVar[tuple[str, ...]] = ("text",)

    title: str
    text: str = ""
    image: str = ""
    is_hidden: bool = True


class ShowHandout(Command, frozen=True, tag="show-handout"):
    """To everybody, or only to the seats named; for anybody else it is hidden from now on."""

    entry: EntryId
    to: tuple[SeatId, ...] = ()


class HideHandout(Command, frozen=True, tag="hide-handout"):
    entry: EntryId


class Handouts(Struct, frozen=True):
    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="handouts",
            decides={WriteHandout: self._write, ShowHandout: self._show, HideHandout: self._hide},
            evolves=JOURNAL_EVOLVES,
            offers=self._offers,
        )

    # -- commands ------------------------------------------------------------------------------------------------

    def _cannot_write(self, state: State) -> Refusal | None:
        is_full = len(state.get(HANDOUTS)) >= MOST_HANDOUTS
        return Refusal("journal-full", f"There are {MOST_HANDOUTS} handouts; remove one first.") if is_full else None

    def _write(self, decision: Decision, command: WriteHandout) -> None:
        decision.require_gm()
        decision.require_allowed(self._cannot_write(decision.state))
        require_writing(decision, command.title, command.image)
        entry = Entry(
            id=EntryId(decision.new_id("j", (GM,) if command.is_hidden else EVERYONE)),
            title=command.title.strip(),
            text=command.text.strip(),
            image=command.image.strip(),
            by=decision.seat.id,
            is_handout=True,
        )
        keep(decision, Handout(entry))
        if not command.is_hidden:
            _show_to(decision, Handout(entry), None)

    def _show(self, decision: Decision, command: ShowHandout) -> None:
        decision.require_gm()
        handout = _handout(decision, command.entry)
        others = {choice.value for choice in _readers(decision.state, decision.seat)}
        decision.require(
            set(command.to) <= others and len(set(command.to)) == len(command.to),
            "unknown-seat",
            "A handout is shown to other people at this table, each named once.",
        )
        _show_to(decision, handout, command.to or None)

    def _hide(self, decision: Decision, command: HideHandout) -> None:
        decision.require_gm()
        handout = _handout(decision, command.entry)
        decision.require(handout.shown_to != HIDDEN, "already-hidden", "Nobody is shown that handout.")
        take_back(decision, handout.entry.id, handout.shown_to)
        keep(decision, msgspec.structs.replace(handout, shown_to=HIDDEN))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm:
            return
        if self._cannot_write(state) is None:
            yield Offer(
                command=WriteHandout(""),
                label="Write a handout",
                verb="note",
                holes=(*writing_holes(), FlagHole("is_hidden", "hidden")),
                group="journal",
            )
        handouts = state.get(HANDOUTS).values()
        if handouts:
            readers = _readers(state, seat)
            only = (ManyHole("to", "only to", readers, most=len(readers)),) if readers else ()
            which = ChoiceHole("entry", "which", choices(tuple(handout.entry for handout in handouts)))
            yield Offer(
                command=ShowHandout(EntryId("")),
                label="Show a handout",
                verb="reveal",
                holes=(which, *only),
                group="journal",
            )
        shown = tuple(handout.entry for handout in handouts if handout.shown_to != HIDDEN)
        if shown:
            yield Offer(
                command=HideHandout(EntryId("")),
                label="Hide a handout",
                verb="remove",
                holes=(ChoiceHole("entry", "which", choices(shown)),),
                group="journal",
            )


def _handout(decision: Decision, entry: EntryId) -> Handout:
    handout = decision.state.get(HANDOUTS).get(entry)
    if handout is None:
        raise decision.violation("unknown-entry", "You know of no such entry.")
    return handout


def _readers(state: State, gm: Seat) -> tuple[Choice, ...]:
    return tuple(Choice(seat.id, seat.name or seat.id) for seat in state.get(SEATS).values() if seat.id != gm.id)


def _show_to(decision: Decision, handout: Handout, readers: Audience) -> None:
    if readers is not None:
        before = handout.shown_to
        if before is None:
            take_back(decision, handout.entry.id, None)
        else:
            take_back(decision, handout.entry.id, tuple(seat for seat in before if seat not in readers))
    entry = msgspec.structs.replace(handout.entry, shown_at=decision.place)
    known = (*(each.entry for each in decision.state.get(HANDOUTS).values()), *decision.state.get(JOURNAL).values())
    number = max(entry.shown_at, next_number(known))
    keep(decision, Handout(msgspec.structs.replace(entry, shown_at=number), readers))
    decision.emit(EntryShown(entry), to=None if readers is None else (*readers, GM))
