"""Checks a whole sheet of Skein of any kind.

Lists every problem at once and refuses nothing; an error the Storyteller has waived becomes advice that says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.characters.text_checks import text_problems, with_waiver
from fatetable.rulesets.skein.book import RULESET, Tables
from fatetable.rulesets.skein.creation.checks.gear import belonging_problems
from fatetable.rulesets.skein.creation.checks.heroes import hero_problems
from fatetable.rulesets.skein.creation.checks.magic import magic_problems
from fatetable.rulesets.skein.creation.checks.npcs import npc_problems
from fatetable.rulesets.skein.creation.checks.reports import advice, error, quoted
from fatetable.rulesets.skein.creation.checks.skills import form_problems, skill_problems, twin_problems
from fatetable.rulesets.skein.creation.checks.stunts import stunt_problems
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.sheet import PEOPLE

KINDS = {
    "hero": "Player character",
    "major": "Major character",
    "significant": "Significant character",
    "minor": "Minor character",
    "animal": "Animal",
    "warband": "Warband",
    "army": "Army",
}
HANDS = ("wielded",)
"""What is in hand, where somebody has said so."""
HERO_LISTS = ("companions", "witnesses", "languages", "alphabets", "forms", "occupation", "items", *HANDS)
PEOPLE_LISTS = ("gear", "languages", "alphabets", "forms", "witnesses", *HANDS)
LISTS = {
    "hero": HERO_LISTS,
    **dict.fromkeys(("major", "significant", "minor"), PEOPLE_LISTS),
    "animal": (),
    **dict.fromkeys(("warband", "army"), ("gear", *HANDS)),
}

NEVER_WAIVED = frozenset(
    {
        *("wrong-ruleset", "unknown-kind", "text-too-long", "text-unprintable"),
        *("skill-out-of-range", "force-size", "skill-of-force", "unknown-stunt", "stunt-altered"),
    }
)
"""Not matters of taste: a table could not run such a sheet at all."""


def problems(tables: Tables, sheet: Sheet, dials: Dials) -> tuple[Problem, ...]:
    """Everything wrong with a sheet, errors first."""
    found = [with_waiver(problem, sheet, NEVER_WAIVED, "Storyteller") for problem in _found(tables, sheet, dials)]
    return tuple(sorted(found, key=lambda problem: problem.severity != "error"))


def _found(tables: Tables, sheet: Sheet, dials: Dials) -> Iterator[Problem]:
    if sheet.ruleset != RULESET:
        message = f"This sheet is for the ruleset {quoted(sheet.ruleset)}, not for Skein."
        yield error("wrong-ruleset", "ruleset", message, "")
        return
    if sheet.kind not in KINDS:
        message = f"Skein knows no kind of character called {quoted(sheet.kind)}."
        yield error("unknown-kind", "kind", message, f"Choose one of {', '.join(KINDS)}.")
        return
    if not sheet.name.strip():
        yield error("name-missing", "name", "The character has no name.", "Give a name.", "SK-CHAR-01")
    yield from text_problems(sheet)
    yield from _list_problems(sheet)
    if sheet.kind in (*PEOPLE, "animal"):
        yield from skill_problems(tables, sheet, dials)
        yield from twin_problems(tables, sheet)
        yield from stunt_problems(tables, sheet, dials)
    if sheet.kind in PEOPLE:
        yield from magic_problems(tables, sheet)
        yield from form_problems(tables, sheet)
        yield from belonging_problems(tables, sheet)
    yield from hero_problems(tables, sheet, dials) if sheet.kind == "hero" else npc_problems(tables, sheet, dials)


def _list_problems(sheet: Sheet) -> Iterator[Problem]:
    for name in sheet.lists:
        if name not in LISTS[sheet.kind]:
            message = f"A sheet of this kind has no list called {quoted(name)}."
            yield advice("unknown-list", f"lists.{name[:60]}", message, "Remove it.")
