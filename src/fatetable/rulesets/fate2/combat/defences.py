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
            label = f"Surprised, {self.tables.ladder.label(rating_off_guard(self.rules, self.tables, actor))}"
            return (EffortVariant((), (Choice(SURPRISED, label),), ""),)
        return self.otherwise.variants(roll, actor)

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
        return effort_off_guard(decision, self.rules, self.tables, actor, effort_id, description)


def rating_off_guard(rules: CheckRules, tables: Tables, actor: Actor) -> int:
    """Mediocre or Alertness, whichever is higher (F2-MOD-05)."""
    rolled, none = tables.figures.initiative.rolled, tables.figures.bare.other
    levels = {trait.id: trait.rating for trait in rules.traits(actor, DEFEND)}
    return max(
        tables.ladder.parse("mediocre"), max((levels[trait] for trait in rolled if trait in levels), default=none)
    )


def effort_off_guard(
    decision: Decision, rules: CheckRules, tables: Tables, actor: Actor, effort: EffortId, description: str
) -> Effort:
    rating = rating_off_guard(rules, tables, actor)
    label = f"Surprised, {tables.ladder.label(rating)}"
    return Effort(
        id=effort,
        actor=actor.id,
        action=DEFEND,
        trait=SURPRISED,
        description=description.strip(),
        modifiers=(
            Modifier("trait", label, rating, decision.cites("off-guard"), "Surprised"),
            *rules.standing(decision.state, actor, DEFEND, SURPRISED),
        ),
    )
