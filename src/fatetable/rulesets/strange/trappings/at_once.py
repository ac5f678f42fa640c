"""Dexterity as a free action, for a fate point (SF-DEXTERITY-03)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.encounters.turns import on_turn
from fatetable.mechanics.rolls.may_declare import why_kept
from fatetable.mechanics.undertakings.code import Code
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import EXTRAORDINARY, skill_rolled
from fatetable.rulesets.strange.trappings.standing import StandingResults

AT_ONCE = ("steal-at-once", "sleight-at-once")


class AtOnce(Struct, frozen=True):
    """In a conflict only, where an action is worth something; `standing` says what comes of a trick."""

    kit: StrangeKit
    standing: StandingResults

    def subsystem(self) -> Subsystem:
        return Subsystem(name="dexterity at once")

    def code(self) -> Mapping[str, Code]:
        code = self.standing.code()
        return {
            row: msgspec.structs.replace(code.get(row, Code()), may=self._cannot, fits=self._fits) for row in AT_ONCE
        }

    def _cannot(self, state: State, actor: Actor) -> Refusal | None:
        conflict = conflict_of(state)
        if conflict is None:
            return Refusal("no-conflict", "Outside a conflict that costs no action anyway.", "at-once")
        return why_kept(self.kit.words, state, actor) or on_turn(state, conflict, actor.id)

    def _fits(self, _: State, actor: Actor, trait: str) -> bool:
        skill = skill_rolled(self.kit.tables, actor.sheet, trait)
        return skill is not None and skill.benefit("dexterity") >= EXTRAORDINARY
