"""Buying things."""

from __future__ import annotations

import pytest

from fatetable.mechanics.scenes.lifecycle import EndScene, StartScene
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.tests.support.playing import MAUD, Game, skill
from fatetable.rulesets.strange.tests.support.trappings import done, facts, undertake


def buy(g: Game, cost: int) -> None:
    undertake(g, "buy", trait="resources")
    g.answer("gm", "procedure-opposition", "figures", cost=cost)


@pytest.mark.rule("SF-WEALTH-02")
@pytest.mark.parametrize(
    ("cost", "said"), [(0, "easily afforded"), (1, "easily afforded"), (2, "within their means, with little fuss")]
)
def test_what_costs_less_than_the_rating_is_not_rolled_for(cost: int, said: str) -> None:
    g = Game(maud=(skill("Resources", 3),))
    for _ in range(2):
        buy(g, cost)
        assert g.last_roll.stage == "over"
    assert facts(g) == [said, said]


@pytest.mark.rule("SF-WEALTH-02")
@pytest.mark.parametrize(("cost", "outcome"), [(3, "succeed"), (4, "fail")])
def test_the_rest_is_rolled_for_once_a_scene(cost: int, outcome: str) -> None:
    g = Game(maud=(skill("Resources", 3),))
    buy(g, cost)
    assert done(g, "0000") == (3 - cost, outcome)
    again = Undertake(actor=MAUD, procedure="buy", trait="resources", description="more")
    assert g.refused("ana", again) == "used-up"
    g.do("gm", EndScene())
    g.do("gm", StartScene("Later", (MAUD,)))
    buy(g, cost)
    assert g.roll.difficulty == cost


@pytest.mark.rule("SF-WEALTH-02")
def test_costs_are_mundane_so_that_a_higher_tier_adds_six_siders() -> None:
    g = Game(maud=(skill("Resources", 3, 1),))
    buy(g, 5)
    assert g.roll.scale == 0
    assert done(g, "0 0 0 6") == (3 + 6 - 5, "style")
