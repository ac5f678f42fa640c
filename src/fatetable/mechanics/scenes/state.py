"""The scene being played, who is there, and the count of sessions and scenarios.

`scenes.lifecycle` starts and ends them.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from fatetable.engine.folds import update
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.images import NO_IMAGE, ImageId


class Scene(Struct, frozen=True):
    number: int = 0
    title: str = ""
    is_open: bool = False
    present: tuple[ActorId, ...] = ()
    background: ImageId = NO_IMAGE
    is_closing: bool = False
    """It ends as soon as what is under way is settled."""


class Calendar(Struct, frozen=True):
    """`scenario_since` is the session in which the scenario being played began."""

    session: int = 0
    in_session: bool = False
    scenario: int = 1
    scenario_since: int = 1

    @property
    def sessions_of_scenario(self) -> int:
        return max(0, self.session - self.scenario_since + 1)


SCENE: Key[Scene] = Key("scene", Scene, Scene())
CALENDAR: Key[Calendar] = Key("calendar", Calendar, Calendar())


class SessionStarted(Event, frozen=True, tag="session-started/1"):
    session: int


class SessionEnded(Event, frozen=True, tag="session-ended/1"):
    session: int
    scenario: int


class SceneStarted(Event, frozen=True, tag="scene-started/1"):
    number: int
    title: str
    present: tuple[ActorId, ...]


class SceneClosing(Event, frozen=True, tag="scene-closing/1"):
    """What was agreed on closes the scene."""


class SceneEnded(Event, frozen=True, tag="scene-ended/1"):
    number: int


class PresenceChanged(Event, frozen=True, tag="presence-changed/1"):
    present: tuple[ActorId, ...]


class BackgroundSet(Event, frozen=True, tag="background-set/1"):
    """The picture behind the scene being played."""

    background: ImageId


def _session_started(calendar: Calendar, event: SessionStarted) -> Calendar:
    return msgspec.structs.replace(calendar, session=event.session, in_session=True)


def _session_ended(calendar: Calendar, event: SessionEnded) -> Calendar:
    since = calendar.scenario_since if event.scenario == calendar.scenario else event.session + 1
    return msgspec.structs.replace(calendar, in_session=False, scenario=event.scenario, scenario_since=since)


def _scene_started(_: Scene, event: SceneStarted) -> Scene:
    return Scene(event.number, event.title, True, event.present)


def _scene_closing(scene: Scene, _: SceneClosing) -> Scene:
    return msgspec.structs.replace(scene, is_closing=True)


def _scene_ended(scene: Scene, _: SceneEnded) -> Scene:
    return msgspec.structs.replace(scene, is_open=False, is_closing=False)


SCENE_EVOLVES = {
    **folds(CALENDAR, {SessionStarted: _session_started, SessionEnded: _session_ended}),
    **folds(
        SCENE,
        {
            SceneStarted: _scene_started,
            SceneClosing: _scene_closing,
            SceneEnded: _scene_ended,
            PresenceChanged: update("present"),
            BackgroundSet: update("background"),
        },
    ),
}


def is_present(state: State, actor: ActorId) -> bool:
    scene = state.get(SCENE)
    return scene.is_open and actor in scene.present
