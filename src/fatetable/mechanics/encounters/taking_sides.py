"""Sides of a conflict: newcomers take one, people change theirs or begin a new one, and leave the conflict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, actor_of, name_of
from fatetable.mechanics.encounters.state import (
    ENCOUNTER,
    Conflict,
    EncounterSet,
    Fight,
    Fray,
    conflict_of,
    fight_of,
    set_conflict,
)
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.rolls.state import unsettled
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.sides import HEROES, OPPOSITION, SidesNamed, side_of
from fatetable.mechanics.scenes.state import SCENE

NEW_SIDE = "new"
"""What a command names instead of a side, to begin another one."""


class JoinConflict(Command, frozen=True, tag="join-conflict"):
    """Someone arrives and is placed in the order at the next exchange."""

    actor: ActorId
    side: str


class ChangeSide(Command, frozen=True, tag="change-side"):
    """Somebody in the conflict fights for another side from now on, or for a new one."""

    actor: ActorId
    side: str


class LeaveConflict(Command, frozen=True, tag="leave-conflict"):
    """Somebody takes no further part, stays unharmed and earns nothing; in the scene they look on."""

    actor: ActorId


class AfterLeaving(Protocol):
    """Goes on with a conflict that somebody has left."""

    def __call__(self, decision: Decision, /) -> None: ...


class StandsBy(Protocol):
    """Does somebody take no part in conflicts?"""

    def __call__(self, actor: Actor, /) -> bool: ...


def nobody_stands_by(_: Actor) -> bool:
    return False


class TakingSides(Struct, frozen=True):
    """Who `stands_by` is in the scene, and takes no part."""

    stands_by: StandsBy
    go_on: AfterLeaving
    cites: Cites

    def able(self, state: State) -> tuple[Actor, ...]:
        """Those in the scene who can take part in a conflict."""
        there = (state.get(CAST).get(actor) for actor in state.get(SCENE).present if is_active(state, actor))
        return tuple(actor for actor in there if actor and not self.stands_by(actor))

    # -- commands ------------------------------------------------------------------------------------------------

    def join(self, decision: Decision, command: JoinConflict) -> None:
        fight = _running(decision)
        actor = actor_of(decision, command.actor)
        decision.require_allowed(self._cannot_join(decision.state, fight, actor))
        join_fight(decision, actor, self._side_named(decision, fight, command.side))

    def change(self, decision: Decision, command: ChangeSide) -> None:
        fight = _running(decision)
        actor = actor_of(decision, command.actor)
        decision.require_allowed(_cannot_change(decision.state, fight, actor))
        side = self._side_named(decision, fight, command.side)
        sides = _sides(decision.state, fight)
        decision.emit(SidesNamed({**sides, actor.id: side}))
        if conflict := conflict_of(decision.state):
            # Help was pledged to an ally, which the other may no longer be.
            kept = {
                helper: ally
                for helper, ally in conflict.pledges.items()
                if side_of(decision.state, helper) == side_of(decision.state, ally)
            }
            set_conflict(decision, msgspec.structs.replace(conflict, pledges=kept))
        self.go_on(decision)

    def leave(self, decision: Decision, command: LeaveConflict) -> None:
        fight = _running(decision)
        actor = actor_of(decision, command.actor)
        decision.require_allowed(_cannot_change(decision.state, fight, actor))
        leave_fight(decision, actor)
        self.go_on(decision)

    def _side_named(self, decision: Decision, conflict: Fight, side: str) -> str:
        taken = set(_sides(decision.state, conflict).values())
        if side == NEW_SIDE:
            return next(name for name in _side_ids() if name not in taken)
        decision.require(side in taken, "bad-sides", f"There is no side {side!r}.")
        return side

    # -- reasons against it --------------------------------------------------------------------------------------

    def _cannot_join(self, state: State, conflict: Fight, actor: Actor) -> Refusal | None:
        if conflict.involves(actor.id):
            return Refusal("cannot-join", f"{actor.name} is part of the conflict already.")
        if self.stands_by(actor):
            return Refusal("cannot-join", f"{actor.name} takes no part in conflicts between people.")
        if not is_active(state, actor.id):
            return Refusal("cannot-join", f"{actor.name} is not in the scene, or is out of it.")
        return None

    # -- offers --------------------------------------------------------------------------------------------------

    def joining_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        conflict = fight_of(state)
        if conflict is None or not seat.is_gm:
            return
        for actor in self.able(state):
            if self._cannot_join(state, conflict, actor) is None:
                yield Offer(
                    command=JoinConflict(actor.id, ""),
                    **one_of_a_family("Add … to the conflict", actor.name),
                    verb="place",
                    target=Target("actor", actor.id),
                    holes=(ChoiceHole("side", "side", _side_choices(state, conflict)),),
                    cites=self.cites("turn-order"),
                    group="gm",
                )

    def changing_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        """Possible while nothing is left to be settled."""
        conflict = fight_of(state)
        if conflict is None or not seat.is_gm:
            return
        fighting = tuple(actor for actor in self.able(state) if conflict.involves(actor.id))
        if not fighting:
            return
        who = ChoiceHole("actor", "who", tuple(Choice(actor.id, actor.name) for actor in fighting))
        yield Offer(
            command=ChangeSide(NOBODY, ""),
            label="Change somebody's side",
            verb="change",
            target=Target("actor"),
            holes=(who, ChoiceHole("side", "side", _side_choices(state, conflict))),
            cites=self.cites("conflict"),
            group="gm",
        )
        yield Offer(
            command=LeaveConflict(NOBODY),
            label="Take somebody out of the conflict",
            verb="remove",
            target=Target("actor"),
            holes=(who,),
            cites=self.cites("conflict-end"),
            group="gm",
        )


def join_fight(decision: Decision, actor: Actor, side: str) -> None:
    """Somebody comes into the fight that is under way, and has a place in it from the next exchange on."""
    fight = fight_of(decision.state)
    if fight is None or fight.involves(actor.id):
        return
    decision.emit(SidesNamed({**_sides(decision.state, fight), actor.id: side}))
    match decision.state.get(ENCOUNTER):
        case Conflict() as conflict:
            set_conflict(decision, msgspec.structs.replace(conflict, newcomers=(*conflict.newcomers, actor.id)))
        case Fray() as fray:
            joined = msgspec.structs.replace(fray, newcomers=(*fray.newcomers, actor.id))
            decision.emit(EncounterSet(joined, f"{actor.name} joins the fight"))
        case _:
            pass


def leave_fight(decision: Decision, actor: Actor) -> None:
    """Somebody takes no further part in the fight that is under way."""
    fight = fight_of(decision.state)
    if fight is None or not fight.involves(actor.id):
        return
    sides = _sides(decision.state, fight)
    decision.emit(SidesNamed({other: side for other, side in sides.items() if other != actor.id}))
    match decision.state.get(ENCOUNTER):
        case Conflict() as conflict:
            set_conflict(decision, without(conflict, actor.id), f"{actor.name} leaves the conflict")
        case Fray() as fray:
            decision.emit(EncounterSet(out_of_fray(fray, actor.id), f"{actor.name} leaves the fight"))
        case _:
            pass


def without(conflict: Conflict, actor: ActorId) -> Conflict:
    """The conflict without this actor, at the same turn."""
    order, turn = [], conflict.turn
    for index, place in enumerate(conflict.order):
        others = tuple(other for other in place.actors if other != actor)
        if others:
            order.append(msgspec.structs.replace(place, actors=others))
        elif index < conflict.turn:
            turn -= 1
    return msgspec.structs.replace(
        conflict,
        order=tuple(order),
        turn=turn,
        acting=NOBODY if conflict.acting == actor else conflict.acting,
        newcomers=tuple(other for other in conflict.newcomers if other != actor),
        pledges={helper: ally for helper, ally in conflict.pledges.items() if actor not in (helper, ally)},
    )


def out_of_fray(fray: Fray, actor: ActorId) -> Fray:
    """The fray without this actor."""
    return msgspec.structs.replace(
        fray,
        actors=tuple(other for other in fray.actors if other != actor),
        newcomers=tuple(other for other in fray.newcomers if other != actor),
        entered=tuple(other for other in fray.entered if other != actor),
    )


def _running(decision: Decision) -> Fight:
    decision.require_gm()
    fight = fight_of(decision.state)
    if fight is None:
        raise decision.violation("no-conflict", "There is no conflict.")
    return fight


def _cannot_change(state: State, conflict: Fight, actor: Actor) -> Refusal | None:
    if not conflict.involves(actor.id):
        return Refusal("not-in-the-conflict", f"{actor.name} is not in the conflict.")
    if is_out(state, actor.id):
        return Refusal("out-of-the-scene", f"{actor.name} is out of it already.")
    return unsettled(state)


def _sides(state: State, conflict: Fight) -> Mapping[ActorId, str]:
    return {actor: side_of(state, actor) for actor in (*conflict.actors, *conflict.newcomers)}


def _side_ids() -> Iterator[str]:
    yield from (HEROES, OPPOSITION)
    number = 3
    while True:
        yield f"side-{number}"
        number += 1


def _side_choices(state: State, conflict: Fight) -> tuple[Choice, ...]:
    sides = _sides(state, conflict)
    there = sorted(set(sides.values()))
    return (*(Choice(side, _side_label(state, sides, side)) for side in there), Choice(NEW_SIDE, "a side of their own"))


def _side_label(state: State, sides: Mapping[ActorId, str], side: str) -> str:
    if side in (HEROES, OPPOSITION):
        return side
    return " and ".join(name_of(state, actor) for actor, theirs in sides.items() if theirs == side)
