"""Wealth and Treasure: how Wealth is lost and recovers, and riches that are spent once.

Buying and selling is in `possessions/trading.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import put
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer, Target, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, withdraw
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import change_sheet
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, name_of, players_characters
from fatetable.mechanics.time.clock import ClockMoves, now
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.sheet import level

WEALTH = "wealth"


class Treasure(Struct, frozen=True):
    """A store of riches with a value of its own, apart from its owner's Wealth (SK-WEALTH-08)."""

    id: str
    owner: ActorId
    name: str
    value: int


Treasures: TypeAlias = Mapping[str, Treasure]
TREASURES: Key[Treasures] = Key("treasures", dict[str, Treasure], {})
LOST: Key[Mapping[ActorId, int]] = Key("lost-wealth", dict[ActorId, int], {})
"""Levels of Wealth that are lost until finances recover."""
LOST_SINCE: Key[Mapping[ActorId, int]] = Key("wealth-lost-since", dict[ActorId, int], {})
"""From when on the time is counted in which they recover, by the clock."""


class GrantTreasure(Command, frozen=True, kw_only=True, tag="grant-treasure"):
    """Give somebody a Treasure."""

    actor: ActorId
    name: str
    value: int


class ChangeWealth(Command, frozen=True, kw_only=True, tag="change-wealth"):
    """The story makes somebody richer or poorer for good, such as by a grant of land or a ruined trade."""

    actor: ActorId
    level: int
    reason: str


class TreasureSet(Event, frozen=True, tag="treasure-set/1"):
    """A Treasure as it is now; it is spent when its value is 0."""

    treasure: Treasure


class WealthLost(Event, frozen=True, tag="wealth-lost/1"):
    """How many levels of somebody's Wealth are lost for now."""

    actor: ActorId
    levels: int


class WealthRecovering(Event, frozen=True, tag="wealth-recovering/1"):
    """From now on the time is counted in which somebody's finances recover."""

    actor: ActorId
    since: int


def _set(treasures: Treasures, event: TreasureSet) -> Treasures:
    others = {key: other for key, other in treasures.items() if key != event.treasure.id}
    return {**others, event.treasure.id: event.treasure} if event.treasure.value > 0 else others


def _lost(lost: Mapping[ActorId, int], event: WealthLost) -> Mapping[ActorId, int]:
    others = {actor: levels for actor, levels in lost.items() if actor != event.actor}
    return {**others, event.actor: event.levels} if event.levels else others


def wealth_of(tables: Tables, actor: Actor) -> int:
    return level(tables, actor.sheet, WEALTH)


def set_wealth(decision: Decision, actor_id: ActorId, wealth: int, reason: str) -> None:
    actor = decision.state.get(CAST)[actor_id]
    traits = {**actor.sheet.traits, WEALTH: wealth}
    change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, traits=traits), reason)


def lose_wealth(tables: Tables, decision: Decision, actor_id: ActorId) -> None:
    """Lower the Wealth of somebody who has overspent, never below 0, until finances recover (SK-WEALTH-04)."""
    wealth = wealth_of(tables, decision.state.get(CAST)[actor_id])
    loss = min(wealth, tables.buying.loss)
    if loss:
        set_wealth(decision, actor_id, wealth - loss, "overspent")
        decision.emit(WealthLost(actor_id, decision.state.get(LOST).get(actor_id, 0) + loss))
        decision.emit(WealthRecovering(actor_id, now(decision.state)))


def grant_treasure(decision: Decision, owner: ActorId, name: str, value: int) -> None:
    decision.emit(TreasureSet(Treasure(decision.new_id("t"), owner, name, value)))


def spend_treasure(decision: Decision, treasure: Treasure, cost: int) -> None:
    decision.emit(TreasureSet(msgspec.structs.replace(treasure, value=treasure.value - cost)))


def treasures_of(state: State, actor: ActorId) -> Iterator[Treasure]:
    return (treasure for treasure in state.get(TREASURES).values() if treasure.owner == actor)


