"""How long injuries last: by days, less for those that are treated, and hardly any for those by bare hands."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import ActorId, name_of
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.harm.rows import WoundRow
from fatetable.mechanics.harm.state import Wound, condition_of, set_condition
from fatetable.mechanics.moments import WoundIsMarked
from fatetable.mechanics.rolls.state import ROLLS, RollId
from fatetable.mechanics.time.clock import now
from fatetable.rulesets.fate2.combat.arms import weapon_of
from fatetable.rulesets.fate2.combat.recovery.rest import rests
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.sheet import skill_of

A_DAY = 86_400


class MildWoundToRule(PromptContext, frozen=True, tag="fate2-mild-wound"):
    """When has an injury healed that did no lasting harm?"""

    actor: ActorId
    wound: str


class Injuries(Struct, frozen=True):
    kit: FateKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="healing",
            answers={MildWoundToRule: self._ruled},
            on_moment=self._on_moment,
            moments=(WoundIsMarked,),
        )

    def heals_at(self, state: State, _: WoundRow, hit: Hit) -> int:
        """When an injury has healed if nobody treats it (F2-WND-10, F2-WND-11)."""
        figures, dials = self.kit.tables.figures.healing, self.kit.dials
        if dials.healing == "a-week":
            days = figures.usual * dials.healing_multiplier
        else:
            days = figures.resting if rests(state, hit.target) else figures.active
        return now(state) + days * A_DAY

    # -- mild injuries -----------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        assert isinstance(moment, WoundIsMarked)
        actor, found = ActorId(moment.actor), wound_with(decision.state, ActorId(moment.actor), moment.wound)
        if found is None or found.due is None or not self._is_mild(decision.state, moment):
            return
        figures = self.kit.tables.figures.healing
        due = now(decision.state) + figures.mild * A_DAY
        change_wound(decision, actor, msgspec.structs.replace(found, due=due, is_mild=True))
        ask(
            decision,
            MildWoundToRule(actor, found.id),
            (GM,),
            f"{name_of(decision.state, actor)} is {found.row} by something that does no lasting harm. "
            "When has it healed?",
            (
                Option("day", "In a day"),
                Option("scene", "With the scene"),
                Option("days", f"In {figures.mild_at_most} days"),
            ),
            cites=decision.cites("mild"),
            blocking=False,
        )

    def _is_mild(self, state: State, moment: WoundIsMarked) -> bool:
        """Was it done with bare hands, or with a weapon that is mild where weapons are noted (F2-WND-12)?"""
        roll = state.get(ROLLS).get(RollId(moment.roll))
        traits = [each.trait for each in roll.efforts if each.actor == moment.by] if roll is not None else []
        skills = [skill for trait in traits if (skill := skill_of(self.kit.tables, trait)) is not None]
        if self.kit.dials.weapons == "dramatic":
            return any(skill.mild for skill in skills)
        is_fought = any(skill.category == "combat" for skill in skills)
        return is_fought and weapon_of(self.kit.tables, state, ActorId(moment.by)).mild

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(MildWoundToRule)
        found = wound_with(decision.state, asked.actor, asked.wound)
        if found is None or found.due is None:
            return
        figures = self.kit.tables.figures.healing
        match answer.option:
            case "scene":
                ruled = msgspec.structs.replace(found, ends_with_scene=True)
            case "days":
                more = (figures.mild_at_most - figures.mild) * A_DAY
                ruled = msgspec.structs.replace(found, due=found.due + more)
            case _:
                return
        change_wound(decision, asked.actor, ruled)


def wound_with(state: State, actor: ActorId, wound: str) -> Wound | None:
    return next((each for each in condition_of(state, actor).wounds if each.id == wound), None)


def change_wound(decision: Decision, actor: ActorId, changed: Wound) -> None:
    wounds = condition_of(decision.state, actor).wounds
    set_condition(
        decision, actor, "in time", wounds=tuple(changed if each.id == changed.id else each for each in wounds)
    )


def untreated(state: State, actor: ActorId) -> Iterator[Wound]:
    """The injuries that take their time and that nobody has treated, the oldest first."""
    return (each for each in condition_of(state, actor).wounds if each.due is not None and not each.is_treated)
