"""Support skills: which skills of Skein may support which rolls."""

from __future__ import annotations

from fatetable.engine.errors import Refusal
from fatetable.engine.identity import remembered
from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.actions import ATTACK, DEFEND
from fatetable.mechanics.rolls.state import Effort, Roll
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.rolls.checks import defence_to
from fatetable.rulesets.skein.rolls.trait_reference import read_action, read_trait
from fatetable.rulesets.skein.sheet import ARMY_SKILL, level, skill_name, skill_of

NEEDS = "it takes another skill that is at least as high and of use here."


def may_support(effort: Effort) -> Refusal | None:
    """What supports an army counts by itself (SK-BATTLE-05)."""
    if read_trait(effort.trait).skill == ARMY_SKILL:
        return Refusal("no-support", "What supports an army counts by itself.")
    return None


def supporting_skills(tables: Tables, roll: Roll, effort: Effort, actor: Actor) -> tuple[Choice, ...]:
    """Owned skills at least as high as the main one (SK-TEST-07)."""
    skills = _as_high(tables, actor.sheet, read_trait(effort.trait).skill)
    is_fight = _is_fighting(tables, roll, effort)
    return tuple(
        Choice(skill, skill_name(tables, skill))
        for skill in skills
        if not (is_fight and _is_useless_in_a_fight(tables, skill))
    )


def _is_fighting(tables: Tables, roll: Roll, effort: Effort) -> bool:
    is_met = read_action(effort.action) == DEFEND and defence_to(tables, roll).against in ("hand-to-hand", "ranged")
    return effort.action == ATTACK or is_met


def _is_useless_in_a_fight(tables: Tables, skill: str) -> bool:
    """Some skills are of no help there (SK-SKILL-11)."""
    entry = skill_of(tables, skill)
    return entry is not None and bool(entry.never_supports)


@remembered(limit=4096, has_texts=True)
def _as_high(tables: Tables, sheet: Sheet, main: str) -> tuple[str, ...]:
    lowest = max(1, level(tables, sheet, main))
    return tuple(skill for skill, rating in sheet.traits.items() if rating >= lowest and skill != main)