class RecoveryToRule(PromptContext, frozen=True, tag="wealth-recovers"):
    poor: ActorId


class Wealth(Struct, frozen=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="wealth",
            decides={GrantTreasure: self._grant, ChangeWealth: self._change},
            evolves={
                **folds(TREASURES, {TreasureSet: _set}),
                **folds(LOST, {WealthLost: _lost}),
                **folds(LOST_SINCE, {WealthRecovering: put("actor", "since")}),
            },
            answers={RecoveryToRule: self._recovers},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ClockMoves,),
        )

    def _hero(self, decision: Decision, actor_id: ActorId) -> Actor:
        decision.require_gm()
        actor = actor_of(decision, actor_id)
        decision.require(actor.is_pc, "not-a-hero", f"Nobody keeps count of what {actor.name} owns.")
        return actor

    def _grant(self, decision: Decision, command: GrantTreasure) -> None:
        actor = self._hero(decision, command.actor)
        low, high = self.tables.buying.treasure_values
        decision.require(low <= command.value <= high, "bad-number", f"A Treasure is worth {low} to {high}.")
        name = decision.described(command.name, "Treasure", "no-words", "Say what it is.")
        grant_treasure(decision, actor.id, name, command.value)

    def _change(self, decision: Decision, command: ChangeWealth) -> None:
        actor = self._hero(decision, command.actor)
        most = self.tables.figures.skills.highest
        decision.require(0 <= command.level <= most, "bad-number", f"Wealth goes from 0 to {most}.")
        decision.require_described(command.reason, "no-reason", "Say how it came about.")
        withdraw(decision, poor=actor.id)
        if actor.id in decision.state.get(LOST):
            decision.emit(WealthLost(actor.id, 0))
        set_wealth(decision, actor.id, command.level, command.reason.strip())

    # -- recovering ----------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        """Ask when the time is over, however many spans it took (SK-WEALTH-05)."""
        if not isinstance(moment, ClockMoves):
            return
        time = self.tables.buying.recovery
        for actor in tuple(decision.state.get(LOST).keys()):
            since = decision.state.get(LOST_SINCE).get(actor, 0)
            if now(decision.state) - since < self.tables.time.seconds_of(time):
                continue
            withdraw(decision, poor=actor)
            ask(
                decision,
                RecoveryToRule(actor),
                (GM,),
                f"Have the finances of {name_of(decision.state, actor)} recovered?",
                (Option("yes", "Yes, all of it"), Option("no", "Not yet")),
                detail=f"{time} have passed.",
                cites=decision.cites("wealth-recovery"),
                blocking=False,
            )

    def _recovers(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        actor = prompt.read(RecoveryToRule).poor
        if answer.option == "yes":
            wealth = wealth_of(self.tables, decision.state.get(CAST)[actor]) + decision.state.get(LOST)[actor]
            decision.emit(WealthLost(actor, 0))
            set_wealth(decision, actor, wealth, "finances have recovered")
        else:
            decision.emit(WealthRecovering(actor, now(decision.state)))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        heroes = tuple(Choice(actor.id, actor.name) for actor in players_characters(state))
        if not seat.is_gm or not heroes:
            return
        low, high = self.tables.buying.treasure_values
        yield Offer(
            command=GrantTreasure(actor=ActorId(""), name="", value=low),
            label="Give someone a Treasure",
            verb="change",
            target=Target("actor"),
            holes=(
                ChoiceHole("actor", "who", heroes),
                TextHole("name", "name", is_description=True),
                NumberHole("value", "value", low, high),
            ),
            cites=self.cites("treasure"),
            group="gm",
        )
        yield Offer(
            command=ChangeWealth(actor=ActorId(""), level=0, reason=""),
            label="Change someone's Wealth",
            verb="change",
            target=Target("actor"),
            holes=(
                ChoiceHole("actor", "whose", heroes),
                NumberHole("level", "level", 0, self.tables.figures.skills.highest),
                TextHole("reason", "reason", is_description=True),
            ),
            cites=self.cites("wealth"),
            group="gm",
        )
