"""What invoking an aspect does to a roll, and how often it may be done."""

from __future__ import annotations

import pytest

from fatetable.mechanics.encounters.contests import Contend, StartContest
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.state import RollId, RollSettled
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import (
    RETH,
    VELD,
    VOLTAIRE,
    choices_to_invoke,
    invoking,
    lay_out,
    margin,
    try_against,
    try_alone,
)
from fatetable.testing.events import first

KUNG_FU = "My Kung Fu Is The Strongest"
SUNCALLER = "Suncaller of the Andral Desert"
CAPTAIN = "Feline Captain of Cirrus Skimmer"
OFFICER = "Officer of the Steel Empire"


# -- what it does ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ASP-14")
def test_invoking_adds_two_to_ones_own_total() -> None:
    g = Game()
    try_alone(g, dice="+---", difficulty=3)
    assert margin(g) == -2
    g.do("ana", invoking(g, "bonus", KUNG_FU, "reth"))
    assert (g.roll.efforts[0].total, margin(g)) == (3, 0)
    assert g.roll.efforts[0].modifiers[-1].cites == ("FAE-ASP-14", "FAE-ASP-13")
    assert first(g.everyone_passes(), RollSettled).outcome == "tie"


@pytest.mark.rule("FAE-ASP-15")
def test_a_reroll_throws_all_four_dice_anew_and_stands_even_if_worse() -> None:
    g = Game()
    try_alone(g, dice="+++0", difficulty=2)
    g.do("ana", invoking(g, "bonus", KUNG_FU, "reth"))
    assert margin(g) == 3 + 3 + 2 - 2
    g.do("ana", invoking(g, "reroll", SUNCALLER, "reth"), "---0")
    assert margin(g) == -3 + 3 + 2 - 2, "approach and earlier bonuses stay, the dice are replaced"
    effort = g.roll.efforts[0]
    assert [throw.values for throw in effort.throws] == [(1, 1, 1, 0), (-1, -1, -1, 0)]
    assert effort.kept == 1
    g.do("ana", invoking(g, "reroll", "Steel Assassins Want Me Dead", "reth"), "00++")
    assert (margin(g), g.points("reth")) == (2 + 3 + 2 - 2, 0)


@pytest.mark.rule("FAE-ASP-15", "FAE-ASP-18")
def test_a_reroll_does_not_make_an_aspect_usable_again() -> None:
    g = Game()
    try_alone(g)
    g.do("ana", invoking(g, "bonus", KUNG_FU, "reth"))
    assert g.refused("ana", invoking(g, "reroll", KUNG_FU, "reth"), "++++") == "already-invoked"
    g.do("ana", invoking(g, "reroll", SUNCALLER, "reth"), "++++")
    assert g.refused("ana", invoking(g, "bonus", KUNG_FU, "reth")) == "already-invoked"
    assert g.refused("ana", invoking(g, "bonus", SUNCALLER, "reth")) == "already-invoked"


@pytest.mark.rule("FAE-ASP-15")
def test_in_an_opposed_roll_only_ones_own_dice_are_thrown_again() -> None:
    g = Game(foes=("Veld",))
    try_against(g, "reth", "veld", "0000", "++++")
    g.do("ana", invoking(g, "reroll", KUNG_FU, "reth"), "++++")
    assert [effort.dice for effort in g.roll.efforts] == [4, 4]
    g.do("gm", invoking(g, "reroll", OFFICER, effort=1), "0000")
    assert [effort.dice for effort in g.roll.efforts] == [4, 0]


@pytest.mark.rule("FAE-ASP-16", "FAE-ASP-13")
def test_confronting_an_opponent_with_an_aspect_raises_their_difficulty_by_two() -> None:
    g = Game(foes=("Veld",))
    lay_out(g, "Buried in Debris", bearer="veld")
    try_alone(g, "veld", "quick", "0000", difficulty=0)
    assert margin(g) == 1
    g.do("ana", invoking(g, "hinder", "Buried in Debris", "reth"))
    assert (margin(g), g.points("reth")) == (-1, 2)
    assert g.roll.efforts[0].total == 1, "the opponent's own total stays"
    settled = first(g.everyone_passes(), RollSettled)
    assert (settled.outcome, settled.total, settled.against) == ("fail", 1, 2)


@pytest.mark.rule("FAE-ASP-16")
def test_hindering_works_against_a_roll_that_somebody_defends_against() -> None:
    g = Game(foes=("Veld",))
    lay_out(g, "Buried in Debris")
    try_against(g, "veld", "reth", "++00", "0000")
    assert margin(g) == 1
    g.do("bo", invoking(g, "hinder", "Buried in Debris", "voltaire"))
    assert margin(g) == -1


