"""Puts the events of the journal into words; what an entry says is read in the journal itself."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.journal.state import (
    HANDOUTS,
    HIDDEN,
    JOURNAL,
    EntryShown,
    EntryTakenBack,
    HandoutDiscarded,
    HandoutSet,
)
from fatetable.tabletop.words.event_context import EventContext, Tellers


def _shown(context: EventContext, event: EntryShown) -> Iterator[str]:
    entry = event.entry
    if not entry.is_handout:
        who = context.seat(entry.by)
        yield f"{who[:1].upper()}{who[1:]} writes in the journal: “{entry.title}”"
    elif entry.id not in context.after.get(HANDOUTS):
        # The game master is told to whom it is shown instead.
        yield f"A handout: “{entry.title}”"


def _taken_back(context: EventContext, event: EntryTakenBack) -> Iterator[str]:
    entry = context.before.get(JOURNAL).get(event.entry)
    if entry is not None and event.entry not in context.after.get(HANDOUTS):
        yield f"“{entry.title}” is taken out of the journal."


def _handout_set(context: EventContext, event: HandoutSet) -> Iterator[str]:
    entry, readers = event.handout.entry, event.handout.shown_to
    before = context.before.get(HANDOUTS).get(entry.id)
    if before is None:
        yield f"A handout is written: “{entry.title}”"
    elif entry.shown_at != before.entry.shown_at:
        to = "everybody" if readers is None else ", ".join(context.seat(seat) for seat in readers)
        yield f"The handout “{entry.title}” is shown to {to}."
    elif readers == HIDDEN and before.shown_to != HIDDEN:
        yield f"The handout “{entry.title}” is hidden again."


def _discarded(context: EventContext, event: HandoutDiscarded) -> Iterator[str]:
    handout = context.before.get(HANDOUTS).get(event.entry)
    if handout is not None:
        yield f"The handout “{handout.entry.title}” is removed."


TELLERS: Tellers = {
    EntryShown: _shown,
    EntryTakenBack: _taken_back,
    HandoutSet: _handout_set,
    HandoutDiscarded: _discarded,
}
