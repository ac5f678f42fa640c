"""Treating injuries: once each, and a day less for each point of success (F2-WND-10, F2-WND-11)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, Actor
from fatetable.mechanics.harm.state import condition_of, set_condition
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.time.busy import why_busy
from fatetable.mechanics.time.clock import now
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.mechanics.undertakings.undertaking import CALLED
from fatetable.rulesets.fate2.combat.recovery.injuries import A_DAY, change_wound, untreated
from fatetable.rulesets.fate2.kit import FateKit

TREAT = "treat-injury"


class Treating(Struct, frozen=True):
    kit: FateKit

    def subsystem(self) -> Subsystem:
        return Subsystem(name="treating injuries")

    def code(self) -> Mapping[str, Code]:
        return {TREAT: Code(may=self._cannot, targets=_patients, done=_treated)}

    def _cannot(self, state: State, actor: Actor) -> Refusal | None:
        if not state.get(SCENE).is_open:
            return why_busy(state)
        return why_busy(state) or self.kit.may_declare(state, actor, CALLED)


def _patients(state: State, _: Actor) -> tuple[Actor, ...]:
    """Everybody there with an injury that nobody has treated; one may treat one's own."""
    is_open = state.get(SCENE).is_open
    return tuple(
        each
        for each in state.get(CAST).values()
        if not each.is_hidden and any(untreated(state, each.id)) and (not is_open or is_active(state, each.id))
    )


def _treated(decision: Decision, result: Result) -> None:
    found = next(untreated(decision.state, result.target), None)
    if found is None or found.due is None:
        return
    due = found.due - max(0, result.margin) * A_DAY
    change_wound(decision, result.target, msgspec.structs.replace(found, due=due, is_treated=True))
    if due <= now(decision.state):
        left = tuple(each for each in condition_of(decision.state, result.target).wounds if each.id != found.id)
        set_condition(decision, result.target, "healed", wounds=left)
