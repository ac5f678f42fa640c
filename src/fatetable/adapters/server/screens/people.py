"""The people at a table, as somebody sees them who knows a given state."""

from __future__ import annotations

from typing import NamedTuple

from fatetable.adapters.server.wire import Person
from fatetable.engine.seats import SEATS
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST


class Presence(NamedTuple):
    """The seats at which pages are open, and the seats somebody has a key to."""

    connected: frozenset[str]
    taken: frozenset[str]


def people_of(view: State, presence: Presence) -> tuple[Person, ...]:
    """Every seat with the characters its player controls; hidden characters are left out."""
    characters: dict[str, list[str]] = {}
    for actor in view.get(CAST).values():
        if actor.controller is not None and actor.is_pc and not actor.is_hidden:
            characters.setdefault(actor.controller, []).append(actor.name)
    return tuple(
        Person(
            seat=seat.id,
            # A seat of a ready-made scene is called by its id until somebody sits there.
            name=seat.name if seat.is_taken or seat.id in presence.taken else "",
            role=seat.role,
            is_here=seat.id in presence.connected,
            is_taken=seat.id in presence.taken,
            is_away=seat.is_away,
            characters=tuple(characters.get(seat.id, ())),
        )
        for seat in view.get(SEATS).values()
    )
