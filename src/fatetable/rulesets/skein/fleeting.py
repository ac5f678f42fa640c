"""Transient Aspects: they go once whoever placed them has had another turn, or cannot go on with it.

How long an Aspect lasts is settled elsewhere; here it ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Event
from fatetable.engine.state import Key
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.acting import CREATE
from fatetable.mechanics.aspects import ASPECTS, SITUATION, AspectCard, AspectId, remove
from fatetable.mechanics.cast import ActorId
from fatetable.mechanics.encounters import conflict_of
from fatetable.mechanics.moments import ActorIsOut, ConflictEnds, RollIsSettled, TurnEnds
from fatetable.mechanics.rolls import ROLLS, Roll, RollId

TRANSIENT = "transient"
BY_MANOEUVRE = ("manoeuvre", "lasting", TRANSIENT, "once")


class Placement(Struct, frozen=True):
    """Who placed an Aspect, and in which turn of the fight."""

    by: ActorId
    exchange: int


Placements: TypeAlias = Mapping[AspectId, Placement]
PLACEMENTS: Key[Placements] = Key("placements", dict[AspectId, Placement], {})


class PlacementNoted(Event, frozen=True, tag="placement-noted/1"):
    aspect: AspectId
    placement: Placement


class PlacementsForgotten(Event, frozen=True, tag="placements-forgotten/1"):
    pass


def _noted(found: Placements, event: PlacementNoted) -> Placements:
    return {**found, event.aspect: event.placement}


def _forgotten(_: Placements, __: PlacementsForgotten) -> Placements:
    return {}


def may_be_removed(card: AspectCard) -> bool:
    """What a manoeuvre or a harmless hit has placed, and nothing else (SK-CBT-20)."""
    return card.kind == SITUATION and card.lasts in BY_MANOEUVRE


class Fleeting(Struct, frozen=True):
    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="fleeting aspects",
            evolves=folds(PLACEMENTS, {PlacementNoted: _noted, PlacementsForgotten: _forgotten}),
            on_moment=self._on_moment,
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        conflict = conflict_of(decision.state)
        match moment:
            case RollIsSettled(roll_id) if conflict is not None:
                self._note(decision, decision.state.get(ROLLS)[RollId(roll_id)], conflict.exchange)
            case TurnEnds(actor) if conflict is not None:
                # It may still be used in the turn that ends it (SK-CBT-19).
                self._end(decision, ActorId(actor), before=conflict.exchange)
            case ActorIsOut(actor):
                self._end(decision, ActorId(actor))
            case ConflictEnds() if decision.state.get(PLACEMENTS):
                for placement in tuple(decision.state.get(PLACEMENTS).values()):
                    self._end(decision, placement.by)
                decision.emit(PlacementsForgotten())
            case _:
                pass

    def _note(self, decision: Decision, roll: Roll, exchange: int) -> None:
        if roll.declaration.action != CREATE:
            return
        for card in tuple(decision.state.get(ASPECTS).values()):
            if any(free.source == roll.id for free in card.free) and card.id not in decision.state.get(PLACEMENTS):
                decision.emit(PlacementNoted(card.id, Placement(roll.actor, exchange)))

    def _end(self, decision: Decision, actor: ActorId, before: int | None = None) -> None:
        for aspect, placement in tuple(decision.state.get(PLACEMENTS).items()):
            card = decision.state.get(ASPECTS).get(aspect)
            is_over = placement.by == actor and (before is None or placement.exchange < before)
            if card is not None and card.lasts == TRANSIENT and is_over:
                remove(decision, card, "whoever placed it does something else")
