"""The order of turns: everybody rolls Alertness (F2-COMB-15)."""

from __future__ import annotations

from fatetable.engine.decision import Decision
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.rolls.efforts import throw_alone
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.sheet import ELSE, FIGHTING, skill_of

INITIATIVE = "initiative"


def ranks(kit: FateKit, decision: Decision, actor: Actor, _kind: str) -> tuple[int, ...]:
    """What was rolled; then the level of Tactics, and of the best skill of combat."""
    figures = kit.tables.figures.initiative
    levels = {trait.id: trait.rating for trait in kit.checks.traits(actor, INITIATIVE)}
    rolled = max((trait for trait in figures.rolled if trait in levels), key=levels.__getitem__, default=ELSE)
    thrown = throw_alone(decision, kit.checks, actor, INITIATIVE, rolled)
    none = kit.tables.figures.skills.start
    tactics = max((levels[trait] for trait in figures.ties if trait in levels), default=none)
    combat = max((level for trait, level in levels.items() if is_of_combat(kit.tables, trait)), default=none)
    return thrown, tactics, combat


def is_of_combat(tables: Tables, trait: str) -> bool:
    skill = skill_of(tables, trait)
    return trait == FIGHTING or (skill is not None and skill.category == "combat")
