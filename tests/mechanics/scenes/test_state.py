"""The fold of sessions and scenes."""

from __future__ import annotations

from fatetable.engine.state import EMPTY
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.scenes.state import (
    CALENDAR,
    SCENE,
    Calendar,
    PresenceChanged,
    Scene,
    SceneEnded,
    SceneStarted,
    SessionEnded,
    SessionStarted,
    is_present,
)
from tests.mechanics.small_game import SmallGame

ANN = ActorId("ann")


def test_the_calendar_counts_sessions_and_remembers_when_a_scenario_began() -> None:
    g = SmallGame()
    for event in (SessionStarted(1), SessionEnded(1, 1), SessionStarted(2), SessionEnded(2, 2), SessionStarted(3)):
        g.tell(event)
    assert g.state.get(CALENDAR) == Calendar(3, True, 2, 3)
    assert g.state.get(CALENDAR).sessions_of_scenario == 1


def test_those_present_are_so_only_while_the_scene_is_open() -> None:
    g = SmallGame()
    g.tell(SceneStarted(1, "Dawn", ()))
    g.tell(PresenceChanged((ANN,)))
    assert g.state.get(SCENE) == Scene(1, "Dawn", True, (ANN,))
    assert is_present(g.state, ANN)
    g.tell(SceneEnded(1))
    assert g.state.get(SCENE) == Scene(1, "Dawn", False, (ANN,))
    assert not is_present(g.state, ANN)
    assert not is_present(EMPTY, ANN)
