"""What can be wrong with a life in phases: aspects, ranks, and the pyramid at the end of each phase."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.ranks import rank_problems, together
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.creation.checks.aspects import aspect_problems
from fatetable.rulesets.fate2.creation.checks.plan import plan_problems
from fatetable.rulesets.fate2.creation.checks.support import support_advice
from fatetable.rulesets.fate2.creation.plan import planned
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import PHASES, Stage, number_of_phases, rank_rules, skill_of

MOST_PHASES = 20


def phase_problems(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    number = number_of_phases(dials, sheet)
    if not 0 < number <= MOST_PHASES:
        message = f"There are 1 to {MOST_PHASES} phases, not {number}."
        yield Problem("error", "wrong-number-of-phases", "numbers.phases", message, "", ("F2-CHAR-04",))
        return
    if len(sheet.entries.get(PHASES, ())) > number:
        message = f"There are only {number} phases."
        yield Problem("error", "too-many-phases", f"entries.{PHASES}", message, "Leave some out.", ("F2-CHAR-04",))
    lived = tuple(planned(tables, dials, sheet))
    for stage in lived:
        yield from aspect_problems(dials, stage)
        yield from _skill_problems(tables, stage)
    rules = rank_rules(tables, dials, together(stage.entry.numbers for stage in lived))
    yield from rank_problems(
        rules, (stage.stretch for stage in lived), tables.ladder.label, ("F2-PYR-03", "F2-PYR-05", "F2-PYR-06")
    )
    yield from support_advice(tables, rules, lived)
    yield from plan_problems(tables, dials, sheet)


def _skill_problems(tables: Tables, stage: Stage) -> Iterator[Problem]:
    for trait in stage.entry.numbers:
        if skill_of(tables, trait) is None:
            message = f"There is no skill {trait[:60]!r} in this campaign."
            where = f"{stage.where}.numbers.{trait[:60]}"
            yield Problem("error", "unknown-skill", where, message, "Take one from the list.", ("F2-PYR-02",))
