"""Paying with points and with boxes that stand in for points."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.decision import Decision
from fatetable.engine.errors import RuleViolation
from fatetable.mechanics.characters.cast import NOBODY
from fatetable.mechanics.points.accounts import balance, purse
from fatetable.mechanics.points.payment import (
    Boxes,
    Payment,
    boxes_hole,
    can_pay,
    open_boxes,
    pay,
    pay_back,
    payment_of,
)
from fatetable.mechanics.scenes.lifecycle import StartScene, StartSession
from tests.mechanics.small_game import RETH, SmallGame

LEVELS: dict[str, Any] = {"aspects": {"motto": "Born to Run", "flaw": "Weak"}, "levels": {"motto": 2, "flaw": 1}}
PURSE = purse(RETH)


def game() -> SmallGame:
    """Reth has three points and three boxes."""
    g = SmallGame()
    g.bring("ana", "Reth", **LEVELS)
    g.do("gm", StartSession())
    g.do("gm", StartScene("The Mill", (RETH,)))
    return g


def boxes(g: SmallGame) -> tuple[str, ...]:
    return tuple(choice.value for choice in open_boxes(g.state, RETH))


def paid(g: SmallGame, price: int, used: Boxes) -> Payment:
    made: list[Payment] = []

    def run(decision: Decision) -> None:
        made.append(payment_of(decision, PURSE, RETH, price, used))
        pay(decision, made[0], "a favour", "test")

    g.run(run)
    return made[0]


def test_each_open_box_is_one_of_its_own() -> None:
    g = game()
    assert [choice.label for choice in open_boxes(g.state, RETH)] == ["Born to Run", "Born to Run, box 2", "Weak"]
    assert not list(open_boxes(g.state, NOBODY))


def test_boxes_stand_in_for_points_and_come_back_with_them() -> None:
    g = game()
    first, second, weak = boxes(g)
    payment = paid(g, 4, (first, second))
    assert (payment.points, balance(g.state, PURSE)) == (2, 1)
    assert boxes(g) == (weak,)
    g.run(lambda decision: pay_back(decision, payment, "after all", "test"))
    assert (balance(g.state, PURSE), boxes(g)) == (3, (first, second, weak))


@pytest.mark.parametrize(
    ("price", "places", "code"),
    [(1, (0, 1), "too-many-boxes"), (2, (0, 0), "no-open-box"), (4, (), "not-enough-fate-points")],
)
def test_no_more_boxes_than_it_costs_each_once_and_points_for_the_rest(
    price: int, places: tuple[int, ...], code: str
) -> None:
    g = game()
    with pytest.raises(RuleViolation) as refused:
        paid(g, price, tuple(boxes(g)[place] for place in places))
    assert refused.value.code == code


def test_a_blank_for_boxes_asks_for_what_points_do_not_cover() -> None:
    g = game()
    (hole,) = boxes_hole(g.state, PURSE, RETH, 2)
    assert (hole.least, hole.most, len(hole.options)) == (0, 2, 3)
    (hole,) = boxes_hole(g.state, PURSE, RETH, 5)
    assert (hole.least, hole.most) == (2, 3)
    assert boxes_hole(g.state, PURSE, NOBODY, 2) == ()


def test_there_is_enough_with_points_and_boxes_together() -> None:
    g = game()
    assert can_pay(g.state, PURSE, 3)
    assert not can_pay(g.state, PURSE, 4)
    assert can_pay(g.state, PURSE, 4, boxes=1)
