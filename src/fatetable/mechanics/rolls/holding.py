"""Holding the dice: anybody may ask for time before a roll, to help, to invoke or to step in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import set_to
from fatetable.engine.messages import Command, Event, SeatId
from fatetable.engine.offers import Offer
from fatetable.engine.seats import Seat, present_people
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.pace import Pace
from fatetable.mechanics.scenes.state import SCENE


class HoldOn(Command, frozen=True, tag="hold-on"):
    """The dice of the open roll, or of the next one, wait for this seat."""


class GoAhead(Command, frozen=True, tag="go-ahead"):
    """The dice may fall; the game master speaks for everybody who holds them."""


class HoldsChanged(Event, frozen=True, tag="holds-changed/1"):
    seats: tuple[SeatId, ...]


Holds: TypeAlias = tuple[SeatId, ...]
HOLDS: Key[Holds] = Key("holds", tuple[SeatId, ...], ())


def held_by(state: State) -> tuple[SeatId, ...]:
    """The seats that want time before the dice fall; nobody waits for one that is away."""
    held = state.get(HOLDS)
    return tuple(seat.id for seat in present_people(state) if seat.id in held) if held else ()


class Holding(Struct, frozen=True):
    pace: Pace

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="holding",
            decides={HoldOn: self._hold, GoAhead: self._go_ahead},
            evolves=folds(HOLDS, {HoldsChanged: set_to("seats")}),
            offers=self._offers,
        )

    def _may_hold(self, state: State, seat: Seat) -> bool:
        return self.pace.dice_fall == "at-once" and state.get(SCENE).is_open and seat.id not in state.get(HOLDS)

    def _hold(self, decision: Decision, _: HoldOn) -> None:
        decision.require(
            self._may_hold(decision.state, decision.seat), "nothing-to-hold", "The dice are not about to roll."
        )
        decision.emit(HoldsChanged((*decision.state.get(HOLDS), decision.seat.id)))

    def _go_ahead(self, decision: Decision, _: GoAhead) -> None:
        held = decision.state.get(HOLDS)
        decision.require(
            decision.seat.id in held or (decision.seat.is_gm and bool(held)), "not-holding", "You hold no dice."
        )
        left = () if decision.seat.is_gm else tuple(seat for seat in held if seat != decision.seat.id)
        decision.emit(HoldsChanged(left))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        held = state.get(HOLDS)
        if self._may_hold(state, seat):
            yield Offer(command=HoldOn(), label="Hold on", verb="wait", group="wait")
        if seat.id in held or (seat.is_gm and held):
            yield Offer(command=GoAhead(), label="Roll now", verb="throw", group="roll")
