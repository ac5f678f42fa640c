"""How characters of FATE are made: over a draft that is never refused.

The steps are in `steps`, what may be wrong with the answers in `checks`.
"""

from __future__ import annotations

from functools import partial

import msgspec

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import CreationProcedure, Figure, check_kind, no_templates
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.fate2 import organisations
from fatetable.rulesets.fate2.book import RULESET, Tables
from fatetable.rulesets.fate2.creation.checks.whole_sheet import problems
from fatetable.rulesets.fate2.creation.samples import samples
from fatetable.rulesets.fate2.creation.steps import steps
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import HERO, KINDS, ORGANISATION, fluency, starting_points, worked_out


def creation(tables: Tables, dials: Dials) -> CreationProcedure:
    """The procedure for a table with these dials."""
    return CreationProcedure(
        kinds=tuple(Choice(kind, label) for kind, label in KINDS.items()),
        steps=partial(steps, tables, dials),
        blank=blank,
        problems=partial(problems, tables, dials),
        compose=no_templates,
        finish=partial(finish, tables, dials),
        figures=partial(figures, tables, dials),
        samples=(*samples(tables, dials), *organisations.samples(tables, dials)),
    )


def blank(kind: str) -> Sheet:
    """An empty draft."""
    check_kind(kind, KINDS)
    return Sheet(ruleset=RULESET, name="", kind=kind)


def finish(tables: Tables, dials: Dials, sheet: Sheet) -> Sheet:
    """The sheet tidied, and everything that follows from its history worked out."""
    tidy = msgspec.structs.replace(sheet, name=sheet.name.strip(), description=sheet.description.strip())
    work_out = organisations.worked_out if sheet.kind == ORGANISATION else worked_out
    return work_out(tables, dials, tidy)


def figures(tables: Tables, dials: Dials, sheet: Sheet) -> tuple[Figure, ...]:
    """What the rules work out from a sheet, for its reader: an aspect has a box for each level (F2-CHAR-10)."""
    if sheet.kind == ORGANISATION:
        return organisations.figures(tables, sheet)
    aspects = tuple(
        Figure(f"levels.{slot}", name, f"{tables.ladder.word(level)}, {level} {'box' if level == 1 else 'boxes'}")
        for slot, name in sheet.aspects.items()
        if (level := sheet.levels.get(slot, 1))
    )
    tongues = tuple(Figure(f"fluency.{name}", name, how) for name, how in fluency(tables, sheet))
    points = (Figure("points", "Fate points to begin with", str(starting_points(tables, dials))),)
    return (*aspects, *tongues, *points) if sheet.kind == HERO else (*aspects, *tongues)
