"""What an archetype asks for, and who may have strange skills at all."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.mechanics.characters.sheet import Entry, Problem, Sheet
from fatetable.rulesets.strange.book import Archetype, Tables
from fatetable.rulesets.strange.creation.checks.reports import advice, error
from fatetable.rulesets.strange.sheet import (
    ARCHETYPE,
    OBSESSION,
    SKILLS,
    TRADITION,
    WARDS,
    Skill,
    all_aspects,
    archetype_of,
    named_archetype,
    skill_of,
    skills_of,
    type_of_aspect,
    wards_of,
)

WHERE = f"lists.{ARCHETYPE}"
ANY = "any"
ABILITIES = ("physical", "mental", "other")


class StrangeSkill(Struct, frozen=True):
    where: str
    entry: Entry
    skill: Skill


def strange_skills(tables: Tables, sheet: Sheet) -> tuple[StrangeSkill, ...]:
    found = (
        StrangeSkill(f"entries.{SKILLS}.{place}", entry, skill_of(tables, entry))
        for place, entry in enumerate(sheet.entries.get(SKILLS, ()))
    )
    return tuple(each for each in found if each.skill.is_strange)


def archetype_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    strange, archetype = strange_skills(tables, sheet), archetype_of(tables, sheet)
    if not named_archetype(sheet):
        for each in strange:
            message = f"{each.skill.name[:60]} is a Strange skill, and only Strangers have those."
            yield error("no-stranger", each.where, message, "Choose an archetype.", "SF-CHAR-10", "SF-SKILL-07")
    elif archetype is None:
        message = f"{named_archetype(sheet)[:60]} is an archetype of one's own, which the GM must agree to."
        yield advice("own-archetype", WHERE, message, "Work it out together.", "SF-ARCH-02")
    else:
        yield from _all_of(archetype, strange)
        yield from _one_of(tables, archetype, strange)
        yield from _person(tables, archetype, sheet)


def _all_of(archetype: Archetype, strange: tuple[StrangeSkill, ...]) -> Iterator[Problem]:
    """What every strange skill must be."""
    for each in strange:
        name = each.skill.name[:60]
        if archetype.bodies_and_minds:
            yield from _ability(archetype, each)
        if archetype.inventions_need and each.entry.numbers.get("invention"):
            kinds = [held.id.rpartition("-")[2] for held in each.skill.drawbacks]
            if archetype.inventions_need not in kinds:
                message = f"{name} is an invention, and those have a Focus."
                yield error("invention-without-focus", each.where, message, "Add a Focus.", archetype.rule)
        if archetype.needs_ties and not each.entry.texts.get("tie", "").strip():
            message = f"It is not said what ties {name} to the divine heritage."
            where = f"{each.where}.texts.tie"
            yield error("tie-missing", where, message, "Say it; the GM judges.", archetype.rule)


def _ability(archetype: Archetype, each: StrangeSkill) -> Iterator[Problem]:
    where, chosen = f"{each.where}.lists.ability", next(iter(each.entry.lists.get("ability", ())), "")
    name = each.skill.name[:60]
    if chosen not in ABILITIES:
        message = f"It is not said whether {name} is a physical or a mental ability."
        yield error("ability-missing", where, message, "Choose one.", archetype.rule)
    elif chosen == "other":
        message = f"{name} is neither a physical nor a mental ability, and a {archetype.name} has no others."
        yield error("ability-not-allowed", where, message, "Take another skill.", archetype.rule)


def _one_of(tables: Tables, archetype: Archetype, strange: tuple[StrangeSkill, ...]) -> Iterator[Problem]:
    """What one strange skill at least must bring."""
    wanted = archetype.one_with
    held = {drawback.id for each in strange for drawback in each.skill.drawbacks}
    if not wanted or held.intersection(wanted) or (ANY in wanted and held):
        return
    names = [row.name for row in tables.drawbacks if row.id in wanted]
    what = " or a ".join(names) if names else "drawback"
    message = f"One Strange skill of a {archetype.name} at least must have a {what}."
    yield error("archetype-drawback-missing", WHERE, message, "Add it to one of them.", archetype.rule, "SF-CHAR-10")


def _person(tables: Tables, archetype: Archetype, sheet: Sheet) -> Iterator[Problem]:
    """What the character must have beside."""
    names = {skill.name for skill in skills_of(tables, sheet)}
    if archetype.weakness and not any(
        ward.row.form == "weakness" and archetype.weakness in ward.against.casefold()
        for ward in wards_of(tables, sheet)
    ):
        message = f"A {archetype.name} has a weakness against {archetype.weakness}."
        yield error("weakness-missing", f"entries.{WARDS}", message, "Add it.", archetype.rule)
    if archetype.skill and archetype.skill not in names:
        message = f"A {archetype.name} has the skill {archetype.skill}, on any tier."
        yield error("archetype-skill-missing", f"entries.{SKILLS}", message, "Add it.", archetype.rule)
    if archetype.traditions:
        yield from _tradition(archetype, sheet, names)
    if archetype.has_obsession:
        yield from _obsession(tables, archetype, sheet)


def _tradition(archetype: Archetype, sheet: Sheet, names: set[str]) -> Iterator[Problem]:
    chosen = next(iter(sheet.lists.get(TRADITION, ())), "")
    wanted = archetype.traditions.get(chosen)
    if wanted is None:
        message = f"A {archetype.name} follows one tradition: {' or '.join(archetype.traditions)}."
        yield error("tradition-missing", f"lists.{TRADITION}", message, "Choose one.", archetype.rule)
    elif wanted not in names:
        message = f"Who follows the {chosen} tradition has a Strange skill called {wanted}."
        fix = "Build it, with Variable trappings and the GM's agreement."
        yield error("archetype-skill-missing", f"entries.{SKILLS}", message, fix, archetype.rule)


def _obsession(tables: Tables, archetype: Archetype, sheet: Sheet) -> Iterator[Problem]:
    slot = next(iter(sheet.lists.get(OBSESSION, ())), "")
    if type_of_aspect(slot) != "conviction" or not all_aspects(tables, sheet).get(slot):
        message = f"One conviction of a {archetype.name} is an obsession."
        yield error("obsession-missing", f"lists.{OBSESSION}", message, "Choose which.", archetype.rule)