@pytest.mark.rule("FAE-ASP-16", "FAE-ASP-20")
def test_a_hindrance_may_come_before_the_dice_and_a_bonus_or_reroll_may_not() -> None:
    g = Game(foes=("Veld",))
    lay_out(g, "Buried in Debris")
    g.do("gm", Overcome(actor=VELD, trait="quick", description="draws"))
    g.do("bo", invoking(g, "hinder", "Buried in Debris", "voltaire"))
    for effect in ("bonus", "reroll"):
        assert g.refused("gm", invoking(g, effect, OFFICER)) == "wrong-moment"
    assert g.refused("ana", invoking(g, "aid", "Buried in Debris", "reth")) == "wrong-moment"
    g.answer("gm", "opposition", "difficulty", value=0)
    g.throw("gm", "0000")
    assert margin(g) == -1
    g.do("gm", invoking(g, "bonus", OFFICER))
    assert margin(g) == 1
    roll = g.roll.id
    g.everyone_passes()
    late = Invoke(roll=roll, effort=0, effect="hinder", aspect=g.card(KUNG_FU).id, explanation="x", party=RETH)
    assert g.refused("ana", late) == "no-such-roll"


@pytest.mark.rule("FAE-ASP-16")
def test_without_sides_a_bystander_may_make_a_roll_harder_or_easier() -> None:
    g = Game(foes=("Veld",))
    lay_out(g, "Loose Tiles", "Moonlight")
    try_alone(g)
    g.do("bo", invoking(g, "hinder", "Loose Tiles", "voltaire"))
    assert margin(g) == -1
    g.do("bo", invoking(g, "aid", "Moonlight", "voltaire"))
    assert (margin(g), g.points("voltaire")) == (1, 1)
    assert {o.command.effect for o in g.offers("bo", Invoke)} == {"aid", "hinder"}  # type: ignore[attr-defined]


@pytest.mark.rule("FAE-ASP-16", "FAE-ASP-17")
def test_whoever_stands_against_a_roll_does_not_help_it() -> None:
    g = Game(foes=("Veld",))
    try_alone(g)
    assert g.refused("gm", invoking(g, "aid", OFFICER)) == "wrong-side"
    g.everyone_passes()
    try_against(g, "voltaire", "reth")
    assert g.refused("ana", invoking(g, "aid", KUNG_FU, "reth")) == "wrong-side"
    assert g.refused("bo", invoking(g, "aid", KUNG_FU, "voltaire", effort=1)) == "wrong-side"


@pytest.mark.rule("FAE-ASP-17")
def test_helping_an_ally_adds_two_to_their_roll_and_the_helper_pays() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Reth")
    lay_out(g, "Slick Wet Planks")
    g.do("ana", Attack(actor=RETH, target=VELD, trait="forceful", description="strikes"))
    g.defend("gm", "careful")
    g.throw("ana", "0000", "0000")
    assert margin(g) == 1
    g.do("bo", invoking(g, "aid", "Slick Wet Planks", "voltaire"))
    assert (margin(g), g.points("voltaire"), g.points("reth")) == (3, 2, 3)


@pytest.mark.rule("FAE-ASP-17")
def test_an_ally_is_given_two_and_never_a_reroll() -> None:
    g = Game()
    try_alone(g)
    assert g.refused("bo", invoking(g, "reroll", CAPTAIN, "voltaire"), "0000") == "wrong-side"
    assert g.refused("bo", invoking(g, "bonus", CAPTAIN, "voltaire")) == "wrong-side"
    assert g.refused("ana", invoking(g, "aid", KUNG_FU, "reth")) == "wrong-side"
    assert "reroll" not in {o.command.effect for o in g.offers("bo", Invoke)}  # type: ignore[attr-defined]


@pytest.mark.rule("FAE-ASP-16", "FAE-ASP-17")
def test_in_a_conflict_sides_decide_who_helps_and_who_hinders() -> None:
    g = Game(foes=("Veld",))
    lay_out(g, "Slick Wet Planks")
    g.start_conflict(first="Reth")
    g.do("ana", Attack(actor=RETH, target=VELD, trait="forceful", description="strikes"))
    g.defend("gm", "careful")
    g.throw("ana", "0000", "0000")
    assert g.refused("bo", invoking(g, "hinder", "Slick Wet Planks", "voltaire")) == "wrong-side"
    assert g.refused("bo", invoking(g, "aid", "Slick Wet Planks", "voltaire", effort=1)) == "wrong-side"
    assert g.refused("ana", invoking(g, "aid", "Slick Wet Planks", "reth", effort=1)) == "wrong-side"
    assert g.refused("gm", invoking(g, "aid", "Slick Wet Planks")) == "wrong-side"
    g.do("bo", invoking(g, "hinder", "Slick Wet Planks", "voltaire", effort=1))
    assert margin(g) == 3


