"""Whose turn it is to do what, in whichever encounter is running."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from msgspec import Struct

from fatetable.engine.errors import Refusal
from fatetable.engine.identity import remembered
from fatetable.engine.recollection import tracked
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.words import Words
from fatetable.mechanics.characters.cast import CAST, ActorId, Cast, name_in, name_of, whose
from fatetable.mechanics.encounters.state import (
    ENCOUNTER,
    Challenge,
    Conflict,
    Contest,
    Fray,
    Task,
    by_turns,
    conflict_of,
)
from fatetable.mechanics.harm.state import HARM, Conditions, is_out
from fatetable.mechanics.rolls.state import Declaration, Roll, all_is_settled, open_rolls, those_helping, unsettled
from fatetable.mechanics.scenes.sides import side_of
from fatetable.mechanics.scenes.zones import ZONES


class TurnRules(Protocol):
    """What the running encounter, if any, says about acting."""

    def may_act(self, state: State, actor: ActorId, action: str) -> Refusal | None:
        """May this actor declare that action now?"""

    def may_help(self, state: State, helper: ActorId, roll: Roll, effort: int) -> Refusal | None:
        """Has this actor an action left to give to an ally?"""

    def check(self, state: State, declaration: Declaration) -> Refusal | None:
        """Anything else about the declaration that the encounter forbids."""


class Turns(Struct, frozen=True):
    """`harmful` is the action that needs a conflict; `sideline` the one a contest may allow beside its own roll."""

    harmful: str
    sideline: str
    sideline_in_contests: bool
    words: Words

    def may_act(self, state: State, actor: ActorId, action: str) -> Refusal | None:
        if actor in those_helping(state):
            return Refusal("already-acted", f"{name_of(state, actor)} helps with a roll, and does nothing else.")
        match state.get(ENCOUNTER):
            case Conflict() as conflict:
                return on_turn(state, conflict, actor) or _has_action(state, conflict, actor)
            case Contest() as contest:
                looks_on = actor not in contest.tally and action != self.harmful
                if looks_on or (action == self.sideline and self.sideline_in_contests):
                    if actor in contest.advantages_by:
                        return Refusal("already-acted", "One such action for each exchange of a contest.")
                    return None
                return Refusal("in-a-contest", "A contest is running: each exchange takes one roll of everybody in it.")
            case Fray() as fray if actor in fray.actors or action == self.harmful:
                return Refusal("in-a-fray", "In this fight people say what they do in the exchange, and roll together.")
            case _:
                if action == self.harmful:
                    return Refusal("no-conflict", f"Harm is done in a conflict; the {self.words.gm} opens one.")
                return None

    def may_help(self, state: State, helper: ActorId, roll: Roll, effort: int) -> Refusal | None:
        if any(_is_busy_with(other, helper) for other in open_rolls(state) if other.id != roll.id):
            return Refusal("already-acted", f"{name_of(state, helper)} takes part in another roll.")
        match state.get(ENCOUNTER):
            case Conflict() as conflict:
                if helper not in conflict.actors:
                    return Refusal("not-in-the-conflict", "They are not part of the conflict yet.")
                if helper in conflict.acted or helper in conflict.done:
                    return Refusal("already-acted", "Their action for this exchange is spent.")
                return None
            case Contest() as contest if helper in contest.tally:
                return Refusal("already-in-it", "They compete themselves.")
            case Contest() as contest if helper in contest.advantages_by:
                return Refusal("already-acted", "Their action for this exchange is spent.")
            case _:
                return None

    def check(self, state: State, declaration: Declaration) -> Refusal | None:
        fighting = by_turns(state) if declaration.action == self.harmful else None
        if fighting is not None and declaration.target not in fighting:
            # Who could be harmed without being part of it could not give in either.
            return Refusal("not-in-the-conflict", f"{name_of(state, declaration.target)} is not in the conflict.")
        if declaration.task and not any(task.id == declaration.task for task in open_tasks(state)):
            return Refusal("no-such-task", "There is no such open task in this challenge.")
        return None


def _is_busy_with(roll: Roll, actor: ActorId) -> bool:
    return actor in roll.helpers or any(effort.actor == actor for effort in roll.efforts)


def open_tasks(state: State) -> Iterator[Task]:
    """The tasks of a challenge that everybody knows of and nobody is at."""
    encounter = state.get(ENCOUNTER)
    for task in encounter.tasks if isinstance(encounter, Challenge) else ():
        under_way = any(roll.declaration.task == task.id for roll in open_rolls(state))
        if not task.is_hidden and not task.result and not under_way:
            yield task


def acting_now(state: State, conflict: Conflict) -> tuple[ActorId, ...]:
    """Those whose turn it is, with nothing else being settled."""
    if not conflict.is_running or conflict.turn >= len(conflict.order) or unsettled(state):
        return ()
    now = (conflict.acting,) if conflict.acting else conflict.order[conflict.turn].actors
    return tuple([actor for actor in now if actor not in conflict.done and not is_out(state, actor)])


@tracked
def may_go_on(state: State) -> bool:
    """In a conflict, one thing is settled after the other."""
    return conflict_of(state) is None or all_is_settled(state)


def on_turn(state: State, conflict: Conflict, actor: ActorId) -> Refusal | None:
    """Why it is not this actor's turn, if it is not; the same as not being among those `acting_now`."""
    if not conflict.is_running:
        return Refusal("not-begun", "The conflict has not begun: the turn order is still being made.")
    if refusal := unsettled(state):
        return refusal
    return _not_their_turn(conflict, state.get(CAST), state.get(HARM), actor)


