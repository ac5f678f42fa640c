"""All that is wrong with a sheet of Skein, whatever its kind.

Lists every problem at once and refuses nothing; an error the Storyteller has waived becomes advice that says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.sheet_texts import text_problems, with_waiver
from fatetable.mechanics.sheets import Problem, Sheet
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.figures import PEOPLE
from fatetable.rulesets.skein.gear_checks import belonging_problems
from fatetable.rulesets.skein.hero_checks import hero_problems
from fatetable.rulesets.skein.magic_checks import magic_problems
from fatetable.rulesets.skein.npc_checks import npc_problems
from fatetable.rulesets.skein.problem_reports import advice, error, quoted
from fatetable.rulesets.skein.skill_checks import form_problems, skill_problems, twin_problems
from fatetable.rulesets.skein.stunt_checks import stunt_problems
from fatetable.rulesets.skein.tables import RULESET

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


def problems(sheet: Sheet, dials: Dials) -> tuple[Problem, ...]:
    """Everything wrong with a sheet, errors first."""
    found = [with_waiver(problem, sheet, NEVER_WAIVED, "Storyteller") for problem in _found(sheet, dials)]
    return tuple(sorted(found, key=lambda problem: problem.severity != "error"))


def _found(sheet: Sheet, dials: Dials) -> Iterator[Problem]:
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
        yield from skill_problems(sheet, dials)
        yield from twin_problems(sheet)
        yield from stunt_problems(sheet, dials)
    if sheet.kind in PEOPLE:
        yield from magic_problems(sheet)
        yield from form_problems(sheet)
        yield from belonging_problems(sheet)
    yield from hero_problems(sheet, dials) if sheet.kind == "hero" else npc_problems(sheet, dials)


def _list_problems(sheet: Sheet) -> Iterator[Problem]:
    for name in sheet.lists:
        if name not in LISTS[sheet.kind]:
            message = f"A sheet of this kind has no list called {quoted(name)}."
            yield advice("unknown-list", f"lists.{name[:60]}", message, "Remove it.")
