"""What sway and influence lack of control (F2-ORG-06, F2-ORG-07)."""

from __future__ import annotations

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.characters.trait_groups import group_and_name
from fatetable.mechanics.rolls.check_rules import StandingModifiers
from fatetable.mechanics.rolls.state import Modifier
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.sheet import ORGANISATION


def with_modifiers(tables: Tables, others: StandingModifiers) -> StandingModifiers:
    """What counts by itself for characters, and for the skills of organisations."""
    lacking = {skill.id: skill for skill in tables.organisation_skills if skill.modifier}

    def standing(state: State, actor: Actor, action: str, trait: str) -> tuple[Modifier, ...]:
        found = others(state, actor, action, trait)
        if actor.kind != ORGANISATION:
            return found
        group = group_and_name(trait)
        skill = lacking.get(group[0] if group else trait)
        if skill is None:
            return found
        return (*found, Modifier(f"skill {skill.id}", skill.name, skill.modifier, skill.cites))

    return standing
