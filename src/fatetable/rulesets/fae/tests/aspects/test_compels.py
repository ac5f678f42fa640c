"""Compels: trouble for a fate point, offered by anybody, haggled over, accepted or bought off, and binding."""

from __future__ import annotations

import pytest

from fatetable.engine.errors import RuleViolation
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.aspects.compel_state import CompelClosed, CompelOffered, CompelReworded
from fatetable.mechanics.aspects.compel_suggestions import SuggestCompel
from fatetable.mechanics.aspects.compels import OfferCompel, RefuseCompel, WithdrawCompel
from fatetable.mechanics.aspects.editing import RemoveAspectNow, RevealAspect
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.exchanges import EndTurn
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.harm.absorbing import Inflict
from fatetable.mechanics.points.accounts import PointsMoved
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.rolls.state import RollOver
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.mechanics.scenes.lifecycle import EndScene, LeaveScene
from fatetable.rulesets.fae.tests.support.compels import compel_id, compelling, moves, suggesting
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import (
    RETH,
    VELD,
    VOLTAIRE,
    boost_of,
    create,
    lay_out,
    try_alone,
)
from fatetable.testing.events import first

YAWN = "*Yawn*"
ASSASSINS = "Steel Assassins Want Me Dead"
FACE = "Must Not Lose Face"


# -- offering ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ASP-23", "FAE-ASP-24", "FAE-ASP-25", "FAE-ASP-26", "FAE-ASP-28")
@pytest.mark.parametrize(
    ("aspect", "is_decision", "text"),
    [
        ("Princess of Alaria", True, "stays to lead the defence of the castle"),
        ("Defiant Streak a Mile Wide", True, "mouths off to the Dean"),
        ("Strange Luck", False, "the spell turns a teacher's hair orange"),
        ("Owe Don Valdeon a Favor", False, "the Don wants a service now"),
    ],
)
def test_the_target_is_asked_and_takes_the_point_for_the_decision_or_event(
    aspect: str, is_decision: bool, text: str
) -> None:
    g = Game()
    lay_out(g, aspect, bearer="reth")
    events = g.do("gm", compelling(g, RETH, aspect, text, decision=is_decision))
    offered = first(events, CompelOffered).compel
    assert (offered.kind, offered.text) == ("decision" if is_decision else "event", text)
    prompt = g.prompt("compel")
    assert prompt is not None
    assert (prompt.seats, prompt.blocking) == (("ana",), True)
    assert [option.id for option in prompt.options] == ["accept", "haggle"]
    assert aspect in prompt.question
    assert text in prompt.question
    events = g.answer("ana", "compel", "accept")
    closed = first(events, CompelClosed)
    assert (closed.result, closed.text, closed.target) == ("accepted", text, RETH)
    assert first(events, PointsMoved).cites == ("FAE-ASP-28", "FAE-FP-03")
    assert g.points("reth") == 4


@pytest.mark.rule("FAE-ASP-26", "FAE-ASP-31", "FAE-FP-08")
def test_the_game_master_offers_from_a_supply_without_limit_and_never_from_the_pool() -> None:
    g = Game()
    g.set_points(pool=0)
    start = len(g.table.ledger())
    for _ in range(5):
        g.do("gm", compelling(g, VOLTAIRE, YAWN))
        g.answer("bo", "compel", "accept")
    assert moves(g, start) == [("bank", "stake"), ("stake", "purse:voltaire")] * 5
    assert (g.points("voltaire"), g.points("pool")) == (8, 0)


@pytest.mark.rule("FAE-ASP-26")
def test_a_compel_says_what_happens() -> None:
    g = Game()
    assert g.refused("gm", compelling(g, VOLTAIRE, YAWN, "  ")) == "no-text"


@pytest.mark.rule("FAE-ASP-23")
def test_anyone_may_compel_and_each_is_offered_it_at_the_right_price() -> None:
    g = Game(foes=("Veld",))
    found = {
        (seat, offer.command.target): offer.price.points  # type: ignore[attr-defined,union-attr]
        for seat in ("gm", "ana", "bo")
        for offer in g.offers(seat, OfferCompel)
    }
    assert found == {
        ("gm", RETH): 0,
        ("gm", VOLTAIRE): 0,
        ("ana", RETH): 0,
        ("ana", VOLTAIRE): 1,
        ("ana", VELD): 1,
        ("bo", RETH): 1,
        ("bo", VOLTAIRE): 0,
        ("bo", VELD): 1,
    }
    assert g.refused("gm", compelling(g, VELD, FACE)) == "not-compellable"
    assert any(offer.matches(compelling(g, VELD, FACE)) for offer in g.offers("ana"))


