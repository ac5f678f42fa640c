"""Skill points and refresh: no more may be spent than there is."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.creation.checks.reports import advice, error
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.sheet import SKILLS, refresh_of, skill_points_of, skills_of
from fatetable.rulesets.strange.skills import price_of


def points_spent(tables: Tables, sheet: Sheet) -> int:
    return sum(price_of(tables, skill).total for skill in skills_of(tables, sheet))


def points_left(tables: Tables, dials: Dials, sheet: Sheet) -> int:
    return skill_points_of(tables, sheet, dials.common_skills) - points_spent(tables, sheet)


def budget_problems(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    left = points_left(tables, dials, sheet)
    where = f"entries.{SKILLS}"
    if left < 0:
        message = f"The skills cost {points_spent(tables, sheet)} points, {-left} more than there are."
        fix = "Lower ratings, take trappings off, or take Skilled as a gift."
        yield error("too-many-skill-points", where, message, fix, "SF-CHAR-02", "SF-CHAR-06")
    elif left > 0:
        points = "1 skill point is" if left == 1 else f"{left} skill points are"
        yield advice("skill-points-left", where, f"{points} not spent.", "Spend or keep them.", "SF-CHAR-06")
    yield from _refresh(tables, dials, sheet)


def _refresh(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    """Less than the floor needs the game master's leave; less than nothing is not possible (SF-CHAR-05)."""
    refresh = refresh_of(tables, sheet, dials.era)
    where, fix = f"entries.{SKILLS}", "Lower a tier, or give back a gift or an invulnerability."
    if refresh < 0:
        message = f"Tiers, gifts and invulnerabilities cost {-refresh} more refresh than there is."
        yield error("refresh-below-zero", where, message, fix, "SF-CHAR-05", "SF-REF-01")
    elif refresh < dials.refresh_floor:
        message = f"Refresh would be {refresh}, less than {dials.refresh_floor}."
        yield error("refresh-below-floor", where, message, fix, "SF-CHAR-05")
