"""Which dice are thrown: tiers compared, six-siders added or taken off, and the other dice a table may choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from fatetable.engine.chance import read_die
from fatetable.engine.messages import SeatId
from fatetable.engine.seats import SEATS
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.mechanics.view.blocks import RollBlock
from fatetable.rulesets.strange.tests.support.playing import FOE, MAUD, Game, skill

FATE, SIX = (-1, 0, 1), range(1, 7)
TIERS = ("Mundane", "Extraordinary", "Superhuman", "Ascendant", "Godlike")


def names(dice: Iterable[str]) -> str:
    """The dice of a throw, counted: "3dF+1d6"."""
    counted = Counter(read_die(die).name for die in dice)
    signed = (
        f"{'' if name.startswith('-') else '+'}{name[:1] if name.startswith('-') else ''}{number}{name.lstrip('-')}"
        for name, number in counted.items()
    )
    return "".join(signed).removeprefix("+")


def thrown(g: Game, index: int = 0) -> str:
    return names(g.roll.efforts[index].throws[0].dice)


def fighting(tier: int, foe_tier: int, *, rating: int = 3, foe_rating: int = 3, **dials: Any) -> Game:
    g = Game(maud=(skill("Fisticuffs", rating, tier),), foe=(skill("Fisticuffs", foe_rating, foe_tier),), **dials)
    g.start_conflict("physical", first="Maud")
    g.come_to("maud")
    return g


FLAT_D6 = {0: "0000", 1: "000 1", 2: "00 1 1", 3: "0 1 1 1", 4: "1 1 1 1"}


@pytest.mark.rule("SF-TIER-03", "SF-TIER-01")
@pytest.mark.parametrize(("tier", "foe_tier"), list(product(range(5), repeat=2)))
def test_the_higher_side_swaps_a_die_for_each_tier_and_the_lower_throws_fate_dice(tier: int, foe_tier: int) -> None:
    g = fighting(tier, foe_tier)
    ahead, behind = max(0, tier - foe_tier), max(0, foe_tier - tier)
    g.attack("fisticuffs/strike", "fisticuffs/parry", FLAT_D6[ahead], FLAT_D6[behind])
    pools = {0: "4dF", 1: "3dF+1d6", 2: "2dF+2d6", 3: "1dF+3d6", 4: "4d6"}
    assert (thrown(g, 0), thrown(g, 1)) == (pools[ahead], pools[behind])
    assert g.result()[0] == ahead - behind, "six-siders that show 1 are added, and the ratings are the same"


@pytest.mark.rule("SF-TIER-05", "SF-TIER-06", "SF-TIER-07")
@pytest.mark.parametrize(("tier", "difficulty_tier"), list(product(range(5), repeat=2)))
def test_a_difficulty_of_a_higher_tier_takes_six_siders_off_and_of_a_lower_one_adds_them(
    tier: int, difficulty_tier: int
) -> None:
    g = Game(maud=(skill("Athletics", 3, tier),))
    gap = tier - difficulty_tier
    g.attempt("athletics", 2, FLAT_D6[abs(gap)], tier=difficulty_tier)
    pools = {1: "3dF-1d6", 2: "2dF-2d6", 3: "1dF-3d6", 4: "-4d6"}
    expected = "4dF" if not gap else pools[-gap] if gap < 0 else pools[gap].replace("-", "+").removeprefix("+")
    assert thrown(g) == expected
    assert g.result()[0] == 3 + gap - 2


def chances(g: Game, seat: str) -> dict[str, Fraction]:
    (offer,) = g.offers(seat, ThrowDice)
    found = g.ruleset.odds(g.table.state, offer)
    assert found is not None
    return dict(found.before)


@pytest.mark.rule("SF-TIER-05")
def test_the_chances_against_a_higher_tier_are_exact() -> None:
    g = Game(maud=(skill("Athletics", 4),))
    g.choose("ana", "roll a skill", actor="maud", trait="athletics", description="leaps")
    g.answer("gm", "opposition", "difficulty", value=1, scale="1")
    margins = [4 + sum(fate) - six - 1 for fate in product(FATE, repeat=3) for six in SIX]
    met = Fraction(sum(margin >= 0 for margin in margins), len(margins))
    found = chances(g, "ana")
    assert found["succeed"] + found["style"] == met
    assert found["style"] == Fraction(sum(margin >= 3 for margin in margins), len(margins))


def opposed(rating: int, tier: int, foe_rating: int, foe_tier: int) -> Fraction:
    """The chance that Maud's attack hits, as the offer to throw tells it."""
    g = fighting(tier, foe_tier, rating=rating, foe_rating=foe_rating)
    g.choose("ana", "attack", actor="maud", target="foe", trait="fisticuffs/strike", description="strikes")
    g.answer("gm", "defend", "defend", trait="fisticuffs/parry", description="parries")
    found = chances(g, "ana")
    return found["succeed"] + found["style"]