@pytest.mark.rule("FAE-ASP-23")
def test_having_an_aspect_or_being_around_one_is_enough() -> None:
    g = Game(foes=("Veld",))
    lay_out(g, "Slick Wet Planks")
    g.do("gm", Inflict(actor=VOLTAIRE, slot="mild", words="Sprained Ankle", reason="a fall"))
    for aspect in (ASSASSINS, "Slick Wet Planks", "Sprained Ankle", "Officer of the Steel Empire"):
        g.do("gm", compelling(g, RETH, aspect))
        g.answer("ana", "compel", "accept")
    assert g.points("reth") == 7


@pytest.mark.rule("FAE-ASP-10", "FAE-ASP-23")
def test_a_boost_is_not_compelled() -> None:
    g = Game(foes=("Veld",))
    create(g, "reth", "Loose Hinge", "00--")
    boost = boost_of(g, "reth")
    assert g.refused("gm", compelling(g, VOLTAIRE, boost.text)) == "not-compellable"
    assert g.refused("bo", suggesting(g, RETH, boost.text)) == "not-compellable"
    offered = {
        choice.value
        for seat in ("gm", "ana", "bo")
        for command in (OfferCompel, SuggestCompel)
        for offer in g.offers(seat, command)
        for choice in offer.holes[0].options  # type: ignore[union-attr]
    }
    assert offered
    assert boost.id not in offered


@pytest.mark.rule("FAE-ASP-23")
def test_only_someone_who_is_there_is_compelled_with_what_is_there() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", LeaveScene(VOLTAIRE))
    assert g.refused("gm", compelling(g, VOLTAIRE, ASSASSINS)) == "not-compellable"
    assert g.refused("gm", compelling(g, RETH, YAWN)) == "not-compellable"
    assert [o.command.target for o in g.offers("gm", OfferCompel)] == [RETH]  # type: ignore[attr-defined]
    g.do("gm", EndScene())
    assert g.refused("gm", compelling(g, RETH, ASSASSINS)) == "not-compellable"
    assert g.offers("gm", OfferCompel) == ()


@pytest.mark.rule("FAE-ASP-36", "FAE-ASP-23")
def test_a_player_compels_known_aspects_only_and_the_game_masters_compel_shows_a_hidden_one() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    assert g.refused("ana", compelling(g, VELD, FACE)) == "unknown-aspect"
    lay_out(g, "Powder in the Hold", hidden=True)
    g.do("gm", compelling(g, VOLTAIRE, "Powder in the Hold"))
    assert g.card("Powder in the Hold").known_to is None
    g.do("gm", RevealAspect(g.card(FACE).id))
    g.do("ana", compelling(g, VELD, FACE))


@pytest.mark.rule("FAE-ASP-23")
def test_one_compel_per_character_is_open_at_a_time() -> None:
    g = Game()
    g.do("gm", compelling(g, VOLTAIRE, YAWN))
    assert g.refused("ana", compelling(g, VOLTAIRE, YAWN)) == "compel-open"
    g.do("ana", compelling(g, RETH, ASSASSINS))
    assert {offer.command.target for offer in g.offers("gm", OfferCompel)} == set()  # type: ignore[attr-defined]
    g.answer("bo", "compel", "accept")
    g.do("gm", compelling(g, VOLTAIRE, YAWN))


@pytest.mark.rule("FAE-ASP-23")
def test_no_compel_between_the_dice_and_the_end_of_what_they_settle() -> None:
    g = Game()
    try_alone(g, dice="----")
    assert g.refused("gm", compelling(g, VOLTAIRE, YAWN)) == "dice-are-down"
    assert g.offers("gm", OfferCompel) == g.offers("bo", SuggestCompel) == ()
    g.everyone_passes()
    assert g.prompt("serious-cost") is not None
    assert g.refused("gm", compelling(g, VOLTAIRE, YAWN)) == "dice-are-down"
    g.answer("ana", "serious-cost", "fail")
    g.do("gm", compelling(g, VOLTAIRE, YAWN))


