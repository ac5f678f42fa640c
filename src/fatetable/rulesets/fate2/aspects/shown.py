"""Aspects that people roll with: what is rolled at the table is no secret any more."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import AspectCard, reveal, sheet_card
from fatetable.mechanics.rolls.state import open_rolls
from fatetable.rulesets.fate2.aspects.traits import ASPECT


class ShownAspects(Struct, frozen=True):
    def subsystem(self) -> Subsystem:
        return Subsystem(name="aspects rolled with", follow_up=self._follow_up)

    def _follow_up(self, decision: Decision) -> bool:
        hidden = tuple(_hidden(decision.state))
        for card in hidden:
            reveal(decision, card)
        return bool(hidden)


def _hidden(state: State) -> Iterator[AspectCard]:
    """Cards that not everybody knows and somebody rolls with; minor people name their aspects without a prefix."""
    for roll in open_rolls(state):
        for effort in roll.efforts:
            card = sheet_card(state, effort.actor, effort.trait.removeprefix(ASPECT))
            if card is not None and card.known_to is not None:
                yield card
