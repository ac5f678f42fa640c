"""Scenes, sessions and scenarios: when each starts and ends, and who is there.

What a beginning or an end does to stress, points or aspects is up to whoever handles the moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, FlagHole, ManyHole, Offer, TextHole
from fatetable.engine.prompts import is_blocked
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Evolver, Subsystem
from fatetable.mechanics.cast import CAST, ActorId, actor_of
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.moments import SceneEnds, SceneStarts, SessionEnds, SessionStarts


class Scene(Struct, frozen=True):
    number: int = 0
    title: str = ""
    is_open: bool = False
    present: tuple[ActorId, ...] = ()


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


class StartSession(Command, frozen=True, tag="start-session"):
    pass


class EndSession(Command, frozen=True, tag="end-session"):
    scenario_ends: bool = False


class StartScene(Command, frozen=True, tag="start-scene"):
    title: str
    present: tuple[ActorId, ...] = ()


class EndScene(Command, frozen=True, tag="end-scene"):
    keep: tuple[str, ...] = ()
    """Situation aspects that outlast the scene."""


class EnterScene(Command, frozen=True, tag="enter-scene"):
    actor: ActorId


class LeaveScene(Command, frozen=True, tag="leave-scene"):
    actor: ActorId


class SessionStarted(Event, frozen=True, tag="session-started/1"):
    session: int


class SessionEnded(Event, frozen=True, tag="session-ended/1"):
    session: int
    scenario: int


class SceneStarted(Event, frozen=True, tag="scene-started/1"):
    number: int
    title: str
    present: tuple[ActorId, ...]


class SceneEnded(Event, frozen=True, tag="scene-ended/1"):
    number: int


class PresenceChanged(Event, frozen=True, tag="presence-changed/1"):
    present: tuple[ActorId, ...]


def _session_started(calendar: Calendar, event: SessionStarted) -> Calendar:
    return msgspec.structs.replace(calendar, session=event.session, in_session=True)


def _session_ended(calendar: Calendar, event: SessionEnded) -> Calendar:
    since = calendar.scenario_since if event.scenario == calendar.scenario else event.session + 1
    return msgspec.structs.replace(calendar, in_session=False, scenario=event.scenario, scenario_since=since)


def _scene_started(_: Scene, event: SceneStarted) -> Scene:
    return Scene(event.number, event.title, True, event.present)


def _scene_ended(scene: Scene, _: SceneEnded) -> Scene:
    return msgspec.structs.replace(scene, is_open=False)


def _presence_changed(scene: Scene, event: PresenceChanged) -> Scene:
    return msgspec.structs.replace(scene, present=event.present)


def is_present(state: State, actor: ActorId) -> bool:
    scene = state.get(SCENE)
    return scene.is_open and actor in scene.present


class Scenes(Struct, frozen=True):
    """`is_busy` says whether something is still under way that a scene cannot end in the middle of.

    `keepable` are the aspects that may outlast a scene if the game master wishes.
    """

    is_busy: Callable[[State], bool]
    keepable: Callable[[State], tuple[Choice, ...]]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="scenes",
            decides={
                StartSession: self._start_session,
                EndSession: self._end_session,
                StartScene: self.start_scene,
                EndScene: self._end_scene,
                EnterScene: self.enter,
                LeaveScene: self._leave,
            },
            evolves={
                SessionStarted: Evolver(CALENDAR, _session_started),
                SessionEnded: Evolver(CALENDAR, _session_ended),
                SceneStarted: Evolver(SCENE, _scene_started),
                SceneEnded: Evolver(SCENE, _scene_ended),
                PresenceChanged: Evolver(SCENE, _presence_changed),
            },
            offers=self._offers,
        )

    def may_start(self, state: State) -> bool:
        """Could a scene begin now?"""
        return state.get(CALENDAR).in_session and not state.get(SCENE).is_open and not is_blocked(state)

    def everyone(self, state: State) -> tuple[Choice, ...]:
        """All who may be there when a scene begins."""
        return tuple(Choice(actor.id, actor.name) for actor in state.get(CAST).values() if not actor.is_hidden)

    def _start_session(self, decision: Decision, _: StartSession) -> None:
        decision.require_gm()
        calendar = decision.state.get(CALENDAR)
        decision.require(not calendar.in_session, "session-running", "A session is being played already.")
        decision.emit(SessionStarted(calendar.session + 1))
        decision.moment(SessionStarts(calendar.session + 1))

    def _end_session(self, decision: Decision, command: EndSession) -> None:
        decision.require_gm()
        calendar = decision.state.get(CALENDAR)
        decision.require(calendar.in_session, "no-session", "No session is being played.")
        decision.require(not decision.state.get(SCENE).is_open, "scene-running", "End the scene first.")
        decision.require(not is_blocked(decision.state), "questions-open", "Some questions are still open.")
        decision.emit(SessionEnded(calendar.session, calendar.scenario + command.scenario_ends))
        decision.moment(SessionEnds(calendar.session, command.scenario_ends))

    def start_scene(self, decision: Decision, command: StartScene) -> None:
        decision.require_gm()
        scene = decision.state.get(SCENE)
        decision.require(
            decision.state.get(CALENDAR).in_session, "no-session", "Start a session before its first scene."
        )
        decision.require(not scene.is_open, "scene-running", "End the scene that is being played first.")
        decision.require(not is_blocked(decision.state), "questions-open", "Some questions are still open.")
        decision.require(bool(command.title.strip()), "no-title", "A scene needs a title.")
        decision.require(len(set(command.present)) == len(command.present), "named-twice", "Someone is named twice.")
        for actor in command.present:
            decision.require(
                not actor_of(decision, actor).is_hidden,
                "still-hidden",
                "Someone hidden cannot be announced.",
            )
        decision.emit(SceneStarted(scene.number + 1, command.title.strip(), command.present))
        decision.moment(SceneStarts(scene.number + 1))

    def _end_scene(self, decision: Decision, command: EndScene) -> None:
        decision.require_gm()
        scene = decision.state.get(SCENE)
        decision.require(scene.is_open, "no-scene", "No scene is being played.")
        decision.require(not self.is_busy(decision.state), "not-finished", "Something is still being settled.")
        decision.require(not is_blocked(decision.state), "questions-open", "Some questions are still open.")
        keepable = {choice.value for choice in self.keepable(decision.state)}
        decision.require(set(command.keep) <= keepable, "cannot-keep", "Only situation aspects can outlast a scene.")
        decision.moment(SceneEnds(scene.number, command.keep))
        decision.emit(SceneEnded(scene.number))

    def enter(self, decision: Decision, command: EnterScene) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        scene = decision.state.get(SCENE)
        decision.require(scene.is_open, "no-scene", "No scene is being played.")
        decision.require(actor.id not in scene.present, "already-there", f"{actor.name} is there already.")
        decision.require(not actor.is_hidden, "still-hidden", f"{actor.name} is hidden; reveal them instead.")
        decision.emit(PresenceChanged((*scene.present, actor.id)))

    def _leave(self, decision: Decision, command: LeaveScene) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        scene = decision.state.get(SCENE)
        decision.require(is_present(decision.state, actor.id), "not-there", f"{actor.name} is not in the scene.")
        decision.require(not self.is_busy(decision.state), "not-finished", "Something is still being settled.")
        decision.emit(PresenceChanged(tuple(other for other in scene.present if other != actor.id)))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm:
            return
        scene, calendar, cast = state.get(SCENE), state.get(CALENDAR), state.get(CAST)
        if not calendar.in_session:
            yield Offer(
                command=StartSession(), label="Start a session", cites=self.cites("session-start"), group="moment"
            )
        elif self.may_start(state):
            yield Offer(
                command=StartScene(""),
                label="Start a scene",
                holes=(TextHole("title", "title"), ManyHole("present", "who is there", self.everyone(state))),
                cites=self.cites("scene-start"),
                group="moment",
            )
            yield Offer(
                command=EndSession(),
                label="End the session",
                holes=(FlagHole("scenario_ends", "the scenario ends too"),),
                cites=self.cites("session-end"),
                group="moment",
            )
        if not scene.is_open:
            return
        if not is_blocked(state) and not self.is_busy(state):
            yield Offer(
                command=EndScene(),
                label="End the scene",
                holes=(ManyHole("keep", "aspects that stay", self.keepable(state)),),
                cites=self.cites("scene-end"),
                group="moment",
            )
        for actor in cast.values():
            if actor.id in scene.present:
                if not self.is_busy(state):
                    yield Offer(command=LeaveScene(actor.id), label=f"{actor.name} leaves the scene", group="gm")
            elif not actor.is_hidden:
                yield Offer(command=EnterScene(actor.id), label=f"{actor.name} enters the scene", group="gm")
