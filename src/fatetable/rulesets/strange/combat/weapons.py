"""What makes a hit heavier: the Tier Benefit of a skill, and one piece of equipment (SF-WEAP-01, SF-BEN-05)."""

from __future__ import annotations

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.rolls.state import ROLLS
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.sheet import Skill, skill_behind, skills_of, weapon_in_hand


def weapon_of(tables: Tables, state: State, hit: Hit) -> int:
    """What the attacker's skill adds, or one that helps it, and the best piece of equipment that goes with it."""
    attacker, roll = state.get(CAST).get(hit.by), state.get(ROLLS).get(hit.roll)
    if attacker is None or roll is None:
        return 0
    used = next((skill_behind(effort.trait) for effort in roll.efforts if effort.actor == hit.by), "")
    scope = next(row.id for row in tables.scopes if row.track == hit.track)
    skills = skills_of(tables, attacker.sheet)
    helping = (skill for skill in skills if used in (skill.id, *skill.helps))
    benefit = max((_benefit(tables, skill, scope) for skill in helping), default=0)
    return benefit + weapon_in_hand(tables, attacker.sheet, scope, used)


def _benefit(tables: Tables, skill: Skill, scope: str) -> int:
    rows = (
        tables.benefit(held.id, skill.benefit(held.id, held.of)) for held in skill.trappings if skill.benefit(held.id)
    )
    return max((row.weapon for row in rows if row is not None and row.scope == scope), default=0)
