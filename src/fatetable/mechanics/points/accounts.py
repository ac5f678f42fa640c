"""Fate point accounts, and the ledger: every movement of points has a source, a target and a reason.

The bank has no limit, so its balance is minus all points in play, and all accounts together sum to zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Event, LogRecord
from fatetable.engine.recollection import tracked
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.engine.words import Words
from fatetable.mechanics.characters.cast import NOBODY, Actor, ActorId, name_of
from fatetable.mechanics.moments import PointsAreMoved

BANK = "bank"
POOL = "pool"
DEFERRED = "deferred"

PURSE, OWED, LOCKED, STAKE, SCENE_ONLY = "purse", "owed", "locked", "stake", "scene-only"
"""Kinds of account of which there are many; a log holds such an account as its kind, a colon and what it is for."""


class Account(NamedTuple):
    kind: str
    of: str

    @property
    def owner(self) -> ActorId:
        """The character who has these points, or is to get them."""
        return ActorId(self.of) if self.kind in (PURSE, OWED, LOCKED, SCENE_ONLY) else NOBODY


def read_account(account: str) -> Account:
    """
    >>> read_account(purse(ActorId("reth"))), read_account(BANK).owner == NOBODY
    (Account(kind='purse', of='reth'), True)
    """
    kind, _, of = account.partition(":")
    return Account(kind, of)


def purse(actor: ActorId) -> str:
    return f"{PURSE}:{actor}"


def account_of(actor: Actor) -> str:
    """Players' characters have points of their own, which pay for their followers too.

    The game master's people draw on the pool.
    """
    return purse(actor.patron or actor.id) if actor.has_player else POOL


def owed_to(actor: ActorId) -> str:
    """Points due to an actor's player when the scene ends."""
    return f"{OWED}:{actor}"


def locked_for(actor: ActorId) -> str:
    """Points earned but not to be spent before the conflict ends."""
    return f"{LOCKED}:{actor}"


def for_the_scene(actor: ActorId) -> str:
    """Points of an actor's that are spent before all others and are gone when the scene ends."""
    return f"{SCENE_ONLY}:{actor}"


def staked_on(compel: str) -> str:
    return f"{STAKE}:{compel}"


Points: TypeAlias = Mapping[str, int]
POINTS: Key[Points] = Key("points", dict[str, int], {})


class PointsMoved(Event, frozen=True, tag="points-moved/1"):
    source: str
    target: str
    amount: int
    reason: str
    cites: tuple[str, ...] = ()


class LedgerEntry(Struct, frozen=True):
    seq: int
    source: str
    target: str
    amount: int
    reason: str


def _moved(points: Points, event: PointsMoved) -> Points:
    changed = dict(points)
    changed[event.source] = changed.get(event.source, 0) - event.amount
    changed[event.target] = changed.get(event.target, 0) + event.amount
    return changed


POINT_EVOLVES = folds(POINTS, {PointsMoved: _moved})


@tracked
def balance(state: State, account: str) -> int:
    return state.get(POINTS).get(account, 0)


@lru_cache(maxsize=4096)
def sources_of(account: str) -> tuple[str, ...]:
    """The accounts that a payment is taken from, in this order."""
    found = read_account(account)
    return (for_the_scene(found.owner), account) if found.kind == PURSE else (account,)


def spendable(state: State, account: str) -> int:
    """What can be paid from an account, with everything that is spent before it."""
    return sum(balance(state, source) for source in sources_of(account))


def cannot_spend(state: State, source: str, amount: int) -> Refusal | None:
    if source == BANK or spendable(state, source) >= amount:
        return None
    return Refusal(
        "not-enough-fate-points",
        f"There {'is' if amount == 1 else 'are'} not {amount} fate point{'s'[: amount > 1]} to spend.",
    )


def move(decision: Decision, source: str, target: str, amount: int, reason: str, topic: str) -> None:
    """Move points; nothing happens for an amount of zero; an account other than the bank never goes below zero."""
    if amount <= 0:
        return
    decision.require_allowed(cannot_spend(decision.state, source, amount))
    for account in sources_of(source):
        part = amount if account == source else min(amount, balance(decision.state, account))
        if part:
            decision.emit(PointsMoved(account, target, part, reason, decision.cites(topic)))
        amount -= part
    decision.moment(PointsAreMoved((*sources_of(source), target)))


def move_all(decision: Decision, source: str, target: str, reason: str, topic: str) -> None:
    move(decision, source, target, balance(decision.state, source), reason, topic)


def ledger(records: Iterable[LogRecord]) -> Iterator[LedgerEntry]:
    """Every movement of a point, in order, out of the records that still count."""
    for record in records:
        if isinstance(event := record.event, PointsMoved):
            yield LedgerEntry(record.seq, event.source, event.target, event.amount, event.reason)


def account_label(state: State, account: str, words: Words) -> str:
    """An account in words."""
    found = read_account(account)
    name = name_of(state, found.owner) if found.owner else ""
    return {
        BANK: "the bank",
        POOL: f"the {words.gm}'s pool",
        DEFERRED: "the pool of the next scene",
        PURSE: name,
        OWED: f"{name} (when the scene ends)",
        LOCKED: f"{name} (when the conflict ends)",
        SCENE_ONLY: f"{name} (for this scene)",
        STAKE: "the compel",
    }.get(found.kind, account)
