"""What a character rolls with: a skill by one of its trappings, on its tier or on that of equipment."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.identity import remembered
from fatetable.mechanics.book.ladder import signed
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.actions import ATTACK
from fatetable.mechanics.rolls.check_rules import Trait
from fatetable.rulesets.strange.book import HeldTrapping, Tables, rolled_with
from fatetable.rulesets.strange.sheet.devices import DEVICE, device_traits
from fatetable.rulesets.strange.sheet.gear import StandIn, borrowed_tier, stand_ins
from fatetable.rulesets.strange.sheet.skills import (
    Skill,
    fields_of,
    is_on,
    is_riding,
    skills_of,
    skills_with,
    unrated_skills,
)

_DEFENCE = "defend-"
_ANY = "+"
TRANSPORT = "transport"
"""It attacks and defends with a mount or vehicle alone (SF-TRANSPORT-04)."""


def defence_action(way: str) -> str:
    """The action of defending against attacks that come this way."""
    return f"{_DEFENCE}{way}"


def any_of(trappings: tuple[str, ...]) -> str:
    """The action of rolling with any of these trappings."""
    return _ANY.join(trappings)


@remembered(limit=4096, has_texts=True)
def traits_of(tables: Tables, actor: Actor, action: str) -> tuple[Trait, ...]:
    """What can be rolled: for a trapping, of one kind if it is named, the skills that have it, the best first.

    For any of several it is each skill with each that it has.

    For anything else it is every skill.
    """
    if actor.kind == DEVICE:
        return tuple(device_traits(tables, actor))
    if action == ATTACK:
        return tuple(_with_trappings(tables, actor, tuple(row.trapping for row in tables.attacks)))
    if action.startswith(_DEFENCE):
        way = action.removeprefix(_DEFENCE)
        return tuple(_with_trappings(tables, actor, tuple(row.trapping for row in tables.defences if way in row.stops)))
    if _ANY in action:
        return tuple(_with_trappings(tables, actor, rolled_with(action)))
    trapping, _, of = action.partition(" ")
    if tables.has_trapping(trapping):
        return tuple(_trait(tables, actor, skill) for skill in usable_skills(tables, actor, trapping, of))
    able = (skill for skill in skills_of(tables, actor.sheet) if is_on(actor, skill))
    return tuple(_trait(tables, actor, skill) for skill in (*able, *unrated_skills(tables, actor.sheet)))


def usable_skills(tables: Tables, actor: Actor, trapping: str, of: str = "") -> tuple[Skill, ...]:
    """The skills with a trapping that are on; without any, the first common one that was not learned."""
    able = tuple(skill for skill in skills_with(tables, actor.sheet, trapping, of) if is_on(actor, skill))
    if tables.trapping(trapping).fields:
        known = {field for skill in able for field in fields_of(skill)}
        return (*able, *(each for each in unrated_skills(tables, actor.sheet) if {*fields_of(each)} - known))
    return able or tuple(skill for skill in unrated_skills(tables, actor.sheet) if skill.has(trapping, of))[:1]


def _with_trappings(tables: Tables, actor: Actor, trappings: tuple[str, ...]) -> Iterator[Trait]:
    """Each skill with each of these trappings that it has, or that the skill has which it stands in for."""
    for trapping in trappings:
        for skill in usable_skills(tables, actor, trapping):
            if trapping == TRANSPORT and not is_riding(actor, skill):
                continue
            is_only = sum(skill.has(each) for each in trappings) == 1
            yield _trait(tables, actor, skill, trapping, "" if is_only else f", {tables.trapping(trapping).name}")
        for skill, other, stands_in in _standing_in(tables, actor, trapping):
            when = f", {stands_in.when}" if stands_in.when else ""
            yield _trait(tables, actor, skill, trapping, f" for {other.name}{when}")


def _standing_in(tables: Tables, actor: Actor, trapping: str) -> Iterator[tuple[Skill, Skill, StandIn]]:
    """SF-EQUIP-09, SF-GIFT-04: skills without a trapping that are used in place of one with it."""
    for stands_in in stand_ins(tables, actor.sheet):
        skill, other = (skill_named(tables, actor.sheet, name) for name in (stands_in.skill, stands_in.instead))
        if skill is not None and other is not None and other.has(trapping) and not skill.has(trapping):
            yield skill, other, stands_in


def _trait(tables: Tables, actor: Actor, skill: Skill, trapping: str = "", suffix: str = "") -> Trait:
    tier = max(skill.tier, borrowed_tier(tables, actor.sheet, skill.id))
    name = f"{skill.name}{tables.initial(tier)}"
    return Trait(
        id=trait_with(skill.id, trapping),
        label=f"{name}{suffix} ({signed(skill.rating)})",
        rating=skill.rating,
        name=name,
        skill=skill.id,
        scale=tier,
    )


def trait_with(skill: str, trapping: str) -> str:
    """The id of a skill used by one of its trappings."""
    return f"{skill}/{trapping}" if trapping else skill


def skill_behind(trait: str) -> str:
    """The id of the skill that a trait uses."""
    return trait.partition("/")[0]


def trapping_behind(trait: str) -> str:
    """The trapping that a trait uses, where it names one."""
    return trait.partition("/")[2]


def skill_rolled(tables: Tables, sheet: Sheet, trait: str) -> Skill | None:
    return skill_named(tables, sheet, skill_behind(trait))


@remembered(limit=4096, has_texts=True)
def skill_named(tables: Tables, sheet: Sheet, wanted: str) -> Skill | None:
    return next((s for s in (*skills_of(tables, sheet), *unrated_skills(tables, sheet)) if s.id == wanted), None)


def trapping_rolled(tables: Tables, sheet: Sheet, trait: str) -> tuple[HeldTrapping, ...]:
    """The trapping that a trait uses, each time the skill has it; or as the skill has it that it stands in for."""
    trapping, skill = trapping_behind(trait), skill_rolled(tables, sheet, trait)
    found = tuple(skill.having(trapping)) if skill else ()
    if found or skill is None:
        return found
    others = (skill_named(tables, sheet, each.instead) for each in stand_ins(tables, sheet) if each.skill == skill.id)
    return next((held for other in others if other and (held := tuple(other.having(trapping)))), ())
