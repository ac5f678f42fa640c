"""What somebody defends with: any skill that fits, or hardly anything if they expected no attack."""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.offers import Choice
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.rolls.actions import ATTACK, DEFEND
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import Defences, EffortVariant, Variants
from fatetable.mechanics.rolls.state import Declaration, Effort, EffortId, Modifier, Roll
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.combat.off_guard import is_off_guard

SURPRISED = "surprised"


def tags_of(state: State, declaration: Declaration) -> tuple[str, ...]:
    """An attack on somebody who expects none is a surprise."""
    is_attack = declaration.action == ATTACK and is_off_guard(state, declaration.target)
    return (SURPRISED,) if is_attack else ()


class FateDefences(Struct, frozen=True, kw_only=True):
    """`otherwise` is what people answer with who are on their guard."""

    rules: CheckRules
    tables: Tables
    otherwise: Defences

    def variants(self, roll: Roll, actor: Actor) -> Variants:
        if SURPRISED in roll.declaration.tags:
            rating = self.rating_off_guard(actor)
            return (EffortVariant((), (Choice(SURPRISED, f"Surprised, {self.tables.ladder.label(rating)}"),), ""),)
        return self.otherwise.variants(roll, actor)

    def rating_off_guard(self, actor: Actor) -> int:
        """Mediocre or Alertness, whichever is higher (F2-MOD-05)."""
        figures = self.tables.figures
        levels = {trait.id: trait.rating for trait in self.rules.traits(actor, DEFEND)}
        alert = max(
            (levels[trait] for trait in figures.initiative.rolled if trait in levels), default=figures.bare.other
        )
        return max(self.tables.ladder.parse("mediocre"), alert)

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
        if trait != SURPRISED:
            return self.otherwise.effort(decision, roll, actor, effort_id, trait, features, description)
        rating = self.rating_off_guard(actor)
        label = f"Surprised, {self.tables.ladder.label(rating)}"
        return Effort(
            id=effort_id,
            actor=actor.id,
            action=DEFEND,
            trait=trait,
            description=description.strip(),
            modifiers=(
                Modifier("trait", label, rating, decision.cites("off-guard"), "Surprised"),
                *self.rules.standing(decision.state, actor, DEFEND, trait),
            ),
        )
