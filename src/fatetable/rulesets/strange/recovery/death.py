"""Death, and calling people back from it (SF-TREATMENT-08)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import AspectCard
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of
from fatetable.mechanics.harm.state import TAKEN_OUT, condition_of, set_condition
from fatetable.mechanics.moments import LeavesStory, SceneStarts
from fatetable.mechanics.rolls.state import unsettled
from fatetable.mechanics.scenes.facts import Fact, FactEstablished
from fatetable.mechanics.scenes.joining import enter
from fatetable.mechanics.scenes.state import is_present
from fatetable.mechanics.time.clock import now
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.recovery.scars import ask_for_scar
from fatetable.rulesets.strange.sheet import GODLIKE, skill_rolled, type_of_aspect

TREATMENT = "treatment"


class RuleDeath(Command, frozen=True, kw_only=True, tag="rule-death"):
    """Somebody was taken out by death; the game master says so."""

    actor: ActorId


class ActorDied(Event, frozen=True, tag="actor-died/1"):
    """`due` is when somebody may next try to revive them, by the clock."""

    actor: ActorId
    due: int = 0


class ActorRevived(Event, frozen=True, tag="actor-revived/1"):
    actor: ActorId


Dead: TypeAlias = Mapping[ActorId, int]
DEAD: Key[Dead] = Key("dead", dict[ActorId, int], {})


class Death(Struct, frozen=True):
    """The code of the row "revive".  The dead stay out, also in later scenes."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="death",
            decides={RuleDeath: self._rule},
            evolves=folds(DEAD, {ActorDied: put("actor", "due"), ActorRevived: drop("actor")}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneStarts, LeavesStory),
        )

    def code(self) -> Mapping[str, Code]:
        return {"revive": Code(targets=self._targets, fits=self._is_godlike, done=self._done)}

    def _on_moment(self, decision: Decision, moment: object) -> None:
        dead = decision.state.get(DEAD)
        if isinstance(moment, LeavesStory) and moment.actor in dead:
            decision.emit(ActorRevived(ActorId(moment.actor)))
        if isinstance(moment, SceneStarts):
            for actor in dead:
                set_condition(decision, actor, "dead", out=TAKEN_OUT)

    # -- dying -------------------------------------------------------------------------------------------------------

    def _cannot_rule(self, state: State, actor: Actor) -> Refusal | None:
        if condition_of(state, actor.id).out != TAKEN_OUT or actor.id in state.get(DEAD) or actor.is_hidden:
            return Refusal("not-taken-out", f"{actor.name} has not been taken out, or is dead already.", "reviving")
        return unsettled(state)

    def _rule(self, decision: Decision, command: RuleDeath) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require_allowed(self._cannot_rule(decision.state, actor))
        decision.emit(ActorDied(actor.id))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in state.get(CAST).values() if seat.is_gm else ():
            if self._cannot_rule(state, actor) is None:
                yield Offer(
                    command=RuleDeath(actor=actor.id),
                    **one_of_a_family("Declare … dead", actor.name),
                    verb="change",
                    target=Target("actor", actor.id),
                    cites=self.kit.cites("reviving"),
                    group="gm",
                )

    # -- reviving ----------------------------------------------------------------------------------------------------

    def _is_godlike(self, _: State, actor: Actor, trait: str) -> bool:
        skill = skill_rolled(self.kit.tables, actor.sheet, trait)
        return skill is not None and skill.benefit(TREATMENT, "physical") >= GODLIKE

    def _targets(self, state: State, actor: Actor) -> tuple[Actor, ...]:
        """The dead for whom nobody has to wait any more, with their bodies or without them."""
        due = {dead for dead, at in state.get(DEAD).items() if at <= now(state) and dead != actor.id}
        return tuple(each for each in state.get(CAST).values() if each.id in due)

    def _done(self, decision: Decision, result: Result) -> None:
        if not result.succeeded:
            track = self.kit.tables.time
            wait = track.lengthened(self.kit.tables.treatment.retry, -result.margin)
            decision.emit(ActorDied(result.target, now(decision.state) + track.seconds_of(wait)))
            return
        decision.emit(ActorRevived(result.target))
        set_condition(decision, result.target, "revived", out="", fate="")
        patient = decision.state.get(CAST)[result.target]
        if not is_present(decision.state, patient.id):
            enter(decision, patient.id)
            decision.emit(FactEstablished(Fact(patient.name, "their body is there somehow, naked")))
        ask_for_scar(decision, patient, _may_be_rewritten)


def _may_be_rewritten(card: AspectCard) -> bool:
    return type_of_aspect(card.slot) in ("conviction", "complication")