@remembered(limit=1024)
def _not_their_turn(conflict: Conflict, cast: Cast, conditions: Conditions, actor: ActorId) -> Refusal | None:
    name = name_in(cast, actor)
    if actor in conditions and conditions[actor].out:
        return Refusal("not-your-turn", f"It is not {whose(name)} turn: {name} is out of the conflict.")
    if conflict.turn >= len(conflict.order):
        return Refusal("not-your-turn", f"It is not {whose(name)} turn: the exchange is over; start the next.")
    if actor not in conflict.actors:
        later = " until the next exchange" if actor in conflict.newcomers else ""
        return Refusal("not-your-turn", f"It is not {whose(name)} turn: {name} takes no part in the conflict{later}.")
    if actor in conflict.done:
        return Refusal("not-your-turn", f"It is not {whose(name)} turn: {name} has had it in this exchange.")
    now = (conflict.acting,) if conflict.acting else conflict.order[conflict.turn].actors
    if actor not in now:
        others = " or ".join(whose(name_in(cast, other)) for other in now)
        return Refusal("not-your-turn", f"It is not {whose(name)} turn but {others}.")
    return None


class MayMoveOn(Protocol):
    """Can an actor still move after their action is spent?"""

    def __call__(self, state: State, conflict: Conflict, actor: ActorId, /) -> bool: ...


def can_walk_on(state: State, conflict: Conflict, actor: ActorId) -> bool:
    """Is a free move left, and a clear way to go?"""
    area = state.get(ZONES)
    here = area.places.get(actor)
    return (
        here is not None
        and actor not in conflict.moved
        and any(
            border.is_clear and area.is_shown(border.beyond(here))
            for border in area.borders
            if here in (border.one, border.other)
        )
    )


def later_allies(state: State, conflict: Conflict, actor: ActorId) -> tuple[ActorId, ...]:
    """Those on the same side who have still to act in this exchange."""
    return tuple(
        other
        for other in conflict.actors
        if other != actor
        and side_of(state, other) == side_of(state, actor)
        and other not in (*conflict.acted, *conflict.done)
        and not is_out(state, other)
    )


def is_game_master(_: State, seat: Seat) -> bool:
    return seat.is_gm


class CannotStart(Protocol):
    """Why no conflict can be started, or why one that is started cannot begin; `code` is for the refusal."""

    def __call__(self, state: State, code: str, /) -> Refusal | None: ...


def nothing_against_it(_state: State, _code: str) -> Refusal | None:
    return None


def _has_action(state: State, conflict: Conflict, actor: ActorId) -> Refusal | None:
    if actor in conflict.acted:
        return Refusal("already-acted", f"{whose(name_of(state, actor))} action for this exchange is spent.")
    return None
