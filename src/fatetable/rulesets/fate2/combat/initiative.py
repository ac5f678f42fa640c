"""The order of turns: everybody rolls Alertness (F2-COMB-15)."""

from __future__ import annotations

import msgspec

from fatetable.engine.decision import Decision
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.rolls.efforts import UNASKED, effort_for
from fatetable.mechanics.rolls.state import Declaration, EffortId, Roll, RollId, with_effort
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.sheet import ELSE, FIGHTING, skill_of

INITIATIVE = "initiative"


def ranks(kit: FateKit, decision: Decision, actor: Actor, _kind: str) -> tuple[int, ...]:
    """What was rolled; then the level of Tactics, and of the best skill of combat."""
    figures = kit.tables.figures.initiative
    levels = {trait.id: trait.rating for trait in kit.checks.traits(actor, INITIATIVE)}
    rolled = max((trait for trait in figures.rolled if trait in levels), key=levels.__getitem__, default=ELSE)
    effort = effort_for(decision, kit.checks, actor, EffortId(""), INITIATIVE, rolled, (), UNASKED)
    declared = Declaration(actor=actor.id, action=INITIATIVE, trait=rolled, description=UNASKED)
    roll = Roll(id=RollId(INITIATIVE), declaration=declared, efforts=(effort,))
    throw = kit.checks.throw(decision, roll, 0)
    thrown = with_effort(roll, 0, msgspec.structs.replace(effort, throws=(throw,), kept=0))
    none = kit.tables.figures.skills.start
    tactics = max((levels[trait] for trait in figures.ties if trait in levels), default=none)
    combat = max((level for trait, level in levels.items() if is_of_combat(kit.tables, trait)), default=none)
    return kit.checks.total(decision.state, thrown, 0), tactics, combat


def is_of_combat(tables: Tables, trait: str) -> bool:
    skill = skill_of(tables, trait)
    return trait == FIGHTING or (skill is not None and skill.category == "combat")
