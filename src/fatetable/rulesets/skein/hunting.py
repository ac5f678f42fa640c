"""Hunting for food: a day of it, and how many it feeds for another.

Whether there is any game, and who goes hungry otherwise, people say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.cast import Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.checks import CheckRules
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls import ROLLS, Modifier, change_effort
from fatetable.rulesets.skein.arms import carried
from fatetable.rulesets.skein.called_tests import call_test, called, degree
from fatetable.rulesets.skein.catalogue import Good
from fatetable.rulesets.skein.figures import PEOPLE
from fatetable.rulesets.skein.gear import read_item
from fatetable.rulesets.skein.ordeals import can_suffer
from fatetable.rulesets.skein.quiet import is_busy
from fatetable.rulesets.skein.spellwork import TimeTaken
from fatetable.rulesets.skein.tables import tables

HUNTING = "hunting"


class Hunt(Command, frozen=True, tag="hunt"):
    actor: ActorId
    description: str


class FoodFound(Event, frozen=True, tag="food-found/1"):
    """How many people have something to eat for a day."""

    actor: ActorId
    people: int


Food: TypeAlias = Mapping[ActorId, int]
FOOD: Key[Food] = Key("food", dict[ActorId, int], {})


def _found(food: Food, event: FoodFound) -> Food:
    return {**food, event.actor: event.people}


class Hunters(Struct, frozen=True, kw_only=True):
    rules: CheckRules
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="hunting",
            decides={Hunt: self._hunt},
            evolves=folds(FOOD, {FoodFound: _found}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    def _may_hunt(self, state: State, actor: Actor) -> bool:
        return actor.kind in PEOPLE and not is_busy(state) and can_suffer(state, actor)

    def _hunt(self, decision: Decision, command: Hunt) -> None:
        actor, figures = actor_of(decision, command.actor), tables().travel
        require_control(decision, actor)
        decision.require(
            self._may_hunt(decision.state, actor), "no-time", f"{actor.name} cannot go hunting now.", "hunt"
        )
        roll = call_test(
            decision,
            self.rules,
            actor,
            figures.skill,
            HUNTING,
            command.description,
            difficulty=figures.hunting_difficulty,
            takes_action=False,
        )
        if more := tuple(_helpers(actor, figures.skill)):
            effort = decision.state.get(ROLLS)[roll].efforts[0]
            change_effort(decision, roll, 0, modifiers=(*effort.modifiers, *more))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        roll = called(decision, moment, HUNTING)
        if roll is not None:
            figures = tables().travel
            decision.emit(TimeTaken(roll.actor, HUNTING, figures.hunting_time))
            decision.emit(FoodFound(roll.actor, max(0, degree(roll)) * figures.food_per_degree))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if self._may_hunt(state, actor):
                yield Offer(
                    command=Hunt(actor.id, ""),
                    label=f"{actor.name}: hunt for a day",
                    holes=(TextHole("description", "how"),),
                    cites=self.cites("hunt"),
                    group="act",
                )


def _helpers(actor: Actor, skill: str) -> Iterator[Modifier]:
    """Trained animals and other things that help to hunt (SK-EQUIP-22)."""
    for item in carried(actor.sheet):
        ware = read_item(item).ware
        if not isinstance(ware, Good) or ware.modifier is None:
            continue
        gives = ware.modifier
        if (gives.skill, gives.use) == (skill, HUNTING):
            yield Modifier("gear", ware.name, gives.amount, ("SK-EQUIP-22",))
