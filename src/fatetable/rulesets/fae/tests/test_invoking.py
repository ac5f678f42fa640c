"""Invoking aspects: who may, on which roll, for what, at what price, and how often."""

from __future__ import annotations

import pytest

from fatetable.engine.errors import RuleViolation
from fatetable.engine.offers import Price
from fatetable.mechanics.acting import Attack, Overcome
from fatetable.mechanics.amending import Invoke, VetoInvocation
from fatetable.mechanics.aspects import AspectId, AspectRevealed
from fatetable.mechanics.contests import Contend, StartContest
from fatetable.mechanics.features import UseFeature
from fatetable.mechanics.opposing import Interpose, SendBack
from fatetable.mechanics.rolls import RollId, RollSettled
from fatetable.mechanics.scenes import LeaveScene
from fatetable.mechanics.staging import RevealAspect
from fatetable.mechanics.throwing import Pass
from fatetable.rulesets.fae.tests.playing import Game, first
from fatetable.rulesets.fae.tests.steps import (
    BETHESDA,
    GANG,
    RETH,
    VELD,
    VOLTAIRE,
    create,
    free_on,
    give_points,
    invoking,
    join_third,
    lay_out,
    margin,
    try_against,
    try_alone,
)

KUNG_FU = "My Kung Fu Is The Strongest"
SUNCALLER = "Suncaller of the Andral Desert"
CAPTAIN = "Feline Captain of Cirrus Skimmer"
YAWN = "*Yawn*"
OFFICER = "Officer of the Steel Empire"


def choices(g: Game, seat: str, effect: str) -> set[str]:
    """The aspects a seat is offered to invoke for a fate point."""
    return {
        choice.label
        for offer in g.offers(seat, Invoke)
        if isinstance(offer.command, Invoke) and offer.command.effect == effect and offer.price and offer.price.points
        for choice in offer.holes[0].options  # type: ignore[union-attr]
    }


# -- conditions and costs ----------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ASP-12")
@pytest.mark.parametrize(
    ("aspect", "bearer"),
    [("Sluggish", "veld"), ("Scared of Mice", "veld"), ("Distracted", "veld"), (KUNG_FU, "")],
)
def test_any_known_aspect_may_be_invoked_be_it_ones_own_or_anothers_or_the_situations(aspect: str, bearer: str) -> None:
    g = Game(foes=("Veld",))
    if bearer:
        lay_out(g, aspect, bearer=bearer)
    try_alone(g)
    g.do("ana", invoking(g, "bonus", aspect, "reth"))
    assert (g.roll.efforts[0].total, g.points("reth")) == (5, 2)


@pytest.mark.rule("FAE-ASP-12")
def test_an_invocation_must_be_explained() -> None:
    g = Game()
    try_alone(g)
    assert g.refused("ana", invoking(g, "bonus", KUNG_FU, "reth", how="  ")) == "no-explanation"
    assert g.points("reth") == 3


@pytest.mark.rule("FAE-ASP-12", "FAE-ASP-36")
def test_an_aspect_nobody_has_told_you_of_cannot_be_invoked() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    try_alone(g)
    with pytest.raises(RuleViolation) as refusal:
        g.do("ana", invoking(g, "bonus", OFFICER, "reth"))
    assert (refusal.value.code, refusal.value.cites) == ("unknown-aspect", ("FAE-ASP-12", "FAE-ASP-36"))
    missing = Invoke(
        roll=g.roll.id, effort=0, effect="bonus", aspect=AspectId("a999"), explanation="x", party=g.roll.actor
    )
    with pytest.raises(RuleViolation) as of_nothing:
        g.do("ana", missing)
    assert str(of_nothing.value) == str(refusal.value), "a refusal must not tell that the aspect exists"
    assert not any(OFFICER in label for label in choices(g, "ana", "bonus"))
    g.do("gm", RevealAspect(g.card(OFFICER).id))
    g.do("ana", invoking(g, "bonus", OFFICER, "reth"))
    assert g.roll.efforts[0].total == 5


@pytest.mark.rule("FAE-ASP-12")
def test_an_aspect_of_someone_who_is_not_there_cannot_be_invoked() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", LeaveScene(g.card(OFFICER).bearer))
    try_alone(g)
    assert g.refused("ana", invoking(g, "bonus", OFFICER, "reth")) == "not-in-play"
    assert not any(OFFICER in label for label in choices(g, "ana", "bonus"))
    assert any(KUNG_FU in label for label in choices(g, "ana", "bonus"))


