"""Aspects that people roll with: what is rolled at the table is no secret any more."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import AspectCard, reveal, sheet_card
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId, open_rolls
from fatetable.rulesets.fate2.aspects.traits import ASPECT


class ShownAspects(Struct, frozen=True):
    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="aspects rolled with", follow_up=self._follow_up, on_moment=self._on_moment, moments=(RollIsOver,)
        )

    def _follow_up(self, decision: Decision) -> bool:
        hidden = tuple(card for roll in open_rolls(decision.state) for card in _hidden(decision.state, roll))
        for card in hidden:
            reveal(decision, card)
        return bool(hidden)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        """Where everything happens by itself, a roll is over before anything can follow up on it."""
        if isinstance(moment, RollIsOver):
            for card in tuple(_hidden(decision.state, decision.state.get(ROLLS)[RollId(moment.roll)])):
                reveal(decision, card)


def _hidden(state: State, roll: Roll) -> Iterator[AspectCard]:
    """Cards that not everybody knows and somebody rolls with; minor people name their aspects without a prefix."""
    for effort in roll.efforts:
        card = sheet_card(state, effort.actor, effort.trait.removeprefix(ASPECT))
        if card is not None and card.known_to is not None:
            yield card
