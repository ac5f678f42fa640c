"""Boxes of aspects come back together, at the moments a table has agreed on."""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import ASPECTS, set_boxes
from fatetable.mechanics.moments import PeriodIsOver
from fatetable.mechanics.points.limited_uses import Period


class Boxes(Struct, frozen=True, kw_only=True):
    """All ticked boxes are open again when a period of this kind is over; `LimitedUses` tells of it."""

    per: Period

    def subsystem(self) -> Subsystem:
        return Subsystem(name="boxes of aspects", on_moment=self._on_moment, moments=(PeriodIsOver,))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, PeriodIsOver) and moment.period == self.per:
            for card in tuple(decision.state.get(ASPECTS).values()):
                set_boxes(decision, card, ticked=0)
