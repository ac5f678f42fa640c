"""Aspects as cards on the table: how long each kind lasts, who may change it, and who knows of it."""

from __future__ import annotations

import pytest

from fatetable.mechanics.aspects.cards import ASPECTS, AspectId, AspectRemoved, AspectRevealed, AspectReworded
from fatetable.mechanics.aspects.editing import PlaceAspect, RemoveAspectNow, RevealAspect, RewordAspect, SuggestAspect
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.harm.absorbing import Inflict
from fatetable.mechanics.rolls.actions import CreateAdvantage, Overcome
from fatetable.mechanics.rolls.state import GoalSettled
from fatetable.mechanics.rolls.stepping_in import Interpose
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, StartSession
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import RETH, VELD, VOLTAIRE, create, free_on, invoking, lay_out
from fatetable.testing.events import all_of, first

KUNG_FU = "My Kung Fu Is The Strongest"
FACE = "Must Not Lose Face"
FIRE = "Raging Fire"


def knows_of(g: Game, seat: str, text: str) -> bool:
    return g.card(text).id in g.table.view(seat).get(ASPECTS)


# -- how long they last ------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ASP-02", "FAE-ASP-03", "FAE-ASP-04", "FAE-ASP-06", "FAE-CLOCK-01")
def test_each_kind_of_aspect_lasts_as_long_as_its_kind_does() -> None:
    g = Game()
    lay_out(g, "On Fire")
    create(g, "reth", "Loose Hinge", "00--")  # a tie: a boost
    g.answer("ana", "name-boost", "name", words="Distracted")
    g.do("gm", Inflict(actor=RETH, slot="moderate", words="Concussion", reason="a falling beam"))
    kinds = {text: g.card(text).kind for text in ("On Fire", "Distracted", "Concussion", KUNG_FU)}
    assert list(kinds.values()) == ["situation", "boost", "consequence", "character"]
    g.do("gm", EndScene())
    assert {text for text in kinds if g.has_card(text)} == {"Concussion", KUNG_FU}
    g.do("gm", EndSession())
    g.answer("gm", "milestone", "none")
    assert g.has_card("Concussion"), "taken in this very session"
    g.do("gm", StartSession())
    g.do("gm", EndSession())
    g.answer("ana", "recover", "how", how="a week in bed")
    g.answer("gm", "recovery", "yes")
    assert not g.has_card("Concussion")
    assert g.has_card(KUNG_FU)


@pytest.mark.rule("FAE-ASP-05", "FAE-CLOCK-01")
def test_the_game_master_keeps_chosen_situation_aspects_beyond_the_scene() -> None:
    g = Game()
    lay_out(g, "Bright Sunlight", "Crowd of Angry People")
    keep = EndScene((g.card("Crowd of Angry People").id,))
    assert any(offer.matches(keep) for offer in g.offers("gm"))
    events = g.do("gm", keep)
    assert [event.reason for event in all_of(events, AspectRemoved)] == ["the scene ended"]
    assert not g.has_card("Bright Sunlight")
    assert g.has_card("Crowd of Angry People")


@pytest.mark.rule("FAE-ASP-05")
def test_only_situation_aspects_can_be_kept() -> None:
    g = Game()
    assert g.refused("gm", EndScene((g.card(KUNG_FU).id,))) == "cannot-keep"
    assert g.refused("gm", EndScene((AspectId("a99"),))) == "cannot-keep"


@pytest.mark.rule("FAE-ASP-04", "FAE-ASP-05")
def test_a_situation_aspect_goes_once_what_it_describes_is_gone() -> None:
    g = Game()
    lay_out(g, "Knocked to the Ground", bearer="reth")
    gone = RemoveAspectNow(g.card("Knocked to the Ground").id, "he got up")
    assert g.refused("bo", gone) == "gm-only"
    assert g.refused("gm", RemoveAspectNow(g.card("Knocked to the Ground").id, " ")) == "no-reason"
    assert g.refused("gm", RemoveAspectNow(g.card(KUNG_FU).id, "forgotten")) == "not-removable"
    g.do("gm", gone)
    assert not g.has_card("Knocked to the Ground")


