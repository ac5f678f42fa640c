"""Whose Fate Points are spent, and who may use what is free for one side.

Friends of the heroes have points of their own (`points/friends.py`); all others the Storyteller runs share the pool.
"""

from __future__ import annotations

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.state import Key, State
from fatetable.mechanics.aspects.cards import CONSEQUENCE, AspectCard, FreeInvoke
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId
from fatetable.mechanics.points import accounts as fate_points
from fatetable.mechanics.points.accounts import BANK, POOL, cannot_spend, move, purse
from fatetable.mechanics.scenes.sides import HEROES, SIDES, side_of

FRIEND = "friend"
"""The number on a sheet that marks a friend of the heroes."""

FRIENDS: Key[tuple[ActorId, ...]] = Key("friends", tuple[ActorId, ...], ())
"""Who is with the heroes, for everybody to know; their sheets say so too, but not everybody may read those."""


def is_friend(actor: Actor) -> bool:
    return not actor.is_pc and actor.sheet.numbers.get(FRIEND, 0) > 0


def account_of(actor: Actor) -> str:
    """Where somebody's Fate Points are (SK-FP-04, SK-FP-16)."""
    return purse(actor.id) if is_friend(actor) else fate_points.account_of(actor)


def _side(state: State, actor: Actor) -> str:
    is_named = actor.id in state.get(SIDES)
    return HEROES if actor.id in state.get(FRIENDS) and not is_named else side_of(state, actor.id)


def free_for(state: State, card: AspectCard, free: FreeInvoke, user: ActorId) -> bool:
    """The maker of an Aspect and their allies use it for free; a Consequence, the opponents of its bearer (SK-FP-15).

    Without a `user` the question is about all who share the pool.
    """
    cast = state.get(CAST)
    users = (cast[user],) if user else tuple(a for a in cast.values() if account_of(a) == POOL)
    bearer, holder = cast.get(card.bearer), cast.get(free.holder)
    if card.kind == CONSEQUENCE and bearer is not None:
        return any(_side(state, each) != _side(state, bearer) for each in users)
    if holder is None:
        return user == NOBODY or account_of(cast[user]) == POOL
    return any(_side(state, each) == _side(state, holder) for each in users)


def cannot_pay(state: State, actor: Actor, price: int) -> Refusal | None:
    return cannot_spend(state, account_of(actor), price)


def can_pay(state: State, actor: Actor, price: int) -> bool:
    return cannot_pay(state, actor, price) is None


def pay(decision: Decision, actor: Actor, price: int, reason: str) -> None:
    move(decision, account_of(actor), BANK, price, reason, "magic-price")
