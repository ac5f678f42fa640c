"""Lifting and carrying: what somebody takes up without a roll, and puts down again (SF-PFORCE-01)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, kind_of, open_about
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.ladder import signed
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.moments import ActorIsOut, SceneEnds
from fatetable.mechanics.rolls.actions import OVERCOME
from fatetable.rulesets.strange.book import Weight
from fatetable.rulesets.strange.force.loads import LOADS, LOADS_EVOLVES, Held, WeightPutDown, WeightTakenUp, held_by
from fatetable.rulesets.strange.force.strength import Load, Strength, aided, lifted, load_of, strength_of
from fatetable.rulesets.strange.kit import StrangeKit


class TakeUp(Command, frozen=True, kw_only=True, tag="take-up-weight"):
    """Lift a weight of the table and hold it; with pulleys or the like, if the GM says that there are any."""

    actor: ActorId
    weight: str
    is_aided: bool = False


class PutDown(Command, frozen=True, tag="put-down-weight"):
    actor: ActorId


class AidToJudge(PromptContext, frozen=True, tag="lifting-aid"):
    actor: ActorId
    weight: str


def take_up(decision: Decision, actor: Actor, weight: Weight, load: Load) -> None:
    decision.emit(WeightTakenUp(actor.id, Held(weight.label, load.less, load.is_static)))


class Lifting(Struct, frozen=True):
    """It takes no action of its own; what is held is put down when the scene ends or its holder is out."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="lifting",
            decides={TakeUp: self._take_up, PutDown: self._put_down},
            evolves=LOADS_EVOLVES,
            answers={AidToJudge: self._judged},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ActorIsOut, SceneEnds),
        )

    def _liftable(self, actor: Actor, *, is_aided: bool) -> dict[str, tuple[Weight, Load]]:
        """By key; with aid only what they would not lift without."""
        strength = strength_of(self.kit, actor)
        if strength is None:
            return {}
        alone = self._with(strength)
        if not is_aided:
            return alone
        return {key: found for key, found in self._with(aided(self.kit.tables, strength)).items() if key not in alone}

    def _with(self, strength: Strength) -> dict[str, tuple[Weight, Load]]:
        tables = self.kit.tables
        return {each.key: (each, load_of(tables, strength, each)) for each in lifted(tables, strength)}

    def _cannot(self, state: State, actor: Actor) -> Refusal | None:
        if held_by(state, actor.id) is not None:
            return Refusal("hands-full", f"{actor.name} holds something already.", "lifting")
        asked = open_about(state, blocking_only=False, actor=actor.id)
        if any(prompt.kind == kind_of(AidToJudge) for prompt in asked):
            return Refusal("asked-already", "The GM is being asked about that already.", "lifting")
        return self.kit.may_declare(state, actor, OVERCOME)

    def _take_up(self, decision: Decision, command: TakeUp) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot(decision.state, actor))
        found = self._liftable(actor, is_aided=command.is_aided).get(command.weight)
        if found is None:
            raise decision.violation("too-heavy", f"{actor.name} does not lift that like this.")
        if not command.is_aided:
            take_up(decision, actor, *found)
            return
        ask(
            decision,
            AidToJudge(actor.id, command.weight),
            (GM,),
            f"Does anything help {actor.name} lift {found[0].label}?",
            (Option("yes", "Allow pulleys or the like"), Option("no", "Refuse")),
            cites=decision.cites("lifting"),
            blocking=False,
        )

    def _judged(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(AidToJudge)
        actor = decision.state.get(CAST)[asked.actor]
        found = self._liftable(actor, is_aided=True).get(asked.weight)
        if answer.option == "yes" and found is not None and held_by(decision.state, actor.id) is None:
            take_up(decision, actor, *found)

    def _put_down(self, decision: Decision, command: PutDown) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require(held_by(decision.state, actor.id) is not None, "holds-nothing", f"{actor.name} holds nothing.")
        decision.emit(WeightPutDown(actor.id))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case ActorIsOut(actor):
                self._drop(decision, ActorId(actor))
            case SceneEnds():
                self._drop(decision, *decision.state.get(LOADS))

    def _drop(self, decision: Decision, *actors: ActorId) -> None:
        for actor in actors:
            if held_by(decision.state, actor) is not None:
                decision.emit(WeightPutDown(actor, "over"))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if held := held_by(state, actor.id):
                yield Offer(
                    command=PutDown(actor.id),
                    label=f"put down {held.words}",
                    actor=actor.id,
                    verb="use",
                    cites=self.kit.cites("lifting"),
                    group="act",
                )
            elif self._cannot(state, actor) is None:
                yield from state.part("lifting", self._offers_by, actor)

    def _offers_by(self, _: State, actor: Actor) -> Iterator[Offer]:
        for is_aided, label in ((False, "lift something heavy"), (True, "lift something with pulleys or the like")):
            weights = tuple(
                Choice(key, _in_words(weight, load))
                for key, (weight, load) in self._liftable(actor, is_aided=is_aided).items()
            )
            if weights:
                yield Offer(
                    command=TakeUp(actor=actor.id, weight="", is_aided=is_aided),
                    label=label,
                    actor=actor.id,
                    verb="use",
                    holes=(ChoiceHole("weight", "how heavy", weights),),
                    cites=self.kit.cites("lifting"),
                    group="act",
                )


def _in_words(weight: Weight, load: Load) -> str:
    less = f", {signed(load.less)} to physical actions" if load.less else ""
    return f"{weight.label}{less}{', without moving' if load.is_static else ''}"
