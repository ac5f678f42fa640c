"""Getting by and finding things in an environment."""

from __future__ import annotations

import pytest

from fatetable.rulesets.strange.tests.support.playing import Game, skill
from fatetable.rulesets.strange.tests.support.trappings import done, ruled, undertake


def outdoors() -> Game:
    return Game(maud=(skill("Survival", 3),))


@pytest.mark.rule("SF-ENVIRONMENT-01")
def test_getting_by_is_against_what_the_gm_says() -> None:
    g = outdoors()
    undertake(g, "survive", trait="survival")
    g.answer("gm", "opposition", "difficulty", value=4, scale="0")
    assert done(g, "+000") == (0, "succeed")


@pytest.mark.rule("SF-ENVIRONMENT-02")
@pytest.mark.parametrize(("rung", "difficulty"), [(0, 0), (1, 3), (2, 5)])
@pytest.mark.parametrize("further", [0, 1, 2])
def test_each_further_criterion_makes_a_find_harder_by_one(rung: int, difficulty: int, further: int) -> None:
    """The example: sticks of a certain size and strength in a forest are Fair (+2)."""
    g = outdoors()
    undertake(g, "forage", trait="survival")
    assert ruled(g, f"rung-{rung}", further=further).difficulty == difficulty + further
