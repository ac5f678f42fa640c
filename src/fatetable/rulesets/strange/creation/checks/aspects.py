"""Aspects of a sheet: those everybody has, and free ones that drawbacks use up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.creation.checks.reports import advice, error
from fatetable.rulesets.strange.sheet import (
    CONVICTION,
    DRAWBACKS,
    FIXED_SLOTS,
    FREE_SLOTS,
    SKILLS,
    all_aspects,
    drawback_aspects,
    free_slots,
    skill_of,
)


def required_aspect_problems(sheet: Sheet) -> Iterator[Problem]:
    """SF-ASP-01, SF-CHAR-12."""
    for slot in ("archetype", CONVICTION):
        if not sheet.aspects.get(slot, "").strip():
            fix = "Write it as a phrase."
            name = FIXED_SLOTS[slot]
            yield error(f"{slot}-aspect-missing", f"aspects.{slot}", f"There is no {name} aspect.", fix, "SF-ASP-01")
    if not sheet.aspects.get("social-class", "").strip():
        message = "There is no aspect for the social class, which contacts are made by."
        yield advice("social-class-missing", "aspects.social-class", message, "Write one.", "SF-ASP-07", "SF-CHAR-12")


def free_aspect_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    """SF-DRAW-15: each complication and each further conviction turns one free aspect into another."""
    converted, left = len(drawback_aspects(tables, sheet)), free_slots(tables, sheet)
    if converted > len(FREE_SLOTS):
        message = (
            f"{converted} aspects come from drawbacks, and there are {len(FREE_SLOTS)} free ones to turn into them."
        )
        yield error("too-many-drawback-aspects", f"entries.{SKILLS}", message, "Take other drawbacks.", "SF-DRAW-15")
    for slot in FREE_SLOTS:
        if slot not in left and sheet.aspects.get(slot, "").strip():
            message = f"{converted} free aspects are complications or convictions now, so there are {len(left)} left."
            yield error("too-many-free-aspects", f"aspects.{slot}", message, "Leave this one blank.", "SF-DRAW-15")
    yield from _borrowed(tables, sheet, left)
    for slot in sheet.aspects:
        if slot not in (*FIXED_SLOTS, *FREE_SLOTS) and slot not in all_aspects(tables, sheet):
            message = f"There is no place for an aspect called {slot[:60]!r}."
            yield error("unknown-aspect", f"aspects.{slot}", message, "Take it off.", "SF-ASP-01")


def _borrowed(tables: Tables, sheet: Sheet, free: tuple[str, ...]) -> Iterator[Problem]:
    """Aspects that transformations replace and that devices have; each transformation has one of its own."""
    everything, replaced = all_aspects(tables, sheet), Counter[str]()
    for place, entry in enumerate(sheet.entries.get(SKILLS, ())):
        for number, held in enumerate(skill_of(tables, entry).drawbacks):
            row, where = tables.drawback(held.id), f"entries.{SKILLS}.{place}.entries.{DRAWBACKS}.{number}.lists.aspect"
            if row is None or not held.aspect:
                continue
            if row.form == "transform":
                replaced[held.aspect] += 1
                if held.aspect not in free or replaced[held.aspect] > 1:
                    message = "Each transformation replaces a free aspect of its own."
                    yield error("aspect-not-free", where, message, "Choose another.", "SF-DRAW-12", "SF-DRAW-15")
            elif row.form == "device" and not everything.get(held.aspect):
                message = "The aspect that names the device is not on the sheet."
                yield error("device-without-aspect", where, message, "Write it, or choose another.", "SF-DRAW-09")
