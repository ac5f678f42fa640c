"""A whole sheet: everything wrong with it at once, errors first; nothing is refused here."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.characters.text_checks import text_problems, with_waiver
from fatetable.rulesets.strange.book import RULESET, HeldTrapping, Tables
from fatetable.rulesets.strange.creation.checks.archetypes import archetype_problems, strange_skills
from fatetable.rulesets.strange.creation.checks.aspects import free_aspect_problems, required_aspect_problems
from fatetable.rulesets.strange.creation.checks.budgets import budget_problems
from fatetable.rulesets.strange.creation.checks.gifts import gift_problems
from fatetable.rulesets.strange.creation.checks.income import income_problems
from fatetable.rulesets.strange.creation.checks.people import ward_problems
from fatetable.rulesets.strange.creation.checks.reports import error
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.sheet import PSYCHIC, SKILLS, WARDS, Skill, named_archetype, skill_id, skill_of
from fatetable.rulesets.strange.skills import SkillPlace, skill_problems

HERO, NPC = "hero", "npc"
KINDS = {HERO: "Player character", NPC: "Character of the GM"}

NEVER_WAIVED = frozenset(
    {
        *("wrong-ruleset", "unknown-kind", "name-missing", "text-too-long", "text-unprintable", "unknown-aspect"),
        *("unknown-kind-of-skill", "unknown-common-skill", "unknown-trapping", "unknown-extra", "unknown-drawback"),
        *("unknown-tier", "unknown-gift", "unknown-ward", "rating-out-of-range", "skill-twice", "skill-unnamed"),
        *("refresh-below-zero", "benefit-unknown", "unknown-improvement", "unknown-benefit"),
    }
)
"""Not matters of taste: a table could not run such a sheet at all."""

PSYCHIC_BY_THE_BOOK = ("dismantle", "physical-force", "security", "disguise", "hide", "menace")


def problems(tables: Tables, dials: Dials, sheet: Sheet) -> tuple[Problem, ...]:
    found = [with_waiver(problem, sheet, NEVER_WAIVED, "GM") for problem in _found(tables, dials, sheet)]
    return tuple(sorted(found, key=lambda problem: problem.severity != "error"))


def _found(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    if sheet.ruleset != RULESET:
        yield Problem("error", "wrong-ruleset", "ruleset", "This sheet is for another ruleset.")
        return
    if sheet.kind not in KINDS:
        yield Problem("error", "unknown-kind", "kind", "Strange Fate knows no such kind of character.")
        return
    if not sheet.name.strip():
        yield error("name-missing", "name", "The character has no name.", "Give a name.", "SF-CHAR-01")
    yield from text_problems(sheet, ("SF-CHAR-01",))
    yield from _skills(tables, dials, sheet)
    yield from gift_problems(tables, dials, sheet)
    yield from ward_problems(tables, sheet)
    yield from free_aspect_problems(tables, sheet)
    if sheet.kind == HERO:
        yield from required_aspect_problems(sheet)
        yield from archetype_problems(tables, sheet)
        yield from budget_problems(tables, dials, sheet)
        yield from income_problems(tables, sheet)


def _skills(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    seen: set[str] = set()
    for number, entry in enumerate(sheet.entries.get(SKILLS, ())):
        place = SkillPlace(tables, f"entries.{SKILLS}.{number}", entry, skill_of(tables, entry))
        yield from skill_problems(place, has_common_skills=dials.common_skills)
        if skill_id(entry.name) in seen:
            yield place.error("skill-twice", "there are two skills of this name.", "Change one.", "SF-SKILL-01")
        seen.add(skill_id(entry.name))


def matters_of_consent(tables: Tables, dials: Dials, sheet: Sheet) -> tuple[str, ...]:
    """What the rules leave to the game master's judgement when somebody brings a character."""
    return tuple(_matters(tables, dials, sheet))


def _matters(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[str]:
    yield from (
        each.message for each in problems(tables, dials, sheet) if each.code in {*sheet.waived, "own-archetype"}
    )
    strange = strange_skills(tables, sheet)
    built = [skill_of(tables, entry) for entry in sheet.entries.get(SKILLS, ()) if entry.kind in ("unique", "strange")]
    if built:
        names = ", ".join(skill.name for skill in built)
        yield f"Every trapping fits the theme of its skill: {names}."
    if any(skill.drawbacks for skill in built) or strange:
        yield "Every drawback limits its skill and fits its theme."
    if any(_is_open_what_psychic_means(tables, held) for skill in built for held in skill.bought):
        yield "It is settled what Psychic means for its trappings."
    if named_archetype(sheet) and strange:
        yield f"The Strange skills fit the archetype: {named_archetype(sheet)[:60]}."
    if any(skill.kind == "unique" and _has_flaw(tables, skill) for skill in built):
        yield "A Unique skill has a flaw that has an ordinary explanation."
    if helping := [entry.name for entry in sheet.entries.get(SKILLS, ()) if entry.lists.get("helps")]:
        yield f"The skills that {', '.join(helping)} helps in attacks have a theme in common with it."
    if sheet.entries.get(WARDS):
        yield "Invulnerabilities and weaknesses fit the character."


def _is_open_what_psychic_means(tables: Tables, held: HeldTrapping) -> bool:
    """The book says it of social trappings, of perception, and of a few others (SF-EXT-02, SF-EXT-14)."""
    is_said = tables.trapping(held.id).category in ("social", "perception") or held.id in PSYCHIC_BY_THE_BOOK
    return PSYCHIC in held.extras and not is_said


def _has_flaw(tables: Tables, skill: Skill) -> bool:
    rows = (tables.drawback(held.id) for held in skill.drawbacks)
    return any(row is not None and row.form != "aspect" for row in rows)