@pytest.mark.rule("FAE-ASP-12")
def test_a_vetoed_invocation_costs_nothing_and_does_not_count_for_the_roll() -> None:
    g = Game()
    try_alone(g)
    g.do("ana", invoking(g, "bonus", KUNG_FU, "reth"))
    assert g.refused("ana", VetoInvocation(g.roll.id, "no")) == "gm-only"
    assert g.refused("gm", VetoInvocation(g.roll.id, " ")) == "no-reason"
    assert any(offer.matches(VetoInvocation(g.roll.id, "fists open no locks")) for offer in g.offers("gm"))
    g.do("gm", VetoInvocation(g.roll.id, "fists open no locks"))
    assert (g.roll.efforts[0].total, g.points("reth")) == (3, 3)
    assert g.refused("gm", VetoInvocation(g.roll.id, "again")) == "nothing-to-veto"
    g.do("ana", invoking(g, "bonus", KUNG_FU, "reth", how="one blow breaks the hinge"))
    assert g.roll.efforts[0].total == 5


@pytest.mark.rule("FAE-ASP-12")
def test_a_veto_gives_back_the_throw_before_a_reroll_and_the_hindrance() -> None:
    g = Game(foes=("Veld",))
    try_alone(g, dice="----")
    g.do("ana", invoking(g, "reroll", KUNG_FU, "reth"), "++++")
    assert margin(g) == 5
    g.do("gm", VetoInvocation(g.roll.id, "no"))
    assert (margin(g), g.points("reth")) == (-3, 3)
    g.do("gm", invoking(g, "hinder", OFFICER))
    assert (margin(g), g.points("pool")) == (-5, 1)
    g.do("gm", VetoInvocation(g.roll.id, "no"))
    assert (margin(g), g.points("pool")) == (-3, 2)


@pytest.mark.rule("FAE-ASP-12", "FAE-ASP-21")
def test_a_veto_gives_back_a_free_invocation_and_a_boost() -> None:
    g = Game()
    create(g, "reth", "Loose Hinge", "00--")  # a tie: a boost instead of the aspect
    boost = next(card for card in g.table.state.slices["aspects"].values() if card.kind == "boost")
    create(g, "reth", "Cracked Beam", "000-")
    try_alone(g)
    g.do("ana", invoking(g, "bonus", boost.text, "reth", payment=boost.free[0].id))
    assert not g.has_card(boost.text)
    g.do("gm", VetoInvocation(g.roll.id, "no"))
    assert g.card(boost.text) == boost
    g.do("ana", invoking(g, "bonus", "Cracked Beam", "reth", payment=free_on(g, "Cracked Beam")))
    assert g.card("Cracked Beam").free == ()
    g.do("gm", VetoInvocation(g.roll.id, "no"))
    assert len(g.card("Cracked Beam").free) == 1
    assert (margin(g), g.points("reth")) == (1, 3)


@pytest.mark.rule("FAE-ASP-12")
def test_a_veto_takes_back_the_last_invocation_only_and_asks_everybody_again() -> None:
    g = Game(foes=("Veld",))
    lay_out(g, "Fog", "Loose Tiles")
    give_points(g, pool=4, reth=9)
    try_alone(g, dice="0000", difficulty=0)
    g.do("gm", invoking(g, "hinder", "Fog"))
    g.do("gm", invoking(g, "hinder", "Loose Tiles"))
    g.do("ana", invoking(g, "bonus", KUNG_FU, "reth"))
    g.do("ana", invoking(g, "bonus", SUNCALLER, "reth"))
    g.do("ana", invoking(g, "reroll", "Crush On Avasa", "reth"), "+000")
    g.do("ana", invoking(g, "reroll", "Steel Assassins Want Me Dead", "reth"), "++00")
    g.do("bo", Pass(g.roll.id))
    margins = [margin(g)]
    for _ in range(6):
        g.do("gm", VetoInvocation(g.roll.id, "no"))
        margins.append(margin(g))
        assert "bo" in g.roll.waiting
    assert margins == [5, 4, 3, 1, -1, 1, 3]
    assert (g.roll.efforts[0].uses, g.roll.efforts[0].hindered_by, g.roll.invocations) == ((), (), ())
    assert (g.points("reth"), g.points("pool")) == (9, 4)


