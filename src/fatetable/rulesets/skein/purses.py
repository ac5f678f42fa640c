"""Whose Fate Points are spent, and who is on whose side when something may be used for free.

Friends of the heroes have points of their own; everybody else the Storyteller runs shares the pool.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics import fate_points
from fatetable.mechanics.aspects import CONSEQUENCE, AspectCard, FreeInvoke, change_sheet
from fatetable.mechanics.cast import CAST, NOBODY, Actor, ActorId, actor_of
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.fate_points import BANK, POOL, balance, move, move_all, purse
from fatetable.mechanics.moments import SessionStarts
from fatetable.mechanics.rolls import a_roll_is_open
from fatetable.mechanics.sides import HEROES, SIDES, side_of
from fatetable.rulesets.skein.tables import tables

FRIEND = "friend"
CLASSES = ("significant", "major")
"""Lesser people have no points of their own, whoever they side with (SK-FP-04)."""


FRIENDS: Key[tuple[ActorId, ...]] = Key("friends", tuple[ActorId, ...], ())
"""Who is with the heroes, as everybody knows; on their sheets, which not everybody may read, it stands too."""


class FriendsSet(Event, frozen=True, tag="friends-set/1"):
    friends: tuple[ActorId, ...]


def _friends_set(_: tuple[ActorId, ...], event: FriendsSet) -> tuple[ActorId, ...]:
    return event.friends


class JoinHeroes(Command, frozen=True, tag="join-heroes"):
    """Somebody of weight is with the players' characters from now on, and has Fate Points of their own."""

    actor: ActorId


class LeaveHeroes(Command, frozen=True, tag="leave-heroes"):
    actor: ActorId


def is_friend(actor: Actor) -> bool:
    return not actor.is_pc and actor.sheet.numbers.get(FRIEND, 0) > 0


def account_of(actor: Actor) -> str:
    """Where somebody's Fate Points are (SK-FP-04, SK-FP-16)."""
    return purse(actor.id) if is_friend(actor) else fate_points.account_of(actor)


def _side(state: State, actor: Actor) -> str:
    is_named = actor.id in state.get(SIDES)
    return HEROES if actor.id in state.get(FRIENDS) and not is_named else side_of(state, actor.id)


def free_for(state: State, card: AspectCard, free: FreeInvoke, user: ActorId) -> bool:
    """Whoever made an Aspect or any ally of theirs; of a Consequence, any opponent of its bearer (SK-FP-15).

    Without a `user` it is asked for all who share the pool.
    """
    cast = state.get(CAST)
    users = (cast[user],) if user else tuple(a for a in cast.values() if account_of(a) == POOL)
    bearer, holder = cast.get(card.bearer), cast.get(free.holder)
    if card.kind == CONSEQUENCE and bearer is not None:
        return any(_side(state, each) != _side(state, bearer) for each in users)
    if holder is None:
        return user == NOBODY or account_of(cast[user]) == POOL
    return any(_side(state, each) == _side(state, holder) for each in users)


class Friends(Struct, frozen=True):
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="friends",
            decides={JoinHeroes: self._join, LeaveHeroes: self._leave},
            evolves=folds(FRIENDS, {FriendsSet: _friends_set}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SessionStarts,),
        )

    def _may_join(self, actor: Actor) -> bool:
        return not actor.is_pc and actor.kind in CLASSES and not is_friend(actor) and not actor.is_hidden

    def _join(self, decision: Decision, command: JoinHeroes) -> None:
        actor = self._actor(decision, command.actor)
        decision.require(self._may_join(actor), "no-friend", f"{actor.name} is nobody to have points of their own.")
        self._write(decision, actor, 1)
        self._fill(decision, actor.id)

    def _leave(self, decision: Decision, command: LeaveHeroes) -> None:
        actor = self._actor(decision, command.actor)
        decision.require(is_friend(actor), "no-friend", f"{actor.name} is not with the heroes.")
        self._write(decision, actor, 0)
        move_all(decision, purse(actor.id), BANK, "no longer with the heroes", "friend")

    def _actor(self, decision: Decision, actor: ActorId) -> Actor:
        decision.require_gm()
        found = actor_of(decision, actor)
        decision.require(not a_roll_is_open(decision.state), "roll-open", "A roll is still on the table.")
        return found

    def _write(self, decision: Decision, actor: Actor, value: int) -> None:
        rest = {name: number for name, number in actor.sheet.numbers.items() if name != FRIEND}
        numbers = {**rest, FRIEND: value} if value else rest
        change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, numbers=numbers), FRIEND)
        others = tuple(friend for friend in decision.state.get(FRIENDS) if friend != actor.id)
        decision.emit(FriendsSet((*others, actor.id) if value else others))

    def _fill(self, decision: Decision, actor: ActorId) -> None:
        """As many as at the beginning, whether more or fewer are left."""
        missing = tables().fate_points.friendly_significant - balance(decision.state, purse(actor))
        move(decision, BANK, purse(actor), missing, "with the heroes", "friend")
        move(decision, purse(actor), BANK, -missing, "a new session begins", "friend")

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, SessionStarts):
            for actor in tuple(decision.state.get(CAST).values()):
                if is_friend(actor):
                    self._fill(decision, actor.id)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm or a_roll_is_open(state):
            return
        for actor in state.get(CAST).values():
            if self._may_join(actor) or is_friend(actor):
                leaves = is_friend(actor)
                yield Offer(
                    command=LeaveHeroes(actor.id) if leaves else JoinHeroes(actor.id),
                    label=f"{actor.name} {'turns from' if leaves else 'sides with'} the heroes",
                    cites=self.cites("friend"),
                    group="gm",
                )
