"""What may be wrong with the skills of a character of Skein, and with the languages and forms that come of them.

Stunts are checked in `stunts.py`.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator

from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.characters.trait_groups import group_and_name
from fatetable.rulesets.skein.book import Skill, Tables
from fatetable.rulesets.skein.creation.checks.reports import advice, counted, error, listed, quoted, repeated
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.sheet import (
    forms_allowed,
    has_history,
    languages_allowed,
    level,
    skill_name,
    skill_of,
    times_taken,
    twins,
)


def skill_problems(tables: Tables, sheet: Sheet, dials: Dials) -> Iterator[Problem]:
    """Each skill must be in the list, have its Type if it needs one, and be within the range."""
    figures = tables.figures.skills
    for trait, rating in sheet.traits.items():
        where = f"traits.{trait[:60]}"
        if skill_of(tables, trait) is None:
            yield _unknown(tables, trait, where, dials)
        if not figures.lowest <= rating <= figures.highest:
            name = skill_name(tables, trait)[:60]
            message = f"{name} is at {rating}, but skills go from {figures.lowest} to {figures.highest}."
            yield error("skill-out-of-range", where, message, "Change its level.", "SK-INTRO-03", "SK-ADV-09")
    for trait in repeated(sheet.traits):
        message = f"{quoted(trait)} is rated twice; a Type can only be taken once."
        yield error("skill-repeated", "traits", message, "Name another Type.", "SK-CHAR-18")


def _unknown(tables: Tables, trait: str, where: str, dials: Dials) -> Problem:
    found = group_and_name(trait)
    group = tables.skill(trait)
    if group is not None:
        message = f"{group.name} is a label for many skills, so it needs a Type."
        fix = f"Say which, such as {group.name} [{group.examples[0]}]."
        return error("skill-type-missing", where, message, fix, "SK-CHAR-18")
    if found and (plain := tables.skill(found[0])):
        message = f"{plain.name} is one skill and has no Types."
        return error("skill-type-unknown", where, message, f"Write {plain.name} alone.", "SK-CHAR-18")
    close = difflib.get_close_matches(trait, [skill.id for skill in tables.skills], n=1)
    hint = f" Did you mean {skill_name(tables, close[0])}?" if close else ""
    message = f"{quoted(skill_name(tables, trait))} is not in the list of skills.{hint}"
    if dials.own_skills == "never":
        return error("unknown-skill", where, message, "Take one of the list.", "SK-CHAR-22", "SK-SKILL-02")
    fix = "Ask the table, or consider a Specialism instead."
    return advice("own-skill", where, message, fix, "SK-SKILL-02")


def array_problems(tables: Tables, sheet: Sheet, array: Iterable[int], *cites: str) -> Iterator[Problem]:
    """A new character's levels are exactly those of its array; what a stunt adds does not count (SK-CHAR-24)."""
    chosen = Counter(rating for trait, rating in sheet.traits.items() if rating and trait not in twins(tables, sheet))
    wanted = Counter(array)
    if chosen.total() != wanted.total():
        message = f"The character has {counted(chosen.total(), 'skill')} instead of {wanted.total()}."
        yield error("skill-count", "traits", message, f"Choose {wanted.total()} skills.", *cites)
    wrong = [
        f"{chosen[rating]} instead of {wanted[rating]} at level {rating}"
        for rating in sorted(chosen | wanted, reverse=True)
        if chosen[rating] != wanted[rating]
    ]
    if wrong:
        message = f"The levels do not form the pyramid: there are {listed(wrong)}."
        pyramid = ", ".join(f"{number} at {rating}" for rating, number in sorted(wanted.items(), reverse=True))
        yield error("skill-pyramid", "traits", message, f"Have {pyramid}.", *cites)