@pytest.mark.rule("FAE-ASP-12")
def test_a_veto_comes_too_late_once_the_outcome_is_read() -> None:
    g = Game()
    try_alone(g, dice="----")
    g.do("ana", invoking(g, "bonus", KUNG_FU, "reth"))
    roll = g.roll.id
    g.everyone_passes()
    assert g.refused("gm", VetoInvocation(roll, "no")) == "nothing-to-veto"


@pytest.mark.rule("FAE-ASP-13", "FAE-FP-02", "FAE-FP-07")
def test_an_invocation_costs_one_point_which_goes_to_the_bank_and_not_to_the_pool() -> None:
    g = Game()
    try_alone(g)
    g.do("ana", invoking(g, "bonus", KUNG_FU, "reth"))
    last = g.table.ledger()[-1]
    assert (last.source, last.target, last.amount) == ("purse:reth", "bank", 1)
    assert last.reason == f"invoked {KUNG_FU}"
    assert (g.points("reth"), g.points("pool")) == (2, 2)


@pytest.mark.rule("FAE-ASP-13")
def test_without_a_point_a_paid_invocation_is_refused() -> None:
    g = Game(foes=("Veld",))
    try_alone(g)
    give_points(g, reth=0, pool=0)
    with pytest.raises(RuleViolation) as refusal:
        g.do("ana", invoking(g, "bonus", KUNG_FU, "reth"))
    assert refusal.value.code == "not-enough-fate-points"
    assert refusal.value.cites == ("FAE-ASP-13", "FAE-FP-02", "FAE-FP-07")
    assert g.refused("gm", invoking(g, "hinder", OFFICER)) == "not-enough-fate-points"
    assert choices(g, "ana", "bonus") == set()
    assert choices(g, "gm", "hinder") == set()


@pytest.mark.rule("FAE-ASP-13", "FAE-FP-05")
def test_the_game_masters_characters_pay_from_the_pool_until_it_is_empty() -> None:
    g = Game(foes=("Veld",))
    lay_out(g, "Slick Wet Planks")
    try_against(g, "veld", "reth")
    g.do("gm", invoking(g, "bonus", OFFICER))
    g.do("gm", invoking(g, "bonus", "Slick Wet Planks"))
    assert (margin(g), g.points("pool")) == (1 - 2 + 4, 0)
    assert g.refused("gm", invoking(g, "bonus", "Must Not Lose Face")) == "not-enough-fate-points"
    assert [(e.source, e.target) for e in g.table.ledger()[-2:]] == [("pool", "bank")] * 2


@pytest.mark.rule("FAE-ASP-13")
def test_an_invocation_is_offered_for_one_point_of_whoever_pays() -> None:
    g = Game(foes=("Veld",))
    try_alone(g)
    prices = {offer.price for seat in ("gm", "ana", "bo") for offer in g.offers(seat, Invoke)}
    assert prices == {Price(1, "pool"), Price(1, "purse:reth"), Price(1, "purse:voltaire")}


@pytest.mark.rule("FAE-ASP-13")
def test_who_is_not_in_the_scene_does_not_invoke() -> None:
    g = Game()
    g.do("gm", LeaveScene(VOLTAIRE))
    try_alone(g)
    assert g.refused("bo", invoking(g, "aid", KUNG_FU, "voltaire")) == "not-yours"
    assert "bo" not in g.roll.waiting


@pytest.mark.rule("FAE-ASP-13")
def test_nobody_invokes_on_anothers_behalf() -> None:
    g = Game()
    try_alone(g)
    assert g.refused("bo", invoking(g, "bonus", KUNG_FU, "reth")) == "not-yours"
    assert g.refused("bo", invoking(g, "bonus", KUNG_FU)) == "not-yours"
    assert g.refused("gm", invoking(g, "bonus", KUNG_FU, "reth")) == "not-yours"


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
    assert "Slick Wet Planks" not in choices(g, "ana", "bonus") | choices(g, "bo", "aid")
    assert "Slick Wet Planks" in choices(g, "bo", "hinder"), "for and against are two lists"


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


# -- the window --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ASP-20", "FAE-ASP-12")
def test_every_invocation_asks_everybody_again_and_the_game_master_even_without_a_point() -> None:
    g = Game(foes=("Veld",))
    give_points(g, pool=0, voltaire=0, reth=1)
    try_alone(g, dice="----")
    assert g.roll.waiting == ("ana",)
    g.do("ana", invoking(g, "bonus", KUNG_FU, "reth"))
    assert g.roll.waiting == ("gm",), "the last word on the explanation"
    settled = first(g.do("gm", Pass(g.roll.id)), RollSettled)
    assert (settled.total, settled.outcome) == (1, "fail")


