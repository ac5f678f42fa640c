"""The sentences in which the log tells of what points have bought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fatetable.engine.messages import Event
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import name_of
from fatetable.mechanics.ruleset import Teller
from fatetable.rulesets.fate2.points.cards import HandChanged, hand_of
from fatetable.rulesets.fate2.points.purchase_state import PURCHASES, PurchaseEnded
from fatetable.rulesets.fate2.points.uses import ARRIVAL, MONOLOGUE, SWITCH, WOUND

HAPPENS = {
    SWITCH: "changes places with {target}",
    WOUND: "takes the wound for {target}",
    ARRIVAL: "arrives",
}


def _ended(before: State, after: State, event: PurchaseEnded) -> Iterator[str]:
    purchase = before.get(PURCHASES).get(event.purchase)
    if purchase is None:
        return
    name = name_of(after, purchase.actor)
    if event.outcome == "vetoed":
        yield f"The GM does not allow what {name} has paid for."
    elif event.outcome == "cancelled":
        yield f"The point of {name} stays cancelled."
    elif purchase.use == MONOLOGUE:
        yield f"{name} speaks: “{event.words or purchase.words}”"
    elif words := HAPPENS.get(purchase.use):
        yield f"{name} {words.format(target=name_of(after, purchase.target))}."


def _hand(before: State, after: State, event: HandChanged) -> Iterator[str]:
    held, name = hand_of(before, event.actor), name_of(after, event.actor)
    yield from (f"{name} gets the card {card!r}." for card in event.cards if card not in held)
    yield from (f"{name} gives up the card {card!r}." for card in held if card not in event.cards)


TELLERS: Mapping[type[Event], Teller] = {PurchaseEnded: _ended, HandChanged: _hand}