def hero_skill_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    """What player characters must have besides: Wealth, and by advice a field of knowledge or a trade."""
    for skill in tables.skills:
        is_ruined = has_history(sheet) and skill.id in sheet.traits
        if skill.is_compulsory and not sheet.traits.get(skill.id) and not is_ruined:
            message = f"{skill.name} is missing; every character has it."
            fix = f"Make {skill.name} one of the skills, at a level that fits the story."
            yield error("compulsory-skill-missing", f"traits.{skill.id}", message, fix, "SK-CHAR-19")
    wanted = tables.figures.skills.wanted_from_groups
    groups = [skill for skill in tables.skills if skill.is_group and skill.category != "magical"]
    if not has_history(sheet) and sum(_is_of(trait, groups) for trait in sheet.traits) < wanted:
        message = "The character has neither Lore nor a Profession."
        yield advice("no-lore-or-profession", "traits", message, "Consider taking one.", "SK-CHAR-18")


def _is_of(trait: str, groups: Iterable[Skill]) -> bool:
    found = group_and_name(trait)
    return found is not None and found[0] in (group.id for group in groups)


def twin_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    """A skill that a stunt adds stands at the level of its twin (SK-STUNT-05)."""
    for trait, twin in twins(tables, sheet).items():
        where = f"traits.{trait[:60]}"
        name, twin_name = skill_name(tables, trait)[:60], skill_name(tables, twin)[:60]
        if twin not in sheet.traits or twin in twins(tables, sheet):
            message = f"{name} is to share the level of {twin_name}, which is not there."
            yield error("twin-missing", where, message, "Name a Lore that the character has chosen.", "SK-STUNT-05")
        elif sheet.traits.get(trait) != sheet.traits[twin]:
            message = f"{name} must be at {sheet.traits[twin]}, like {twin_name}."
            yield error("twin-level", where, message, f"Make it {sheet.traits[twin]}.", "SK-STUNT-05")


def language_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    """The mother tongue is free; further languages and every alphabet take levels (SK-CHAR-20, SK-SKILL-35)."""
    known = known_languages(sheet)
    allowed = languages_allowed(tables, sheet)
    cites = ("SK-CHAR-20", "SK-SKILL-35", "SK-STUNT-03")
    if len(known) > allowed:
        level_of = f"Languages at {level(tables, sheet, 'languages')}"
        doubled = " and Many Tongues" if times_taken(tables, sheet, "many-tongues") else ""
        message = f"{len(known)} languages and alphabets are listed, but {level_of}{doubled} allows {allowed}."
        yield error("too-many-languages", "lists.languages", message, "Drop some or raise Languages.", *cites)
    elif len(known) < allowed:
        message = f"{counted(allowed - len(known), 'language')} or alphabet may still be chosen."
        yield advice("languages-open", "lists.languages", message, "Choose now or in play.", *cites)
    if not sheet.texts.get("mother-tongue", "").strip():
        message = "Nothing says which language the character grew up with."
        yield advice("mother-tongue-missing", "texts.mother-tongue", message, "It is free: name it.", "SK-CHAR-20")


def known_languages(sheet: Sheet) -> tuple[str, ...]:
    """Further languages, and alphabets with the art of reading them."""
    entries = (*sheet.lists.get("languages", ()), *sheet.lists.get("alphabets", ()))
    return tuple(entry.strip() for entry in entries if entry.strip())


def form_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    """One animal form for each level of Shapechanging, with a skin for each (SK-SKILL-47, SK-SHAPE-01)."""
    forms = [form for form in sheet.lists.get("forms", ()) if form.strip()]
    allowed = forms_allowed(tables, sheet)
    cites = ("SK-SKILL-47", "SK-SHAPE-01")
    if len(forms) > allowed:
        message = f"{counted(len(forms), 'animal form')} are listed, but Shapechanging allows {allowed}."
        yield error("too-many-forms", "lists.forms", message, "Drop some.", *cites)
    elif len(forms) < allowed:
        message = f"{counted(allowed - len(forms), 'animal form')} may still be chosen."
        yield advice("forms-open", "lists.forms", message, "Choose an animal for each level.", *cites)
    for form in repeated(forms):
        yield error("form-repeated", "lists.forms", f"The form {quoted(form)} is listed twice.", "Drop one.", *cites)
