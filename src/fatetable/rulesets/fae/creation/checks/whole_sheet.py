"""Checks a whole sheet of Fate Accelerated of any kind.

Lists every problem at once and refuses nothing; an error the game master has waived becomes advice that says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.characters.text_checks import text_problems, with_waiver
from fatetable.rulesets.fae.book import RULESET, Tables
from fatetable.rulesets.fae.creation.checks.heroes import full_character_problems
from fatetable.rulesets.fae.creation.checks.mooks import mook_problems
from fatetable.rulesets.fae.dials import Dials
from fatetable.rulesets.fae.sheet import FULL_KINDS

KINDS = {
    "hero": "Player character",
    "named": "Important foe",
    "mook": "Mook",
    "group": "Group of mooks",
}

NEVER_WAIVED = frozenset(
    {"wrong-ruleset", "unknown-kind", "approach-missing", "unknown-approach", "text-too-long", "text-unprintable"}
)
"""Not matters of taste: a table could not run such a sheet at all."""


CONSENT = frozenset({"stunt-free-form", "stunt-pair-narrow"})


def matters_of_consent(tables: Tables, sheet: Sheet, dials: Dials) -> tuple[str, ...]:
    """What the game master must agree to: unusual stunts (FAE-STUNT-03, FAE-STUNT-08), waivers, and new characters
    with more stunts than are free (FAE-CHAR-13)."""
    costs_refresh = len(sheet.features) > tables.figures.refresh.free_stunts
    codes = {*CONSENT, *sheet.waived, *(("more-stunts-than-agreed",) if costs_refresh else ())}
    return tuple(each.message for each in problems(tables, sheet, dials) if each.code in codes)


def problems(tables: Tables, sheet: Sheet, dials: Dials) -> tuple[Problem, ...]:
    """Everything wrong with a sheet, errors first."""
    found = [with_waiver(problem, sheet, NEVER_WAIVED, "GM") for problem in _found(tables, sheet, dials)]
    return tuple(sorted(found, key=lambda problem: problem.severity != "error"))


def _found(tables: Tables, sheet: Sheet, dials: Dials) -> Iterator[Problem]:
    if sheet.ruleset != RULESET:
        message = f'This sheet is for the ruleset "{sheet.ruleset[:60]}", not for Fate Accelerated.'
        yield Problem("error", "wrong-ruleset", "ruleset", message)
        return
    if sheet.kind not in KINDS:
        message = f'Fate Accelerated knows no kind of character called "{sheet.kind[:60]}".'
        yield Problem("error", "unknown-kind", "kind", message, f"Choose one of {', '.join(KINDS)}.")
        return
    if not sheet.name.strip():
        yield Problem("error", "name-missing", "name", "The character has no name.", "Give a name.", ("FAE-CHAR-08",))
    yield from text_problems(sheet, ("FAE-CHAR-03",))
    yield from (
        full_character_problems(tables, sheet, dials) if sheet.kind in FULL_KINDS else mook_problems(tables, sheet)
    )
