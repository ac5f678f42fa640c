"""Sessions and scenes begin and end in order, and everybody in a scene came into it."""

from __future__ import annotations

import pytest

from fatetable.engine.messages import Event
from fatetable.mechanics.aspects.compels import CompelOffer, OfferCompel
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.encounters.challenges import StartChallenge
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.state import ENCOUNTER, EncounterEnded
from fatetable.mechanics.encounters.turn_order import TieForTurn
from fatetable.mechanics.scenes.lifecycle import (
    EndScene,
    EndSession,
    EnterScene,
    LeaveScene,
    StartScene,
    StartSession,
)
from fatetable.mechanics.scenes.sides import SIDES
from fatetable.mechanics.scenes.state import CALENDAR, SCENE, SceneEnded, is_present
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame, only


def test_a_scene_needs_a_session_and_ends_before_it() -> None:
    g = SmallGame()
    assert g.refused("gm", StartScene("The Mill")) == ("no-session", "Start a session before its first scene.")
    assert g.refused("gm", EndSession()) == ("no-session", "No session is being played.")
    assert g.refused("gm", EndScene()) == ("no-scene", "No scene is being played.")
    g.do("gm", StartSession())
    g.do("gm", StartScene("The Mill"))
    assert g.refused("gm", StartSession())[0] == "session-running"
    assert g.refused("gm", StartScene("The Inn"))[0] == "scene-running"
    assert g.refused("gm", EndSession())[0] == "scene-running"
    g.do("gm", EndScene())
    g.do("gm", EndSession(scenario_ends=True))
    assert (g.state.get(CALENDAR).in_session, g.state.get(CALENDAR).scenario) == (False, 2)


def test_only_the_game_master_moves_the_story_on() -> None:
    g = SmallGame()
    assert g.refused("ana", StartSession()) == ("gm-only", "Only the Keeper may do that.")
    assert not g.offers("ana", StartSession)


def test_who_is_there_enters_and_leaves() -> None:
    g = SmallGame().scene()
    g.do("gm", LeaveScene(VOLT))
    assert not is_present(g.state, VOLT)
    assert g.refused("gm", LeaveScene(VOLT)) == ("not-there", "Volt is not in the scene.")
    g.do("gm", EnterScene(VOLT))
    assert g.state.get(SCENE).present == (RETH, THUG, VOLT)
    assert g.refused("gm", EnterScene(VOLT)) == ("already-there", "Volt is there already.")
    assert g.refused("gm", LeaveScene(VOLT, alone=True)) == ("no-company", "Volt has nobody with them.")


def test_nobody_hidden_is_announced() -> None:
    g = SmallGame().scene()
    g.add("Spy", is_hidden=True)
    (spy,) = (actor.id for actor in g.state.get(CAST).values() if actor.is_hidden)
    assert g.refused("gm", EnterScene(spy))[0] == "still-hidden"
    assert "Spy enters the scene" not in [offer.label for offer in g.offers("gm", EnterScene)]


def test_a_scene_does_not_end_in_the_middle_of_something() -> None:
    g = SmallGame().scene()
    g.do("gm", StartChallenge("A fire"))
    assert g.refused("gm", EndScene())[0] == "not-finished"
    assert g.refused("gm", LeaveScene(VOLT))[0] == "not-finished"


def test_only_situation_aspects_outlast_a_scene() -> None:
    g = SmallGame().scene()
    g.do("gm", PlaceAspect(words="Fog"))
    assert g.refused("gm", EndScene((g.card("Born to Run").id,)))[0] == "cannot-keep"
    g.do("gm", EndScene((g.card("Fog").id,)))
    assert g.card("Fog").kind == "situation"


def test_offers_of_one_kind_are_a_family() -> None:
    g = SmallGame().scene()
    leaving = g.offers("gm", LeaveScene)
    assert {(offer.family, offer.verb) for offer in leaving} == {("Take … out of the scene", "remove")}
    assert [offer.member for offer in leaving] == ["Reth", "Volt", "Thug"]


def closed(*, fighting: bool) -> tuple[SmallGame, tuple[Event, ...]]:
    """Somebody agrees to what closes the scene."""
    g = SmallGame(compels={"defers_last": True}).scene()
    g.do("gm", PlaceAspect(words="Wanted", bearer=THUG))
    if fighting:
        g.do("gm", StartConflict("fight", (THUG,)))
        g.do("gm", BeginConflict())
    g.do("ana", OfferCompel(aspect=g.card("Wanted").id, target=THUG, points=1, kind="event", text="the watch comes"))
    return g, g.answer("gm", CompelOffer, "accept-last")


@pytest.mark.parametrize("fighting", [False, True])
def test_what_closes_the_scene_ends_it_with_all_that_goes_on(fighting: bool) -> None:
    g, events = closed(fighting=fighting)
    assert only(events, SceneEnded).number == 1
    assert [event.result for event in events if isinstance(event, EncounterEnded)] == ["The scene is over"] * fighting
    assert (g.state.get(SCENE).is_open, g.state.get(ENCOUNTER), g.state.get(SIDES)) == (False, None, {})
    g.do("gm", StartScene("The next", (RETH,)))
    assert g.state.get(SCENE).is_open


def test_a_closing_scene_waits_for_open_questions() -> None:
    g = SmallGame().scene()
    g.do("gm", EnterScene(g.add("Twin", speed=1)))
    g.do("gm", StartConflict("fight", (THUG,)))
    assert g.is_asked(TieForTurn)
    g.run(g.scenes.close)
    assert g.state.get(SCENE).is_open
    g.answer("gm", TieForTurn, "0")
    assert not g.state.get(SCENE).is_open