@pytest.mark.rule("FAE-ASP-23")
def test_dice_wait_for_a_compel_that_is_on_the_table() -> None:
    g = Game(ask_before_throw=False)
    g.do("ana", Overcome(actor=RETH, trait="quick", description="climbs"))
    g.answer("gm", "opposition", "difficulty", value=2)
    g.do("gm", compelling(g, RETH, ASSASSINS, "they are waiting on the roof"))
    assert g.refused("ana", ThrowDice(g.roll.id), "0000") == "still-waiting"
    g.answer("ana", "compel", "accept")
    g.do("ana", ThrowDice(g.roll.id), "0000")


@pytest.mark.rule("FAE-ASP-23")
def test_a_compel_that_complicates_nothing_is_dismissed_by_the_game_master_and_the_stake_returns() -> None:
    g = Game()
    start = len(g.table.ledger())
    g.do("ana", compelling(g, VOLTAIRE, YAWN))
    assert g.points("reth") == 2
    assert g.refused("bo", WithdrawCompel(compel_id(g))) == "not-yours"
    assert [len(g.offers(seat, WithdrawCompel)) for seat in ("gm", "ana", "bo")] == [1, 1, 0]
    events = g.do("gm", WithdrawCompel(compel_id(g)))
    assert first(events, CompelClosed).result == "withdrawn"
    assert moves(g, start) == [("purse:reth", "stake"), ("stake", "purse:reth")]
    assert g.prompt("compel") is None
    assert g.refused("gm", WithdrawCompel("c1")) == "no-such-compel"


@pytest.mark.rule("FAE-ASP-31")
def test_whoever_offered_a_compel_may_take_it_back_even_while_it_is_haggled_over() -> None:
    g = Game()
    g.do("ana", compelling(g, VOLTAIRE, YAWN))
    g.answer("bo", "compel", "haggle", text="only a short nap")
    g.do("ana", WithdrawCompel(compel_id(g)))
    assert (g.points("reth"), g.prompts()) == (3, ())


# -- haggling ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ASP-27")
def test_the_details_go_back_and_forth_until_the_target_decides() -> None:
    g = Game()
    g.do("ana", compelling(g, VOLTAIRE, YAWN, "she sleeps through the watch"))
    assert g.refused("ana", RefuseCompel(compel_id(g))) == "not-yours"
    g.answer("bo", "compel", "haggle", text="she nods off but holds the rope")
    prompt = g.prompt("compel-terms")
    assert prompt is not None
    assert prompt.seats == ("ana",)
    assert [option.id for option in prompt.options] == ["agree", "insist", "change"]
    assert g.refused("bo", RefuseCompel(compel_id(g))) == "no-such-compel", "the other side is being asked"
    events = g.answer("ana", "compel-terms", "change", text="she holds it, but snores")
    assert first(events, CompelReworded).text == "she holds it, but snores"
    g.answer("bo", "compel", "haggle", text="she nods off but holds the rope")
    g.answer("ana", "compel-terms", "insist")
    assert g.prompt("compel").question.endswith("she holds it, but snores")  # type: ignore[union-attr]
    g.answer("bo", "compel", "haggle", text="a silent nap, rope in hand")
    g.answer("ana", "compel-terms", "agree")
    events = g.answer("bo", "compel", "accept")
    assert first(events, CompelClosed).text == "a silent nap, rope in hand"
    assert (g.points("voltaire"), g.points("reth")) == (4, 2)


# -- answering ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ASP-29", "FAE-FP-02")
def test_refusing_costs_a_point_of_ones_own_which_goes_to_the_bank() -> None:
    g = Game()
    start = len(g.table.ledger())
    g.do("gm", compelling(g, VOLTAIRE, YAWN))
    offer = next(offer for offer in g.offers("bo", RefuseCompel))
    assert offer.price is not None
    assert (offer.price.points, offer.price.account) == (1, "purse:voltaire")
    events = g.do("bo", offer.command)
    assert first(events, CompelClosed).result == "refused"
    assert moves(g, start) == [("bank", "stake"), ("purse:voltaire", "bank"), ("stake", "bank")]
    assert g.points("voltaire") == 2
    assert g.prompts() == ()
    assert g.refused("bo", RefuseCompel("c1")) == "no-such-compel"