def test_an_unknown_effect_or_side_is_refused() -> None:
    g = Game()
    try_alone(g)
    assert g.refused("ana", invoking(g, "triple", KUNG_FU, "reth")) == "no-such-effect"
    assert g.refused("ana", invoking(g, "bonus", KUNG_FU, "reth", effort=1)) == "no-such-effect"
    assert g.refused("ana", invoking(g, "bonus", KUNG_FU, "reth", effort=-1)) == "no-such-effect"
    gone = Invoke(roll=RollId("r1"), effort=0, effect="bonus", aspect=g.card(KUNG_FU).id, explanation="x")
    assert g.refused("gm", gone) == "no-such-roll"


# -- once per roll -----------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ASP-18")
def test_an_aspect_is_invoked_once_on_a_roll_whoever_pays() -> None:
    g = Game()
    lay_out(g, "Slick Wet Planks")
    try_alone(g)
    g.do("ana", invoking(g, "bonus", "Slick Wet Planks", "reth"))
    assert g.refused("ana", invoking(g, "bonus", "Slick Wet Planks", "reth")) == "already-invoked"
    assert g.refused("bo", invoking(g, "aid", "Slick Wet Planks", "voltaire")) == "already-invoked"
    assert "Slick Wet Planks" not in choices_to_invoke(g, "ana", "bonus") | choices_to_invoke(g, "bo", "aid")
    assert "Slick Wet Planks" in choices_to_invoke(g, "bo", "hinder"), "for and against are two lists"


@pytest.mark.rule("FAE-ASP-18")
def test_each_side_of_an_opposed_roll_may_use_an_aspect_once() -> None:
    g = Game(foes=("Veld",))
    lay_out(g, "Slick Wet Planks")
    try_against(g, "reth", "veld")
    g.do("ana", invoking(g, "bonus", "Slick Wet Planks", "reth"))
    g.do("gm", invoking(g, "bonus", "Slick Wet Planks", effort=1))
    assert margin(g) == 1


@pytest.mark.rule("FAE-ASP-18")
def test_for_one_side_and_against_the_other_is_the_same_list() -> None:
    g = Game(foes=("Veld",))
    lay_out(g, "Slick Wet Planks", "Fog")
    try_against(g, "reth", "veld")
    g.do("ana", invoking(g, "bonus", "Slick Wet Planks", "reth"))
    assert g.refused("ana", invoking(g, "hinder", "Slick Wet Planks", "reth", effort=1)) == "already-invoked"
    g.do("ana", invoking(g, "hinder", "Fog", "reth", effort=1))
    assert g.refused("ana", invoking(g, "bonus", "Fog", "reth")) == "already-invoked"
    assert margin(g) == 2 - 1 + 4


@pytest.mark.rule("FAE-ASP-18")
def test_in_a_contest_of_two_nobody_gains_twice_by_one_aspect_but_of_three_each_roll_has_its_lists() -> None:
    for number in (2, 3):
        g = Game(foes=("Veld",))
        lay_out(g, "Fog")
        actors = (RETH, VOLTAIRE, VELD)[:number]
        g.do("gm", StartContest("first over the roofs", actors))
        for seat, actor in zip(("ana", "bo", "gm"), actors, strict=False):
            g.do(seat, Contend(actor=actor, trait="quick", description="runs"))
        g.throw("ana", *["0000"] * number)
        g.do("ana", invoking(g, "bonus", "Fog", "reth"))
        hinder = invoking(g, "hinder", "Fog", "reth", effort=1)
        if number == 2:
            assert g.refused("ana", hinder) == "already-invoked"
        else:
            g.do("ana", hinder)


@pytest.mark.rule("FAE-ASP-19")
def test_different_aspects_go_on_one_roll_each_at_its_own_price() -> None:
    g = Game()
    try_alone(g, dice="----", difficulty=5)
    for aspect in (KUNG_FU, SUNCALLER, "Crush On Avasa"):
        g.do("ana", invoking(g, "bonus", aspect, "reth"))
    assert (g.roll.efforts[0].total, g.points("reth")) == (-4 + 3 + 6, 0)
