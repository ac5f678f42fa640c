"""Leaving the story for good: players retire their characters, the game master dismisses anybody else."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Offer, Target, one_of_a_family
from fatetable.engine.prompts import withdraw
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import ASPECTS, FreeInvoke, FreeInvokesSet, remove
from fatetable.mechanics.aspects.compel_state import COMPELS
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    ActorLeft,
    actor_of,
    controls,
    followers_of,
)
from fatetable.mechanics.moments import LeavesStory
from fatetable.mechanics.points.accounts import BANK, for_the_scene, locked_for, move_all, owed_to, purse
from fatetable.mechanics.rolls.state import unsettled
from fatetable.mechanics.scenes.lifecycle import WhyBusy
from fatetable.mechanics.scenes.sides import FRIENDS, FriendsNamed
from fatetable.mechanics.scenes.state import SCENE, PresenceChanged, is_present


class LeaveStory(Command, frozen=True, tag="leave-story"):
    """Somebody who is in no scene takes no further part in the game; followers of theirs go with them."""

    actor: ActorId


class Departures(Struct, frozen=True):
    """`why_busy` names what nobody leaves in the middle of."""

    why_busy: WhyBusy

    def subsystem(self) -> Subsystem:
        return Subsystem(name="departures", decides={LeaveStory: self._leave}, offers=self._offers)

    def _cannot_leave(self, state: State, seat: Seat, actor: Actor) -> Refusal | None:
        if not seat.is_gm and not controls(seat, actor):
            return Refusal("not-yours", f"{actor.name} is not yours to play.")
        if actor.patron:
            return Refusal("somebodys", f"{actor.name} belongs to somebody, and goes when they are let go.")
        if any(compel.target == actor.id for compel in state.get(COMPELS).values()):
            return Refusal("not-finished", f"A compel on {actor.name} is on the table; settle it first.")
        if is_present(state, actor.id):
            return Refusal("in-the-scene", f"{actor.name} is in the scene; that has to be over, or go on without them.")
        return self.why_busy(state) or unsettled(state)

    def _leave(self, decision: Decision, command: LeaveStory) -> None:
        actor = actor_of(decision, command.actor)
        decision.require_allowed(self._cannot_leave(decision.state, decision.seat, actor))
        decision.moment(LeavesStory(actor.id))
        for follower in followers_of(decision.state, actor.id):
            leave_game(decision, follower, NOBODY, f"{follower.name} left")
        for account in (purse, owed_to, locked_for, for_the_scene):
            move_all(decision, account(actor.id), BANK, f"{actor.name} left", "leave")
        if actor.id in (friends := decision.state.get(FRIENDS)):
            decision.emit(FriendsNamed(tuple(friend for friend in friends if friend != actor.id)))
        leave_game(decision, actor, NOBODY, f"{actor.name} left")

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in state.get(CAST).values():
            if self._cannot_leave(state, seat, actor) is None:
                is_own = controls(seat, actor) and not seat.is_gm
                yield Offer(
                    command=LeaveStory(actor.id),
                    **one_of_a_family("Retire …" if is_own else "Take … out of the game", actor.name),
                    verb="remove",
                    target=Target("actor", actor.id),
                    group="gm" if seat.is_gm else "table",
                )


def leave_game(decision: Decision, actor: Actor, heir: ActorId, reason: str) -> None:
    """Take somebody out of the game; what they held for their side is their heir's now, or nobody's."""
    withdraw(decision, actor=actor.id)
    for card in tuple(decision.state.get(ASPECTS).values()):
        if card.bearer == actor.id:
            remove(decision, card, reason)
        elif any(actor.id in (free.holder, free.lent_to) for free in card.free):
            kept = (free for free in card.free if heir or free.holder != actor.id)
            passed = tuple(_passed_on(free, actor.id, heir) for free in kept)
            decision.emit(FreeInvokesSet(card.id, passed), to=card.known_to)
    present = decision.state.get(SCENE).present
    if actor.id in present:
        decision.emit(PresenceChanged(tuple(other for other in present if other != actor.id)))
    decision.emit(ActorLeft(actor.id), to=(GM,) if actor.is_hidden else None)


def _passed_on(free: FreeInvoke, gone: ActorId, heir: ActorId) -> FreeInvoke:
    return msgspec.structs.replace(
        free,
        holder=heir if free.holder == gone else free.holder,
        lent_to=NOBODY if free.lent_to == gone else free.lent_to,
    )
