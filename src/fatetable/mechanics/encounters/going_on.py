"""Going on without somebody who is there and slow; they are back as soon as they do something."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command, SeatId
from fatetable.engine.offers import Offer, Target, one_of_a_family
from fatetable.engine.prompts import PROMPTS, asked_seats
from fatetable.engine.recollection import tracked
from fatetable.engine.seats import SEATS, PresenceNoted, Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import seat_of
from fatetable.mechanics.encounters.frays import missing_in
from fatetable.mechanics.encounters.state import conflict_of, fray_of
from fatetable.mechanics.encounters.turns import acting_now
from fatetable.mechanics.rolls.holding import held_by
from fatetable.mechanics.rolls.own_dice import OWN_DICE, seats_with_dice
from fatetable.mechanics.rolls.state import open_rolls


class GoOnWithout(Command, frozen=True, tag="go-on-without"):
    """Stop waiting for somebody: they pass, the game master answers for them, and their turn is skipped."""

    seat: SeatId


class GoingOn(Struct, frozen=True):
    def subsystem(self) -> Subsystem:
        return Subsystem(name="going on", decides={GoOnWithout: self._go_on}, offers=self._offers)

    def _go_on(self, decision: Decision, command: GoOnWithout) -> None:
        slow = decision.state.get(SEATS).get(command.seat)
        if slow is None:
            raise decision.violation("unknown-seat", f"There is no seat {command.seat!r} at this table.")
        decision.require_allowed(cannot_go_on_without(decision.state, decision.seat, slow))
        decision.emit(PresenceNoted(slow.id, is_away=True))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for slow in state.get(SEATS).values():
            if cannot_go_on_without(state, seat, slow) is None:
                yield Offer(
                    command=GoOnWithout(slow.id),
                    **one_of_a_family("Go on without …", slow.name or slow.id),
                    verb="wait",
                    target=Target("seat", slow.id),
                    group="wait",
                )


def cannot_go_on_without(state: State, seat: Seat, slow: Seat) -> Refusal | None:
    if slow.id == seat.id:
        return Refusal("yourself", "You are here: decide, or pass.")
    if slow.is_gm:
        return Refusal("needs-gm", f"Play cannot go on without {slow.name}, who runs the game.")
    if slow.is_away or slow.id not in waited_for(state):
        return Refusal("not-waited-for", f"Nobody waits for {slow.name or slow.id}.")
    return None


@tracked
def waited_for(state: State) -> frozenset[SeatId]:
    """The seats that a question, a roll or a turn waits for."""
    found = {*held_by(state)}
    rolls = open_rolls(state)
    own_dice = bool(state.get(OWN_DICE).seats)
    for roll in rolls:
        found.update(roll.waiting)
        if own_dice:
            found.update(seats_with_dice(state, roll))
    questions = [prompt for prompt in state.get(PROMPTS).values() if prompt.blocking]
    for prompt in questions:
        found.update([seat.id for seat in asked_seats(state, prompt) if seat.id not in prompt.answered])
    if not rolls and not questions and (conflict := conflict_of(state)):
        found.update(seat for actor in acting_now(state, conflict) if (seat := seat_of(state, actor)))
    if not rolls and not questions and (fray := fray_of(state)):
        found.update(seat for actor in missing_in(state, fray) if (seat := seat_of(state, actor)))
    return frozenset(found)
