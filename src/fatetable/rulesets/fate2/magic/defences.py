"""Defending with magic: what somebody may answer an attack with besides what everybody can."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.rolls.actions import DEFEND
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import DefendWith, Variants, effort_for
from fatetable.mechanics.rolls.state import Effort, EffortId, Roll
from fatetable.mechanics.undertakings.undertaking import CALLED
from fatetable.rulesets.fate2.magic.system import Wards


class MagicDefences(Struct, frozen=True):
    """`wards` are the skills of magic that keep somebody safe from means of these kinds."""

    rules: CheckRules
    wards: Wards

    @property
    def _plain(self) -> DefendWith:
        return DefendWith(self.rules, DEFEND)

    def variants(self, roll: Roll, actor: Actor) -> Variants:
        more = self.wards(actor, roll.declaration.tags)
        if not more:
            return self._plain.variants(roll, actor)
        found = {trait.id: Choice(trait.id, trait.label) for trait in self.rules.traits(actor, CALLED)}
        added = tuple(found[trait] for trait in more if trait in found)
        return tuple(each._replace(traits=(*added, *each.traits)) for each in self._plain.variants(roll, actor))

    def effort(
        self,
        decision: Decision,
        roll: Roll,
        actor: Actor,
        effort_id: EffortId,
        trait: str,
        features: tuple[str, ...],
        description: str,
    ) -> Effort:
        if trait not in self.wards(actor, roll.declaration.tags):
            return self._plain.effort(decision, roll, actor, effort_id, trait, features, description)
        made = effort_for(decision, self.rules, actor, effort_id, CALLED, trait, features, description)
        return msgspec.structs.replace(made, action=DEFEND)
