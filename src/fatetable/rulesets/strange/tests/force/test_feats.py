"""Feats of strength: lifting what is too heavy, and throwing."""

from __future__ import annotations

import pytest

from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.force.feats import zones_thrown
from fatetable.rulesets.strange.force.lifting import TakeUp
from fatetable.rulesets.strange.force.loads import held_by
from fatetable.rulesets.strange.tests.support.playing import MAUD, Game
from fatetable.rulesets.strange.tests.support.trappings import done, facts, undertake, with_trapping


def strong(rating: int, tier: int = 0) -> Game:
    return Game(maud=(with_trapping(rating, tier, "physical-force", name="Might"),))


def feat(g: Game, row: str, weight: str) -> None:
    undertake(g, row, trait="might", pick=weight)


@pytest.mark.rule("SF-PFORCE-03")
@pytest.mark.parametrize(("dice", "margin", "holds"), [("++00", -1, False), ("+++0", 0, True)])
def test_more_is_lifted_by_a_roll_against_the_row_of_the_weight(dice: str, margin: int, holds: bool) -> None:
    g = strong(3)
    feat(g, "lift-more", "0:6")
    assert (g.roll.difficulty, g.roll.scale) == (6, 0)
    assert done(g, dice)[0] == margin
    load = held_by(g.table.state, MAUD)
    assert (load is not None) == holds
    if load is not None:
        assert (load.words, load.less, load.roots) == ("500 lb", -7, True)


@pytest.mark.rule("SF-PFORCE-03")
@pytest.mark.parametrize(("tier", "top"), [(0, "0:8"), (1, "1:8"), (2, "2:8")])
def test_never_more_than_the_heaviest_weight_of_the_tier(tier: int, top: str) -> None:
    g = strong(3, tier)
    for too_much in (f"{tier}:9", f"{tier + 1}:-1", f"{tier}:5"):
        lift = Undertake(actor=MAUD, procedure="lift-more", trait="might", pick=too_much, description="so")
        assert g.refused("ana", lift) == "bad-pick"
    feat(g, "lift-more", top)
    assert (g.roll.difficulty, g.roll.scale) == (8, tier)


@pytest.mark.rule("SF-PFORCE-03")
def test_whose_hands_are_full_lifts_no_more() -> None:
    g = strong(3)
    g.do("ana", TakeUp(actor=MAUD, weight="0:0"))
    assert all("too heavy" not in offer.label for offer in g.offers("ana"))


@pytest.mark.rule("SF-PFORCE-04")
@pytest.mark.parametrize("factor", range(5))
def test_each_zone_takes_one_shift_more_than_the_one_before_it(factor: int) -> None:
    needed = [factor + 1, factor + 3, factor + 6, factor + 10]
    for zones, shifts in enumerate(needed, start=1):
        assert (zones_thrown(factor, shifts - 1), zones_thrown(factor, shifts)) == (zones - 1, zones)


@pytest.mark.rule("SF-PFORCE-04")
@pytest.mark.parametrize(
    ("dice", "far"),
    [("----", "not as far as a zone"), ("--00", "1 zone far"), ("-000", "1 zone far"), ("0000", "2 zones far")],
)
def test_a_sack_of_flour_flies_two_zones_at_three(dice: str, far: str) -> None:
    """Good (+3): a sack of 50 lb is against -1, and four shifts throw it two zones."""
    g = strong(3)
    feat(g, "throw", "0:-1")
    assert (g.roll.difficulty, g.roll.scale) == (-1, 0)
    done(g, dice)
    assert facts(g) == [far]


@pytest.mark.rule("SF-PFORCE-04")
@pytest.mark.parametrize(
    ("tier", "weight", "dice"),
    [(1, "0:-1", "0 0 0 1"), (2, "0:2", "0 0 1 1"), (2, "1:3", "0 0 0 1"), (2, "2:3", "0000")],
)
def test_what_belongs_to_a_lower_tier_is_thrown_with_six_siders(tier: int, weight: str, dice: str) -> None:
    g = strong(4, tier)
    feat(g, "throw", weight)
    g.throw("ana", dice)
    assert g.roll.efforts[0].throws[0].total == sum(int(die) for die in dice.split() if len(dice) > 4)


@pytest.mark.rule("SF-PFORCE-04")
def test_the_book_throws_the_sack_with_three_fate_dice_and_a_six_sider() -> None:
    g = strong(3, 1)
    feat(g, "throw", "0:-1")
    assert done(g, "- - 0 1")[0] == -2 + 1 + 3 + 1
    assert facts(g) == ["1 zone far"]


@pytest.mark.rule("SF-PFORCE-04", "SF-PFORCE-03")
def test_nothing_above_the_tier_is_thrown_and_a_failure_throws_nothing() -> None:
    g = strong(3)
    too_much = Undertake(actor=MAUD, procedure="throw", trait="might", pick="1:-1", description="so")
    assert g.refused("ana", too_much) == "bad-pick"
    feat(g, "throw", "0:8")
    assert done(g, "0000")[1] == "fail"
    assert facts(g) == ["not as far as a zone"]