@pytest.mark.rule("SF-TIER-03", "SF-TIER-07")
@pytest.mark.parametrize(("gap", "wins"), [(1, 0.8576), (2, 0.9832), (3, 0.9991), (4, 0.99999)])
def test_the_chances_of_each_gap_at_equal_ratings(gap: int, wins: float) -> None:
    assert float(opposed(2, gap, 2, 0)) == pytest.approx(wins, abs=0.00005)


@pytest.mark.rule("SF-TIER-03")
@pytest.mark.parametrize(("gap", "wins"), [(1, 0.3628), (2, 0.0772), (3, 0.0086), (4, 0.0004)])
def test_a_great_skill_may_still_beat_an_average_one_of_a_higher_tier(gap: int, wins: float) -> None:
    assert float(opposed(4, 0, 1, gap)) == pytest.approx(wins, abs=0.00005)


@pytest.mark.rule("SF-TIER-10")
@pytest.mark.parametrize("gap", range(-4, 5))
def test_with_extra_dice_each_side_throws_d6_minus_d6_and_the_higher_more(gap: int) -> None:
    g = fighting(max(0, gap), max(0, -gap), dice="extra-dice")
    shown = {place: " ".join(["1"] * (2 + more)) for place, more in enumerate((max(0, gap), max(0, -gap)))}
    g.attack("fisticuffs/strike", "fisticuffs/parry", shown[0], shown[1])
    pools = [f"{1 + more}d6-1d6" for more in (max(0, gap), max(0, -gap))]
    assert [sorted(thrown(g, index).replace("-", "+-").split("+")) for index in (0, 1)] == [
        sorted(pool.replace("-", "+-").split("+")) for pool in pools
    ]
    assert g.result()[0] == gap


@pytest.mark.rule("SF-TIER-10")
@pytest.mark.parametrize(("gap", "pool"), [(-2, "1d6-3d6"), (-1, "1d6-2d6"), (0, "1d6-1d6"), (2, "3d6-1d6")])
def test_with_extra_dice_a_difficulty_takes_them_off_or_adds_them(gap: int, pool: str) -> None:
    g = Game(maud=(skill("Athletics", 3, max(0, gap)),), dice="extra-dice")
    g.attempt("athletics", 3, " ".join(["1"] * (2 + abs(gap))), tier=max(0, -gap))
    assert thrown(g) == pool
    assert g.result()[0] == gap


@pytest.mark.rule("SF-TIER-11")
@pytest.mark.parametrize("gap", range(-4, 5))
def test_with_the_flat_bonus_each_tier_is_worth_three(gap: int) -> None:
    g = fighting(max(0, gap), max(0, -gap), dice="flat-bonus")
    shown = [" ".join(("1 1", *(["3"] * more))) for more in (max(0, gap), max(0, -gap))]
    g.attack("fisticuffs/strike", "fisticuffs/parry", *shown)
    assert g.result()[0] == 3 * gap


