"""Hunting: a day's hunt, and how many people its game feeds for a day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import put
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import ROLLS, Modifier, change_effort
from fatetable.mechanics.time.time_taken import TimeTaken
from fatetable.mechanics.undertakings.undertaking import ended, margin_of, undertake
from fatetable.rulesets.skein.book import Good, Tables
from fatetable.rulesets.skein.recovery import cannot_suffer
from fatetable.rulesets.skein.sheet import PEOPLE, carried, read_item
from fatetable.rulesets.skein.time import why_busy

HUNTING = "hunting"
NO_TIME = "no-time"


class Hunt(Command, frozen=True, tag="hunt"):
    actor: ActorId
    description: str


class FoodFound(Event, frozen=True, tag="food-found/1"):
    """How many people have something to eat for a day."""

    actor: ActorId
    people: int


Food: TypeAlias = Mapping[ActorId, int]
FOOD: Key[Food] = Key("food", dict[ActorId, int], {})


class Hunting(Struct, frozen=True, kw_only=True):
    tables: Tables
    rules: CheckRules
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="hunting",
            decides={Hunt: self._hunt},
            evolves=folds(FOOD, {FoodFound: put("actor", "people")}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    def _cannot_hunt(self, state: State, actor: Actor) -> Refusal | None:
        if actor.kind not in PEOPLE:
            return Refusal(NO_TIME, f"{actor.name} is not a person, and only people go hunting.", "hunt")
        return why_busy(state, NO_TIME, "hunt") or cannot_suffer(state, actor, NO_TIME, "hunt")

    def _hunt(self, decision: Decision, command: Hunt) -> None:
        actor, figures = actor_of(decision, command.actor), self.tables.travel
        require_control(decision, actor)
        decision.require_allowed(self._cannot_hunt(decision.state, actor))
        roll = undertake(
            decision,
            self.rules,
            actor,
            figures.skill,
            HUNTING,
            command.description,
            difficulty=figures.hunting_difficulty,
            takes_action=False,
        )
        if more := tuple(_helpers(self.tables, actor, figures.skill)):
            effort = decision.state.get(ROLLS)[roll].efforts[0]
            change_effort(decision, roll, 0, modifiers=(*effort.modifiers, *more))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        roll = ended(decision, moment, HUNTING)
        if roll is not None:
            figures = self.tables.travel
            decision.emit(TimeTaken(roll.actor, HUNTING, figures.hunting_time))
            decision.emit(FoodFound(roll.actor, max(0, margin_of(roll)) * figures.food_per_degree))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if self._cannot_hunt(state, actor) is None:
                yield Offer(
                    command=Hunt(actor.id, ""),
                    actor=actor.id,
                    label="hunt for a day",
                    verb="overcome",
                    holes=(TextHole("description", "how?", is_description=True),),
                    cites=self.cites("hunt"),
                    group="act",
                )


def _helpers(tables: Tables, actor: Actor, skill: str) -> Iterator[Modifier]:
    """Trained animals and other things that help to hunt (SK-EQUIP-22)."""
    for item in carried(tables, actor.sheet):
        ware = read_item(tables, item).ware
        if not isinstance(ware, Good) or ware.modifier is None:
            continue
        gives = ware.modifier
        if (gives.skill, gives.use) == (skill, HUNTING):
            yield Modifier("gear", ware.name, gives.amount, ("SK-EQUIP-22",))
