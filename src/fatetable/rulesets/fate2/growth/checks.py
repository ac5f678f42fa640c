"""What can be wrong with what a sheet says has come since creation."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.ranks import together
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.growth.career import GAINED, career, ranks_of_arc
from fatetable.rulesets.fate2.sheet import ARCS, arcs, ranks_spent, skill_of, whole_life


def arc_problems(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    lived = tuple(arcs(sheet))
    if not lived:
        return
    for arc in lived:
        for trait in arc.entry.numbers:
            if skill_of(tables, trait) is None:
                message = f"There is no skill {trait[:60]!r} in this campaign."
                yield Problem("error", "unknown-skill", arc.where, message, "Take one from the list.", ("F2-PYR-02",))
    for trait, number in together(stage.entry.numbers for stage in whole_life(dials, sheet)).items():
        if number < 0:
            message = f"More ranks were taken from {trait[:60]!r} than it had."
            yield Problem("error", "ranks-negative", f"entries.{ARCS}", message, "", ("F2-ADV-05",))
    yield from _unpaid(tables, dials, sheet)
    if lacks := career(tables, dials, sheet).missing:
        message = f"The pyramid lacks {lacks} ranks; it has to be balanced when the next goal is chosen."
        yield Problem("advice", "unbalanced", f"entries.{ARCS}", message, "", ("F2-ADV-04",))


def _unpaid(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    """Ranks and aspects that no period of advancement has brought."""
    gained, lived = sheet.numbers.get(GAINED, 0), sheet.entries.get(ARCS, ())
    spent = sum(ranks_spent(arc) for arc in lived)
    if spent > gained:
        message = f"{spent} ranks were spent since creation, and {gained} gained."
        yield Problem("error", "ranks-too-many", f"entries.{ARCS}", message, "Take some off.", ("F2-ADV-01",))
    over = sum(ranks_of_arc(tables, dials, arc) for arc in lived if arc.name)
    if over > gained:
        message = f"For so many aspects {over} ranks have to be gained, not {gained}."
        yield Problem("error", "arc-not-over", f"entries.{ARCS}", message, "Leave an aspect out.", ("F2-ADV-02",))
