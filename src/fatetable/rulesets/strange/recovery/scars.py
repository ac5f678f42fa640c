"""The mark that a grave treatment leaves: the patient changes an aspect at once (SF-TREATMENT-06, SF-TREATMENT-08)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.offers import Choice, ChoiceHole, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import (
    CHARACTER,
    AspectCard,
    AspectId,
    AspectReworded,
    audience_of,
    borne_by,
    card_of,
)
from fatetable.mechanics.aspects.editing import write_on_sheet
from fatetable.mechanics.characters.cast import Actor, ActorId, address_of


class ScarToLeave(PromptContext, frozen=True, tag="scar"):
    actor: ActorId


class Scars(Struct, frozen=True):
    def subsystem(self) -> Subsystem:
        return Subsystem(name="scars", answers={ScarToLeave: self._left})

    def _left(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        card = card_of(decision, AspectId(answer.text("aspect")))
        words = answer.text("words").strip() or f"{card.text}, and Scarred"
        decision.emit(AspectReworded(card.id, words, "healed"), to=audience_of(card))
        if card.slot:
            write_on_sheet(decision, card, words, "healed")


def any_aspect(_: AspectCard) -> bool:
    return True


def ask_for_scar(decision: Decision, patient: Actor, may_be: Callable[[AspectCard], bool] = any_aspect) -> None:
    """Ask which aspect of their own becomes what; nothing, if there is none."""
    cards = tuple(card for card in borne_by(decision.state, patient.id) if card.kind == CHARACTER and may_be(card))
    if not cards:
        return
    choices = tuple(Choice(card.id, card.text) for card in cards)
    holes = (
        ChoiceHole("fill", "aspect", choices, key="aspect"),
        TextHole("fill", "becomes", key="words", is_description=True),
    )
    ask(
        decision,
        ScarToLeave(patient.id),
        address_of(decision.state, patient.id),
        f"What they have been through changes {patient.name}. Which aspect becomes what?",
        (Option("change", "Change it", holes),),
        cites=decision.cites("healing"),
    )
