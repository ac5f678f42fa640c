"""Parts that were bought: added with their dice, taken away, and found by their ids."""

from __future__ import annotations

import pytest

from fatetable.engine.decision import Decision
from fatetable.engine.errors import RuleViolation
from fatetable.mechanics.rolls.spending.outlays import add_part, outlay_of, take_part
from fatetable.mechanics.rolls.state import Modifier
from tests.mechanics.rolling_game import the_roll, throw
from tests.mechanics.rolls.comparing.sixes import SIXES
from tests.mechanics.rolls.spending.buying import BUYING, buying

PART = Modifier("point", "luck", 1)
TWO = Modifier("point", "great luck", 2)


def test_as_many_dice_fall_as_the_part_brings() -> None:
    g = buying("6 2 1", "5", "3", rules=SIXES, difficulty=10)
    throw(g)
    g.run(lambda decision: add_part(decision, SIXES, the_roll(g).id, 0, TWO))
    assert the_roll(g).efforts[0].values == (6, 2, 1, 5, 3)


def test_nothing_is_thrown_before_the_roll_is() -> None:
    g = buying("6 2 1", rules=SIXES, difficulty=10)
    g.run(lambda decision: add_part(decision, SIXES, the_roll(g).id, 0, PART))
    assert the_roll(g).efforts[0].values == ()


def test_a_part_is_taken_away_once_and_only_if_it_is_there() -> None:
    g = buying("0000")
    for _ in range(2):
        g.run(lambda decision: add_part(decision, BUYING, the_roll(g).id, 0, PART))
    g.run(lambda decision: take_part(decision, the_roll(g).id, 0, PART))
    assert the_roll(g).efforts[0].modifiers.count(PART) == 1
    before = the_roll(g)
    g.run(lambda decision: take_part(decision, the_roll(g).id, 0, TWO))
    assert the_roll(g) == before


def test_what_was_never_paid_for_is_not_found() -> None:
    g = buying("0000")

    def find(decision: Decision) -> None:
        outlay_of(decision, the_roll(g), "none")

    with pytest.raises(RuleViolation):
        g.run(find)
