"""Fragile aspects: gone after their first use (SF-ROLL-05)."""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import ASPECTS, remove
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.state import ROLLS, RollId

FRAGILE, STICKY = "fragile", "sticky"


class FragileAspects(Struct, frozen=True):
    def subsystem(self) -> Subsystem:
        return Subsystem(name="fragile aspects", on_moment=self._on_moment, moments=(RollIsOver,))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        """An invocation that the game master takes back leaves the aspect; so they go when the roll is over."""
        if not isinstance(moment, RollIsOver) or moment.was_cancelled:
            return
        for invocation in decision.state.get(ROLLS)[RollId(moment.roll)].invocations:
            card = decision.state.get(ASPECTS).get(invocation.aspect.id)
            if card is not None and card.lasts == FRAGILE:
                remove(decision, card, "used")
