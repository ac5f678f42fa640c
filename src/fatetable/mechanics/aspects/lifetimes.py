"""How long aspects last that somebody places: the game master decides it in doubt, and here those that are over end.

A transient aspect ends when the character who placed it acts again or goes out: in a fight at the end of their next
turn, in a contest and outside encounters with their next roll.  It may still be used on that last turn or roll.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import put, set_to
from fatetable.engine.messages import GM, Event
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.state import Key
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import ASPECTS, SITUATION, AspectCard, AspectId, Cards, remove
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.moments import ActorIsOut, ConflictEnds, RollIsOver, RollIsSettled, SceneEnds, TurnEnds
from fatetable.mechanics.rolls.actions import CREATE
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId

MANOEUVRE = "manoeuvre"
"""Lasts as long as the scene, like most aspects that people place."""
LASTING = "lasting"
TRANSIENT = "transient"
"""Lasts only until the character who placed it acts again."""
ONCE = "once"
"""Gone with its first use."""
BY_MANOEUVRE = (MANOEUVRE, LASTING, TRANSIENT, ONCE)


class LifetimeToRule(PromptContext, frozen=True, tag="lifetime"):
    aspect: AspectId


class LifetimeSet(Event, frozen=True, tag="lifetime-set/1"):
    aspect: AspectId
    lasts: str


def _lifetime_set(cards: Cards, event: LifetimeSet) -> Cards:
    card = cards.get(event.aspect)
    return cards if card is None else {**cards, card.id: msgspec.structs.replace(card, lasts=event.lasts)}


class Placement(Struct, frozen=True, omit_defaults=True):
    """Who placed an aspect, with which roll, and in which turn of a fight if there was one."""

    by: ActorId
    exchange: int
    roll: RollId = RollId("")


Placements: TypeAlias = Mapping[AspectId, Placement]
PLACEMENTS: Key[Placements] = Key("placements", dict[AspectId, Placement], {})


class PlacementNoted(Event, frozen=True, tag="placement-noted/1"):
    aspect: AspectId
    placement: Placement


class PlacementsKept(Event, frozen=True, tag="placements-kept/1"):
    """The placements of aspects that are still there."""

    placements: Mapping[AspectId, Placement]


def may_be_removed(card: AspectCard) -> bool:
    """Only what a manoeuvre or a harmless hit has placed."""
    return card.kind == SITUATION and card.lasts in BY_MANOEUVRE


class AspectLifetimes(Struct, frozen=True):
    """Asks how long a new aspect lasts, and removes one that was good for one use."""

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="manoeuvres",
            evolves=folds(ASPECTS, {LifetimeSet: _lifetime_set}),
            answers={LifetimeToRule: self._ruled},
            on_moment=self._on_moment,
            moments=(RollIsSettled, RollIsOver),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case RollIsSettled(roll_id):
                roll = decision.state.get(ROLLS)[RollId(roll_id)]
                for card in tuple(_placed_by(decision, roll)):
                    self._ask(decision, card)
            case RollIsOver(roll_id):
                roll = decision.state.get(ROLLS)[RollId(roll_id)]
                for card in tuple(_placed_by(decision, roll)) if roll.is_contest else ():
                    self._ask(decision, card)
                self._end_used(decision, roll)
            case _:
                pass

    def _ask(self, decision: Decision, card: AspectCard) -> None:
        """Nobody has to wait for the answer: until it comes, the aspect lasts."""
        ask(
            decision,
            LifetimeToRule(card.id),
            (GM,),
            f"How long does {card.text!r} last?",
            (
                Option(LASTING, "Keep it for the scene"),
                Option(TRANSIENT, "Keep it until they do something else"),
                Option(ONCE, "Keep it for one use"),
            ),
            cites=decision.cites("lifetime"),
            blocking=False,
        )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        card = decision.state.get(ASPECTS)[prompt.read(LifetimeToRule).aspect]
        decision.emit(LifetimeSet(card.id, answer.option), to=card.known_to)

    def _end_used(self, decision: Decision, roll: Roll) -> None:
        """An aspect good for one use is spent, no matter who used it."""
        used = {use.aspect for effort in roll.efforts for use in effort.uses}
        for card in tuple(decision.state.get(ASPECTS).values()):
            if card.id in used and card.lasts == ONCE and roll.outcome:
                remove(decision, card, "used")


def _placed_by(decision: Decision, roll: Roll) -> Iterator[AspectCard]:
    if roll.declaration.action == CREATE or roll.is_contest:
        for card in decision.state.get(ASPECTS).values():
            if card.lasts == MANOEUVRE and any(free.source == roll.id for free in card.free):
                yield card


class TransientAspects(Struct, frozen=True):
    """Notes who placed which aspect, and removes transient ones once they are over."""

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="fleeting aspects",
            evolves=folds(
                PLACEMENTS, {PlacementNoted: put("aspect", "placement"), PlacementsKept: set_to("placements")}
            ),
            on_moment=self._on_moment,
            moments=(RollIsSettled, TurnEnds, RollIsOver, ActorIsOut, ConflictEnds, SceneEnds),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        conflict = conflict_of(decision.state)
        match moment:
            case RollIsSettled(roll_id):
                self._note(decision, decision.state.get(ROLLS)[RollId(roll_id)], conflict.exchange if conflict else 0)
            case TurnEnds(actor) if conflict is not None:
                # It may still be used in the turn that ends it.
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
        """Note who placed what; one roll of a contest may place an aspect for each contestant."""
        if roll.declaration.action != CREATE and not roll.is_contest:
            return
        placed = decision.state.get(PLACEMENTS)
        for card in tuple(decision.state.get(ASPECTS).values()):
            by = next((free.holder for free in card.free if free.source == roll.id), None)
            if by is not None and card.id not in placed:
                decision.emit(PlacementNoted(card.id, Placement(by, exchange, roll.id)))

    def _have_acted(self, decision: Decision, roll: Roll) -> None:
        """End the aspects placed by the characters who act in this roll; resisting is not acting."""
        acted = [effort.actor for effort in roll.efforts] if roll.is_contest else [roll.actor]
        for actor in acted if roll.is_contest or roll.takes_action else ():
            self._end(decision, actor, lambda placed: placed.roll != roll.id)

    def _end(
        self, decision: Decision, actor: ActorId | None = None, is_over: Callable[[Placement], bool] | None = None
    ) -> None:
        """Remove what this actor (or anybody) placed and is over, and forget the placements of removed aspects."""
        placements = decision.state.get(PLACEMENTS)
        for aspect, placement in placements.items():
            card = decision.state.get(ASPECTS).get(aspect)
            is_theirs = actor in (None, placement.by) and (is_over is None or is_over(placement))
            if card is not None and card.lasts == TRANSIENT and is_theirs:
                remove(decision, card, "its maker did something else")
        cards = decision.state.get(ASPECTS)
        left = {aspect: placement for aspect, placement in placements.items() if aspect in cards}
        if len(left) < len(placements):
            decision.emit(PlacementsKept(left))
