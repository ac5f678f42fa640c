"""When consequences are gone by themselves (SF-STRESS-02)."""

from __future__ import annotations

from fatetable.engine.state import State
from fatetable.mechanics.harm.state import Mark
from fatetable.mechanics.scenes.state import CALENDAR, SCENE


def in_time(state: State, mark: Mark, _slot: str, moment: str) -> bool:
    """A scene, or a session, after the one a consequence was taken in; a severe one with the story."""
    if moment == "scene":
        return state.get(SCENE).number > mark.scene
    return moment != "session" or state.get(CALENDAR).session > mark.session
