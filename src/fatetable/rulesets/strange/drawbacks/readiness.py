"""Getting skills ready whose drawbacks ask for it, paying for uses, and counting them.

A skill that cannot be used just now is switched off on the character, and not rolled with.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Audience, Command
from fatetable.engine.offers import Offer, TextHole, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import ASPECTS, AspectReworded, audience_of
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, SwitchesSet, actor_of, controlled, require_control
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.moments import (
    DiceAreThrown,
    PointsAreMoved,
    RollIsDeclared,
    RollIsOver,
    SceneEnds,
    SceneStarts,
    SessionStarts,
    TurnLost,
)
from fatetable.mechanics.points.accounts import BANK, account_of, move, owed_to, spendable
from fatetable.mechanics.rolls.may_declare import may_declare
from fatetable.mechanics.rolls.state import ROLLS, Effort, RollId, unsettled
from fatetable.mechanics.scenes.state import SCENE, is_present
from fatetable.rulesets.strange.drawbacks.state import (
    READIED_EVOLVES,
    SkillState,
    SkillStateSet,
    key_of,
    state_of,
    without_progress,
)
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import Needs, Skill, needs_of, skill_behind, skills_of

GETTING_READY = "get-ready"


class ReadySkill(Command, frozen=True, kw_only=True, tag="ready-skill"):
    """`words` are the aspect that a transformation brings, where its owner chooses each time."""

    actor: ActorId
    skill: str
    words: str = ""


class EndSkill(Command, frozen=True, kw_only=True, tag="end-skill"):
    """Switch off what was made ready; who was transformed changes back."""

    actor: ActorId
    skill: str


class InterruptReadying(Command, frozen=True, kw_only=True, tag="interrupt-readying"):
    actor: ActorId
    skill: str


class Readiness(Struct, frozen=True):
    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="readiness",
            decides={ReadySkill: self._ready, EndSkill: self._end, InterruptReadying: self._interrupt},
            evolves=READIED_EVOLVES,
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(
                *(SceneStarts, SceneEnds, SessionStarts, RollIsDeclared, DiceAreThrown, RollIsOver),
                PointsAreMoved,
            ),
        )

    # -- what happens by itself ----------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case RollIsDeclared(roll):
                self._start_over(decision, decision.state.get(ROLLS)[RollId(roll)].actor)
            case DiceAreThrown(thrower):
                self._pay_tax(decision, ActorId(thrower))
            case RollIsOver(roll, was_cancelled):
                for effort in () if was_cancelled else decision.state.get(ROLLS)[RollId(roll)].efforts:
                    self._count(decision, effort)
            case SceneEnds():
                self._is_over(decision, "scene")
            case SessionStarts():
                self._is_over(decision, "session")
            case SceneStarts() | PointsAreMoved():
                for actor in tuple(decision.state.get(CAST).values()):
                    self._switch(decision, actor)
            case _:
                pass

    def _limited(self, actor: Actor) -> Iterator[tuple[Skill, Needs]]:
        for skill in skills_of(self.kit.tables, actor.sheet):
            needs = needs_of(self.kit.tables, skill)
            if needs.is_limited:
                yield skill, needs

    def _start_over(self, decision: Decision, actor_id: ActorId) -> None:
        """Who does something else has to begin again (SF-DRAW-08)."""
        actor = decision.state.get(CAST)[actor_id]
        for skill, _ in self._limited(actor):
            held = state_of(decision.state, actor_id, skill.id)
            if held.turns and not held.is_ready:
                self._set(decision, actor, skill, without_progress(held), "did something else")

    def _pay_tax(self, decision: Decision, actor_id: ActorId) -> None:
        """SF-DRAW-11: each use costs a point; of a skill that has to be readied, that is the use."""
        actor = decision.state.get(CAST)[actor_id]
        for skill, needs in self._limited(actor):
            if needs.tax and not needs.has_to_be_readied and self._is_rolled(decision.state, actor_id, skill):
                move(decision, account_of(actor), BANK, needs.tax, f"used {skill.name}", "taxing")

    def _is_rolled(self, state: State, actor: ActorId, skill: Skill) -> bool:
        return any(
            effort.actor == actor and skill_behind(effort.trait) == skill.id and len(effort.throws) == 1
            for roll in state.get(ROLLS).values()
            for effort in roll.efforts
            if roll.stage != "settled"
        )

    def _count(self, decision: Decision, effort: Effort) -> None:
        """One roll with a skill is one use (SF-DRAW-07)."""
        actor = decision.state.get(CAST).get(effort.actor)
        for skill, needs in self._limited(actor) if actor is not None and effort.throws else ():
            if actor is None or skill_behind(effort.trait) != skill.id:
                continue
            held = state_of(decision.state, actor.id, skill.id)
            is_ready = held.is_ready and not needs.for_each_use
            used = held.used + (needs.charges is not None)
            if (is_ready, used) != (held.is_ready, held.used):
                spent = msgspec.structs.replace(held, is_ready=is_ready, used=used)
                self._set(decision, actor, skill, spent, "used")

    def _is_over(self, decision: Decision, period: str) -> None:
        """What was ready is so no longer after the scene, but for transformations; charges come back in their time."""
        for actor in tuple(decision.state.get(CAST).values()):
            for skill, needs in self._limited(actor):
                held = state_of(decision.state, actor.id, skill.id)
                after = msgspec.structs.replace(
                    held,
                    turns=0,
                    used=0 if needs.per == period or period == "session" else held.used,
                    is_ready=held.is_ready and bool(needs.transforms),
                )
                if after != held:
                    self._set(decision, actor, skill, after, f"the {period} is over")

    # -- switches ------------------------------------------------------------------------------------------------

    def _set(self, decision: Decision, actor: Actor, skill: Skill, held: SkillState, reason: str) -> None:
        decision.emit(SkillStateSet(key_of(actor.id, skill.id), held, reason), to=_who_knows(actor))
        self._switch(decision, actor)

    def _switch(self, decision: Decision, actor: Actor) -> None:
        """Bring what is on and off on the character up to date."""
        actor = decision.state.get(CAST).get(actor.id, actor)
        skills = {skill.id for skill in skills_of(self.kit.tables, actor.sheet)}
        switches = {name: is_on for name, is_on in actor.switches.items() if name not in skills}
        for skill, needs in self._limited(actor):
            is_on = self._is_on(decision.state, actor, skill, needs)
            if is_on == needs.has_to_be_readied:
                switches[skill.id] = is_on
        if switches != actor.switches:
            decision.emit(SwitchesSet(actor.id, switches), to=_who_knows(actor))

    def _is_on(self, state: State, actor: Actor, skill: Skill, needs: Needs) -> bool:
        held = state_of(state, actor.id, skill.id)
        if needs.charges is not None and held.used >= needs.charges:
            return False
        if needs.has_to_be_readied:
            return held.is_ready
        return spendable(state, account_of(actor)) >= needs.tax

    # -- getting ready -------------------------------------------------------------------------------------------

    def _ready(self, decision: Decision, command: ReadySkill) -> None:
        actor, skill = self._skill(decision, command.actor, command.skill)
        decision.require_allowed(self._cannot_ready(decision.state, actor, skill))
        needs, held = needs_of(self.kit.tables, skill), state_of(decision.state, actor.id, skill.id)
        is_chosen = any(not each.becomes for each in needs.transforms)
        decision.require(
            is_chosen == bool(command.words.strip()),
            "no-words",
            "Say which aspect the transformation brings." if is_chosen else f"{skill.name} asks for no new aspect.",
        )
        turns = held.turns + 1 if conflict_of(decision.state) is not None else needs.turns
        if needs.turns and conflict_of(decision.state) is not None:
            decision.moment(TurnLost(actor.id))
        if turns < needs.turns:
            progress = msgspec.structs.replace(held, turns=turns)
            self._set(decision, actor, skill, progress, "getting ready")
            return
        move(decision, account_of(actor), owed_to(actor.id), needs.invested, f"invested in {skill.name}", "profane")
        move(decision, account_of(actor), BANK, needs.tax, f"used {skill.name}", "taxing")
        for each in (skill, *self._sharing(decision.state, actor, skill)):
            self._finish(decision, actor, each, command.words.strip())

    def _finish(self, decision: Decision, actor: Actor, skill: Skill, words: str) -> None:
        replaced = {}
        held = state_of(decision.state, actor.id, skill.id)
        for drawback in needs_of(self.kit.tables, skill).transforms:
            for card in tuple(decision.state.get(ASPECTS).values()):
                if card.bearer == actor.id and card.slot == drawback.aspect:
                    replaced[card.id] = card.text
                    decision.emit(AspectReworded(card.id, drawback.becomes or words), to=audience_of(card))
        ready = msgspec.structs.replace(held, is_ready=True, turns=0, replaced=replaced)
        self._set(decision, actor, skill, ready, "ready")

    def _sharing(self, state: State, actor: Actor, skill: Skill) -> Iterator[Skill]:
        """Skills with the same transformation, each of which replaces another aspect (SF-DRAW-12)."""
        shared = {each.text.casefold() for each in needs_of(self.kit.tables, skill).transforms}
        for other, needs in tuple(self._limited(actor)):
            is_same = {each.text.casefold() for each in needs.transforms} & shared
            if other.id != skill.id and is_same and self._cannot_ready(state, actor, other) is None:
                yield other

    def _end(self, decision: Decision, command: EndSkill) -> None:
        actor, skill = self._skill(decision, command.actor, command.skill)
        held = state_of(decision.state, actor.id, skill.id)
        decision.require(held.is_ready, "not-ready", f"{skill.name} is not switched on.")
        decision.require_allowed(unsettled(decision.state))
        for each in (skill, *self._shared_now(decision.state, actor, skill)):
            self._change_back(decision, actor, each)

    def _shared_now(self, state: State, actor: Actor, skill: Skill) -> Iterator[Skill]:
        shared = {each.text.casefold() for each in needs_of(self.kit.tables, skill).transforms}
        for other, needs in tuple(self._limited(actor)):
            is_same = {each.text.casefold() for each in needs.transforms} & shared
            if other.id != skill.id and is_same and state_of(state, actor.id, other.id).is_ready:
                yield other

    def _change_back(self, decision: Decision, actor: Actor, skill: Skill) -> None:
        held = state_of(decision.state, actor.id, skill.id)
        for aspect, text in held.replaced.items():
            card = decision.state.get(ASPECTS).get(aspect)
            if card is not None:
                decision.emit(AspectReworded(card.id, text), to=audience_of(card))
        off = msgspec.structs.replace(held, is_ready=False, replaced={})
        self._set(decision, actor, skill, off, "switched off")

    def _interrupt(self, decision: Decision, command: InterruptReadying) -> None:
        decision.require_gm()
        actor, skill = self._found(decision, command.actor, command.skill)
        held = state_of(decision.state, actor.id, skill.id)
        decision.require(bool(held.turns), "not-ready", f"Nobody is getting {skill.name} ready.")
        decision.require_allowed(unsettled(decision.state))
        self._set(decision, actor, skill, without_progress(held), "interrupted")

    def _found(self, decision: Decision, actor_id: ActorId, skill_id: str) -> tuple[Actor, Skill]:
        actor = actor_of(decision, actor_id)
        skill = next((each for each, _ in self._limited(actor) if each.id == skill_id), None)
        if skill is None:
            raise decision.violation("no-such-skill", f"{actor.name} has no such skill to get ready.")
        return actor, skill

    def _skill(self, decision: Decision, actor_id: ActorId, skill_id: str) -> tuple[Actor, Skill]:
        actor, skill = self._found(decision, actor_id, skill_id)
        require_control(decision, actor)
        return actor, skill

    def _cannot_ready(self, state: State, actor: Actor, skill: Skill) -> Refusal | None:
        needs, held = needs_of(self.kit.tables, skill), state_of(state, actor.id, skill.id)
        if not needs.has_to_be_readied or held.is_ready:
            return Refusal("already-ready", f"{skill.name} is ready.", "drawbacks")
        if needs.charges is not None and held.used >= needs.charges:
            return Refusal("used-up", f"{skill.name} is used up for this {needs.per}.", "charges")
        if spendable(state, account_of(actor)) < needs.invested + needs.tax:
            points = needs.invested + needs.tax
            return Refusal("not-enough-fate-points", f"{skill.name} takes {points} fate points.", "profane")
        if refusal := unsettled(state):
            return refusal
        if needs.turns:
            return may_declare(self.kit.turns, self.kit.words, state, actor, GETTING_READY)
        return None if is_present(state, actor.id) else Refusal("not-there", f"{actor.name} is not in the scene.")

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not state.get(SCENE).is_open:
            return
        for actor in controlled(state, seat):
            for skill, needs in self._limited(actor):
                yield from self._offers_of(state, actor, skill, needs)
        for actor in state.get(CAST).values() if seat.is_gm and unsettled(state) is None else ():
            for skill, _ in self._limited(actor):
                if state_of(state, actor.id, skill.id).turns:
                    yield Offer(
                        command=InterruptReadying(actor=actor.id, skill=skill.id),
                        **one_of_a_family("Interrupt …", f"{actor.name}: {skill.name}"),
                        verb="correct",
                        cites=self.kit.cites("drawbacks"),
                        group="gm",
                    )

    def _offers_of(self, state: State, actor: Actor, skill: Skill, needs: Needs) -> Iterator[Offer]:
        if self._cannot_ready(state, actor, skill) is None:
            is_chosen = any(not each.becomes for each in needs.transforms)
            yield Offer(
                command=ReadySkill(actor=actor.id, skill=skill.id),
                **one_of_a_family("get … ready", skill.name),
                actor=actor.id,
                verb="prepare",
                holes=(TextHole("words", "aspect meanwhile"),) if is_chosen else (),
                cites=self.kit.cites("drawbacks"),
                group="act",
            )
        elif state_of(state, actor.id, skill.id).is_ready and unsettled(state) is None:
            yield Offer(
                command=EndSkill(actor=actor.id, skill=skill.id),
                **one_of_a_family("switch … off", skill.name),
                actor=actor.id,
                verb="end",
                cites=self.kit.cites("drawbacks"),
                group="act",
            )


def _who_knows(actor: Actor) -> Audience:
    if actor.controller is None:
        return (GM,)
    return (actor.controller, GM) if actor.is_closed else None
