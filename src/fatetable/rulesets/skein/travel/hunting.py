"""Hunting: a day's hunt, and how many people its game feeds for a day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import put
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.rolls.state import Modifier
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.rulesets.skein.book import Good, Tables
from fatetable.rulesets.skein.recovery import cannot_suffer
from fatetable.rulesets.skein.sheet import PEOPLE, carried, read_item
from fatetable.rulesets.skein.time import why_busy

HUNTING = "hunting"
NO_TIME = "no-time"


class FoodFound(Event, frozen=True, tag="food-found/1"):
    """How many people have something to eat for a day."""

    actor: ActorId
    people: int


Food: TypeAlias = Mapping[ActorId, int]
FOOD: Key[Food] = Key("food", dict[ActorId, int], {})


class Hunting(Struct, frozen=True, kw_only=True):
    tables: Tables

    def subsystem(self) -> Subsystem:
        return Subsystem(name="hunting", evolves=folds(FOOD, {FoodFound: put("actor", "people")}))

    def code(self) -> Mapping[str, Code]:
        return {HUNTING: Code(may=_cannot_hunt, modifiers=self._helpers, done=self._done)}

    def _done(self, decision: Decision, result: Result) -> None:
        decision.emit(FoodFound(result.actor, max(0, result.margin) * self.tables.travel.food_per_degree))

    def _helpers(self, _: State, actor: Actor) -> tuple[Modifier, ...]:
        return tuple(_helping(self.tables, actor))


def _cannot_hunt(state: State, actor: Actor) -> Refusal | None:
    if actor.kind not in PEOPLE:
        return Refusal(NO_TIME, f"{actor.name} is not a person, and only people go hunting.", "hunt")
    return why_busy(state, NO_TIME, "hunt") or cannot_suffer(state, actor, NO_TIME, "hunt")


def _helping(tables: Tables, actor: Actor) -> Iterator[Modifier]:
    """Trained animals and other things that help to hunt (SK-EQUIP-22)."""
    for item in carried(tables, actor.sheet):
        ware = read_item(tables, item).ware
        if not isinstance(ware, Good) or ware.modifier is None:
            continue
        gives = ware.modifier
        if gives.use == HUNTING:
            yield Modifier("gear", ware.name, gives.amount, ("SK-EQUIP-22",))
