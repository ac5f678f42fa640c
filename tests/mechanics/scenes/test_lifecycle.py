"""Sessions and scenes begin and end in order, and everybody in a scene came into it."""

from __future__ import annotations

from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.encounters.challenges import StartChallenge
from fatetable.mechanics.scenes.lifecycle import (
    EndScene,
    EndSession,
    EnterScene,
    LeaveScene,
    StartScene,
    StartSession,
)
from fatetable.mechanics.scenes.state import CALENDAR, SCENE, is_present
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame


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
