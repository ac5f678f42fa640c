"""Aspects placed by manoeuvres: how long they last, which the Storyteller decides where it is in doubt.

Ending those that depend on somebody's going on with what they do is a matter of turns, and not known here.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Event
from fatetable.engine.prompts import Answer, Option, Prompt, ask
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.acting import CREATE
from fatetable.mechanics.aspects import ASPECTS, AspectCard, AspectId, Cards, remove
from fatetable.mechanics.moments import RollIsOver, RollIsSettled
from fatetable.mechanics.rolls import ROLLS, Roll, RollId

MANOEUVRE = "manoeuvre"
"""Lasts as long as the scene, like most of what manoeuvres place."""
LASTING = "lasting"
TRANSIENT = "transient"
"""Only until whoever placed it acts again (SK-CBT-19)."""
ONCE = "once"
"""Gone with its first use (SK-MAN-01)."""


class LifetimeSet(Event, frozen=True, tag="lifetime-set/1"):
    aspect: AspectId
    lasts: str


def _lifetime_set(cards: Cards, event: LifetimeSet) -> Cards:
    card = cards.get(event.aspect)
    return cards if card is None else {**cards, card.id: msgspec.structs.replace(card, lasts=event.lasts)}


class Manoeuvring(Struct, frozen=True):
    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="manoeuvres",
            evolves=folds(ASPECTS, {LifetimeSet: _lifetime_set}),
            answers={"lifetime": self._ruled},
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
        """Nobody has to wait for the answer: until then it lasts."""
        ask(
            decision,
            "lifetime",
            (GM,),
            f"How long does {card.text!r} last?",
            (
                Option(LASTING, "As long as the scene"),
                Option(TRANSIENT, "Until whoever placed it does something else"),
                Option(ONCE, "For one use"),
            ),
            about={"aspect": card.id},
            cites=decision.cites("lifetime"),
            blocking=False,
        )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        card = decision.state.get(ASPECTS)[AspectId(str(prompt.about["aspect"]))]
        decision.emit(LifetimeSet(card.id, answer.option), to=card.known_to)

    def _end_used(self, decision: Decision, roll: Roll) -> None:
        """What was good for one use has had it, whoever used it."""
        used = {use.aspect for effort in roll.efforts for use in effort.uses}
        for card in tuple(decision.state.get(ASPECTS).values()):
            if card.id in used and card.lasts == ONCE and roll.outcome:
                remove(decision, card, "used")


def _placed_by(decision: Decision, roll: Roll) -> Iterator[AspectCard]:
    if roll.declaration.action == CREATE or roll.is_contest:
        for card in decision.state.get(ASPECTS).values():
            if card.lasts == MANOEUVRE and any(free.source == roll.id for free in card.free):
                yield card
