"""The order of turns: everybody rolls Alertness (F2-COMB-15)."""

from __future__ import annotations

from collections.abc import Mapping

from fatetable.engine.decision import Decision
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.rolls.efforts import throw_alone
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.sheet import ELSE, is_of_combat, skill_of

INITIATIVE = "initiative"


def ranks(kit: FateKit, decision: Decision, actor: Actor, _kind: str) -> tuple[int, ...]:
    """What was rolled; then the level of Tactics, and of the best skill of combat."""
    figures = kit.tables.figures.initiative
    levels = {trait.id: trait.rating for trait in kit.checks.traits(actor, INITIATIVE)}
    thrown = throw_alone(decision, kit.checks, actor, INITIATIVE, _rolled(kit, levels))
    none = kit.tables.figures.skills.start
    tactics = max((levels[trait] for trait in figures.ties if trait in levels), default=none)
    combat = max((level for trait, level in levels.items() if is_of_combat(kit.tables, trait)), default=none)
    return thrown, tactics, combat


def _rolled(kit: FateKit, levels: Mapping[str, int]) -> str:
    """Alertness, or what comes nearest to it in the campaign: another skill of perception, or of combat."""
    named = (trait for trait in kit.tables.figures.initiative.rolled if trait in levels)
    perceiving = (trait for trait in levels if _category(kit.tables, trait) == "perception")
    fighting = (trait for trait in levels if is_of_combat(kit.tables, trait))
    found = (tuple(named), tuple(perceiving), (ELSE,) if ELSE in levels else (), tuple(fighting), tuple(levels))
    return max(next(filter(None, found)), key=levels.__getitem__)


def _category(tables: Tables, trait: str) -> str:
    skill = skill_of(tables, trait)
    return skill.category if skill is not None else ""
