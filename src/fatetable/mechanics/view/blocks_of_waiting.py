"""The block that says whom the table is waiting for, and for what."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fatetable.engine.prompts import PROMPTS, Prompt, asked_seats
from fatetable.engine.seats import gm_seat
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import ActorId, name_of, seat_of, whose
from fatetable.mechanics.encounters.frays import missing_in
from fatetable.mechanics.encounters.state import Conflict, conflict_of, contest_of, fray_of
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.rolls.holding import held_by
from fatetable.mechanics.rolls.own_dice import seats_with_dice
from fatetable.mechanics.rolls.state import ROLLS, Roll
from fatetable.mechanics.view.blocks import WaitingBlock


def waiting_blocks(
    state: State,
    is_answerable: Callable[[State, Prompt], bool],
    waited_for: Callable[[State], WaitingBlock | None],
) -> Iterator[WaitingBlock]:
    """The first thing the table waits for: an answer, a roll, a contest, the ruleset's own things, a turn."""
    conflict = conflict_of(state)
    found = (
        _for_an_answer(state, is_answerable)
        or _for_a_roll(state)
        or _for_contestants(state)
        or _for_intents(state)
        or waited_for(state)
        or (_for_a_turn(state, conflict) if conflict is not None else None)
    )
    if found is not None:
        yield found


def _for_an_answer(state: State, is_answerable: Callable[[State, Prompt], bool]) -> WaitingBlock | None:
    for prompt in state.get(PROMPTS).values():
        if prompt.blocking and is_answerable(state, prompt):
            asked = (seat.id for seat in asked_seats(state, prompt) if seat.id not in prompt.answered)
            return WaitingBlock(tuple(asked), prompt.question, prompt=prompt.id)
    return None


def _for_a_roll(state: State) -> WaitingBlock | None:
    return next((found for roll in state.get(ROLLS).values() if (found := _for_this_roll(state, roll))), None)


def _for_this_roll(state: State, roll: Roll) -> WaitingBlock | None:
    if roll.stage == "over":
        return None
    if roll.waiting:
        why = "to invoke or pass" if roll.stage == "thrown" else "to help or pass"
        return WaitingBlock(roll.waiting, why)
    if roll.window:
        return WaitingBlock(roll.window, "to say “Wait”", is_countdown=True)
    if roll.stage == "declared" and (held := held_by(state)):
        return WaitingBlock(held, "to roll")
    if roll.stage == "declared" and not (roll.is_contest and _yet_to_compete(state)):
        if rollers := seats_with_dice(state, roll):
            return WaitingBlock(rollers, "enter your dice", ("enter-dice",))
        thrower = roll.efforts[max(roll.active, 0)].actor
        return WaitingBlock((seat_of(state, thrower),), "roll the dice")
    return None


def _for_contestants(state: State) -> WaitingBlock | None:
    missing = _yet_to_compete(state)
    if not missing:
        return None
    seats = tuple(dict.fromkeys(seat_of(state, actor) for actor in missing))
    return WaitingBlock(seats, "choose how to compete", ("contend",))


def _for_a_turn(state: State, conflict: Conflict) -> WaitingBlock | None:
    if not conflict.is_running or conflict.turn >= len(conflict.order):
        return WaitingBlock((gm_seat(state).id,), "begin the next exchange")
    able = (actor for actor in conflict.order[conflict.turn].actors if actor not in conflict.done)
    acting = next((actor for actor in able if not is_out(state, actor)), None)
    if acting is None:
        return None
    return WaitingBlock((seat_of(state, acting),), f"{whose(name_of(state, acting))} turn")


def _for_intents(state: State) -> WaitingBlock | None:
    fray = fray_of(state)
    missing = missing_in(state, fray) if fray is not None else ()
    if not missing:
        return None
    seats = tuple(dict.fromkeys(seat_of(state, actor) for actor in missing))
    return WaitingBlock(seats, "say what they do in this exchange", ("go-on-as-before", "declare-intent"))


def _yet_to_compete(state: State) -> tuple[ActorId, ...]:
    """Who has not said yet what they do in this exchange of a contest."""
    contest = contest_of(state)
    if contest is None:
        return ()
    roll = state.get(ROLLS).get(contest.roll)
    if roll is None or roll.stage == "over":
        return tuple(actor for actor in contest.tally if actor not in contest.entered)
    entered = {effort.actor for effort in roll.efforts}
    return tuple(actor for actor in contest.tally if actor not in entered)