@pytest.mark.rule("FAE-ASP-29", "FAE-ASP-31")
def test_a_refused_compel_returns_the_other_players_point() -> None:
    g = Game()
    g.do("ana", compelling(g, VOLTAIRE, YAWN))
    g.do("bo", RefuseCompel(compel_id(g)))
    assert (g.points("reth"), g.points("voltaire")) == (3, 2)


@pytest.mark.rule("FAE-ASP-30")
def test_without_a_point_a_compel_cannot_be_refused() -> None:
    g = Game()
    g.set_points(voltaire=0)
    g.do("gm", compelling(g, VOLTAIRE, YAWN))
    with pytest.raises(RuleViolation) as refusal:
        g.do("bo", RefuseCompel(compel_id(g)))
    assert refusal.value.code == "not-enough-fate-points"
    assert "FAE-ASP-30" in refusal.value.cites
    assert g.offers("bo", RefuseCompel) == ()
    g.answer("bo", "compel", "accept")
    assert g.points("voltaire") == 1


# -- what is accepted binds --------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ASP-28")
def test_a_compel_that_costs_the_action_takes_the_turn() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    g.do("gm", compelling(g, VOLTAIRE, YAWN, takes_action=True))
    attack = Attack(actor=VOLTAIRE, target=VELD, trait="flashy", description="lunges")
    assert g.refused("bo", attack) == "not-finished", "the compel is settled first"
    g.answer("bo", "compel", "accept")
    assert g.refused("bo", attack) == "not-your-turn"
    conflict = conflict_of(g.table.state)
    assert conflict is not None
    assert conflict.acting == RETH


@pytest.mark.rule("FAE-ASP-28")
def test_a_compel_that_costs_the_action_calls_off_what_was_declared() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    g.do("bo", Attack(actor=VOLTAIRE, target=VELD, trait="flashy", description="lunges"))
    g.do("gm", compelling(g, VOLTAIRE, YAWN, takes_action=True))
    events = g.answer("bo", "compel", "accept")
    assert first(events, RollOver).reason == "A compel came between."
    assert g.prompts() == ()
    assert g.refused("bo", EndTurn(VOLTAIRE)) == "not-your-turn"


@pytest.mark.rule("FAE-ASP-28")
def test_a_compel_leaves_what_somebody_else_declared_alone() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    g.do("bo", Attack(actor=VOLTAIRE, target=VELD, trait="flashy", description="lunges"))
    g.do("gm", compelling(g, RETH, ASSASSINS, "he runs after a shadow", takes_action=True))
    g.answer("ana", "compel", "accept")
    assert g.roll.actor == VOLTAIRE
    conflict = conflict_of(g.table.state)
    assert conflict is not None
    assert RETH in conflict.acted


@pytest.mark.rule("FAE-ASP-28")
def test_a_compel_that_leaves_the_action_alone_leaves_the_declaration_too() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    g.do("bo", Attack(actor=VOLTAIRE, target=VELD, trait="flashy", description="lunges"))
    g.do("gm", compelling(g, VOLTAIRE, YAWN, "she will pay for it later"))
    g.answer("bo", "compel", "accept")
    assert g.roll.actor == VOLTAIRE


@pytest.mark.rule("FAE-ASP-23")
def test_a_scene_does_not_end_with_a_compel_on_the_table() -> None:
    g = Game()
    g.do("gm", compelling(g, VOLTAIRE, YAWN))
    assert g.refused("gm", EndScene()) == "questions-open"


def test_a_compel_of_an_aspect_that_is_gone_meanwhile_can_still_be_answered() -> None:
    g = Game()
    lay_out(g, "Fog")
    g.do("gm", compelling(g, VOLTAIRE, "Fog"))
    g.do("gm", RemoveAspectNow(g.card("Fog").id, "the sun comes out"))
    g.answer("bo", "compel", "haggle", text="less of it")
    g.answer("gm", "compel-terms", "agree")
    assert "an aspect" in g.prompt("compel").question  # type: ignore[union-attr]
    g.answer("bo", "compel", "accept")
    assert g.points("voltaire") == 4


def test_a_compel_names_a_character_and_an_aspect_that_exist() -> None:
    g = Game()
    nobody = OfferCompel(target=ActorId("zird"), aspect=g.card(YAWN).id, kind="event", text="x")
    assert g.refused("gm", nobody) == "unknown-actor"
    nothing = OfferCompel(target=RETH, aspect=AspectId("a99"), kind="event", text="x")
    assert g.refused("gm", nothing) == "unknown-aspect"
