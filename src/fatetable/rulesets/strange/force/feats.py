"""Feats of strength that take a roll: lifting what is too heavy, and throwing (SF-PFORCE-03, SF-PFORCE-04)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.offers import Choice
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.scenes.facts import Fact, FactEstablished
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.rulesets.strange.book import Weight
from fatetable.rulesets.strange.force.lifting import take_up
from fatetable.rulesets.strange.force.loads import held_by
from fatetable.rulesets.strange.force.strength import beyond, load_of, strength_of
from fatetable.rulesets.strange.kit import StrangeKit


def zones_thrown(weight_factor: int, shifts: int) -> int:
    """The first zone takes a shift beside the Weight Factor, the second two more, and so on.

    >>> [zones_thrown(1, shifts) for shifts in range(8)]
    [0, 0, 1, 1, 2, 2, 2, 3]
    """
    zones, left = 0, shifts - weight_factor
    while left > zones:
        zones += 1
        left -= zones
    return zones


class Feats(Struct, frozen=True):
    """Both are rolled with the skill that is strongest, against the row of the weight on its own tier."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(name="feats of strength")

    def code(self) -> Mapping[str, Code]:
        return {
            "lift-more": Code(picks=self._beyond, fits=self._is_strongest, against=self._row, done=self._lifted),
            "throw": Code(picks=self._all, fits=self._is_strongest, against=self._row, done=self._thrown),
        }

    def _is_strongest(self, _: State, actor: Actor, trait: str) -> bool:
        strength = strength_of(self.kit, actor)
        return strength is not None and strength.trait == trait

    def _beyond(self, state: State, actor: Actor) -> tuple[Choice, ...]:
        """Who holds something already has no hands for more."""
        strength = strength_of(self.kit, actor)
        if strength is None or held_by(state, actor.id) is not None:
            return ()
        return tuple(Choice(each.key, each.label) for each in beyond(self.kit.tables, strength))

    def _all(self, _: State, actor: Actor) -> tuple[Choice, ...]:
        strength = strength_of(self.kit, actor)
        found = self.kit.tables.weighed.up_to(strength.tier) if strength is not None else ()
        return tuple(Choice(each.key, each.label) for each in found)

    def _weight(self, key: str) -> Weight:
        return next(each for each in self.kit.tables.weighed.all() if each.key == key)

    def _row(self, _state: State, _actor: Actor, picked: ActorId) -> tuple[int, int]:
        weight = self._weight(picked)
        return weight.rating, weight.tier

    # -- what comes of it ----------------------------------------------------------------------------------------

    def _lifted(self, decision: Decision, result: Result) -> None:
        actor = decision.state.get(CAST)[result.actor]
        strength = strength_of(self.kit, actor)
        if result.succeeded and strength is not None:
            weight = self._weight(result.pick)
            take_up(decision, actor, weight, load_of(self.kit.tables, strength, weight))

    def _thrown(self, decision: Decision, result: Result) -> None:
        weight = self._weight(result.pick)
        zones = zones_thrown(weight.factor, result.margin) if result.succeeded else 0
        far = "not as far as a zone" if not zones else "1 zone far" if zones == 1 else f"{zones} zones far"
        decision.emit(FactEstablished(Fact(f"Thrown: {weight.label}", far)))
