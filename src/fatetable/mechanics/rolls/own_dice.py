"""Real dice: a seat that throws its own says what they show, and the roll waits for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from fatetable.engine.chance import Die
from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command, Event, SeatId
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.seats import Seat, present_people
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import seat_of
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import EffortId, Roll, RollId

_SIGNS = {1: "+", 0: "0", -1: "-"}


class RollOwnDice(Command, frozen=True, tag="roll-own-dice"):
    """This seat throws real dice from now on, or no longer."""

    is_on: bool


class EnterDice(Command, frozen=True, tag="enter-dice"):
    """What the real dice of one side show: die 1, die 2 and so on."""

    roll: RollId
    effort: int
    faces: Mapping[str, str]


class OwnDiceChosen(Event, frozen=True, tag="own-dice-chosen/1"):
    seat: SeatId
    is_on: bool


class DiceEntered(Event, frozen=True, tag="dice-entered/1"):
    """What the dice of an effort show; empty once they have been thrown."""

    effort: EffortId
    faces: str


class OwnDice(Struct, frozen=True):
    """The seats that throw real dice, and what they have entered for rolls that are not thrown yet."""

    seats: tuple[SeatId, ...] = ()
    entered: Mapping[EffortId, str] = {}


OWN_DICE: Key[OwnDice] = Key("own-dice", OwnDice, OwnDice())


def _chosen(dice: OwnDice, event: OwnDiceChosen) -> OwnDice:
    others = tuple(seat for seat in dice.seats if seat != event.seat)
    return msgspec.structs.replace(dice, seats=(*others, event.seat) if event.is_on else others)


def _entered(dice: OwnDice, event: DiceEntered) -> OwnDice:
    entered = {effort: faces for effort, faces in dice.entered.items() if effort != event.effort}
    return msgspec.structs.replace(dice, entered={**entered, event.effort: event.faces} if event.faces else entered)


def thrown_now(roll: Roll) -> tuple[int, ...]:
    """The places of the efforts whose dice fall next."""
    places = range(len(roll.efforts))
    return tuple(place for place in places if roll.active in (-1, place) or roll.is_contest)


def missing_dice(state: State, roll: Roll, acting: SeatId | None = None) -> tuple[int, ...]:
    """The places of the efforts whose real dice nobody has entered yet.

    Nobody waits for a seat that is away; one that is `acting` is back with what it does.
    """
    dice = state.get(OWN_DICE)
    if not dice.seats or roll.stage != "declared":
        return ()
    here = {seat.id for seat in present_people(state)} | ({acting} if acting else set())
    here &= set(dice.seats)
    efforts = ((place, roll.efforts[place]) for place in thrown_now(roll))
    return tuple(
        place for place, effort in efforts if seat_of(state, effort.actor) in here and effort.id not in dice.entered
    )


def seats_with_dice(state: State, roll: Roll) -> tuple[SeatId, ...]:
    """The seats that have real dice to enter for a roll."""
    return tuple(dict.fromkeys(seat_of(state, roll.efforts[place].actor) for place in missing_dice(state, roll)))


def dice_holes(dice: Sequence[Die]) -> tuple[ChoiceHole, ...]:
    """One blank for each die, with the faces that are on it."""
    return tuple(
        ChoiceHole("faces", f"die {number}", tuple(map(Choice, faces_of(die))), key=str(number))
        for number, die in enumerate(dice, 1)
    )


def faces_of(die: Die) -> tuple[str, ...]:
    """What can be on top of a die, each once: signs where it has signs."""
    shown = tuple(dict.fromkeys(die.shown))
    return tuple(_SIGNS[face] for face in shown) if set(shown) <= set(_SIGNS) else tuple(map(str, shown))


def cannot_read(dice: Sequence[Die], faces: Mapping[str, str]) -> Refusal | None:
    """Why these are not the faces of these dice."""
    if set(faces) != {str(number) for number in range(1, len(dice) + 1)}:
        return Refusal("dice-not-readable", f"Say what each of the {len(dice)} dice shows.")
    for number, die in enumerate(dice, 1):
        if faces[str(number)] not in faces_of(die):
            known = ", ".join(faces_of(die))
            return Refusal("dice-not-readable", f"Die {number} cannot show that; it shows one of {known}.")
    return None


class OwnDiceChoice(Struct, frozen=True):
    """Everybody's own choice; not where what was drawn is gone, as from a deck that the table keeps."""

    rules: CheckRules

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="own dice",
            decides={RollOwnDice: self._choose},
            evolves=folds(OWN_DICE, {OwnDiceChosen: _chosen, DiceEntered: _entered}),
            offers=self._offers,
        )

    def _cannot_choose(self, state: State, seat: Seat, is_on: bool) -> Refusal | None:
        if self.rules.pool_after is not None:
            return Refusal("no-own-dice", "The table keeps the deck; cards cannot be entered.")
        if is_on == (seat.id in state.get(OWN_DICE).seats):
            return Refusal("nothing-changes", "That is how you roll already.")
        return None

    def _choose(self, decision: Decision, command: RollOwnDice) -> None:
        decision.require_allowed(self._cannot_choose(decision.state, decision.seat, command.is_on))
        decision.emit(OwnDiceChosen(decision.seat.id, command.is_on))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for is_on, label in ((True, "Roll my own dice"), (False, "Let the table roll")):
            if self._cannot_choose(state, seat, is_on) is None:
                yield Offer(command=RollOwnDice(is_on), label=label, verb="change", group="table")
