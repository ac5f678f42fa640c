"""Wealth and Treasure: how much somebody can spend, how that is lost and comes back, and riches that are spent once.

What is bought for it is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask, withdraw
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects import change_sheet
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of, name_of, players_characters
from fatetable.mechanics.citations import Cites
from fatetable.rulesets.skein.passing_time import TimeHasPassed
from fatetable.rulesets.skein.reckoning import steps_between
from fatetable.rulesets.skein.skills import level
from fatetable.rulesets.skein.tables import tables

WEALTH = "wealth"


class Treasure(Struct, frozen=True):
    """Riches in one place: worth so much, whatever else their owner has (SK-WEALTH-08)."""

    id: str
    owner: ActorId
    name: str
    value: int


Treasures: TypeAlias = Mapping[str, Treasure]
TREASURES: Key[Treasures] = Key("treasures", dict[str, Treasure], {})
LOST: Key[Mapping[ActorId, int]] = Key("lost-wealth", dict[ActorId, int], {})
"""Levels of Wealth that are gone until finances recover."""


class GrantTreasure(Command, frozen=True, kw_only=True, tag="grant-treasure"):
    """Somebody comes into riches."""

    actor: ActorId
    name: str
    value: int


class ChangeWealth(Command, frozen=True, kw_only=True, tag="change-wealth"):
    """The story makes somebody richer or poorer for good: lands granted, a trade ruined."""

    actor: ActorId
    level: int
    reason: str


class TreasureSet(Event, frozen=True, tag="treasure-set/1"):
    """A Treasure as it stands; spent when it is worth nothing."""

    treasure: Treasure


class WealthLost(Event, frozen=True, tag="wealth-lost/1"):
    """How many levels of somebody's Wealth are gone for the time being."""

    actor: ActorId
    levels: int


def _set(treasures: Treasures, event: TreasureSet) -> Treasures:
    others = {key: other for key, other in treasures.items() if key != event.treasure.id}
    return {**others, event.treasure.id: event.treasure} if event.treasure.value > 0 else others


def _lost(lost: Mapping[ActorId, int], event: WealthLost) -> Mapping[ActorId, int]:
    others = {actor: levels for actor, levels in lost.items() if actor != event.actor}
    return {**others, event.actor: event.levels} if event.levels else others


def wealth_of(actor: Actor) -> int:
    return level(actor.sheet, WEALTH)


def set_wealth(decision: Decision, actor_id: ActorId, wealth: int, reason: str) -> None:
    actor = decision.state.get(CAST)[actor_id]
    traits = {**actor.sheet.traits, WEALTH: wealth}
    change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, traits=traits), reason)


def lose_wealth(decision: Decision, actor_id: ActorId) -> None:
    """Overspent: less of it until finances recover, though never less than none (SK-WEALTH-04)."""
    wealth = wealth_of(decision.state.get(CAST)[actor_id])
    loss = min(wealth, tables().buying.loss)
    if loss:
        set_wealth(decision, actor_id, wealth - loss, "overspent")
        decision.emit(WealthLost(actor_id, decision.state.get(LOST).get(actor_id, 0) + loss))


def grant_treasure(decision: Decision, owner: ActorId, name: str, value: int) -> None:
    decision.emit(TreasureSet(Treasure(decision.new_id("t"), owner, name, value)))


def spend_treasure(decision: Decision, treasure: Treasure, cost: int) -> None:
    decision.emit(TreasureSet(msgspec.structs.replace(treasure, value=treasure.value - cost)))


def treasures_of(state: State, actor: ActorId) -> Iterator[Treasure]:
    return (treasure for treasure in state.get(TREASURES).values() if treasure.owner == actor)


class Finances(Struct, frozen=True):
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="wealth",
            decides={GrantTreasure: self._grant, ChangeWealth: self._change},
            evolves={**folds(TREASURES, {TreasureSet: _set}), **folds(LOST, {WealthLost: _lost})},
            answers={"wealth-recovers": self._recovers},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(TimeHasPassed,),
        )

    def _hero(self, decision: Decision, actor_id: ActorId) -> Actor:
        decision.require_gm()
        actor = actor_of(decision, actor_id)
        decision.require(actor.is_pc, "not-a-hero", f"Nobody keeps count of what {actor.name} owns.")
        return actor

    def _grant(self, decision: Decision, command: GrantTreasure) -> None:
        actor = self._hero(decision, command.actor)
        low, high = tables().buying.treasure_values
        decision.require(low <= command.value <= high, "bad-number", f"A Treasure is worth {low} to {high}.")
        decision.require(bool(command.name.strip()), "no-words", "Say what it is.")
        grant_treasure(decision, actor.id, command.name.strip(), command.value)

    def _change(self, decision: Decision, command: ChangeWealth) -> None:
        actor = self._hero(decision, command.actor)
        most = tables().figures.skills.highest
        decision.require(0 <= command.level <= most, "bad-number", f"Wealth goes from 0 to {most}.")
        decision.require(bool(command.reason.strip()), "no-reason", "Say how it came about.")
        withdraw(decision, poor=actor.id)
        if actor.id in decision.state.get(LOST):
            decision.emit(WealthLost(actor.id, 0))
        set_wealth(decision, actor.id, command.level, command.reason.strip())

    # -- recovering ----------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if not isinstance(moment, TimeHasPassed) or steps_between(tables().buying.recovery, moment.time) < 0:
            return
        for actor in tuple(decision.state.get(LOST).keys()):
            withdraw(decision, poor=actor)
            ask(
                decision,
                "wealth-recovers",
                (GM,),
                f"{moment.time} later: have the finances of {name_of(decision.state, actor)} recovered?",
                (Option("yes", "Yes, all that was lost is back"), Option("no", "Not yet")),
                about={"poor": actor},
                cites=decision.cites("wealth-recovery"),
                blocking=False,
            )

    def _recovers(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        actor = ActorId(str(prompt.about["poor"]))
        if answer.option == "yes":
            wealth = wealth_of(decision.state.get(CAST)[actor]) + decision.state.get(LOST)[actor]
            decision.emit(WealthLost(actor, 0))
            set_wealth(decision, actor, wealth, "finances have recovered")

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        heroes = tuple(Choice(actor.id, actor.name) for actor in players_characters(state))
        if not seat.is_gm or not heroes:
            return
        low, high = tables().buying.treasure_values
        yield Offer(
            command=GrantTreasure(actor=ActorId(""), name="", value=low),
            label="Somebody comes into a Treasure",
            holes=(
                ChoiceHole("actor", "who", heroes),
                TextHole("name", "what it is"),
                NumberHole("value", "value", low, high),
            ),
            cites=self.cites("treasure"),
            group="gm",
        )
        yield Offer(
            command=ChangeWealth(actor=ActorId(""), level=0, reason=""),
            label="Somebody's Wealth rises or falls",
            holes=(
                ChoiceHole("actor", "whose", heroes),
                NumberHole("level", "level from now on", 0, tables().figures.skills.highest),
                TextHole("reason", "how it came about"),
            ),
            cites=self.cites("wealth"),
            group="gm",
        )
