"""Dice that depend on both sides: a skill on a higher scale, against somebody or against a difficulty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import pytest

from fatetable.engine.offers import ChoiceHole
from fatetable.engine.prompts import open_of
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.offer_odds import Chances, OfferOdds
from fatetable.mechanics.rolls.opposition import OppositionToChoose
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.mechanics.view.difficulty_odds import prospects
from tests.mechanics.rolling_game import attack_reth, everybody_passes, overcome, rolling, the_roll, throw
from tests.mechanics.rolls.comparing.tiers import TIERED, tiered
from tests.mechanics.small_game import RETH, SmallGame
from tests.mechanics.view.showing import LADDER

FATE = (-1, 0, 1)
SIX = range(1, 7)


def counted(margins: Iterable[int]) -> Chances:
    outcomes = Counter(TIERED.bands.outcome(margin) for margin in margins)
    return {outcome: Fraction(outcomes[outcome], outcomes.total()) for outcome in TIERED.bands.outcomes}


def chances(g: SmallGame) -> Chances:
    roll = the_roll(g)
    (offer,) = g.offers("gm" if roll.actor != RETH else "ana", ThrowDice)
    found = OfferOdds(TIERED).change_by(g.state, offer)
    assert found is not None
    return found.before


def test_a_gap_of_one_tier_swaps_one_die_of_the_higher_side() -> None:
    """SF-EX-01: Extraordinary against Mundane throws 3dF+1d6 against 4dF."""
    g = tiered("0000", "1 0 -1 5", reth=1)
    attack_reth(g)
    roll = throw(g, "gm")
    assert [effort.throws[0].dice for effort in roll.efforts] == [
        ("dF[-1*2,0*2,1*2]",) * 4,
        (*("dF[-1*2,0*2,1*2]",) * 3, "d6[1..6]"),
    ]
    assert [TIERED.total(g.state, roll, index) for index in (0, 1)] == [1, 3 + 0 + 5]
    assert everybody_passes(g).margin == 1 - 8


def test_the_chances_count_both_pools() -> None:
    g = tiered(reth=1)
    attack_reth(g)
    expected = counted(
        1 + acting - (3 + sum(fate) + six)
        for acting in (sum(dice) for dice in product(FATE, repeat=4))
        for fate in product(FATE, repeat=3)
        for six in SIX
    )
    assert chances(g) == expected


@pytest.mark.parametrize(("both", "dice"), [(0, 4), (2, 4), (4, 4)])
def test_on_the_same_tier_both_throw_fate_dice(both: int, dice: int) -> None:
    g = tiered("0000", "0000", reth=both, thug=both)
    attack_reth(g)
    roll = throw(g, "gm")
    assert all(effort.throws[0].dice == ("dF[-1*2,0*2,1*2]",) * dice for effort in roll.efforts)


def test_no_more_than_four_dice_are_swapped() -> None:
    """SF-TIER-07, SF-INV-08: a difference past the ends of the scale counts as four."""
    g = tiered("0000", "1 2 3 4", reth=6)
    attack_reth(g)
    roll = throw(g, "gm")
    assert roll.efforts[1].throws[0].dice == ("d6[1..6]",) * 4
    assert TIERED.total(g.state, roll, 1) == 3 + 10


def against(g: SmallGame, difficulty: int, tier: int) -> None:
    g.do("ana", Overcome(actor=RETH, trait="speed", description="she runs"))
    g.answer("gm", OppositionToChoose, "difficulty", value=difficulty, scale=str(tier))


def test_a_difficulty_of_a_higher_tier_takes_six_sided_dice_off() -> None:
    """SF-TIER-05: two tiers short, 2dF-2d6."""
    g = tiered("1 1 3 2")
    against(g, 2, 2)
    likely = counted(3 + sum(fate) - sum(six) - 2 for fate in product(FATE, repeat=2) for six in product(SIX, repeat=2))
    assert chances(g) == likely
    roll = throw(g)
    assert (roll.scale, roll.efforts[0].throws[0].values) == (2, (1, 1, -3, -2))
    assert everybody_passes(g).margin == 3 + 2 - 5 - 2


def test_a_difficulty_of_a_lower_tier_adds_them() -> None:
    """SF-TIER-06."""
    g = tiered("1 1 1 6", reth=2)
    against(g, 4, 1)
    roll = throw(g)
    assert (roll.efforts[0].scale, everybody_passes(g).margin) == (2, 3 + 9 - 4)


def test_the_game_master_sets_a_difficulty_within_its_bounds_and_on_a_scale() -> None:
    g = tiered()
    g.do("ana", Overcome(actor=RETH, trait="speed", description="she runs"))
    (prompt,) = open_of(g.state, OppositionToChoose)
    number, scale = prompt.options[0].holes
    assert (number.low, number.high) == (0, 12)  # type: ignore[union-attr]
    assert isinstance(scale, ChoiceHole)
    assert [choice.label for choice in scale.options][:2] == ["Mundane", "Extraordinary"]
    found = prospects(TIERED, LADDER, g.state, prompt)
    assert [(each.scale, each.difficulty) for each in found] == list(product(range(5), (0, 2, 4)))
    # On an even tier, four Fate dice and a rating of three miss two in 15 of 81 cases.
    even, harder = found[1].chances, found[4].chances
    assert (even["fail"], harder["fail"]) == (round(100 * 15 / 81), round(100 * missing_on_a_tier_up()))


def missing_on_a_tier_up() -> float:
    margins = [3 + sum(fate) - six - 2 for fate in product(FATE, repeat=3) for six in SIX]
    return sum(margin < 0 for margin in margins) / len(margins)


def test_a_plain_game_asks_for_no_scale() -> None:
    g = rolling().scene()
    overcome(g)
    assert the_roll(g).scale == 0
