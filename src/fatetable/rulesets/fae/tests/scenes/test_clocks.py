"""The clocks of the game: what the start and the end of scenes, sessions and scenarios bring with them."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.harm.absorbing import Inflict, SetBox
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.scenes.joining import AddOpponent, RevealActor
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, EnterScene, LeaveScene, StartScene, StartSession
from fatetable.mechanics.scenes.state import CALENDAR, SCENE, SceneEnded, SceneStarted, SessionEnded, SessionStarted
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import (
    RETH,
    VELD,
    VOLTAIRE,
    create,
    end_session,
    invoking,
    lay_out,
    next_session,
    try_against,
)
from fatetable.testing.events import first

KUNG_FU = "My Kung Fu Is The Strongest"


# -- scenes ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CLOCK-01")
def test_the_end_of_a_scene_clears_pays_and_restores() -> None:
    g = Game(foes=("Veld",))
    lay_out(g, "Fog", "Burning Tower")
    create(g, "reth", "Something", "00--")
    g.do("gm", SetBox(actor=RETH, box=1, checked=True, reason="a scratch"))
    g.do("gm", SetBox(actor=VELD, box=2, checked=True, reason="a blow"))
    g.do("gm", Inflict(actor=RETH, slot="mild", words="Sprained Ankle", reason="a fall"))
    try_against(g, "voltaire", "reth")
    g.do("bo", invoking(g, "bonus", KUNG_FU, "voltaire"))
    g.everyone_passes()
    g.start_conflict(first="Voltaire")
    g.do("bo", GiveIn(VOLTAIRE, "she stays behind"))
    g.answer("gm", "concession", "agree")
    g.do("ana", GiveIn(RETH, "he too"))
    g.answer("gm", "concession", "agree")
    assert is_out(g.table.state, VOLTAIRE)
    points = g.points("reth")

    events = g.do("gm", EndScene((g.card("Burning Tower").id,)))

    assert first(events, SceneEnded).number == 1
    assert not any(g.boxes("reth") + g.boxes("veld")), "all stress goes"
    assert g.prompt("recover") is not None, "rest is asked about for mild consequences"
    assert (g.has_card("Fog"), g.has_card("Burning Tower")) == (False, True)
    assert not [card for card in g.table.state.slices["aspects"].values() if card.kind == "boost"]
    assert g.points("reth") == points + 1, "the point owed for the aspect used against him"
    assert not is_out(g.table.state, VOLTAIRE), "who was out may act in later scenes"


@pytest.mark.rule("FAE-CLOCK-01")
@pytest.mark.parametrize(("rested", "is_gone"), [("yes", True), ("no", False)])
def test_a_mild_consequence_goes_if_there_was_rest(rested: str, is_gone: bool) -> None:
    g = Game()
    g.do("gm", Inflict(actor=RETH, slot="mild", words="Sprained Ankle", reason="a fall"))
    g.do("gm", EndScene())
    assert g.refused("gm", StartScene("The next")) == "questions-open"
    assert not g.offers("gm", StartScene)
    g.answer("ana", "recover", "how", how="a night in the inn")
    g.answer("gm", "recovery", rested)
    assert g.has_card("Sprained Ankle") is not is_gone


@pytest.mark.rule("FAE-CLOCK-02")
def test_the_start_of_a_scene_fills_the_pool_with_the_heroes_in_it_and_what_was_deferred() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Reth")
    g.do("gm", GiveIn(VELD, "she leaves"))
    g.answer("ana", "concession", "agree")
    g.do("gm", EndScene())
    events = g.do("gm", StartScene("The chase", (RETH, VELD)))
    assert first(events, SceneStarted).number == 2
    assert g.points("pool") == 1 + 1


@pytest.mark.rule("FAE-CLOCK-01", "FAE-CLOCK-02")
def test_scenes_are_opened_and_closed_by_the_game_master_one_at_a_time_within_a_session() -> None:
    g = Game(scene=False)
    assert g.refused("gm", StartScene("Too early")) == "no-session"
    assert g.refused("gm", EndScene()) == "no-scene"
    g.do("gm", StartSession())
    for bad, code in (
        (StartScene("  "), "no-title"),
        (StartScene("A scene", (RETH, RETH)), "named-twice"),
        (StartScene("A scene", (ActorId("zird"),)), "unknown-actor"),
    ):
        assert g.refused("gm", bad) == code
    assert g.refused("ana", StartScene("Mine")) == "gm-only"
    assert any(offer.matches(StartScene("The quay", (RETH,))) for offer in g.offers("gm"))
    g.do("gm", StartScene("The quay", (RETH,)))
    assert g.refused("gm", StartScene("Another")) == "scene-running"
    assert g.refused("ana", EndScene()) == "gm-only"
    assert g.refused("gm", EndSession()) == "scene-running"
    assert any(offer.matches(EndScene()) for offer in g.offers("gm"))
    g.do("gm", EndScene())


@pytest.mark.rule("FAE-CLOCK-01")
def test_a_scene_does_not_end_in_the_middle_of_a_roll_or_a_conflict_or_with_a_question_open() -> None:
    g = Game(foes=("Veld",))
    g.do("ana", Overcome(actor=RETH, trait="quick", description="climbs"))
    assert g.refused("gm", EndScene()) == "not-finished"
    assert not g.offers("gm", EndScene)
    g.answer("gm", "opposition", "no-roll")
    g.start_conflict(first="Reth")
    assert g.refused("gm", EndScene()) == "not-finished"
    assert g.refused("gm", LeaveScene(RETH)) == "not-finished"
    g.do("gm", GiveIn(VELD, "she leaves"))
    g.answer("ana", "concession", "agree")
    g.do("gm", OfferCompel(target=RETH, aspect=g.card(KUNG_FU).id, kind="event", text="a challenger"))
    assert g.refused("gm", EndScene()) == "questions-open"
    assert not g.offers("gm", EndScene)
    g.answer("ana", "compel", "accept")
    g.do("gm", EndScene())


@pytest.mark.rule("FAE-CLOCK-01")
def test_people_come_and_go_during_a_scene() -> None:
    g = Game(scene=False)
    g.do("gm", AddOpponent(TABLES.sample("Veld"), is_hidden=True))
    hidden = next(actor.id for actor in g.table.state.slices["cast"].values() if actor.is_hidden)
    g.do("gm", StartSession())
    assert g.refused("gm", StartScene("The quay", (hidden,))) == "still-hidden"
    assert g.refused("gm", EnterScene(VOLTAIRE)) == "no-scene"
    g.do("gm", StartScene("The quay", (RETH,)))
    assert g.refused("gm", EnterScene(hidden)) == "still-hidden"
    assert g.refused("gm", LeaveScene(VOLTAIRE)) == "not-there"
    assert g.refused("bo", EnterScene(VOLTAIRE)) == "gm-only"
    assert any(offer.matches(EnterScene(VOLTAIRE)) for offer in g.offers("gm"))
    g.do("gm", EnterScene(VOLTAIRE))
    assert g.refused("gm", EnterScene(VOLTAIRE)) == "already-there"
    assert any(offer.matches(LeaveScene(VOLTAIRE)) for offer in g.offers("gm"))
    assert g.refused("bo", LeaveScene(VOLTAIRE)) == "gm-only"
    g.do("gm", LeaveScene(VOLTAIRE))
    assert g.table.state.get(SCENE).present == (RETH,)
    assert any(offer.matches(RevealActor(hidden)) for offer in g.offers("gm"))
    g.do("gm", RevealActor(hidden))
    assert g.refused("gm", RevealActor(hidden)) == "not-hidden"
    g.do("gm", EnterScene(hidden))


def test_two_of_the_same_name_are_told_apart_and_blanks_are_no_aspects() -> None:
    g = Game(foes=("Steel Assassin", "Steel Assassin", "Steel Assassin"))
    ids = [actor.id for actor in g.table.state.slices["cast"].values() if not actor.is_pc]
    assert ids == ["steel-assassin", "steel-assassin-2", "steel-assassin-3"]
    veld = TABLES.sample("Veld")
    g.do("gm", AddOpponent(msgspec.structs.replace(veld, aspects={**veld.aspects, "other-2": "  "})))
    assert {card.slot for card in g.table.state.slices["aspects"].values() if card.bearer == VELD} == set(veld.aspects)


# -- sessions and scenarios --------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CLOCK-03")
def test_the_start_of_a_session_tops_points_up() -> None:
    g = Game()
    g.set_points(reth=1, voltaire=5)
    events_before = len(g.table.records)
    next_session(g)
    assert (g.points("reth"), g.points("voltaire")) == (3, 5)
    started = [r.event for r in g.table.records[events_before:] if isinstance(r.event, SessionStarted)]
    assert [event.session for event in started] == [2]


@pytest.mark.rule("FAE-CLOCK-03", "FAE-CLOCK-04")
def test_sessions_are_opened_and_closed_by_the_game_master_one_after_the_other() -> None:
    g = Game(scene=False)
    assert g.refused("gm", EndSession()) == "no-session"
    assert g.refused("ana", StartSession()) == "gm-only"
    assert any(offer.matches(StartSession()) for offer in g.offers("gm"))
    g.do("gm", StartSession())
    assert g.refused("gm", StartSession()) == "session-running"
    assert g.refused("ana", EndSession()) == "gm-only"
    assert any(offer.matches(EndSession(scenario_ends=True)) for offer in g.offers("gm"))
    g.do("gm", EndSession())
    assert g.refused("gm", EndSession()) == "no-session"


@pytest.mark.rule("FAE-CLOCK-04")
def test_a_session_does_not_end_with_a_question_open() -> None:
    g = Game()
    g.do("gm", Inflict(actor=RETH, slot="mild", words="Sprained Ankle", reason="a fall"))
    g.do("gm", EndScene())
    assert g.refused("gm", EndSession()) == "questions-open"
    assert not g.offers("gm", EndSession)
    g.answer("ana", "recover", "no")
    g.do("gm", EndSession())


@pytest.mark.rule("FAE-CLOCK-04")
def test_the_end_of_a_session_asks_about_moderate_consequences_of_an_earlier_one_and_offers_a_milestone() -> None:
    g = Game()
    g.do("gm", Inflict(actor=RETH, slot="moderate", words="Broken Nose", reason="a fall"))
    g.do("gm", Inflict(actor=RETH, slot="severe", words="Crushed Leg", reason="a fall"))
    g.do("gm", EndScene())
    g.do("gm", EndSession())
    assert [prompt.kind for prompt in g.prompts()] == ["milestone"], "taken in this very session"
    g.answer("gm", "milestone", "none")
    g.do("gm", StartSession())
    g.do("gm", EndSession())
    asked = [(prompt.kind, prompt.about.get("slot")) for prompt in g.prompts()]
    assert asked == [("recover", "moderate"), ("milestone", None)]


@pytest.mark.rule("FAE-CLOCK-04")
def test_the_end_of_a_scenario_asks_about_severe_ones_too_and_offers_one_milestone_the_higher() -> None:
    g = Game()
    g.do("gm", Inflict(actor=RETH, slot="moderate", words="Broken Nose", reason="a fall"))
    g.do("gm", Inflict(actor=RETH, slot="severe", words="Crushed Leg", reason="a fall"))
    end_session(g)
    g.do("gm", StartSession())
    events = g.do("gm", EndSession(scenario_ends=True))
    ended = first(events, SessionEnded)
    assert (ended.session, ended.scenario) == (2, 2)
    asked = [(prompt.kind, prompt.about.get("slot")) for prompt in g.prompts()]
    assert asked == [("recover", "moderate"), ("recover", "severe"), ("milestone", None)]
    assert g.prompt("milestone").options[0].id == "significant"  # type: ignore[union-attr]


@pytest.mark.rule("FAE-CLOCK-04")
def test_a_scenario_goes_on_until_it_is_said_to_end() -> None:
    g = Game()
    next_session(g)
    calendar = g.table.state.get(CALENDAR)
    assert (calendar.session, calendar.scenario, calendar.sessions_of_scenario) == (2, 1, 2)
    next_session(g, scenario_ends=True)
    calendar = g.table.state.get(CALENDAR)
    assert (calendar.session, calendar.scenario, calendar.sessions_of_scenario) == (3, 2, 1)


@pytest.mark.rule("FAE-CLOCK-01")
def test_harm_in_a_later_conflict_of_the_scene_finds_the_stress_of_the_first() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"))
    g.start_conflict(second_side=("veld",), first="Reth")
    g.do("ana", Attack(actor=RETH, target=VELD, trait="forceful", description="strikes"))
    g.defend("gm", "careful")
    g.throw("ana", "0000", "0000")
    g.everyone_passes()
    g.answer("gm", "absorb", "box-1")
    g.do("gm", GiveIn(VELD, "enough"))
    g.answer("ana", "concession", "agree")
    assert g.boxes("veld")[0], "the conflict is over, the scene is not"
    g.do("gm", EndScene())
    assert not g.boxes("veld")[0]
