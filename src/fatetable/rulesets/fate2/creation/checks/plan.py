"""What can be wrong with a life that the campaign has plans for: plot, free aspects and potential."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.creation.checks.structure import structure_problems, windows_taken
from fatetable.rulesets.fate2.creation.plan import planned, takes_one_of
from fatetable.rulesets.fate2.creation.structure import openings
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import (
    DESTINY,
    FREE,
    HERO,
    MISSED,
    points_of_potential,
    slot_of,
)


def plan_problems(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    """Only heroes come through creation; what the GM runs is the GM's own affair."""
    if sheet.kind != HERO:
        return
    yield from _plot_problems(tables, dials, sheet)
    yield from _free_problems(dials, sheet)
    yield from _potential_problems(tables, dials, sheet)
    if dials.creation_structure != "open":
        yield from structure_problems(tables, dials, tuple(openings(tables, dials, sheet)))


def _plot_problems(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    """Some aspects of the plot are no choice (F2-OPT-02)."""
    for stage in planned(tables, dials, sheet):
        row = tables.phase(stage.number)
        if stage.kind == "phase" and row.must and row.plot and not takes_one_of(row, stage.entry):
            message = f"In phase {stage.number} everybody takes {' or '.join(row.plot)}."
            yield Problem("error", "plot-aspect", f"{stage.where}.name", message, "Take it.", ("F2-OPT-02",))


def _free_problems(dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    taken, granted = len(sheet.entries.get(FREE, ())), dials.free_aspects
    cites = ("F2-OPT-04", "F2-OPT-19")
    if taken > granted:
        message = f"There are {taken} free aspects, and {granted} are granted."
        yield Problem("error", "too-many-free-aspects", f"entries.{FREE}", message, "Leave some out.", cites)
    elif taken < granted:
        message = f"You may take {granted - taken} free aspects more."
        yield Problem("advice", "free-aspects-left", f"entries.{FREE}", message, "", cites)


def _potential_problems(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    """What was spent may be less than there is: some keep it for later (F2-OPT-18)."""
    missed = sheet.numbers.get(MISSED, 0)
    if dials.potential == "missed-phases" and not 0 <= missed < dials.creation_phases:
        message = f"Of {dials.creation_phases} phases nobody misses {missed}."
        yield Problem("error", "wrong-number-of-phases", f"numbers.{MISSED}", message, "", ("F2-OPT-05",))
    spent = [stage for stage in planned(tables, dials, sheet) if stage.kind == "potential"]
    points = points_of_potential(dials, sheet)
    if len(spent) > points:
        message = f"There are {points} points of potential, and {len(spent)} are spent."
        yield Problem("error", "too-much-potential", spent[points].where, message, "Leave some out.", ("F2-OPT-06",))
    inborn = {slot_of(row.name) for row in tables.aspects if row.is_inborn}
    others = [stage for stage in spent if slot_of(stage.entry.name) not in inborn]
    needed = dials.intrinsic_potential if dials.potential in ("granted", "talented-novices") else 0
    free = max(0, points - needed)
    if needed and len(others) > free:
        message = f"{needed} points of potential go into what one is born with, such as Strong or Stoic."
        where = f"{others[free].where}.name"
        cites = ("F2-OPT-07", "F2-OPT-18")
        yield Problem("error", "potential-not-inborn", where, message, "Take an attribute or a trait.", cites)


def plans_to_agree_to(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[str]:
    """Windows of opportunity want a good story, and a Destiny an understanding (F2-OPT-20, F2-OPT-10)."""
    if sheet.kind != HERO:
        return
    if dials.creation_structure != "open":
        for each, name in windows_taken(tables, dials, tuple(openings(tables, dials, sheet))):
            told = each.stage.entry.texts.get("story", "").strip()
            yield f"Phase {each.stage.number}: {name}, by a window of opportunity. {told}".strip()
    if dials.destiny and slot_of(DESTINY) in sheet.levels:
        nature = sheet.texts.get("destiny", "").strip()
        yield f"Destiny: {nature}" if nature else "A Destiny whose nature is yours to say."