@pytest.mark.rule("FAE-ASP-20")
def test_who_has_passed_may_answer_an_invocation_of_the_other_side() -> None:
    g = Game(foes=("Veld",))
    try_against(g, "reth", "veld")
    g.do("ana", Pass(g.roll.id))
    g.do("gm", invoking(g, "bonus", OFFICER, effort=1))
    assert "ana" in g.roll.waiting
    g.do("ana", invoking(g, "bonus", KUNG_FU, "reth"))
    assert margin(g) == 1


@pytest.mark.rule("FAE-ASP-16")
def test_what_was_invoked_before_the_dice_is_given_back_when_the_roll_does_not_happen() -> None:
    g = Game(foes=("Veld",))
    create(g, "voltaire", "Tangled Rope")
    g.do("gm", Overcome(actor=VELD, trait="quick", description="draws"))
    g.do("ana", invoking(g, "hinder", OFFICER, "reth"))
    g.do("bo", invoking(g, "hinder", "Tangled Rope", "voltaire", payment=free_on(g, "Tangled Rope")))
    assert (g.points("reth"), g.card("Tangled Rope").free) == (2, ())
    g.do("gm", SendBack(g.roll.id, "draws what?"))
    assert (g.points("reth"), len(g.card("Tangled Rope").free)) == (3, 1)
    assert g.table.ledger()[-1].reason == "the roll did not happen"


@pytest.mark.rule("FAE-ASP-16")
def test_a_hindrance_stays_on_the_roll_when_someone_else_steps_in() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"))
    lay_out(g, "Slick Wet Planks", "Crowded Quay")
    g.start_conflict(first="Reth")
    g.do("ana", Attack(actor=RETH, target=VELD, trait="forceful", description="strikes"))
    g.defend("gm", "careful")
    g.do("ana", invoking(g, "hinder", "Slick Wet Planks", "reth", effort=1))
    gang = Interpose(
        roll=g.roll.id,
        actor=GANG,
        trait="other",
        description="jump between",
        aspect=g.card("Crowded Quay").id,
    )
    g.do("gm", gang)
    g.throw("ana", "0000", "0000")
    assert margin(g) == 3 - 0 + 2


@pytest.mark.rule("FAE-ASP-12")
def test_a_veto_after_the_aspect_is_gone_gives_nothing_back_but_the_roll() -> None:
    g = Game(scene=False)
    join_third(g, "Bethesda Flushing, PhD")
    g.start_scene()
    create(g, "voltaire", "Tangled Rope")
    g.do("ana", Overcome(actor=RETH, trait="quick", description="climbs"))
    g.do("bo", invoking(g, "hinder", "Tangled Rope", "voltaire", payment=free_on(g, "Tangled Rope")))
    gadget = UseFeature(
        actor=BETHESDA,
        feature="Gadgeteer",
        description="a rope eater",
        aspect=g.card("Tangled Rope").id,
    )
    g.do("cy", gadget)
    g.answer("gm", "feature", "yes")
    g.do("gm", VetoInvocation(g.roll.id, "there is no rope"))
    assert g.roll.efforts[0].hindrances == ()
    assert not g.has_card("Tangled Rope")


# -- hidden aspects ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ASP-36")
def test_an_aspect_the_game_master_invokes_is_known_to_all_from_then_on() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    try_against(g, "veld", "reth")
    events = g.do("gm", invoking(g, "bonus", OFFICER))
    assert first(events, AspectRevealed).card.text == OFFICER
    g.do("ana", invoking(g, "hinder", OFFICER, "reth"))
    assert margin(g) == 1 - 2


@pytest.mark.rule("FAE-ASP-36", "FAE-ASP-21")
def test_a_free_invocation_on_a_hidden_aspect_is_used_up_as_it_comes_to_light() -> None:
    g = Game(open_sheets=False)
    create(g, "reth", exploit=KUNG_FU)
    try_alone(g)
    g.do("ana", invoking(g, "bonus", KUNG_FU, "reth", payment=free_on(g, KUNG_FU)))
    assert g.card(KUNG_FU).free == ()
    assert g.table.view("bo").slices["aspects"][g.card(KUNG_FU).id].free == ()
