"""What the skill does without any stunt: rows of the table of procedures, and who may do them (F2-STN-01)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.undertakings.code import Code
from fatetable.rulesets.fate2.magic.fire.geas import is_fire_mage, quenched
from fatetable.rulesets.fate2.magic.frame import Frame

SLOW = ("light-fire", "make-flame", "control-fire")
"""They take more concentration than a fight leaves."""


class FireBySkill(Struct, frozen=True, kw_only=True):
    frame: Frame

    def subsystem(self) -> Subsystem:
        return Subsystem(name="fire by skill alone")

    def code(self) -> Mapping[str, Code]:
        return dict.fromkeys(SLOW, Code(may=self.cannot))

    def cannot(self, state: State, actor: Actor) -> Refusal | None:
        if not is_fire_mage(actor):
            return Refusal("no-such-magic-known", f"{actor.name} is no fire mage.", "fire-by-skill")
        if conflict_of(state) is not None:
            return Refusal(
                "too-slow", "That takes too much concentration for a fight, without a stunt.", "fire-by-skill"
            )
        return quenched(state, actor) or self.frame.cannot(state, actor)
