"""Starting and ending sessions and scenes, and bringing characters into a scene or out of it.

What a beginning or an end does to stress, points or aspects is decided by the subsystems that handle the moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, FlagHole, ManyHole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.prompts import is_blocked
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import keepable_aspects
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.book.pace import Pace
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, followers_of
from fatetable.mechanics.encounters.state import ENCOUNTER, Conflict, EncounterEnded, takes_part
from fatetable.mechanics.moments import ConflictEnds, SceneEnds, SceneStarts, SessionEnds, SessionStarts
from fatetable.mechanics.rolls.state import unsettled
from fatetable.mechanics.scenes.sides import SidesNamed
from fatetable.mechanics.scenes.state import (
    CALENDAR,
    SCENE,
    SCENE_EVOLVES,
    PresenceChanged,
    SceneClosing,
    SceneEnded,
    SceneStarted,
    SessionEnded,
    SessionStarted,
    is_present,
)

NO_SCENE = Refusal("no-scene", "No scene is being played.")
QUESTIONS_OPEN = Refusal("questions-open", "Answer the open questions first.")
NOT_FINISHED = Refusal("not-finished", "An encounter or a roll is still under way; finish it first.")


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
    """`alone` leaves the followers of the character behind."""

    actor: ActorId
    alone: bool = False


def always(_: Actor) -> bool:
    return True


class WhyBusy(Protocol):
    """What is under way and has to be over first, if anything is."""

    def __call__(self, state: State, /) -> Refusal | None: ...


class SceneLifecycle(Struct, frozen=True):
    """`why_busy` names what a scene cannot end in the middle of.

    `goes_along` tells of followers whether they come and go with their patron.
    """

    why_busy: WhyBusy
    cites: Cites
    pace: Pace
    goes_along: Callable[[Actor], bool] = always

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
            evolves=SCENE_EVOLVES,
            offers=self._offers,
            follow_up=self._follow_up,
        )

    # -- what may be done ----------------------------------------------------------------------------------------

    def cannot_start(self, state: State) -> Refusal | None:
        if not state.get(CALENDAR).in_session:
            return Refusal("no-session", "Start a session before its first scene.")
        if state.get(SCENE).is_open:
            return Refusal("scene-running", "End the scene that is being played first.")
        return QUESTIONS_OPEN if is_blocked(state) else None

    def _cannot_end_session(self, state: State) -> Refusal | None:
        if not state.get(CALENDAR).in_session:
            return Refusal("no-session", "No session is being played.")
        if state.get(SCENE).is_open:
            return Refusal("scene-running", "End the scene first.")
        return QUESTIONS_OPEN if is_blocked(state) else None

    def _cannot_end_scene(self, state: State) -> Refusal | None:
        if not state.get(SCENE).is_open:
            return NO_SCENE
        return self.why_busy(state) or (QUESTIONS_OPEN if is_blocked(state) else None)

    def _cannot_leave(self, state: State, actor: ActorId) -> Refusal | None:
        """Somebody who only looks on may go while others are in an encounter."""
        if state.get(ENCOUNTER) is None or takes_part(state, actor):
            return self.why_busy(state)
        return unsettled(state)

    def everyone(self, state: State) -> tuple[Choice, ...]:
        """All who may be there when a scene begins."""
        return tuple(Choice(actor.id, actor.name) for actor in state.get(CAST).values() if not actor.is_hidden)

    def heroes(self, state: State) -> tuple[ActorId, ...]:
        """The characters in a new scene unless somebody says otherwise: the heroes, each with their own people."""
        if not self.pace.heroes_enter:
            return ()
        heroes = tuple(actor.id for actor in state.get(CAST).values() if actor.is_pc and not actor.is_hidden)
        return tuple(someone for hero in heroes for someone in (hero, *self._with(state, hero)))

    def _with(self, state: State, patron: ActorId) -> tuple[ActorId, ...]:
        """Who comes and goes with a character."""
        own = (actor for actor in followers_of(state, patron) if actor.id != patron and not actor.is_hidden)
        return tuple(actor.id for actor in own if self.goes_along(actor))

    def _leaving_with(self, state: State, patron: ActorId) -> tuple[ActorId, ...]:
        there = (actor for actor in self._with(state, patron) if is_present(state, actor))
        return tuple(actor for actor in there if self._cannot_leave(state, actor) is None)

    # -- commands ------------------------------------------------------------------------------------------------

    def _start_session(self, decision: Decision, _: StartSession) -> None:
        decision.require_gm()
        calendar = decision.state.get(CALENDAR)
        decision.require(not calendar.in_session, "session-running", "A session is being played already.")
        decision.emit(SessionStarted(calendar.session + 1))
        decision.moment(SessionStarts(calendar.session + 1))

    def _end_session(self, decision: Decision, command: EndSession) -> None:
        decision.require_gm()
        decision.require_allowed(self._cannot_end_session(decision.state))
        calendar = decision.state.get(CALENDAR)
        decision.emit(SessionEnded(calendar.session, calendar.scenario + command.scenario_ends))
        decision.moment(SessionEnds(calendar.session, command.scenario_ends))

    def start_scene(self, decision: Decision, command: StartScene) -> None:
        decision.require_gm()
        decision.require_allowed(self.cannot_start(decision.state))
        scene = decision.state.get(SCENE)
        title = command.title.strip()
        decision.require_described(title, "no-title", "A scene needs a title.")
        decision.require(len(set(command.present)) == len(command.present), "named-twice", "Someone is named twice.")
        for actor in command.present:
            decision.require(
                not actor_of(decision, actor).is_hidden,
                "still-hidden",
                "Somebody of these is hidden; reveal them first.",
            )
        decision.emit(SceneStarted(scene.number + 1, title or f"Scene {scene.number + 1}", command.present))
        decision.moment(SceneStarts(scene.number + 1))

    def _end_scene(self, decision: Decision, command: EndScene) -> None:
        decision.require_gm()
        decision.require_allowed(self._cannot_end_scene(decision.state))
        keepable = {choice.value for choice in keepable_aspects(decision.state)}
        decision.require(set(command.keep) <= keepable, "cannot-keep", "Only situation aspects can outlast a scene.")
        self._finish(decision, command.keep)

    def close(self, decision: Decision) -> None:
        """End the scene as soon as what is under way is settled."""
        decision.emit(SceneClosing())

    def _follow_up(self, decision: Decision) -> bool:
        scene = decision.state.get(SCENE)
        if not scene.is_closing or unsettled(decision.state) is not None:
            return False
        encounter = decision.state.get(ENCOUNTER)
        if encounter is not None:
            decision.emit(EncounterEnded("The scene is over"))
            decision.emit(SidesNamed({}))
        if isinstance(encounter, Conflict):
            decision.moment(ConflictEnds())
        self._finish(decision, ())
        return True

    def _finish(self, decision: Decision, keep: tuple[str, ...]) -> None:
        number = decision.state.get(SCENE).number
        decision.moment(SceneEnds(number, keep))
        decision.emit(SceneEnded(number))

    def enter(self, decision: Decision, command: EnterScene) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        scene = decision.state.get(SCENE)
        decision.require_allowed(None if scene.is_open else NO_SCENE)
        decision.require(actor.id not in scene.present, "already-there", f"{actor.name} is there already.")
        decision.require(not actor.is_hidden, "still-hidden", f"{actor.name} is hidden; reveal them instead.")
        self.bring_in(decision, actor)

    def bring_in(self, decision: Decision, actor: Actor) -> None:
        """Let somebody who is not there come into the scene and followers with them."""
        present = decision.state.get(SCENE).present
        along = tuple(other for other in self._with(decision.state, actor.id) if other not in present)
        decision.emit(PresenceChanged((*present, actor.id, *along)))

    def _leave(self, decision: Decision, command: LeaveScene) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require(is_present(decision.state, actor.id), "not-there", f"{actor.name} is not in the scene.")
        decision.require_allowed(self._cannot_leave(decision.state, actor.id))
        company = self._leaving_with(decision.state, actor.id)
        decision.require(not command.alone or bool(company), "no-company", f"{actor.name} has nobody with them.")
        gone = {actor.id, *(() if command.alone else company)}
        present = decision.state.get(SCENE).present
        decision.emit(PresenceChanged(tuple(other for other in present if other not in gone)))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm:
            return
        if not state.get(CALENDAR).in_session:
            yield Offer(
                command=StartSession(),
                label="Start a session",
                verb="start",
                cites=self.cites("session-start"),
                group="moment",
            )
        if self.cannot_start(state) is None:
            yield Offer(
                command=StartScene(""),
                label="Start a scene",
                verb="start",
                target=Target("scene"),
                holes=(
                    TextHole("title", "title", is_description=True),
                    ManyHole("present", "who", self.everyone(state), suggested=self.heroes(state)),
                ),
                cites=self.cites("scene-start"),
                group="moment",
            )
        if self._cannot_end_session(state) is None:
            yield Offer(
                command=EndSession(),
                label="End the session",
                verb="end",
                holes=(FlagHole("scenario_ends", "end the scenario too"),),
                cites=self.cites("session-end"),
                group="moment",
            )
        if self._cannot_end_scene(state) is None:
            yield Offer(
                command=EndScene(),
                label="End the scene",
                verb="end",
                target=Target("scene"),
                holes=(ManyHole("keep", "aspects that stay", keepable_aspects(state)),),
                cites=self.cites("scene-end"),
                group="moment",
            )
        if state.get(SCENE).is_open:
            yield from self._presence_offers(state)

    def _presence_offers(self, state: State) -> Iterator[Offer]:
        present = state.get(SCENE).present
        for actor in state.get(CAST).values():
            target = Target("actor", actor.id)
            if actor.id in present:
                if self._cannot_leave(state, actor.id) is None:
                    has_company = bool(self._leaving_with(state, actor.id))
                    yield Offer(
                        command=LeaveScene(actor.id),
                        **one_of_a_family("Take … out of the scene", actor.name),
                        verb="remove",
                        target=target,
                        holes=(FlagHole("alone", "without their followers"),) if has_company else (),
                        group="gm",
                    )
            elif not actor.is_hidden:
                yield Offer(
                    command=EnterScene(actor.id),
                    **one_of_a_family("Bring … into the scene", actor.name),
                    verb="place",
                    target=target,
                    group="gm",
                )
