"""What the rules work out from a sheet, in words for its reader (SF-CHAR-11)."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.creation import Figure
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.creation.checks.budgets import points_left
from fatetable.rulesets.strange.creation.checks.income import class_of, usual_income
from fatetable.rulesets.strange.creation.checks.whole_sheet import HERO
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.sheet import (
    SKILLS,
    Skill,
    refresh_of,
    skill_id,
    skill_points_of,
    skills_of,
    skills_with,
    slots_of,
    toughness,
    tracks_of,
    vehicle_of,
)


def figures(tables: Tables, dials: Dials, sheet: Sheet) -> tuple[Figure, ...]:
    return tuple(_figures(tables, dials, sheet))


def _figures(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Figure]:
    if sheet.kind == HERO:
        left, all_points = points_left(tables, dials, sheet), skill_points_of(tables, sheet, dials.common_skills)
        yield Figure("points-left", "Skill points left", f"{left} of {all_points}")
        yield Figure("refresh", "Refresh", str(refresh_of(tables, sheet, dials.era)))
        if row := class_of(tables, sheet):
            yield Figure("usual-income", "Income of their class", usual_income(tables, row))
    tracks = tracks_of(tables, sheet)
    yield Figure(
        "stress", "Stress boxes", ", ".join(f"{track.capitalize()} {boxes}" for track, boxes in tracks.items())
    )
    yield Figure("slots", "Consequences", ", ".join(slot.name for slot in slots_of(tables, sheet)))
    armour = {row.track: toughness(tables, sheet, row.id).armour for row in tables.scopes}
    if told := ", ".join(f"{track.capitalize()} {number}" for track, number in armour.items() if number):
        yield Figure("armour", "Armor", told)
    yield Figure("initiative", "Initiative", ", ".join(_initiative(tables, sheet)))
    yield from _of_skills(tables, sheet)
    yield from _vehicles(tables, sheet)
    for skill in skills_of(tables, sheet):
        if told := ", ".join(_benefits(tables, skill)):
            yield Figure(f"benefits.{skill.id}", f"{skill.name}{tables.initial(skill.tier)}", told)


def _initiative(tables: Tables, sheet: Sheet) -> Iterator[str]:
    for row in tables.scopes:
        skill = skills_with(tables, sheet, "initiative", row.id)[0]
        yield f"{row.id} {skill.name}{tables.initial(skill.tier)} {tables.ladder.label(skill.rating)}"


def _of_skills(tables: Tables, sheet: Sheet) -> Iterator[Figure]:
    """What a trapping is measured by is the rating of the best skill with it."""
    for trapping, label in (("wealth", "Income"), ("workspace", "Workspace"), ("languages", "Languages")):
        skill = next((each for each in skills_of(tables, sheet) if each.has(trapping)), None)
        if skill is not None:
            words = str(skill.rating) if trapping == "languages" else tables.ladder.label(skill.rating)
            yield Figure(trapping, label, f"{words}{tables.initial(skill.tier)}")


def _vehicles(tables: Tables, sheet: Sheet) -> Iterator[Figure]:
    for entry in sheet.entries.get(SKILLS, ()):
        if vehicle := vehicle_of(entry):
            cost = tables.ladder.label(vehicle.cost)
            yield Figure(f"vehicle.{skill_id(entry.name)}", "Own or at hand", f"{vehicle.name}, {cost}")


def _benefits(tables: Tables, skill: Skill) -> Iterator[str]:
    for name in skill.benefits:
        row = tables.benefit(name.partition(" ")[0], skill.tier)
        if row is not None:
            yield row.text
