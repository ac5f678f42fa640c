"""The skills on a sheet of Skein: which entry of the list a trait is, its name and its level.

Whether a sheet may have them is checked in `creation/checks/skills.py`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

from fatetable.engine.identity import remembered
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.characters.trait_groups import group_and_name, member
from fatetable.rulesets.skein.book import MAGICAL, AttackKind, Skill, Tables

COMBAT_SKILL = "combat-skill"
ARMY_SKILL = "army-skill"
COLLECTIVE = {COMBAT_SKILL: "Combat skill", ARMY_SKILL: "Army Skill"}


@functools.lru_cache(maxsize=1024)
def skill_of(tables: Tables, trait: str) -> Skill | None:
    """The entry a trait belongs to; a skill with many kinds needs the name of the kind, and no other has one.

    >>> from fatetable.rulesets.skein.book.tables import read_tables
    >>> tables = read_tables()
    >>> skill_of(tables, "lore [The Fae]").name, skill_of(tables, "lore"), skill_of(tables, "stealth [Wood]")
    ('Lore', None, None)
    """
    found = group_and_name(trait)
    skill = tables.skill(found[0] if found else trait)
    return skill if skill is not None and skill.is_group == bool(found) else None


def usual_time(tables: Tables, trait: str) -> str:
    """How long a use of a trait takes as a rule, if the list of skills says so."""
    skill = skill_of(tables, trait)
    return skill.time if skill is not None else ""


@functools.lru_cache(maxsize=1024)
def skill_name(tables: Tables, trait: str) -> str:
    """What a trait is called, whether or not it is in the list.

    >>> from fatetable.rulesets.skein.book.tables import read_tables
    >>> tables = read_tables()
    >>> skill_name(tables, "melee-combat"), skill_name(tables, "lore [The Fae]"), skill_name(tables, "rope-dancing")
    ('Melee Combat', 'Lore [The Fae]', 'Rope dancing')
    """
    found = group_and_name(trait)
    if found and (group := tables.skill(found[0])):
        return f"{group.name} [{found[1]}]"
    if skill := tables.skill(trait):
        return skill.name
    return COLLECTIVE.get(trait, trait.replace("-", " ").capitalize())


def trait_of(tables: Tables, words: str) -> str:
    """The trait somebody means: by name, by another name for it, or by its id; unknown words stay as they are.

    >>> from fatetable.rulesets.skein.book.tables import read_tables
    >>> tables = read_tables()
    >>> trait_of(tables, "Ranged Combat"), trait_of(tables, "Lore [The  Fae]"), trait_of(tables, "rope-dancing")
    ('missile-combat', 'lore [The Fae]', 'rope-dancing')
    """
    plain = " ".join(words.split())
    if found := group_and_name(plain):
        group = _ids(tables).get(found[0].casefold())
        return member(group, found[1]) if group else plain
    return _ids(tables).get(plain.casefold(), plain)


@functools.lru_cache(maxsize=16)
def _ids(tables: Tables) -> Mapping[str, str]:
    names = {name.casefold(): skill.id for skill in tables.skills for name in (skill.id, skill.name, *skill.aliases)}
    return names | {name.casefold(): trait for trait, name in COLLECTIVE.items()}


def level(tables: Tables, sheet: Sheet, skill_id: str) -> int:
    """The level of a skill, of a group the highest; one the character lacks counts as untrained (SK-CHAR-16)."""
    found = _levels(sheet).get(skill_id)
    return tables.figures.skills.untrained if found is None else found


@remembered(limit=2048)
def _levels(sheet: Sheet) -> Mapping[str, int]:
    """What a sheet rates, and the highest of each group."""
    found = dict(sheet.traits)
    for trait, rating in sheet.traits.items():
        if group := group_and_name(trait):
            found[group[0]] = max(rating, found.get(group[0], rating))
    return found


def opponents(tables: Tables, skill_id: str, use: str = "") -> Iterator[Skill]:
    """The skills that are rolled against this one, or against one use of it."""
    for skill in tables.skills:
        if any(opposed.skill == skill_id and opposed.use in ("", use) for opposed in skill.opposes):
            yield skill


def resisting(tables: Tables, trait: str) -> tuple[tuple[str, str], ...]:
    """The skills that are rolled against this one outside a fight, each with the use it opposes (empty: any).

    >>> from fatetable.rulesets.skein.book.tables import read_tables
    >>> tables = read_tables()
    >>> resisting(tables, "deception"), resisting(tables, "strength")
    ((('empathy', ''), ('awareness', 'disguise')), ())
    """
    found = [
        (skill.id, opposed.use)
        for skill in tables.skills
        if skill.category != MAGICAL
        for opposed in skill.opposes
        if opposed.skill == trait != skill.id
    ]
    return tuple(sorted(found, key=lambda each: bool(each[1])))


def can_attack(tables: Tables, trait: str, kind: AttackKind) -> bool:
    skill = skill_of(tables, trait)
    return skill is not None and kind in skill.attacks


def can_defend(tables: Tables, trait: str, kind: AttackKind, *, has_shield: bool = False) -> bool:
    """Whether a skill defends against this kind of attack without any stunt (SK-CBT-09)."""
    skill = skill_of(tables, trait)
    if skill is None:
        return False
    return kind in skill.defends or (has_shield and kind in skill.defends_with_shield)
