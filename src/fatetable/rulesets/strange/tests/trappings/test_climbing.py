"""Climbing: by height, with penalties, and faster with shifts."""

from __future__ import annotations

import pytest

from fatetable.rulesets.strange.tests.support.playing import Game
from fatetable.rulesets.strange.tests.support.trappings import done, ruled, took, undertake, with_trapping


def climber(rating: int = 3, tier: int = 0) -> Game:
    return Game(maud=(with_trapping(rating, tier, "climb"),))


@pytest.mark.rule("SF-CLIMB-02")
@pytest.mark.parametrize(
    ("height", "difficulty", "tier"), [("short", 2, 0), ("medium", 4, 0), ("long", 4, 1), ("extreme", 4, 2)]
)
def test_the_height_of_a_climb_says_how_hard_it_is(height: str, difficulty: int, tier: int) -> None:
    g = climber()
    undertake(g, "climb")
    prompt = g.prompt("procedure-opposition")
    assert prompt is not None
    rung = next(option for option in prompt.options if height in option.label)
    roll = ruled(g, rung.id, time="none")
    assert (roll.difficulty, roll.scale) == (difficulty, tier)


@pytest.mark.rule("SF-CLIMB-02")
def test_a_mundane_climber_of_a_long_wall_has_a_six_sider_taken_off() -> None:
    g = climber(3)
    undertake(g, "climb")
    ruled(g, "rung-2", time="none")
    assert done(g, "1 1 1 3") == (3 + 3 - 3 - 4, "fail")


@pytest.mark.rule("SF-CLIMB-03")
def test_at_night_in_the_rain_under_fire_it_is_four_less() -> None:
    """The book's own example: a 15-foot wall."""
    g = climber()
    undertake(g, "climb", claims=("darkness or rain", "wet or slick"))
    roll = ruled(g, "rung-0", time="none", claims=("threatening distractions",))
    assert (roll.difficulty, roll.efforts[0].fixed) == (2, 3 - 4)
    assert done(g, "+++0") == (0, "succeed")


@pytest.mark.rule("SF-CLIMB-03")
@pytest.mark.parametrize(
    ("claims", "less"),
    [
        (("wet or slick",), 1),
        (("completely smooth",), 2),
        (("darkness or rain",), 1),
        (("pitch black",), 2),
        (("distractions",), 1),
        (("threatening distractions",), 2),
        (("completely smooth", "wet or slick", "pitch black", "darkness or rain", "distractions"), 2 + 2 + 1),
    ],
)
def test_of_each_category_one_penalty_counts(claims: tuple[str, ...], less: int) -> None:
    g = climber()
    assert undertake(g, "climb", claims=claims).efforts[0].fixed == 3 - less


@pytest.mark.rule("SF-CLIMB-04", "SF-ROLL-04")
@pytest.mark.parametrize(
    ("dice", "time"),
    [
        ("----", "An Hour"),
        ("-000", "An Hour"),
        ("0000", "Half an Hour"),
        ("++00", "A Few Minutes"),
        ("++++", "One Minute"),
    ],
)
def test_each_shift_is_a_step_of_time_up_to_four(dice: str, time: str) -> None:
    g = climber()
    undertake(g, "climb")
    ruled(g, "rung-0", time="An Hour")
    done(g, dice)
    assert took(g) == time
