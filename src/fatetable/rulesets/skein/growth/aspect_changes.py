"""Which Aspects of a character a refresh can change, and their new words."""

from __future__ import annotations

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.offers import Choice
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import AspectReworded, audience_of, sheet_card
from fatetable.mechanics.characters.cast import Actor
from fatetable.rulesets.skein.sheet import OATH, SWORN


def changeable(state: State, actor: Actor) -> tuple[Choice, ...]:
    """The Aspects that may be changed: all but oaths, which stay until they are fulfilled."""
    return tuple(
        Choice(slot, text)
        for slot, text in actor.sheet.aspects.items()
        if slot != OATH and not SWORN.fullmatch(slot) and sheet_card(state, actor.id, slot)
    )


def cannot_reword(state: State, actor: Actor, slot: str) -> Refusal | None:
    if slot in {choice.value for choice in changeable(state, actor)}:
        return None
    message = f"{actor.name} has no such Aspect to change, or it is an oath, which stays until it is fulfilled."
    return Refusal("unknown-aspect", message)


def reword(decision: Decision, actor: Actor, slot: str, words: str) -> None:
    card = sheet_card(decision.state, actor.id, slot)
    assert card is not None
    decision.emit(AspectReworded(card.id, words), to=audience_of(card))
