"""Handouts and the journal: what is written in them, and who may read it.

The game master's handouts are one slice and what people read is another: a handout comes into somebody's journal when
it is shown to them, and who else reads it is told to the game master alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NewType, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import GM, Audience, Event, SeatId
from fatetable.engine.offers import PASSAGE_LIMIT, Choice, TextHole
from fatetable.engine.seats import Seat, is_addressed
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds

EntryId = NewType("EntryId", str)

TITLE_LIMIT = 120
IMAGE_LIMIT = 80
HIDDEN: Audience = ()


class Entry(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """`by` is the seat that wrote it, `image` the id of a picture.

    `shown_at` grows with every entry that is shown to a viewer; it tells nothing about entries they are not shown.
    """

    id: EntryId
    title: str
    text: str
    by: SeatId
    image: str = ""
    is_handout: bool = False
    shown_at: int = 0


class Handout(Struct, frozen=True, gc=False, omit_defaults=True):
    """An entry that only those read it is shown to: `None` is everybody."""

    entry: Entry
    shown_to: tuple[SeatId, ...] | None = ()


Entries: TypeAlias = Mapping[EntryId, Entry]
Handouts: TypeAlias = Mapping[EntryId, Handout]
JOURNAL: Key[Entries] = Key("journal", dict[EntryId, Entry], {})
"""What a viewer may read."""
HANDOUTS: Key[Handouts] = Key("handouts", dict[EntryId, Handout], {})
"""All handouts; only the game master is told of them."""


class EntryShown(Event, frozen=True, tag="entry-shown/1"):
    entry: Entry


class EntryRewritten(Event, frozen=True, tag="entry-rewritten/1"):
    entry: Entry


class EntryTakenBack(Event, frozen=True, tag="entry-taken-back/1"):
    entry: EntryId


class HandoutSet(Event, frozen=True, tag="handout-set/1"):
    handout: Handout


class HandoutDiscarded(Event, frozen=True, tag="handout-discarded/1"):
    entry: EntryId


def _shown(entries: Entries, event: EntryShown) -> Entries:
    # What is shown again comes last, as it does for seats that see it for the first time.
    others = {key: entry for key, entry in entries.items() if key != event.entry.id}
    shown_at = max(event.entry.shown_at, next_number(entries.values()))
    return {**others, event.entry.id: msgspec.structs.replace(event.entry, shown_at=shown_at)}


def _rewritten(entries: Entries, event: EntryRewritten) -> Entries:
    before = entries.get(event.entry.id)
    if before is None:
        return entries
    return {**entries, before.id: msgspec.structs.replace(event.entry, shown_at=before.shown_at)}


JOURNAL_EVOLVES = {
    **folds(JOURNAL, {EntryShown: _shown, EntryRewritten: _rewritten, EntryTakenBack: drop("entry")}),
    **folds(HANDOUTS, {HandoutSet: put("handout.entry.id", "handout"), HandoutDiscarded: drop("entry")}),
}

# -- questions ---------------------------------------------------------------------------------------------------


def next_number(entries: Iterable[Entry]) -> int:
    """Greater than the number of each of these."""
    return 1 + max((entry.shown_at for entry in entries), default=0)


def notes(state: State) -> tuple[Entry, ...]:
    """The entries that people wrote for everybody."""
    return tuple(entry for entry in state.get(JOURNAL).values() if not entry.is_handout)


def found(decision: Decision, entry: EntryId) -> Entry | Handout:
    """An entry this seat may read; one it may not is refused in the same words as one that does not exist."""
    handout = decision.state.get(HANDOUTS).get(entry)
    if handout is not None and may_read(decision.seat, handout):
        return handout
    note = decision.state.get(JOURNAL).get(entry)
    if note is None or note.is_handout:
        raise decision.violation("unknown-entry", "You know of no such entry.")
    return note


def may_read(seat: Seat, handout: Handout) -> bool:
    return seat.is_gm or is_addressed(seat, handout.shown_to)


def choices(entries: tuple[Entry, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(entry.id, entry.title) for entry in entries)


def writing_holes() -> tuple[TextHole, ...]:
    """What is asked of somebody who writes an entry."""
    return (
        TextHole("title", "title", limit=TITLE_LIMIT),
        TextHole("text", "text", optional=True, limit=PASSAGE_LIMIT),
        TextHole("image", "image", optional=True, limit=IMAGE_LIMIT),
    )


def require_writing(decision: Decision, title: str, image: str) -> None:
    decision.require(bool(title.strip()), "no-title", "An entry needs a title.")
    too_long = len(title) > TITLE_LIMIT or len(image) > IMAGE_LIMIT
    decision.require(not too_long, "text-too-long", f"A title has {TITLE_LIMIT} characters at most.")


# -- changes -----------------------------------------------------------------------------------------------------


def keep(decision: Decision, handout: Handout) -> None:
    decision.emit(HandoutSet(handout), to=(GM,))


def take_back(decision: Decision, entry: EntryId, readers: Audience) -> None:
    """Take an entry out of the journals of these seats."""
    if readers is None or readers:
        decision.emit(EntryTakenBack(entry), to=readers)
