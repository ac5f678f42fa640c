"""The clock, and work that success shortens."""

from __future__ import annotations

import pytest

from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.time.clock import now
from fatetable.mechanics.time.lengthy_work import SetDuration
from fatetable.mechanics.time.passing import PassTime
from fatetable.rulesets.strange.tests.support.playing import MAUD, Game, skill
from fatetable.rulesets.strange.tests.support.trappings import done, took


@pytest.mark.rule("SF-TIME-01")
def test_time_passes_by_the_steps_of_the_time_table() -> None:
    g = Game()
    g.do("gm", PassTime("An Hour"))
    g.do("gm", PassTime("Half a Minute"))
    assert now(g.table.state) == 3600 + 30


@pytest.mark.rule("SF-ROLL-04")
@pytest.mark.parametrize(
    ("difficulty", "time"), [(4, "A Day"), (3, "A Day"), (2, "An Afternoon"), (0, "An Hour"), (-2, "Half an Hour")]
)
def test_any_lengthy_work_is_faster_by_a_step_for_each_shift_four_at_most(difficulty: int, time: str) -> None:
    g = Game(maud=(skill("Craftsmanship", 3),))
    g.do("ana", Overcome(actor=MAUD, trait="craftsmanship", description="works"))
    g.do("gm", SetDuration(g.roll.id, "A Day"))
    g.answer("gm", "opposition", "difficulty", value=difficulty, scale="0")
    done(g, "0000")
    assert took(g) == time
