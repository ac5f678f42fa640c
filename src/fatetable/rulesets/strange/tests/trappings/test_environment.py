"""Getting by and finding things in an environment."""

from __future__ import annotations

import pytest

from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.rolls.second_skills import CountSkill
from fatetable.rulesets.strange.tests.support.playing import MAUD, Game, skill
from fatetable.rulesets.strange.tests.support.trappings import done, offered, ruled, undertake


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


# -- building there ----------------------------------------------------------------------------------------------------


def builder() -> Game:
    """A trap is on the table that Maud builds, its dice not yet."""
    g = Game(maud=(skill("Craftsmanship", 3), skill("Survival", 2)))
    undertake(g, "build-here", trait="craftsmanship", words="Covered Pit")
    ruled(g, "rung-0", difficulty=3)
    return g


@pytest.mark.rule("SF-ENVIRONMENT-03")
@pytest.mark.parametrize(("way", "total"), [("survival at-home", 4), ("survival at-a-loss", 2), ("", 3)])
def test_knowing_the_ground_counts_for_or_against_what_is_built_there(way: str, total: int) -> None:
    g = builder()
    if way:
        assert offered(g, "gm", CountSkill, "skill") == ["survival at-home", "survival at-a-loss"]
        g.do("gm", CountSkill(roll=g.roll.id, effort=0, skill=way))
    assert g.roll.efforts[0].fixed == total
    done(g)
    assert g.has_card("Covered Pit") == (total >= 3)
    if total >= 3:
        assert [free.holder for free in g.card("Covered Pit").free] == [MAUD]


@pytest.mark.rule("SF-ENVIRONMENT-03")
def test_it_is_a_use_of_craft_and_the_ground_counts_for_nothing_else() -> None:
    g = builder()
    done(g)
    by_survival = Undertake(actor=MAUD, procedure="build-here", trait="survival", description="so", words="Pit")
    assert g.refused("ana", by_survival) == "unknown-trait"
    undertake(g, "forage", trait="survival")
    ruled(g, "rung-0")
    assert not g.offers("gm", CountSkill)
