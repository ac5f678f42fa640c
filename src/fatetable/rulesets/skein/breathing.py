"""Holding one's breath: creatures of the water that go under with lungs, or leave it with gills.

Everybody else who is short of air endures it as any other ordeal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import NumberHole, Offer
from fatetable.engine.prompts import Answer, Option, Prompt, ask, is_awaited, withdraw
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of, controls, require_control
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.moments import ActorIsOut, SceneEnds
from fatetable.mechanics.scenes import is_present
from fatetable.rulesets.skein.clock import ClockMoves, now, seconds
from fatetable.rulesets.skein.effects import Swim
from fatetable.rulesets.skein.hurting import HEALTH
from fatetable.rulesets.skein.ordeals import MOST_DIFFICULTY, ORDEALS, DueTest, can_suffer, end_ordeal, hardship
from fatetable.rulesets.skein.stunts import all_effects

GILLS = "gills"


class LoseBreath(Command, frozen=True, tag="lose-breath"):
    """Go where one cannot breathe: under water, or with gills out of it."""

    actor: ActorId


class RegainBreath(Command, frozen=True, tag="regain-breath"):
    actor: ActorId


class DoubtBreath(Command, frozen=True, tag="doubt-breath"):
    """The Storyteller doubts that the air lasts."""

    actor: ActorId
    difficulty: int


class BreathHeld(Event, frozen=True, tag="breath-held/1"):
    """Who is without air, and when that becomes doubtful by itself."""

    held: Mapping[ActorId, int]


Held: TypeAlias = Mapping[ActorId, int]
BREATH: Key[Held] = Key("held-breath", dict[ActorId, int], {})


def _held(_: Held, event: BreathHeld) -> Held:
    return event.held


def _swimmer(actor: Actor) -> tuple[Swim, bool] | None:
    """How long its breath lasts, and whether it breathes water instead."""
    for found, effect in all_effects(actor.sheet):
        if isinstance(effect, Swim):
            return effect, found.choice("breath") == GILLS
    return None


class Breathing(Struct, frozen=True, kw_only=True):
    """`demand` has somebody make an Endurance Test."""

    demand: Callable[[Decision, DueTest], None]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="breathing",
            decides={LoseBreath: self._lose, RegainBreath: self._regain, DoubtBreath: self._doubt},
            evolves=folds(BREATH, {BreathHeld: _held}),
            answers={"breath": self._ruled},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ClockMoves, ActorIsOut, SceneEnds),
        )

    def _may_lose(self, state: State, actor: Actor) -> bool:
        can_be = _swimmer(actor) is not None and actor.id not in state.get(BREATH)
        return can_be and is_present(state, actor.id) and can_suffer(state, actor)

    def _lose(self, decision: Decision, command: LoseBreath) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        swimmer = _swimmer(actor)
        if swimmer is None or not self._may_lose(decision.state, actor):
            raise decision.violation("not-in-its-nature", f"{actor.name} holds no breath now.", "water-creature")
        effect, has_gills = swimmer
        lasts = 0 if has_gills else seconds(effect.breath)
        due = now(decision.state) + lasts
        held = decision.state.get(BREATH)
        decision.emit(BreathHeld({**held, actor.id: due}))
        self._check(decision)

    def _regain(self, decision: Decision, command: RegainBreath) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require(actor.id in decision.state.get(BREATH), "can-breathe", f"{actor.name} has air enough.")
        self._breathe(decision, actor.id, "there is air again")

    def _breathe(self, decision: Decision, actor: ActorId, reason: str) -> None:
        rest = {other: due for other, due in decision.state.get(BREATH).items() if other != actor}
        decision.emit(BreathHeld(rest))
        withdraw(decision, without_air=actor)
        for ordeal in tuple(decision.state.get(ORDEALS).values()):
            if ordeal.name == _ordeal_name(decision.state, actor):
                end_ordeal(decision, ordeal, reason)

    # -- doubt ---------------------------------------------------------------------------------------------------

    def _check(self, decision: Decision) -> None:
        """When its time is over the Storyteller is asked how it fares."""
        for actor_id, due in tuple(decision.state.get(BREATH).items()):
            is_asked = is_awaited(decision.state, "without_air", actor_id)
            if due > now(decision.state) or is_asked:
                continue
            difficulty = NumberHole("fill", "difficulty", 0, MOST_DIFFICULTY, key="difficulty")
            ask(
                decision,
                "breath",
                (GM,),
                f"{decision.state.get(CAST)[actor_id].name} has no air left.",
                (Option("test", "It has to endure that", (difficulty,)), Option("wait", "It still holds out")),
                about={"without_air": actor_id},
                cites=decision.cites("water-creature"),
            )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "test":
            self._test(decision, ActorId(str(prompt.about["without_air"])), answer.number("difficulty"))

    def _doubt(self, decision: Decision, command: DoubtBreath) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require(self._may_doubt(decision.state, actor), "can-breathe", f"{actor.name} has air enough.")
        decision.require(
            0 <= command.difficulty <= MOST_DIFFICULTY, "bad-number", f"{command.difficulty} is no difficulty."
        )
        self._test(decision, actor.id, command.difficulty)

    def _may_doubt(self, state: State, actor: Actor) -> bool:
        return actor.id in state.get(BREATH) and can_suffer(state, actor)

    def _test(self, decision: Decision, actor: ActorId, difficulty: int) -> None:
        swimmer = _swimmer(decision.state.get(CAST)[actor])
        if swimmer is not None and actor in decision.state.get(BREATH):
            ordeal = hardship(decision, _ordeal_name(decision.state, actor)).id
            trait = swimmer[0].in_doubt
            self.demand(decision, DueTest(actor=actor, ordeal=ordeal, trait=trait, score=HEALTH, difficulty=difficulty))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case ClockMoves():
                self._check(decision)
            case ActorIsOut(actor) if actor in decision.state.get(BREATH):
                self._breathe(decision, ActorId(actor), "it is out")
            case SceneEnds():
                held = decision.state.get(BREATH)
                for actor_id in tuple(held):
                    self._breathe(decision, actor_id, "the scene ended")
            case _:
                pass

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        cites = self.cites("water-creature")
        for actor in state.get(CAST).values():
            if controls(seat, actor) and self._may_lose(state, actor):
                swimmer = _swimmer(actor)
                where = "leave the water" if swimmer is not None and swimmer[1] else "go under water"
                yield Offer(command=LoseBreath(actor.id), label=f"{actor.name}: {where}", cites=cites, group="act")
            if controls(seat, actor) and actor.id in state.get(BREATH):
                label = f"{actor.name}: breathe again"
                yield Offer(command=RegainBreath(actor.id), label=label, cites=cites, group="act")
            if seat.is_gm and self._may_doubt(state, actor):
                yield Offer(
                    command=DoubtBreath(actor.id, 0),
                    label=f"Does the breath of {actor.name} last?",
                    holes=(NumberHole("difficulty", "difficulty", 0, MOST_DIFFICULTY),),
                    cites=cites,
                    group="gm",
                )


def _ordeal_name(state: State, actor: ActorId) -> str:
    return f"{state.get(CAST)[actor].name} without air"
