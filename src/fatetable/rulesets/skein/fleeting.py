"""Transient Aspects: they go once whoever placed them has acted again, or cannot go on with it.

In a fight that is with their next turn, in a contest and elsewhere with their next roll; the Aspect may still be used
then.  What is placed by one roll of a contest is told apart by who placed it.

How long an Aspect lasts is settled elsewhere; here it ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from fatetable.mechanics.moments import ActorIsOut, ConflictEnds, RollIsOver, RollIsSettled, SceneEnds, TurnEnds
from fatetable.mechanics.rolls import ROLLS, Roll, RollId

TRANSIENT = "transient"
BY_MANOEUVRE = ("manoeuvre", "lasting", TRANSIENT, "once")


class Placement(Struct, frozen=True, omit_defaults=True):
    """Who placed an Aspect, with which roll, and in which turn of a fight if there was one."""

    by: ActorId
    exchange: int
    roll: RollId = RollId("")


Placements: TypeAlias = Mapping[AspectId, Placement]
PLACEMENTS: Key[Placements] = Key("placements", dict[AspectId, Placement], {})


class PlacementNoted(Event, frozen=True, tag="placement-noted/1"):
    aspect: AspectId
    placement: Placement


class PlacementsKept(Event, frozen=True, tag="placements-kept/1"):
    """Those of Aspects that are still there."""

    placements: Mapping[AspectId, Placement]


def _noted(found: Placements, event: PlacementNoted) -> Placements:
    return {**found, event.aspect: event.placement}


def _kept(_: Placements, event: PlacementsKept) -> Placements:
    return event.placements


def may_be_removed(card: AspectCard) -> bool:
    """What a manoeuvre or a harmless hit has placed, and nothing else (SK-CBT-20)."""
    return card.kind == SITUATION and card.lasts in BY_MANOEUVRE


class Fleeting(Struct, frozen=True):
    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="fleeting aspects",
            evolves=folds(PLACEMENTS, {PlacementNoted: _noted, PlacementsKept: _kept}),
            on_moment=self._on_moment,
            moments=(RollIsSettled, TurnEnds, RollIsOver, ActorIsOut, ConflictEnds, SceneEnds),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        conflict = conflict_of(decision.state)
        match moment:
            case RollIsSettled(roll_id):
                self._note(decision, decision.state.get(ROLLS)[RollId(roll_id)], conflict.exchange if conflict else 0)
            case TurnEnds(actor) if conflict is not None:
                # It may still be used in the turn that ends it (SK-CBT-19).
                self._end(decision, ActorId(actor), lambda placed: placed.exchange < conflict.exchange)
            case RollIsOver(roll_id, was_cancelled):
                roll = decision.state.get(ROLLS)[RollId(roll_id)]
                if roll.is_contest:
                    self._note(decision, roll, 0)
                if not was_cancelled and (conflict is None or not conflict.is_running):
                    self._have_acted(decision, roll)
            case ActorIsOut(actor):
                self._end(decision, ActorId(actor))
            case ConflictEnds() | SceneEnds():
                self._end(decision)
            case _:
                pass

    def _note(self, decision: Decision, roll: Roll, exchange: int) -> None:
        if roll.declaration.action != CREATE and not roll.is_contest:
            return
        placed = decision.state.get(PLACEMENTS)
        for card in tuple(decision.state.get(ASPECTS).values()):
            by = next((free.holder for free in card.free if free.source == roll.id), None)
            if by is not None and card.id not in placed:
                decision.emit(PlacementNoted(card.id, Placement(by, exchange, roll.id)))

    def _have_acted(self, decision: Decision, roll: Roll) -> None:
        """Everybody who acted with this roll; only resisting somebody else is no action of one's own."""
        acted = [effort.actor for effort in roll.efforts] if roll.is_contest else [roll.actor]
        for actor in acted if roll.is_contest or roll.takes_action else ():
            self._end(decision, actor, lambda placed: placed.roll != roll.id)

    def _end(
        self, decision: Decision, actor: ActorId | None = None, is_over: Callable[[Placement], bool] | None = None
    ) -> None:
        """What this actor placed, or anybody, and is over; of what is gone nothing has to be known any more."""
        placements = decision.state.get(PLACEMENTS)
        for aspect, placement in placements.items():
            card = decision.state.get(ASPECTS).get(aspect)
            is_theirs = actor in (None, placement.by) and (is_over is None or is_over(placement))
            if card is not None and card.lasts == TRANSIENT and is_theirs:
                remove(decision, card, "whoever placed it does something else")
        cards = decision.state.get(ASPECTS)
        left = {aspect: placement for aspect, placement in placements.items() if aspect in cards}
        if len(left) < len(placements):
            decision.emit(PlacementsKept(left))
