"""Fate points: accounts, and a ledger in which every point has a from, a to and a reason.

The bank is without limit, so its balance is minus everything on the table: all accounts together always sum to zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command, Event, LogRecord
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer, TextHole
from fatetable.engine.recollection import asking
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.cast import Actor, ActorId, name_of, players_characters, whose

BANK = "bank"
POOL = "pool"
DEFERRED = "deferred"


def purse(actor: ActorId) -> str:
    return f"purse:{actor}"


def account_of(actor: Actor) -> str:
    """Players' characters have points of their own; the game master's people draw on the pool."""
    return purse(actor.id) if actor.is_pc else POOL


def owed_to(actor: ActorId) -> str:
    """Points due to an actor's player when the scene ends."""
    return f"owed:{actor}"


def locked_for(actor: ActorId) -> str:
    """Points earned but not to be spent before the conflict ends."""
    return f"locked:{actor}"


def staked_on(compel: str) -> str:
    return f"stake:{compel}"


Points: TypeAlias = Mapping[str, int]
POINTS: Key[Points] = Key("points", dict[str, int], {})


class PointsMoved(Event, frozen=True, tag="points-moved/1"):
    source: str
    target: str
    amount: int
    reason: str
    cites: tuple[str, ...] = ()


class SetPoints(Command, frozen=True, tag="set-points"):
    """The game master corrects a balance."""

    account: str
    value: int
    reason: str


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


@asking
def balance(state: State, account: str) -> int:
    return state.get(POINTS).get(account, 0)


def move(decision: Decision, source: str, target: str, amount: int, reason: str, topic: str) -> None:
    """Move points; nothing happens for an amount of zero; an account other than the bank never goes below zero."""
    if amount <= 0:
        return
    decision.require(
        source == BANK or balance(decision.state, source) >= amount,
        "not-enough-fate-points",
        f"There {'is' if amount == 1 else 'are'} not {amount} fate point{'s'[: amount > 1]} there to spend.",
    )
    decision.emit(PointsMoved(source, target, amount, reason, decision.cites(topic)))


def move_all(decision: Decision, source: str, target: str, reason: str, topic: str) -> None:
    move(decision, source, target, balance(decision.state, source), reason, topic)


def ledger(records: Iterable[LogRecord]) -> Iterator[LedgerEntry]:
    """Every movement of a point, in order, out of the records that still count."""
    for record in records:
        if isinstance(event := record.event, PointsMoved):
            yield LedgerEntry(record.seq, event.source, event.target, event.amount, event.reason)


def adjustable_accounts(state: State) -> tuple[tuple[str, str], ...]:
    heroes = tuple((purse(actor.id), f"{whose(actor.name)} fate points") for actor in players_characters(state))
    return (*heroes, (POOL, "the game master's pool"))


def _set_points(decision: Decision, command: SetPoints) -> None:
    decision.require_gm()
    accounts = dict(adjustable_accounts(decision.state))
    decision.require(command.account in accounts, "unknown-account", f"There is no account {command.account!r}.")
    decision.require(0 <= command.value <= 99, "bad-number", f"A balance of {command.value} makes no sense.")
    decision.require(bool(command.reason.strip()), "no-reason", "A correction needs a reason.")
    change = command.value - balance(decision.state, command.account)
    if change > 0:
        move(decision, BANK, command.account, change, command.reason, "overrule")
    else:
        move(decision, command.account, BANK, -change, command.reason, "overrule")


def _offers(state: State, seat: Seat) -> Iterator[Offer]:
    if seat.is_gm:
        accounts = tuple(Choice(account, label) for account, label in adjustable_accounts(state))
        yield Offer(
            command=SetPoints("", 0, ""),
            label="Correct fate points",
            holes=(
                ChoiceHole("account", "whose", accounts),
                NumberHole("value", "points", 0, 99),
                TextHole("reason", "reason"),
            ),
            group="overrule",
        )


def fate_points() -> Subsystem:
    return Subsystem(
        name="fate points",
        decides={SetPoints: _set_points},
        evolves=folds(POINTS, {PointsMoved: _moved}),
        offers=_offers,
    )


def account_label(state: State, account: str) -> str:
    """An account in words."""
    kind, _, whose = account.partition(":")
    name = name_of(state, ActorId(whose)) if whose else ""
    return {
        BANK: "the bank",
        POOL: "the game master's pool",
        DEFERRED: "the pool of the next scene",
        "purse": name,
        "owed": f"{name} (when the scene ends)",
        "locked": f"{name} (when the conflict ends)",
        "stake": "the compel on the table",
    }.get(kind, account)
