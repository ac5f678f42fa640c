"""Invoking aspects: who may, on which roll, when, and at what price."""

from __future__ import annotations

import pytest

from fatetable.engine.errors import RuleViolation
from fatetable.engine.offers import Price
from fatetable.mechanics.aspects.cards import AspectId, AspectRevealed
from fatetable.mechanics.aspects.editing import RevealAspect
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.feature_uses import UseFeature
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.state import RollSettled
from fatetable.mechanics.rolls.stepping_in import Interpose
from fatetable.mechanics.rolls.taking_back import VetoInvocation
from fatetable.mechanics.rolls.throwing import Pass
from fatetable.mechanics.scenes.lifecycle import LeaveScene
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import (
    BETHESDA,
    GANG,
    RETH,
    VELD,
    VOLTAIRE,
    choices_to_invoke,
    create,
    free_on,
    invoking,
    join_third,
    lay_out,
    margin,
    try_against,
    try_alone,
)
from fatetable.testing.events import first

KUNG_FU = "My Kung Fu Is The Strongest"
SUNCALLER = "Suncaller of the Andral Desert"
OFFICER = "Officer of the Steel Empire"


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
    assert not any(OFFICER in label for label in choices_to_invoke(g, "ana", "bonus"))
    g.do("gm", RevealAspect(g.card(OFFICER).id))
    g.do("ana", invoking(g, "bonus", OFFICER, "reth"))
    assert g.roll.efforts[0].total == 5


@pytest.mark.rule("FAE-ASP-12")
def test_an_aspect_of_someone_who_is_not_there_cannot_be_invoked() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", LeaveScene(g.card(OFFICER).bearer))
    try_alone(g)
    assert g.refused("ana", invoking(g, "bonus", OFFICER, "reth")) == "not-in-play"
    assert not any(OFFICER in label for label in choices_to_invoke(g, "ana", "bonus"))
    assert any(KUNG_FU in label for label in choices_to_invoke(g, "ana", "bonus"))


@pytest.mark.rule("FAE-ASP-12")
def test_a_vetoed_invocation_costs_nothing_and_does_not_count_for_the_roll() -> None:
    g = Game()
    try_alone(g)
    g.do("ana", invoking(g, "bonus", KUNG_FU, "reth"))
    assert g.refused("ana", VetoInvocation(g.roll.id, "no", 0)) == "gm-only"
    assert g.refused("gm", VetoInvocation(g.roll.id, " ", 0)) == "no-reason"
    assert any(offer.matches(VetoInvocation(g.roll.id, "fists open no locks", 0)) for offer in g.offers("gm"))
    g.do("gm", VetoInvocation(g.roll.id, "fists open no locks", 0))
    assert (g.roll.efforts[0].total, g.points("reth")) == (3, 3)
    assert g.refused("gm", VetoInvocation(g.roll.id, "again", 0)) == "nothing-to-veto"
    g.do("ana", invoking(g, "bonus", KUNG_FU, "reth", how="one blow breaks the hinge"))
    assert g.roll.efforts[0].total == 5


@pytest.mark.rule("FAE-ASP-12")
def test_a_veto_gives_back_the_throw_before_a_reroll_and_the_hindrance() -> None:
    g = Game(foes=("Veld",))
    try_alone(g, dice="----")
    g.do("ana", invoking(g, "reroll", KUNG_FU, "reth"), "++++")
    assert margin(g) == 5
    g.do("gm", VetoInvocation(g.roll.id, "no", 0))
    assert (margin(g), g.points("reth")) == (-3, 3)
    g.do("gm", invoking(g, "hinder", OFFICER))
    assert (margin(g), g.points("pool")) == (-5, 1)
    g.do("gm", VetoInvocation(g.roll.id, "no", 0))
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
    g.do("gm", VetoInvocation(g.roll.id, "no", 0))
    assert g.card(boost.text) == boost
    g.do("ana", invoking(g, "bonus", "Cracked Beam", "reth", payment=free_on(g, "Cracked Beam")))
    assert g.card("Cracked Beam").free == ()
    g.do("gm", VetoInvocation(g.roll.id, "no", 0))
    assert len(g.card("Cracked Beam").free) == 1
    assert (margin(g), g.points("reth")) == (1, 3)


@pytest.mark.rule("FAE-ASP-12")
def test_a_veto_takes_back_one_invocation_only_and_asks_everybody_again() -> None:
    g = Game(foes=("Veld",))
    lay_out(g, "Fog", "Loose Tiles")
    g.set_points(pool=4, reth=9)
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
        g.do("gm", VetoInvocation(g.roll.id, "no", len(g.roll.invocations) - 1))
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
    g.set_points(reth=0, pool=0)
    with pytest.raises(RuleViolation) as refusal:
        g.do("ana", invoking(g, "bonus", KUNG_FU, "reth"))
    assert refusal.value.code == "not-enough-fate-points"
    assert refusal.value.cites == ("FAE-ASP-13", "FAE-FP-02", "FAE-FP-07")
    assert g.refused("gm", invoking(g, "hinder", OFFICER)) == "not-enough-fate-points"
    assert choices_to_invoke(g, "ana", "bonus") == set()
    assert choices_to_invoke(g, "gm", "hinder") == set()


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


# -- the window --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ASP-20", "FAE-ASP-12")
def test_every_invocation_asks_everybody_again_and_the_game_master_even_without_a_point() -> None:
    g = Game(foes=("Veld",))
    g.set_points(pool=0, voltaire=0, reth=1)
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
    g.do("gm", VetoInvocation(g.roll.id, "there is no rope", 0))
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