@pytest.mark.rule("FAE-ASP-05")
def test_an_aspect_is_not_taken_away_while_a_roll_may_still_use_it() -> None:
    g = Game()
    lay_out(g, FIRE)
    g.do("ana", Overcome(actor=RETH, trait="quick", description="jumps through"))
    assert g.refused("gm", RemoveAspectNow(g.card(FIRE).id, "rain")) == "not-finished"
    assert not g.offers("gm", RemoveAspectNow)


@pytest.mark.rule("FAE-ASP-03")
def test_a_character_aspect_changes_outside_milestones_only_by_the_game_master() -> None:
    g = Game()
    reword = RewordAspect(g.card(KUNG_FU).id, "My Kung Fu Was The Strongest", "he lost the final")
    assert g.refused("ana", reword) == "gm-only"
    assert g.refused("gm", RewordAspect(g.card(KUNG_FU).id, " ", "x")) == "no-words"
    assert g.refused("gm", RewordAspect(g.card(KUNG_FU).id, "Something", "")) == "no-reason"
    assert any(offer.matches(reword) for offer in g.offers("gm"))
    g.do("gm", reword)
    assert g.has_card("My Kung Fu Was The Strongest")
    assert g.table.state.get(CAST)[RETH].sheet.aspects["other-1"] == "My Kung Fu Was The Strongest"


@pytest.mark.rule("FAE-ASP-03")
def test_an_opponents_reworded_aspect_is_told_to_those_who_know_it() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    events = g.do("gm", RewordAspect(g.card(FACE).id, "Has Lost Face", "the duel"))
    assert first(events, AspectReworded).text == "Has Lost Face"
    assert not any("Has Lost Face" in str(record) for record in g.table.told("ana"))
    assert g.table.state.get(CAST)[VELD].sheet.aspects["trouble"] == "Has Lost Face"


@pytest.mark.rule("FAE-ASP-06")
def test_a_consequence_is_no_situation_to_be_kept_removed_or_reworded_at_will() -> None:
    g = Game()
    g.do("gm", Inflict(actor=RETH, slot="mild", words="Sprained Ankle", reason="a fall"))
    card = g.card("Sprained Ankle").id
    assert g.refused("gm", RemoveAspectNow(card, "it is better")) == "not-removable"
    assert g.refused("gm", RewordAspect(card, "Twisted Ankle", "x")) == "rename-it-instead"
    assert g.refused("ana", Overcome(actor=RETH, trait="quick", description="walks", aspect=card)) == "not-removable"


# -- getting rid of them -----------------------------------------------------------------------------------------


def fight_fire(g: Game, **more: str) -> None:
    command = Overcome(
        actor=RETH, trait="quick", description="a bucket of water", aspect=g.card(FIRE).id, words=more.get("words", "")
    )
    g.do("ana", command)


@pytest.mark.rule("FAE-ASP-07", "FAE-ASP-05")
@pytest.mark.parametrize(
    ("dice", "cost", "is_gone"), [("0000", "", True), ("00--", "a singed sleeve", True), ("----", "", False)]
)
def test_overcoming_a_situation_aspect_removes_it_and_a_tie_does_at_a_minor_cost(
    dice: str, cost: str, is_gone: bool
) -> None:
    g = Game()
    lay_out(g, FIRE)
    fight_fire(g)
    g.answer("gm", "opposition", "difficulty", value=0)
    g.throw("ana", dice)
    events = g.everyone_passes()
    if cost:
        assert g.has_card(FIRE), "the cost comes first"
        events = g.answer("gm", "minor-cost", "cost", cost=cost)
        assert first(events, GoalSettled).cost == cost
    elif not is_gone:
        g.answer("ana", "serious-cost", "fail")
    assert g.has_card(FIRE) is not is_gone


@pytest.mark.rule("FAE-ASP-07")
def test_an_opponent_may_defend_to_keep_the_aspect() -> None:
    g = Game(foes=("Veld",))
    lay_out(g, FIRE)
    fight_fire(g)
    g.answer("gm", "opposition", "defend", defender="veld")
    g.defend("gm", "forceful", how="kicks the bucket over")
    g.throw("ana", "0000", "0000")
    g.everyone_passes()
    g.answer("ana", "serious-cost", "fail")
    assert g.has_card(FIRE)


