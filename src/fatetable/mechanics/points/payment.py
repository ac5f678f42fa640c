"""Paying for something with points, or with boxes of aspects that stand in for points where a table allows it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.offers import Choice, ManyHole
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import AspectCard, AspectId, borne_by, card_of, open_box_again, tick_box
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.points.accounts import BANK, move, spendable

Boxes = tuple[str, ...]
"""Boxes by the id of their aspect, the second of the same one as `id/2`."""


class Payment(Struct, frozen=True, omit_defaults=True):
    """So many points out of an account, and boxes that stood in for the others."""

    account: str
    points: int
    boxes: Boxes = ()


def aspect_of(box: str) -> AspectId:
    return AspectId(box.partition("/")[0])


def open_boxes(state: State, actor: ActorId) -> Iterator[Choice]:
    """Every open box of somebody's aspects."""
    for card in borne_by(state, actor) if actor else ():
        for number in range(1, card.open_boxes + 1):
            box = card.id if number == 1 else f"{card.id}/{number}"
            yield Choice(box, card.text if number == 1 else f"{card.text}, box {number}")


def can_pay(state: State, account: str, price: int, boxes: int = 0) -> bool:
    """Is there enough, with so many boxes that stand in for points?"""
    return spendable(state, account) + boxes >= price


def boxes_hole(state: State, account: str, actor: ActorId, price: int) -> tuple[ManyHole, ...]:
    """A blank for boxes that stand in for points: as few as are needed, and no more than the price."""
    boxes = tuple(open_boxes(state, actor))
    least = max(0, price - spendable(state, account))
    return (ManyHole("boxes", "boxes instead of points", boxes, least, min(price, len(boxes))),) if boxes else ()


def payment_of(decision: Decision, account: str, actor: ActorId, price: int, boxes: Boxes) -> Payment:
    """What is to be paid, if these are open boxes of somebody's own and no more than the price."""
    decision.require(len(boxes) <= price, "too-many-boxes", "That is more than it costs.")
    decision.require(
        set(boxes) <= {choice.value for choice in open_boxes(decision.state, actor)} and len(set(boxes)) == len(boxes),
        "no-open-box",
        "Only open boxes of one's own aspects stand in for points.",
    )
    return Payment(account, price - len(boxes), boxes)


def pay(decision: Decision, payment: Payment, reason: str, topic: str) -> None:
    move(decision, payment.account, BANK, payment.points, reason, topic)
    for box in payment.boxes:
        tick_box(decision, _card(decision, box), reason)


def pay_back(decision: Decision, payment: Payment, reason: str, topic: str) -> None:
    move(decision, BANK, payment.account, payment.points, reason, topic)
    for box in payment.boxes:
        open_box_again(decision, aspect_of(box), reason)


def _card(decision: Decision, box: str) -> AspectCard:
    return card_of(decision, aspect_of(box))
