"""The income that belongs to a social class (SF-WEALTH-01)."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.strange.book import SocialClass, Tables
from fatetable.rulesets.strange.creation.checks.reports import advice
from fatetable.rulesets.strange.sheet import MUNDANE, SKILLS, skills_of

WEALTH = "wealth"


def class_of(tables: Tables, sheet: Sheet) -> SocialClass | None:
    """The class that the aspect for it names, if it is one of the book."""
    words = sheet.aspects.get("social-class", "").casefold()
    return next((row for row in tables.aspects.classes if row.name.casefold() in words), None)


def usual_income(tables: Tables, row: SocialClass) -> str:
    """Of the highest class it is the least."""
    least = " at least" if _is_highest(tables, row) else ""
    return f"{tables.ladder.label(row.income)}{least}"


def income_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    """Advice alone: rolls use the skill, whatever it is rated, and nobody has to have one."""
    row = class_of(tables, sheet)
    best = next((skill for skill in skills_of(tables, sheet) if skill.has(WEALTH)), None)
    if row is None or best is None or best.rating == row.income:
        return
    if _is_highest(tables, row) and (best.rating > row.income or best.tier > MUNDANE):
        return
    usual, rated = usual_income(tables, row), tables.ladder.label(best.rating)
    message = f"Income is {rated} by {best.name}; in the {row.name} it is {usual}."
    fix = f"Rate {best.name} {tables.ladder.label(row.income)}, or leave it so."
    yield advice("income-of-another-class", f"entries.{SKILLS}", message, fix, "SF-WEALTH-01")


def _is_highest(tables: Tables, row: SocialClass) -> bool:
    return row.income == max(each.income for each in tables.aspects.classes)
