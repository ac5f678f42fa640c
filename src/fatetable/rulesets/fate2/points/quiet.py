"""While somebody holds a monologue, nobody does anything else (F2-FP-08)."""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.errors import Refusal
from fatetable.engine.prompts import open_of
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import ActorId, name_of
from fatetable.mechanics.encounters.turns import TurnRules
from fatetable.mechanics.rolls.state import Declaration, Roll
from fatetable.rulesets.fate2.points.uses import MonologueToHold


class Quiet(Struct, frozen=True):
    """The rules about turns, with everybody quiet meanwhile."""

    turns: TurnRules

    def may_act(self, state: State, actor: ActorId, action: str) -> Refusal | None:
        for prompt in open_of(state, MonologueToHold):
            name = name_of(state, prompt.read(MonologueToHold).actor)
            return Refusal("somebody-speaks", f"{name} has the word; act when they have done.", "monologue")
        return self.turns.may_act(state, actor, action)

    def may_help(self, state: State, helper: ActorId, roll: Roll, effort: int) -> Refusal | None:
        return self.turns.may_help(state, helper, roll, effort)

    def check(self, state: State, declaration: Declaration) -> Refusal | None:
        return self.turns.check(state, declaration)
