"""The phases of a life as the campaign plans them: plot, its bonus of ranks, and what each phase is called."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.fate2.book import PhaseRow, Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import HERO, Stage, chosen_in, has_destiny, slot_of, stages


def planned(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Stage]:
    """Every phase of a life; one with an aspect of the plot brings more ranks (F2-OPT-03)."""
    for stage in stages(dials, sheet):
        has_bonus = (
            sheet.kind == HERO
            and stage.kind == "phase"
            and serves_the_plot(tables, dials, stage)
            and not has_destiny(dials, stage.entry)
        )
        yield msgspec.structs.replace(stage, ranks=stage.ranks + dials.plot_bonus) if has_bonus else stage


def is_of_the_plot(tables: Tables, dials: Dials, number: int) -> bool:
    """Does everybody spend this phase on the plot, or some of it (F2-OPT-01)?"""
    first, last = "first" in dials.plot_phases, "last" in dials.plot_phases
    declared = (first and number == 1) or (last and number == dials.creation_phases)
    return declared or bool(tables.phase(number).plot)


def serves_the_plot(tables: Tables, dials: Dials, stage: Stage) -> bool:
    """Is its aspect of the plot?  Where the campaign names none, everything in such a phase is."""
    row = tables.phase(stage.number)
    if not is_of_the_plot(tables, dials, stage.number):
        return False
    return not row.plot or takes_one_of(row, stage.entry)


def takes_one_of(row: PhaseRow, entry: Entry) -> bool:
    wanted = {slot_of(name) for name in row.plot}
    return any(slot_of(name) in wanted for name in chosen_in(entry) if name.strip())


def title_of(tables: Tables, stage: Stage) -> str:
    name = tables.phase(stage.number).title
    return f"{stage.title}: {name}" if name and stage.kind == "phase" else stage.title