@pytest.mark.rule("SF-TIER-11")
@pytest.mark.parametrize("gap", [-3, -1, 0, 1, 3])
def test_with_the_flat_bonus_a_difficulty_counts_three_a_tier_either_way(gap: int) -> None:
    g = Game(maud=(skill("Athletics", 2, max(0, gap)),), dice="flat-bonus")
    g.attempt("athletics", 2, " ".join(("1 1", *(["3"] * abs(gap)))), tier=max(0, -gap))
    assert g.result()[0] == 3 * gap


@pytest.mark.rule("SF-TIER-02", "SF-TIER-01")
@pytest.mark.parametrize(("tier", "written"), list(enumerate(("", " (E)", " (S)", " (A)", " (G)"))))
def test_the_initial_of_a_tier_stands_behind_the_skill(tier: int, written: str) -> None:
    g = Game(maud=(skill("Brawn", 3, tier),))
    traits = g.ruleset.presenting.rules.traits(g.actor("maud"), "")
    assert traits[0].label == f"Brawn{written} (+3)"
    assert (traits[0].scale, TIERS[traits[0].scale]) == (
        tier,
        g.ruleset.presenting.rules.difficulty_range.scales[tier].label,
    )


@pytest.mark.rule("SF-TIER-01")
def test_a_skill_is_mundane_unless_the_sheet_says_otherwise() -> None:
    g = Game(maud=(skill("Brawn", 3),))
    assert {trait.scale for trait in g.ruleset.presenting.rules.traits(g.actor("maud"), "")} == {0}


def shown(g: Game) -> RollBlock:
    block = g.ruleset.presenting.roll_card(g.table.state, g.table.state.get(SEATS)[SeatId("ana")], g.roll.id)
    assert block is not None
    return block


@pytest.mark.rule("SF-TIER-03", "SF-TIER-10", "SF-TIER-11")
@pytest.mark.parametrize(
    ("dice", "tier", "told"),
    [
        ("fate", 1, "Extraordinary against Mundane: 1 die became a six-sider."),
        ("fate", 3, "Ascendant against Mundane: 3 dice became six-siders."),
        ("extra-dice", 2, "Superhuman against Mundane: 2 dice more."),
        ("flat-bonus", 2, "Superhuman against Mundane: +6."),
        ("fate", 0, ""),
    ],
)
def test_people_read_which_dice_were_replaced_and_why(dice: str, tier: int, told: str) -> None:
    g = fighting(tier, 0, dice=dice)
    g.do("ana", Attack(actor=MAUD, target=FOE, trait="fisticuffs/strike", description="hits"))
    assert not shown(g).sides[0].dice_note, "nobody knows yet what it meets"
    g.answer("gm", "defend", "defend", trait="fisticuffs/parry", description="ducks")
    assert [side.dice_note for side in shown(g).sides] == [told, ""]
    assert (shown(g).dice_chances is None) == (tier == 0)


@pytest.mark.rule("SF-TIER-05", "SF-TIER-06")
def test_people_read_that_dice_are_taken_off_against_a_higher_tier() -> None:
    g = Game(maud=(skill("Athletics", 3, 0),))
    g.do("ana", Overcome(actor=MAUD, trait="athletics", description="runs"))
    g.answer("gm", "opposition", "difficulty", value=2, scale="2")
    (side,) = shown(g).sides
    assert side.dice_note == "Mundane against Superhuman: 2 dice became six-siders that are taken off."


@pytest.mark.rule("SF-TIER-03")
def test_the_chances_are_shown_with_the_usual_dice_and_with_these() -> None:
    g = fighting(1, 0)
    g.do("ana", Attack(actor=MAUD, target=FOE, trait="fisticuffs/strike", description="hits"))
    g.answer("gm", "defend", "defend", trait="fisticuffs/parry", description="ducks")
    chances = shown(g).dice_chances
    assert chances is not None
    assert (chances.usual["succeed"] + chances.usual["style"], chances.changed["fail"]) == (41, 7)
    assert chances.changed["succeed"] + chances.changed["style"] == 86, "as the table of gaps has it"
    assert sum(chances.usual.values()) in range(99, 102)
