"""Signature Aspects: one aspect that is invoked for free once a scene (SF-GIFT-06)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import AspectCard, FreeInvokesSet, add_free, audience_of, borne_by
from fatetable.mechanics.characters.cast import CAST, Actor
from fatetable.mechanics.moments import SceneEnds, SceneStarts
from fatetable.rulesets.strange.sheet import SIGNATURE, gifts_of


class Signatures(Struct, frozen=True):
    """The free use comes with a scene, and what is left of it goes with the scene."""

    def subsystem(self) -> Subsystem:
        return Subsystem(name="signature aspects", on_moment=self._on_moment, moments=(SceneStarts, SceneEnds))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case SceneStarts():
                self._give_back(decision, 1)
            case SceneEnds():
                self._give_back(decision, 0)

    def _give_back(self, decision: Decision, uses: int) -> None:
        for actor in tuple(decision.state.get(CAST).values()):
            for card in tuple(_signed(decision, actor)):
                left = tuple(free for free in card.free if free.source != SIGNATURE)
                if left != card.free:
                    decision.emit(FreeInvokesSet(card.id, left), to=audience_of(card))
                if uses:
                    add_free(decision, card.id, actor.id, uses, SIGNATURE)


def _signed(decision: Decision, actor: Actor) -> Iterator[AspectCard]:
    slots = {slot for gift in gifts_of(actor.sheet) if gift.kind == SIGNATURE for slot in gift.lists.get("aspect", ())}
    return (card for card in borne_by(decision.state, actor.id) if card.slot in slots)
