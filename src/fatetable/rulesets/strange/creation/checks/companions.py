"""Companions: what has to be said of them, and that they are no more than their improvements make of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Entry, Problem, Sheet
from fatetable.rulesets.strange.book import CompanionRow, Tables
from fatetable.rulesets.strange.creation.checks.improvements import slot_problems
from fatetable.rulesets.strange.creation.checks.reports import advice, error
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.sheet import (
    IMPROVEMENTS,
    SKILLS,
    STURDY,
    Skill,
    all_aspects,
    improvements_of,
    quality_of,
    skill_of,
    worth,
)
from fatetable.rulesets.strange.skills import SkillPlace, price_of, skill_problems


def companion_problems(tables: Tables, dials: Dials, sheet: Sheet, gift: Entry, where: str) -> Iterator[Problem]:
    if not gift.name.strip():
        yield error("companion-unnamed", f"{where}.name", "A companion has no name.", "Give it one.", "SF-COMP-01")
    yield from _improvements(tables, sheet, gift, where)
    used = sum(row.slots for row, _ in improvements_of(tables, gift))
    yield from slot_problems(tables, dials, gift, used, where, "SF-COMP-03")
    yield from _tracks(tables, gift, where)
    yield from _skills(tables, dials, gift, where)


def _improvements(tables: Tables, sheet: Sheet, gift: Entry, where: str) -> Iterator[Problem]:
    often: Counter[str] = Counter()
    for place, part in enumerate(gift.entries.get(IMPROVEMENTS, ())):
        at, row = f"{where}.entries.{IMPROVEMENTS}.{place}", tables.companions.row(part.name)
        if row is None:
            message = f"There is no improvement {part.name[:60]!r}."
            yield error("unknown-improvement", at, message, "Take it off.", "SF-COMP-03")
            continue
        often[row.id] += 1
        if often[row.id] > row.most:
            message = f"{row.name} is taken {row.most} times at most."
            yield error("improvement-too-often", at, message, "Take it off.", row.rule)
        if not _is_said(tables, sheet, row, part):
            yield error("gift-open", at, f"{row.name}: something has not been said about it.", "Fill it in.", row.rule)


def _is_said(tables: Tables, sheet: Sheet, row: CompanionRow, part: Entry) -> bool:
    if row.form == "bond":
        shared = {slot for slot in part.lists.get("aspect", ()) if slot in all_aspects(tables, sheet)}
        return len(shared) == tables.companions.bond
    return row.form == "plain" or bool(part.texts.get("text", "").strip())


def _tracks(tables: Tables, gift: Entry, where: str) -> Iterator[Problem]:
    """SF-COMP-05: at a middling quality somebody chooses which track has one box more."""
    number = tables.companions.of_quality(quality_of(tables, gift)).sturdy
    known = [scope for scope in gift.lists.get(STURDY, ()) if scope in {row.id for row in tables.scopes}]
    if 0 < number < len(tables.scopes) and len(known) != number:
        message = "One of its stress tracks has three boxes."
        yield error("companion-track", f"{where}.lists.{STURDY}", message, "Choose which.", "SF-COMP-05")


# -- skills ----------------------------------------------------------------------------------------------------------


def _skills(tables: Tables, dials: Dials, gift: Entry, where: str) -> Iterator[Problem]:
    at, quality = f"{where}.entries.{SKILLS}", quality_of(tables, gift)
    entries = gift.entries.get(SKILLS, ())
    skills = tuple(skill_of(tables, entry) for entry in entries)
    if not skills:
        yield error("companion-skills", at, "It has no skill.", "Choose one.", "SF-COMP-01")
    for number, (entry, skill) in enumerate(zip(entries, skills, strict=True)):
        place = SkillPlace(tables, f"{at}.{number}", entry, skill)
        yield from skill_problems(place, has_common_skills=dials.common_skills)
        if skill.rating > quality:
            message = f"it is rated {skill.rating}, above the quality of {quality}."
            yield place.error("companion-rating", message, "Lower it.", "SF-COMP-05", "SF-COMP-09")
        if any(skill.id == other.id for other in skills[:number]):
            yield place.error("skill-twice", "it has two skills of this name.", "Change one.", "SF-SKILL-01")
    yield from _points(tables, gift, skills, at)
    yield from _tiers(tables, gift, skills, at)


def points_spent(tables: Tables, skills: tuple[Skill, ...], quality: int) -> int:
    """What its skills cost beyond those of its quality: one of each rating up to it (SF-COMP-05, SF-COMP-09)."""
    ratings = sorted((skill.rating for skill in skills), reverse=True)
    free = sum(min(rating, able) for rating, able in zip(ratings, range(quality, 0, -1), strict=False))
    return max(0, sum(price_of(tables, skill).total for skill in skills) - free)


def _points(tables: Tables, gift: Entry, skills: tuple[Skill, ...], at: str) -> Iterator[Problem]:
    spent = points_spent(tables, skills, quality_of(tables, gift))
    able = worth(tables, gift, lambda row: row.skill_points)
    if spent > able:
        message = f"Its skills cost {spent} points beyond those of its quality, and it has {able}."
        fix = "Lower a rating, or take Skilled as an improvement."
        yield error("companion-points", at, message, fix, "SF-COMP-05", "SF-COMP-09")
    elif spent < able:
        yield advice(
            "companion-points-left", at, f"It has {able - spent} skill points left.", "Spend them.", "SF-COMP-09"
        )


def _tiers(tables: Tables, gift: Entry, skills: tuple[Skill, ...], at: str) -> Iterator[Problem]:
    """SF-COMP-11."""
    raised, able = sum(skill.tier for skill in skills), worth(tables, gift, lambda row: row.tiers)
    if raised > able:
        message = f"Its skills are {raised} tiers above Mundane, and it was empowered {able} times."
        yield error("companion-tiers", at, message, "Lower a tier, or take Empowered.", "SF-COMP-11")
    elif raised < able:
        yield advice("companion-tiers-left", at, "It was empowered, but no skill is.", "Raise a tier.", "SF-COMP-11")
