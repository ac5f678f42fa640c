"""What is new to those who knew the same and were told the same: worked out and encoded once for all of them.

Sharing is by identity, so whoever knows something else, or was told something else, shares none of it.
What is somebody's own in it is marked elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

import msgspec

from fatetable.adapters.server.sights import Sight, Sights
from fatetable.adapters.server.wire import LogLine, Patch, Person
from fatetable.engine.messages import LogRecord, SeatId
from fatetable.engine.seats import SEATS, Seat
from fatetable.engine.state import State
from fatetable.mechanics.cast import CAST, Actor, ActorId
from fatetable.mechanics.personal import owners_in
from fatetable.tabletop.table import Table

Around: TypeAlias = tuple[frozenset[str], frozenset[str]]
"""The seats at which pages are open, and the seats somebody has a key to."""

Told: TypeAlias = tuple[LogRecord, ...]

NOBODY: frozenset[str] = frozenset()

_ENCODER = msgspec.json.Encoder()


def encode(message: Any) -> bytes:
    return _ENCODER.encode(message)


class Shown(NamedTuple):
    """What somebody has been shown; the same object for all who have been shown the same."""

    view: State
    sight: Sight
    around: Around
    people: tuple[Person, ...]


class Change(NamedTuple):
    """From what was shown before to what is shown now, as an onlooker sees it; `patch` is all of it, encoded.

    `owners` are the characters to whom something in it belongs: whoever plays none of them is sent the patch as it is.
    """

    after: Shown
    lines: tuple[LogLine, ...]
    blocks: Mapping[str, msgspec.Raw]
    order: tuple[str, ...] | None
    people: tuple[Person, ...] | None
    owners: frozenset[str]
    patch: bytes | None


class Step(NamedTuple):
    before: Shown | None
    told: Told
    change: Change


class Changes:
    """At one table.  Keeps what was worked out as long as the table stays where it is."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._sights = Sights(table)
        self._at = 0
        self._around: Around | None = None
        self._steps: list[Step] = []
        self._shown: list[Shown] = []

    def known(self, before: Shown | None, view: State, told: Told, around: Around) -> Change | None:
        """What is new to those who know `view`, if somebody else to whom the same is new asked for it before."""
        if self._at != self._table.state.seq or self._around is not around:
            self._at, self._around = self._table.state.seq, around
            self._steps.clear()
            self._shown.clear()
        for step in self._steps:
            if step.before is before and step.told is told and step.change.after.view is view:
                return step.change
        return None

    def work_out(
        self, seat: Seat, before: Shown | None, view: State, told: Told, around: Around, lines: tuple[LogLine, ...]
    ) -> Change:
        """What is new to a seat that was shown `before` and knows `view`; `told` is worth these `lines`."""
        seen = before.sight if before else None
        sight = self._sights.of(seat, view, seen)
        people = before.people if before and _has_same_people(before, view, around) else _people(view, around)
        after = self._same(Shown(view, sight, around, people))
        blocks = sight.since(seen)
        order = sight.order if seen is None or sight.order is not seen.order else None
        others = people if before is None or people != before.people else None
        is_empty = not (lines or blocks) and order is None and others is None
        patch = None if is_empty else encoded_patch(self._table.state.seq, blocks, order, lines, others)
        if seat.is_gm:
            return Change(after, lines, blocks, order, others, NOBODY, patch)
        shown = [sight.blocks[key] for key in blocks] + [line.roll for line in lines if line.roll]
        owners = frozenset([owner for block in shown for owner in owners_in(block)])
        change = Change(after, lines, blocks, order, others, owners, patch)
        self._steps.append(Step(before, told, change))
        return change

    def all_are_shown(self) -> None:
        """Nothing has to be kept for somebody to be shown it as well."""
        self._steps.clear()
        self._sights.all_have_looked()

    def _same(self, shown: Shown) -> Shown:
        """The very object of somebody else who has been shown the same by now, so that they share what follows."""
        for other in self._shown:
            if other.view is shown.view and other.sight is shown.sight and other.people == shown.people:
                return other
        self._shown.append(shown)
        return shown


def encoded_patch(
    seq: int,
    blocks: Mapping[str, msgspec.Raw],
    order: tuple[str, ...] | None,
    lines: tuple[LogLine, ...],
    people: tuple[Person, ...] | None,
    undone: tuple[tuple[int, int], ...] | None = None,
) -> bytes:
    encoded: Any = blocks
    return encode(Patch(seq=seq, blocks=encoded, order=order, log=lines, undone=undone, people=people))


def _has_same_people(before: Shown, view: State, around: Around) -> bool:
    is_same_cast = view.get(SEATS) is before.view.get(SEATS) and view.get(CAST) is before.view.get(CAST)
    return is_same_cast and around is before.around


def _people(view: State, around: Around) -> tuple[Person, ...]:
    return people_of(view.get(SEATS), view.get(CAST), around)


def people_of(seats: Mapping[SeatId, Seat], cast: Mapping[ActorId, Actor], around: Around) -> tuple[Person, ...]:
    """Who sits at the table, as somebody who knows these seats and characters knows it."""
    here, taken = around
    characters: dict[str, list[str]] = {}
    for actor in cast.values():
        if actor.controller is not None and not actor.is_hidden:
            characters.setdefault(actor.controller, []).append(actor.name)
    return tuple(
        Person(
            seat=seat.id,
            name=seat.name or seat.id,
            role=seat.role,
            is_here=seat.id in here,
            is_taken=seat.id in taken,
            characters=tuple(characters.get(seat.id, ())),
        )
        for seat in seats.values()
    )
