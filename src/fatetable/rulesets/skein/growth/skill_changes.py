"""Which skills a refresh can change, at what price, and the sheet after such a change."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fatetable.engine.offers import Choice, ChoiceHole, Hole, TextHole
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.skein.book import MAGICAL, Tables
from fatetable.rulesets.skein.creation import known_languages, skill_needs
from fatetable.rulesets.skein.sheet import forms_allowed, languages_allowed, skill_name, skill_of, twins

KIND_LIMIT = 40
"""The longest name of a kind of skill."""


def raise_price(tables: Tables, level: int) -> int:
    """As many points as the level to be attained (SK-ADV-04)."""
    return level * tables.experience.per_new_level


def own_skills(tables: Tables, sheet: Sheet) -> tuple[str, ...]:
    """The chosen skills, without those that a stunt gives."""
    given = twins(tables, sheet)
    return tuple(trait for trait in sheet.traits if trait not in given)


def learnable(tables: Tables, sheet: Sheet, field: str) -> Iterator[tuple[str, Hole]]:
    """One choice of all single skills, and for each skill with many kinds the question which kind."""
    found = [
        skill for skill in tables.skills if skill.category != MAGICAL or not any(skill_needs(tables, sheet, skill))
    ]
    single = tuple(Choice(s.id, s.name) for s in found if not s.is_group and s.id not in sheet.traits)
    if single:
        yield "", ChoiceHole(field, "skill", single)
    for skill in found:
        if skill.is_group:
            yield skill.id, TextHole("which", f"which {skill.name}", limit=KIND_LIMIT)


def name_of_learnt(tables: Tables, group: str) -> str:
    """How an offer names what is learnt."""
    return f"a kind of {skill_name(tables, group)}" if group else "another skill"


def with_levels(sheet: Sheet, traits: dict[str, int]) -> Sheet:
    return msgspec.structs.replace(sheet, traits={**sheet.traits, **traits})


def without_skill(sheet: Sheet, trait: str) -> Sheet:
    return msgspec.structs.replace(sheet, traits={t: level for t, level in sheet.traits.items() if t != trait})


def swapped(sheet: Sheet, one: str, other: str) -> Sheet:
    return with_levels(sheet, {one: sheet.traits[other], other: sheet.traits[one]})


def _keeps_what_levels_gave(tables: Tables, sheet: Sheet) -> bool:
    """Are there still levels enough for the languages and forms the character has?"""
    forms = [form for form in sheet.lists.get("forms", ()) if form.strip()]
    if len(forms) > forms_allowed(tables, sheet):
        return False
    return len(known_languages(sheet)) <= languages_allowed(tables, sheet)


def neighbours(tables: Tables, sheet: Sheet, one: str) -> tuple[str, ...]:
    """Chosen skills one level above or below (SK-ADV-10)."""
    own = own_skills(tables, sheet)
    if one not in own:
        return ()
    return tuple(
        other
        for other in own
        if abs(sheet.traits[one] - sheet.traits[other]) == tables.experience.swap_distance
        and _keeps_what_levels_gave(tables, swapped(sheet, one, other))
    )


def replaceable(tables: Tables, sheet: Sheet) -> tuple[str, ...]:
    """Skills of level 1, except those that everybody has or that another skill depends on (SK-ADV-10)."""
    lowest = tables.experience.new_skill_level
    return tuple(
        trait
        for trait in own_skills(tables, sheet)
        if sheet.traits[trait] == lowest
        and not ((skill := skill_of(tables, trait)) and skill.is_compulsory)
        and trait not in twins(tables, sheet).values()
        and _keeps_what_levels_gave(tables, without_skill(sheet, trait))
    )
