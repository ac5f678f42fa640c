"""The income that belongs to a social class."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.strange.tests.support.making import advice, built, common, hero, problems, told

MISMATCH = "income-of-another-class"


def of_class(name: str, rating: int, tier: int = 0) -> Sheet:
    skills = (common("Resources", rating, tier),) if rating else ()
    return hero(*skills, aspects={"social-class": name})


@pytest.mark.rule("SF-WEALTH-01")
@pytest.mark.parametrize(
    ("name", "fits"),
    [("Under Class", set()), ("Working Class", {1}), ("Middle Class", {2}), ("Upper Class", {3, 4})],
)
def test_each_class_has_its_income_and_another_is_pointed_out(name: str, fits: set[int]) -> None:
    for rating in range(1, 5):
        assert (MISMATCH not in advice(of_class(name, rating))) == (rating in fits), rating


@pytest.mark.rule("SF-WEALTH-01")
def test_the_builder_proposes_the_rating_of_the_class() -> None:
    for name, usual in (
        ("Under Class", "Mediocre (+0)"),
        ("Working Class", "Average (+1)"),
        ("Middle Class", "Fair (+2)"),
        ("Upper Class", "Good (+3) at least"),
    ):
        assert told(of_class(name, 0), "usual-income") == usual
    (found,) = [each for each in problems(of_class("Middle Class", 4)) if each.code == MISMATCH]
    assert found.message == "Income is Great (+4) by Resources; in the Middle Class it is Fair (+2)."
    assert found.fix == "Rate Resources Fair (+2), or leave it so."
    assert told(of_class("Middle Class", 4), "wealth") == "Great (+4)"
    (poor,) = [each for each in problems(of_class("Upper Class", 1)) if each.code == MISMATCH]
    assert "Good (+3) at least" in poor.message
    assert MISMATCH not in advice(of_class("Upper Class", 0))


@pytest.mark.rule("SF-WEALTH-01")
def test_the_upper_class_may_be_rich_beyond_the_ordinary_and_the_others_not() -> None:
    assert MISMATCH not in advice(of_class("Upper Class", 1, 1))
    assert MISMATCH in advice(of_class("Working Class", 2, 1))


@pytest.mark.rule("SF-WEALTH-01")
def test_any_skill_with_wealth_counts_and_a_class_of_ones_own_is_left_alone() -> None:
    mine = built("Silver Mine", "wealth", rating=3)
    assert MISMATCH not in advice(hero(mine, aspects={"social-class": "Upper Class, by Marriage"}))
    assert MISMATCH in advice(hero(mine, aspects={"social-class": "Proud of the working class"}))
    assert MISMATCH not in advice(hero(mine, aspects={"social-class": "Outcast"}))