@pytest.mark.rule("FAE-ASP-07")
def test_an_opponent_may_step_in_from_the_side_to_keep_the_aspect() -> None:
    g = Game(foes=("Veld",))
    lay_out(g, FIRE)
    fight_fire(g)
    g.answer("gm", "opposition", "difficulty", value=0)
    step_in = Interpose(
        roll=g.roll.id, actor=VELD, trait="forceful", description="kicks the bucket over", aspect=g.card(FIRE).id
    )
    g.do("gm", step_in)
    g.throw("ana", "0000", "0000")
    assert g.roll.margin_now() == 2 - 3


@pytest.mark.rule("FAE-ASP-07", "FAE-ASP-21")
def test_free_invocations_left_on_a_removed_aspect_are_lost() -> None:
    g = Game()
    create(g, "voltaire", FIRE)
    free = free_on(g, FIRE)
    fight_fire(g)
    g.answer("gm", "opposition", "difficulty", value=0)
    g.throw("ana", "0000")
    g.everyone_passes()
    assert not any(free == each.id for card in g.table.state.get(ASPECTS).values() for each in card.free)


@pytest.mark.rule("FAE-ASP-05")
def test_an_action_may_change_an_aspect_instead_of_removing_it() -> None:
    g = Game()
    lay_out(g, FIRE)
    fight_fire(g, words="Smouldering Ruins")
    g.answer("gm", "opposition", "difficulty", value=0)
    g.throw("ana", "0000")
    g.everyone_passes()
    assert g.has_card("Smouldering Ruins")
    assert not g.has_card(FIRE)


# -- laying them out ---------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ASP-04")
def test_the_game_master_lays_out_situation_aspects_without_free_invocations() -> None:
    g = Game()
    lay_out(g, "On Fire")
    assert (g.card("On Fire").kind, g.card("On Fire").free) == ("situation", ())
    assert g.refused("ana", PlaceAspect(words="Fog")) == "gm-only"
    assert g.refused("gm", PlaceAspect(words="  ")) == "no-words"
    g.do("gm", EndScene())
    assert g.refused("gm", PlaceAspect(words="Fog")) == "no-scene"


@pytest.mark.rule("FAE-ASP-04")
@pytest.mark.parametrize("ruling", ["yes", "no"])
def test_players_suggest_situation_aspects_and_the_game_master_decides(ruling: str) -> None:
    g = Game()
    assert any(offer.matches(SuggestAspect("Fog")) for offer in g.offers("ana"))
    g.do("ana", SuggestAspect("Fog"))
    prompt = g.prompt("suggestion")
    assert prompt is not None
    assert (prompt.seats, prompt.blocking) == (("@gm",), False)
    assert g.refused("ana", SuggestAspect("More Fog")) == "one-at-a-time"
    g.answer("gm", "suggestion", ruling)
    assert g.has_card("Fog") is (ruling == "yes")


@pytest.mark.rule("FAE-ASP-04")
def test_a_suggestion_is_for_the_scene_it_was_made_in() -> None:
    g = Game()
    assert g.refused("gm", SuggestAspect("Fog")) == "place-it-yourself"
    assert g.refused("ana", SuggestAspect(" ")) == "no-words"
    g.do("ana", SuggestAspect("Fog"))
    g.do("gm", EndScene())
    assert g.prompt("suggestion") is None
    assert g.refused("ana", SuggestAspect("Fog")) == "no-scene"


# -- who knows them ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ASP-36")
def test_what_is_laid_out_made_or_suffered_and_players_own_aspects_are_known_to_all() -> None:
    g = Game()
    lay_out(g, "On Fire")
    create(g, "reth", "Loose Hinge", "0000")
    create(g, "reth", "Something", "00--")
    g.answer("ana", "name-boost", "name", words="In My Sights")
    g.do("gm", Inflict(actor=VOLTAIRE, slot="mild", words="Sprained Ankle", reason="a fall"))
    for text in ("On Fire", "Loose Hinge", "In My Sights", "Sprained Ankle", KUNG_FU, "*Yawn*"):
        assert all(knows_of(g, seat, text) for seat in ("gm", "ana", "bo")), text


