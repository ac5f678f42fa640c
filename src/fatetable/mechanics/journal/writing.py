"""Writing in the journal: notes that everybody reads, and changing or removing what one wrote."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import ChoiceHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.journal.state import (
    HANDOUTS,
    Entry,
    EntryId,
    EntryRewritten,
    EntryShown,
    Handout,
    HandoutDiscarded,
    choices,
    found,
    keep,
    notes,
    require_writing,
    take_back,
    writing_holes,
)

MOST_NOTES = 100
MOST_OF_A_SEAT = 40
"""A page gets the whole journal when it connects, so there is a limit to it."""


class WriteNote(Command, frozen=True, tag="write-note"):
    """An entry in the journal that everybody reads."""

    passages: ClassVar[tuple[str, ...]] = ("text",)

    title: str
    text: str = ""
    image: str = ""


class RewriteEntry(Command, frozen=True, tag="rewrite-entry"):
    """Your own note, or any handout if you run the game."""

    passages: ClassVar[tuple[str, ...]] = ("text",)

    entry: EntryId
    title: str
    text: str = ""
    image: str = ""


class RemoveEntry(Command, frozen=True, tag="remove-entry"):
    """Your own note, or any entry if you run the game."""

    entry: EntryId


class Writing(Struct, frozen=True):
    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="writing in the journal",
            decides={WriteNote: self._write, RewriteEntry: self._rewrite, RemoveEntry: self._remove},
            offers=self._offers,
        )

    # -- commands ------------------------------------------------------------------------------------------------

    def _cannot_write(self, state: State, seat: Seat) -> Refusal | None:
        if len(_own(state, seat)) >= MOST_OF_A_SEAT:
            return Refusal("journal-full", f"You have written {MOST_OF_A_SEAT} notes; remove one first.")
        is_full = len(notes(state)) >= MOST_NOTES
        return Refusal("journal-full", f"There are {MOST_NOTES} notes; remove one first.") if is_full else None

    def _write(self, decision: Decision, command: WriteNote) -> None:
        decision.require_allowed(self._cannot_write(decision.state, decision.seat))
        require_writing(decision, command.title, command.image)
        entry = Entry(
            id=EntryId(decision.new_id("j")),
            title=command.title.strip(),
            text=command.text.strip(),
            image=command.image.strip(),
            by=decision.seat.id,
            shown_at=decision.place,
        )
        decision.emit(EntryShown(entry))

    def _rewrite(self, decision: Decision, command: RewriteEntry) -> None:
        before = found(decision, command.entry)
        is_handout = isinstance(before, Handout)
        entry = before.entry if isinstance(before, Handout) else before
        may = decision.seat.is_gm if is_handout else entry.by == decision.seat.id
        decision.require(may, "not-yours", "Change what you wrote yourself.")
        require_writing(decision, command.title, command.image)
        entry = msgspec.structs.replace(
            entry, title=command.title.strip(), text=command.text.strip(), image=command.image.strip()
        )
        if not isinstance(before, Handout):
            decision.emit(EntryRewritten(entry))
            return
        keep(decision, msgspec.structs.replace(before, entry=entry))
        if before.shown_to is None or before.shown_to:
            readers = None if before.shown_to is None else (*before.shown_to, GM)
            decision.emit(EntryRewritten(msgspec.structs.replace(entry, shown_at=0)), to=readers)

    def _remove(self, decision: Decision, command: RemoveEntry) -> None:
        entry = found(decision, command.entry)
        is_own = isinstance(entry, Entry) and entry.by == decision.seat.id
        decision.require(decision.seat.is_gm or is_own, "not-yours", "Remove what you wrote yourself.")
        if isinstance(entry, Handout):
            take_back(decision, entry.entry.id, entry.shown_to)
            decision.emit(HandoutDiscarded(entry.entry.id), to=(GM,))
        else:
            take_back(decision, entry.id, None)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if self._cannot_write(state, seat) is None:
            yield Offer(
                command=WriteNote(""),
                label="Write in the journal",
                verb="note",
                holes=writing_holes(),
                group="journal",
            )
        handouts = tuple(handout.entry for handout in state.get(HANDOUTS).values()) if seat.is_gm else ()
        rewritable = (*handouts, *_own(state, seat))
        if rewritable:
            yield Offer(
                command=RewriteEntry(EntryId(""), ""),
                label="Rewrite an entry",
                verb="change",
                holes=(ChoiceHole("entry", "which", choices(rewritable)), *writing_holes()),
                group="journal",
            )
        removable = (*handouts, *notes(state)) if seat.is_gm else rewritable
        if removable:
            yield Offer(
                command=RemoveEntry(EntryId("")),
                label="Remove an entry",
                verb="remove",
                holes=(ChoiceHole("entry", "which", choices(removable)),),
                group="journal",
            )


def _own(state: State, seat: Seat) -> tuple[Entry, ...]:
    return tuple(entry for entry in notes(state) if entry.by == seat.id)
