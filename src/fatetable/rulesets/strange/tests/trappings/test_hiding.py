"""Hiding, being searched for, and moving meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.encounters.movement import Move
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.scenes.lifecycle import EndScene, StartScene
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, skill
from fatetable.rulesets.strange.tests.support.trappings import done, undertake, with_trapping
from fatetable.rulesets.strange.trappings.standing import left_by

SEEK = Undertake(actor=CORA, procedure="seek", trait="alertness/notice", target=MAUD, description="looks around")


def hiding(dice: str = "0000", rating: int = 3, tier: int = 0, *claims: str, **more: Any) -> Game:
    """Maud hides, Cora is alert (+3)."""
    g = Game(
        maud=(with_trapping(rating, tier, "hide", "leap", **more), skill("Fisticuffs", 2)),
        cora=(skill("Alertness", 3),),
    )
    undertake(g, "hide", claims=claims)
    done(g, dice)
    return g


def difficulty(g: Game) -> tuple[int, int] | None:
    left = left_by(g.table.state, "hidden", MAUD)
    return None if left is None else (left.total, left.scale)


@pytest.mark.rule("SF-HIDE-01")
@pytest.mark.parametrize(("dice", "total"), [("++00", 5), ("0000", 3), ("----", -1)])
def test_the_roll_is_the_difficulty_for_whoever_looks(dice: str, total: int) -> None:
    g = hiding(dice)
    assert difficulty(g) == (total, 0)
    roll = undertake(g, "seek", by="cora", trait="alertness/notice", to="maud")
    assert (roll.difficulty, roll.scale) == (total, 0)


@pytest.mark.rule("SF-HIDE-01")
@pytest.mark.parametrize(("dice", "is_found"), [("-000", False), ("0000", True), ("+000", True)])
def test_equaling_it_finds_her(dice: str, is_found: bool) -> None:
    g = hiding()
    undertake(g, "seek", by="cora", trait="alertness/notice", to="maud")
    done(g, dice, by="cora")
    assert (difficulty(g) is None) == is_found
    assert is_found != g.is_offered("bo", SEEK)


@pytest.mark.rule("SF-HIDE-01")
def test_time_for_sensible_measures_is_worth_two_and_a_quick_look_nothing() -> None:
    g = hiding()
    quick = undertake(g, "seek", by="cora", trait="alertness/notice", to="maud")
    assert quick.efforts[0].fixed == 3
    done(g, "-000", by="cora")
    measures = ("time for sensible measures",)
    thorough = undertake(g, "seek", by="cora", trait="alertness/notice", to="maud", claims=measures)
    assert thorough.efforts[0].fixed == 3 + 2


@pytest.mark.rule("SF-HIDE-01")
def test_notice_and_examine_find_somebody_and_nothing_else_does() -> None:
    g = Game(maud=(skill("Stealth", 1),), cora=(skill("Investigation", 2), skill("Brawn", 4)))
    undertake(g, "hide", trait="stealth")
    done(g)
    undertake(g, "seek", by="cora", trait="investigation/examine", to="maud")
    done(g, "----", by="cora")
    brawn = Undertake(actor=CORA, procedure="seek", trait="brawn", target=MAUD, description="kicks doors in")
    assert g.refused("bo", brawn) == "unknown-trait"
    at_large = Undertake(actor=CORA, procedure="seek", trait="alertness/notice", target=FOE, description="looks")
    assert g.refused("bo", at_large) == "bad-target"


@pytest.mark.rule("SF-HIDE-01")
def test_a_tier_of_hiding_is_the_tier_of_the_difficulty() -> None:
    g = hiding("0000", 2, 2)
    assert difficulty(g) == (2, 2)
    roll = undertake(g, "seek", by="cora", trait="alertness/notice", to="maud")
    assert roll.scale == 2
    assert dict(g.ruleset.presenting.notes(g.table.state, g.actor("maud")))["Hides"] == "Fair (+2) (S)"


@pytest.mark.rule("SF-HIDE-02")
@pytest.mark.parametrize(
    ("claims", "amount"),
    [
        (("pitch black",), 4),
        (("darkness, smoke or thick fog, out of sight",), 2),
        (("noisy distractions",), 1),
        ((), 0),
        (("complete silence",), -1),
        (("good light, in clear sight",), -2),
        (("bright light in a clear area",), -4),
        (("darkness with torches in it",), 1),
        (("pitch black", "noisy distractions"), 5),
        (("bright light in a clear area", "complete silence"), -5),
        (("bright light in a clear area", "good light, in clear sight"), -4),
    ],
)
def test_one_modifier_for_sight_and_one_for_noise(claims: tuple[str, ...], amount: int) -> None:
    assert difficulty(hiding("0000", 3, 0, *claims)) == (3 + amount, 0)


@pytest.mark.rule("SF-HIDE-01")
def test_an_attack_of_ones_own_and_the_end_of_the_scene_end_it() -> None:
    g = hiding()
    g.start_conflict("physical", first="Maud")
    g.do("ana", Attack(actor=MAUD, target=FOE, trait="fisticuffs/strike", description="jumps out"))
    assert difficulty(g) is None
    g = hiding()
    g.do("gm", EndScene())
    g.do("gm", StartScene("Later", (MAUD, CORA, FOE)))
    assert difficulty(g) is None


# -- moving ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-HIDE-03")
@pytest.mark.parametrize("tier", range(5))
@pytest.mark.parametrize("has_benefit", [True, False])
def test_the_tier_says_how_far_a_hidden_character_moves(tier: int, has_benefit: bool) -> None:
    """Not at all; one zone with the benefit of Extraordinary; any number from Superhuman on."""
    more: dict[str, Any] = {} if has_benefit or not tier else {"benefits": ("leap",)}
    g = hiding("0000", 3, tier, **more)
    g.draw_zones("Store", "Yard", "Lane")
    for actor in ("maud", "cora", "foe"):
        g.place(actor, "Store")
    held = difficulty(g)
    stays = [held is not None]
    for zone in ("Yard", "Lane"):
        g.move("maud", zone)
        stays.append(difficulty(g) is not None)
    assert stays == [True, *([False, False], [True, False], [True, True])[min(tier, 2) if has_benefit else 0]]
    assert TABLES.benefit("hide", tier) is not None or tier == 0


# -- moving silently ---------------------------------------------------------------------------------------------------


def skulking(**more: Any) -> Game:
    g = Game(maud=(with_trapping(3, 0, "skulk"),), cora=(skill("Alertness", 3),))
    undertake(g, "skulk", **more)
    done(g)
    return g


@pytest.mark.rule("SF-SKULK-01")
def test_skulking_has_the_modifiers_of_hiding() -> None:
    hide, skulk = TABLES.procedure("hide"), TABLES.procedure("skulk")
    assert hide is not None
    assert skulk is not None
    assert skulk.modifiers == hide.modifiers
    assert difficulty(skulking(claims=("complete silence", "pitch black"))) == (3 + 4 - 1, 0)


@pytest.mark.rule("SF-SKULK-01", "SF-TIER-12")
@pytest.mark.parametrize("tier", [0, 2])
def test_the_roll_is_the_difficulty_for_those_who_listen(tier: int) -> None:
    g = Game(maud=(with_trapping(3, tier, "skulk"),), cora=(skill("Alertness", 3),))
    undertake(g, "skulk")
    assert (g.roll.difficulty, g.roll.scale) == (0, tier)
    done(g, "++00")
    roll = undertake(g, "seek", by="cora", trait="alertness/notice", to="maud")
    assert (roll.difficulty, roll.scale) == (5, tier)


@pytest.mark.rule("SF-SKULK-01")
@pytest.mark.parametrize(("row", "stays"), [("skulk", True), ("hide", False)])
def test_moving_is_what_it_is_for(row: str, stays: bool) -> None:
    g = Game(maud=(with_trapping(3, 0, "skulk", "hide"),))
    g.draw_zones("Hall", "Garden")
    g.place("maud", "Hall")
    undertake(g, row)
    done(g)
    g.do("ana", Move(MAUD, g.zone("Garden")))
    assert (difficulty(g) is not None) == stays
