"""The skills a sheet of Skein rates: which entry of the list a trait is, what it is called, how high it is.

Knows nothing about whether a sheet may have them.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

from fatetable.engine.identity import remembered
from fatetable.mechanics.sheets import Sheet
from fatetable.mechanics.trait_groups import group_and_name, member
from fatetable.rulesets.skein.catalogue import MAGICAL, Skill
from fatetable.rulesets.skein.effects import AttackKind
from fatetable.rulesets.skein.tables import tables

COMBAT_SKILL = "combat-skill"
ARMY_SKILL = "army-skill"
COLLECTIVE = {COMBAT_SKILL: "Combat skill", ARMY_SKILL: "Army Skill"}


@functools.lru_cache(maxsize=1024)
def skill_of(trait: str) -> Skill | None:
    """The entry a trait belongs to; a label for many skills is none by itself, and none of them is without its name.

    >>> skill_of("lore [The Fae]").name, skill_of("lore"), skill_of("stealth [Wood]")
    ('Lore', None, None)
    """
    found = group_and_name(trait)
    skill = tables().skill(found[0] if found else trait)
    return skill if skill is not None and skill.is_group == bool(found) else None


@functools.lru_cache(maxsize=1024)
def skill_name(trait: str) -> str:
    """What a trait is called, whether or not it is in the list.

    >>> skill_name("melee-combat"), skill_name("lore [The Fae]"), skill_name("rope-dancing")
    ('Melee Combat', 'Lore [The Fae]', 'Rope dancing')
    """
    found = group_and_name(trait)
    if found and (group := tables().skill(found[0])):
        return f"{group.name} [{found[1]}]"
    if skill := tables().skill(trait):
        return skill.name
    return COLLECTIVE.get(trait, trait.replace("-", " ").capitalize())


def trait_of(words: str) -> str:
    """The trait somebody means: by name, by another name for it, or by its id; unknown words stay as they are.

    >>> trait_of("Ranged Combat"), trait_of("Lore [The  Fae]"), trait_of("rope-dancing")
    ('missile-combat', 'lore [The Fae]', 'rope-dancing')
    """
    plain = " ".join(words.split())
    if found := group_and_name(plain):
        group = _ids().get(found[0].casefold())
        return member(group, found[1]) if group else plain
    return _ids().get(plain.casefold(), plain)


@functools.cache
def _ids() -> Mapping[str, str]:
    names = {name.casefold(): skill.id for skill in tables().skills for name in (skill.id, skill.name, *skill.aliases)}
    return names | {name.casefold(): trait for trait, name in COLLECTIVE.items()}


def level(sheet: Sheet, skill_id: str) -> int:
    """The level of a skill, of a group the highest; one the character lacks counts as untrained (SK-CHAR-16)."""
    found = _levels(sheet).get(skill_id)
    return tables().figures.skills.untrained if found is None else found


@remembered(limit=2048)
def _levels(sheet: Sheet) -> Mapping[str, int]:
    """What a sheet rates, and the highest of each group."""
    found = dict(sheet.traits)
    for trait, rating in sheet.traits.items():
        if group := group_and_name(trait):
            found[group[0]] = max(rating, found.get(group[0], rating))
    return found


def opponents(skill_id: str, use: str = "") -> Iterator[Skill]:
    """The skills that are rolled against this one, or against one use of it."""
    for skill in tables().skills:
        if any(opposed.skill == skill_id and opposed.use in ("", use) for opposed in skill.opposes):
            yield skill


def resisting(trait: str) -> tuple[tuple[str, str], ...]:
    """The skills that are rolled against this one outside a fight, each with the use it opposes (empty: any).

    >>> resisting("deception"), resisting("strength")
    ((('empathy', ''), ('awareness', 'disguise')), ())
    """
    found = [
        (skill.id, opposed.use)
        for skill in tables().skills
        if skill.category != MAGICAL
        for opposed in skill.opposes
        if opposed.skill == trait != skill.id
    ]
    return tuple(sorted(found, key=lambda each: bool(each[1])))


def can_attack(trait: str, kind: AttackKind) -> bool:
    skill = skill_of(trait)
    return skill is not None and kind in skill.attacks


def can_defend(trait: str, kind: AttackKind, *, has_shield: bool = False) -> bool:
    """Whether a skill defends against this kind of attack without any stunt (SK-CBT-09)."""
    skill = skill_of(trait)
    if skill is None:
        return False
    return kind in skill.defends or (has_shield and kind in skill.defends_with_shield)
