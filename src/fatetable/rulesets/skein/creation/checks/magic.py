"""What magic asks of a character of Skein: a tale that tells of it, an Aspect it rests on, a calling, and for runes
the Runes.

Whether the Aspect really fits is for people to judge; the sheet only says which one it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.skein.book import MAGICAL, Skill, Stunt, StuntType, Tables
from fatetable.rulesets.skein.creation.checks.reports import advice, error, quoted
from fatetable.rulesets.skein.creation.checks.skills import known_languages
from fatetable.rulesets.skein.sheet import Taken, aspects_of, level, skill_of, taken, times_taken

SUPERNATURAL = ("Supernatural", "Animal")


def path_of(tables: Tables, stunt: Stunt) -> Skill | None:
    """The magical skill under which a stunt is listed."""
    return next((skill for skill in tables.skills if skill.category == MAGICAL and skill.name == stunt.group), None)


def magic_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    owned = {
        skill.id: skill for trait in sheet.traits if (skill := skill_of(tables, trait)) and skill.category == MAGICAL
    }
    for skill in owned.values():
        yield from skill_needs(tables, sheet, skill)
    for place, feature in enumerate(sheet.features):
        if (found := taken(tables, feature)) and found.stunt:
            yield from _path_problems(tables, sheet, found.stunt, f"features.{place}")


def skill_needs(tables: Tables, sheet: Sheet, skill: Skill) -> Iterator[Problem]:
    """A magical skill needs its calling, which in turn needs the Aspect (SK-CHAR-21, SK-SKILL-40)."""
    if not times_taken(tables, sheet, skill.calling):
        calling = tables.stunt(skill.calling)
        name = calling.name if calling else skill.calling
        message = f"{skill.name} is a magical skill, and the stunt {name} that opens it is missing."
        fix = f"Take {name} and an Aspect that tells of it, or drop the skill."
        yield error("calling-missing", "features", message, fix, "SK-CHAR-21", "SK-SKILL-40", "SK-STYPE-06")
    languages = [entry.casefold() for entry in known_languages(sheet)]
    if skill.language and skill.language.casefold() not in languages:
        message = f"{skill.name} takes knowledge of the {skill.language}, which are not among the languages."
        fix = f"List {skill.language} among the alphabets."
        yield error("language-missing", "lists.alphabets", message, fix, "SK-CHAR-21", "SK-SKILL-46", "SK-STUNT-41")


def _path_problems(tables: Tables, sheet: Sheet, stunt: Stunt, where: str) -> Iterator[Problem]:
    """The further stunts of a path presuppose its calling and its skill (SK-STUNT-60)."""
    path = path_of(tables, stunt)
    if path is None:
        return
    has_skill = level(tables, sheet, path.id) >= tables.figures.skills.lowest
    if stunt.is_calling:
        if not has_skill:
            message = f"{stunt.name} opens {path.name}, which the character does not have."
            yield advice("calling-unused", where, message, "Take the skill, now or later.", "SK-STUNT-60")
        return
    if not has_skill or not times_taken(tables, sheet, path.calling):
        message = f"{stunt.name} is a power of {path.name} and needs that skill and its calling."
        yield error("path-missing", where, message, "Take both, or another stunt.", "SK-STUNT-60")


def aspect_problems(tables: Tables, sheet: Sheet, found: Taken, where: str) -> Iterator[Problem]:
    """A stunt that rests on an Aspect says which; a player character's magic is told of in a tale (SK-CHAR-05)."""
    stunt = found.stunt
    wanted = stunt.aspect if stunt is not None else _own_magic(found)
    if not wanted:
        return
    written = aspects_of(sheet)
    slot = found.choice("aspect")
    if slot not in written:
        message = f"{quoted(found.feature.name)} needs an Aspect that tells of {wanted}."
        fix = f"Say which Aspect it rests on: {', '.join(written) or 'none is written yet'}."
        yield error("stunt-aspect-missing", where, message, fix, "SK-STUNT-01", "SK-CHAR-21")
        return
    is_magic = stunt is None or stunt.is_calling or stunt.group in SUPERNATURAL
    if sheet.kind == "hero" and is_magic and not _is_told(tables, found, slot):
        message = f"{quoted(found.feature.name)} is magic, and no tale tells of it."
        fix = "Say which tale does, or let it rest on the Aspect of a tale."
        yield error("magic-untold", where, message, fix, "SK-CHAR-05")


def divine_problems(tables: Tables, sheet: Sheet, found: Taken, where: str) -> Iterator[Problem]:
    """A stunt that a god grants is one of that god's, and rests on an Aspect of that god (SK-GOD-02)."""
    name = found.choice("god")
    if not name:
        return
    god, feature = tables.god(name), quoted(found.feature.name)
    if god is None:
        message = f"{feature} is granted by {quoted(name)}, who is no god of this campaign."
        yield error("god-unknown", where, message, "Name a god of the campaign, or none.", "SK-GOD-02")
        return
    if found.entry.id not in god.stunts:
        message = f"{god.name} does not grant {feature}."
        yield error("stunt-not-granted", where, message, "Take another stunt, or name no god.", "SK-GOD-02")
    if not god.grants(aspects_of(sheet).get(found.choice("aspect"), "")):
        message = f"{feature} is granted by {god.name} and rests on no Aspect of that god."
        fix = "Say which Aspect it rests on: one that names the god, or one of the god's concerns."
        yield error("divine-aspect-missing", where, message, fix, "SK-GOD-02", "SK-GOD-01")


def _own_magic(found: Taken) -> str:
    """A new use of a skill that is magical rests on an Aspect (SK-STYPE-02)."""
    needs_aspect = isinstance(found.entry, StuntType) and found.entry.magic_needs_aspect
    return "the magic in it" if needs_aspect and found.is_chosen("magic") else ""


def _is_told(tables: Tables, found: Taken, slot: str) -> bool:
    """An Aspect drawn from a tale is told of there; one bought later came of what happened in play."""
    tales = [tale.slot for tale in tables.tales]
    return slot.startswith(("tale-", "bought-", "oath")) or found.choice("tale") in tales
