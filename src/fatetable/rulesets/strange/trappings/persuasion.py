"""What only psychics can: make people act against their nature, and read their thoughts (SF-CONVINCE-02)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from msgspec import Struct

from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.undertakings.code import Code
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import PSYCHIC, skill_rolled


class Persuasion(Struct, frozen=True):
    """The GM is asked about limits that a psychic does not have (SF-GUILE-02)."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(name="persuasion")

    def code(self) -> Mapping[str, Code]:
        rows = {"persuade": "convince", "bluff": "guile"}
        limited = {row: Code(is_asked=partial(self._has_limits, trapping)) for row, trapping in rows.items()}
        return {**limited, "read-thoughts": Code(fits=partial(self._is_psychic, "examine"))}

    def _has_limits(self, trapping: str, state: State, actor: Actor, trait: str) -> bool:
        return not self._is_psychic(trapping, state, actor, trait)

    def _is_psychic(self, trapping: str, _: State, actor: Actor, trait: str) -> bool:
        skill = skill_rolled(self.kit.tables, actor.sheet, trait)
        return skill is not None and any(PSYCHIC in held.extras for held in skill.having(trapping))
