"""Breath: water creatures that go under water with lungs, or leave it with gills.

Everybody else who has no air makes Endurance Tests as in any other ordeal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import set_to
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import NumberHole, Offer, Target, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, is_awaited, withdraw
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controls, require_control
from fatetable.mechanics.moments import ActorIsOut, SceneEnds
from fatetable.mechanics.scenes.state import is_present
from fatetable.mechanics.time.clock import ClockMoves, now
from fatetable.rulesets.skein.book import Swim, Tables
from fatetable.rulesets.skein.recovery.ordeals import (
    MOST_DIFFICULTY,
    ORDEALS,
    DueTest,
    Ordeals,
    cannot_suffer,
    end_ordeal,
    hardship,
)
from fatetable.rulesets.skein.sheet import HEALTH, all_effects

GILLS = "gills"
TOPIC = "water-creature"
NATURE = "not-in-its-nature"


class LoseBreath(Command, frozen=True, tag="lose-breath"):
    """Go where the actor cannot breathe: under water, or with gills out of it."""

    actor: ActorId


class RegainBreath(Command, frozen=True, tag="regain-breath"):
    actor: ActorId


class DoubtBreath(Command, frozen=True, tag="doubt-breath"):
    """The Storyteller doubts that the air lasts."""

    actor: ActorId
    difficulty: int


class BreathHeld(Event, frozen=True, tag="breath-held/1"):
    """Who is without air, and until when their breath lasts."""

    held: Mapping[ActorId, int]


Held: TypeAlias = Mapping[ActorId, int]
BREATH: Key[Held] = Key("held-breath", dict[ActorId, int], {})


class OutOfAir(PromptContext, frozen=True, tag="breath"):
    without_air: ActorId


def _swimmer(tables: Tables, actor: Actor) -> tuple[Swim, bool] | None:
    """How long its breath lasts, and whether it breathes water instead."""
    for found, effect in all_effects(tables, actor.sheet):
        if isinstance(effect, Swim):
            return effect, found.choice("breath") == GILLS
    return None


class Breath(Struct, frozen=True, kw_only=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="breathing",
            decides={LoseBreath: self._lose, RegainBreath: self._regain, DoubtBreath: self._doubt},
            evolves=folds(BREATH, {BreathHeld: set_to("held")}),
            answers={OutOfAir: self._ruled},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ClockMoves, ActorIsOut, SceneEnds),
        )

    def _cannot_lose(self, state: State, actor: Actor) -> Refusal | None:
        if _swimmer(self.tables, actor) is None:
            return Refusal(NATURE, f"{actor.name} holds no breath: only creatures of the water do.", TOPIC)
        if actor.id in state.get(BREATH):
            return Refusal(NATURE, f"{actor.name} is without air already, and has to breathe again first.", TOPIC)
        if not is_present(state, actor.id):
            return Refusal(NATURE, f"{actor.name} is not in the scene, and has to join it first.", TOPIC)
        return cannot_suffer(state, actor, NATURE, TOPIC)

    def _lose(self, decision: Decision, command: LoseBreath) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_lose(decision.state, actor))
        swimmer = _swimmer(self.tables, actor)
        assert swimmer is not None
        effect, has_gills = swimmer
        lasts = 0 if has_gills else self.tables.time.seconds_of(effect.breath)
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
        """Ask the Storyteller about everybody whose breath has run out."""
        for actor_id, due in tuple(decision.state.get(BREATH).items()):
            is_asked = is_awaited(decision.state, "without_air", actor_id)
            if due > now(decision.state) or is_asked:
                continue
            difficulty = NumberHole("fill", "difficulty", 0, MOST_DIFFICULTY, key="difficulty")
            ask(
                decision,
                OutOfAir(actor_id),
                (GM,),
                f"{decision.state.get(CAST)[actor_id].name} has no air left.",
                (Option("test", "Ask for a Test", (difficulty,)), Option("wait", "Let it hold out")),
                cites=decision.cites(TOPIC),
            )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "test":
            self._test(decision, prompt.read(OutOfAir).without_air, answer.number("difficulty"))

    def _doubt(self, decision: Decision, command: DoubtBreath) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require_allowed(self._cannot_doubt(decision.state, actor))
        decision.require(
            0 <= command.difficulty <= MOST_DIFFICULTY, "bad-number", f"{command.difficulty} is no difficulty."
        )
        self._test(decision, actor.id, command.difficulty)

    def _cannot_doubt(self, state: State, actor: Actor) -> Refusal | None:
        if actor.id not in state.get(BREATH):
            return Refusal("can-breathe", f"{actor.name} has air enough.")
        return cannot_suffer(state, actor, "can-breathe")

    def _test(self, decision: Decision, actor: ActorId, difficulty: int) -> None:
        swimmer = _swimmer(self.tables, decision.state.get(CAST)[actor])
        if swimmer is not None and actor in decision.state.get(BREATH):
            ordeal = hardship(decision, _ordeal_name(decision.state, actor)).id
            trait = swimmer[0].in_doubt
            test = DueTest(actor=actor, ordeal=ordeal, trait=trait, score=HEALTH, difficulty=difficulty)
            decision.service(Ordeals).demand(decision, test)

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
        cites = self.cites(TOPIC)
        for actor in state.get(CAST).values():
            if controls(seat, actor) and self._cannot_lose(state, actor) is None:
                swimmer = _swimmer(self.tables, actor)
                yield Offer(
                    command=LoseBreath(actor.id),
                    actor=actor.id,
                    label="leave the water" if swimmer is not None and swimmer[1] else "dive under water",
                    verb="move",
                    cites=cites,
                    group="act",
                )
            if controls(seat, actor) and actor.id in state.get(BREATH):
                yield Offer(
                    command=RegainBreath(actor.id),
                    actor=actor.id,
                    label="breathe again",
                    verb="recover",
                    cites=cites,
                    group="act",
                )
            if seat.is_gm and self._cannot_doubt(state, actor) is None:
                yield Offer(
                    command=DoubtBreath(actor.id, 0),
                    **one_of_a_family("Test the breath of …", actor.name),
                    verb="start",
                    target=Target("actor", actor.id),
                    holes=(NumberHole("difficulty", "difficulty", 0, MOST_DIFFICULTY),),
                    cites=cites,
                    group="gm",
                )


def _ordeal_name(state: State, actor: ActorId) -> str:
    return f"{state.get(CAST)[actor].name} without air"
