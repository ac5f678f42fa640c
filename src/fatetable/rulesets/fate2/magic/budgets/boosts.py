"""Boosting a budget: a box of an aspect raises that of the next effect by one (F2-INT-05)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import put
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import ASPECTS, CHARACTER, AspectCard, AspectId, borne_by, tick_box
from fatetable.mechanics.characters.cast import Actor, ActorId, controlled
from fatetable.rulesets.fate2.book import SORCERY
from fatetable.rulesets.fate2.magic.frame import Frame

Boosted: TypeAlias = Mapping[ActorId, int]
BOOSTS: Key[Boosted] = Key("budget-boosts", dict[ActorId, int], {})


class BoostBudget(Command, frozen=True, tag="fate2-boost-budget"):
    """Check a box of an aspect for a larger budget."""

    actor: ActorId
    aspect: AspectId


class BudgetBoosted(Event, frozen=True, tag="fate2-budget-boosted/1"):
    """By how much the budget of somebody's next effect is larger from here on."""

    actor: ActorId
    boost: int


def boost_of(state: State, actor: ActorId) -> int:
    return state.get(BOOSTS).get(actor, 0)


def own_aspects(state: State, actor: ActorId) -> tuple[AspectCard, ...]:
    return tuple(card for card in borne_by(state, actor) if card.kind == CHARACTER and card.level > 0)


class Boosts(Struct, frozen=True, kw_only=True):
    frame: Frame

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="boosts of a budget",
            decides={BoostBudget: self._boost},
            evolves=folds(BOOSTS, {BudgetBoosted: put("actor", "boost")}),
            offers=self._offers,
        )

    def _boxes(self, state: State, actor: Actor) -> tuple[Choice, ...]:
        if SORCERY not in actor.sheet.traits:
            return ()
        return tuple(Choice(card.id, card.text) for card in own_aspects(state, actor.id) if card.open_boxes)

    def _boost(self, decision: Decision, command: BoostBudget) -> None:
        actor = self.frame.require_caster(decision, command.actor)
        known = {choice.value for choice in self._boxes(decision.state, actor)}
        decision.require(command.aspect in known, "no-open-box", f"{actor.name} has no open box there.", "boost-budget")
        tick_box(decision, decision.state.get(ASPECTS)[command.aspect], "a larger budget")
        decision.emit(BudgetBoosted(actor.id, boost_of(decision.state, actor.id) + 1))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            boxes = self._boxes(state, actor)
            if boxes and self.frame.cannot(state, actor) is None:
                yield self.frame.offer(
                    actor,
                    "boost the budget of your next effect",
                    BoostBudget(actor.id, AspectId("")),
                    "boost-budget",
                    ChoiceHole("aspect", "aspect", boxes),
                    cost="checks a box",
                    is_described=False,
                )