@pytest.mark.rule("FAE-ASP-36")
def test_opponents_aspects_and_hidden_situation_aspects_are_the_game_masters_until_shown() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    lay_out(g, "Powder in the Hold", hidden=True)
    for text in (FACE, "Powder in the Hold"):
        assert [knows_of(g, seat, text) for seat in ("gm", "ana", "bo")] == [True, False, False]
        assert not any(text in str(record) for record in g.table.told("ana")), "nor is it told in any other way"
        show = RevealAspect(g.card(text).id)
        assert g.refused("ana", show) == "unknown-aspect"
        assert any(offer.matches(show) for offer in g.offers("gm"))
        events = g.do("gm", show)
        assert first(events, AspectRevealed).card.text == text
        assert knows_of(g, "ana", text)
        assert g.refused("gm", show) == "not-hidden"
    assert not knows_of(g, "ana", "Officer of the Steel Empire"), "card by card"


@pytest.mark.rule("FAE-ASP-36")
def test_an_opponent_may_be_brought_with_open_aspects() -> None:
    g = Game(scene=False)
    g.do("gm", AddOpponent(TABLES.sample("Veld"), open_aspects=True))
    assert knows_of(g, "ana", FACE)


@pytest.mark.rule("FAE-ASP-36")
def test_a_discovered_aspect_is_known_to_the_whole_table() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    g.do("ana", CreateAdvantage(actor=RETH, mode="discover", trait="careful", description="watches", target=VELD))
    g.answer("gm", "discover", "hidden", aspect=g.card(FACE).id)
    g.answer("gm", "opposition", "difficulty", value=0)
    g.throw("ana", "0000")
    assert not knows_of(g, "ana", FACE)
    g.everyone_passes()
    assert knows_of(g, "ana", FACE)
    assert knows_of(g, "bo", FACE)


@pytest.mark.rule("FAE-ASP-36")
def test_with_closed_sheets_a_players_aspects_are_their_own_until_shown_or_discovered() -> None:
    g = Game(open_sheets=False)
    assert [knows_of(g, seat, KUNG_FU) for seat in ("gm", "ana", "bo")] == [True, True, False]
    assert not any(KUNG_FU in str(record) for record in g.table.told("bo"))
    show = RevealAspect(g.card(KUNG_FU).id)
    assert g.refused("bo", show) == "unknown-aspect"
    assert any(offer.matches(show) for offer in g.offers("ana")), "its player may show it"
    g.do("ana", show)
    assert knows_of(g, "bo", KUNG_FU)
    assert g.refused("ana", show) == "not-hidden"

    suncaller = "Suncaller of the Andral Desert"
    g.do("bo", CreateAdvantage(actor=VOLTAIRE, mode="discover", trait="careful", description="asks", target=RETH))
    g.answer("gm", "discover", "hidden", aspect=g.card(suncaller).id)
    g.answer("gm", "opposition", "difficulty", value=0)
    g.throw("bo", "0000")
    g.everyone_passes()
    assert knows_of(g, "bo", suncaller)
    assert not knows_of(g, "bo", "Crush On Avasa")


@pytest.mark.rule("FAE-ASP-36")
def test_a_player_shows_only_aspects_of_their_own_character() -> None:
    g = Game(foes=("Veld",), open_aspects=False, open_sheets=False)
    shown = {choice.value for offer in g.offers("ana", RevealAspect) for choice in offer.holes[0].options}  # type: ignore[union-attr]
    assert shown == {card.id for card in g.table.state.get(ASPECTS).values() if card.bearer == RETH}
    lay_out(g, "On Fire")
    assert g.refused("ana", RevealAspect(g.card("On Fire").id)) == "not-yours"


@pytest.mark.rule("FAE-ASP-36")
def test_an_aspect_kept_to_oneself_comes_to_light_when_it_is_invoked() -> None:
    g = Game(open_sheets=False)
    g.do("ana", Overcome(actor=RETH, trait="quick", description="climbs"))
    g.answer("gm", "opposition", "difficulty", value=2)
    g.throw("ana", "0000")
    g.do("ana", invoking(g, "bonus", KUNG_FU, "reth"))
    assert knows_of(g, "bo", KUNG_FU)
