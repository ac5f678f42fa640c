"""All that is wrong with a sheet of Fate Accelerated, whatever its kind.

Lists every problem at once and refuses nothing; an error the game master has waived becomes advice that says so.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import msgspec

from fatetable.mechanics.effects import Bonus, Catalogued, Feature, Narrative
from fatetable.mechanics.sheets import Problem, Sheet
from fatetable.rulesets.fae.dials import Dials
from fatetable.rulesets.fae.figures import FULL_KINDS
from fatetable.rulesets.fae.hero_checks import full_character_problems
from fatetable.rulesets.fae.mook_checks import mook_problems
from fatetable.rulesets.fae.tables import RULESET, tables

KINDS = {
    "hero": "Player character",
    "named": "Important foe",
    "mook": "Mook",
    "group": "Group of mooks",
}

NAME_LIMIT = 100
PHRASE_LIMIT = 200
TEXT_LIMIT = 4000

NEVER_WAIVED = frozenset(
    {"wrong-ruleset", "unknown-kind", "approach-missing", "unknown-approach", "text-too-long", "text-unprintable"}
)
"""Not matters of taste: a table could not run such a sheet at all."""


CONSENT = frozenset({"stunt-free-form", "stunt-pair-narrow"})


def matters_of_consent(sheet: Sheet, dials: Dials) -> tuple[str, ...]:
    """What the game master must agree to: unusual stunts (FAE-STUNT-03, FAE-STUNT-08), waivers, and new characters
    with more stunts than are free (FAE-CHAR-13)."""
    costs_refresh = len(sheet.features) > tables().figures.refresh.free_stunts
    codes = {*CONSENT, *sheet.waived, *(("more-stunts-than-agreed",) if costs_refresh else ())}
    return tuple(each.message for each in problems(sheet, dials) if each.code in codes)


def problems(sheet: Sheet, dials: Dials) -> tuple[Problem, ...]:
    """Everything wrong with a sheet, errors first."""
    found = [_waived(problem, sheet) for problem in _found(sheet, dials)]
    return tuple(sorted(found, key=lambda problem: problem.severity != "error"))


def _found(sheet: Sheet, dials: Dials) -> Iterator[Problem]:
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
    yield from _text_problems(sheet)
    yield from full_character_problems(sheet, dials) if sheet.kind in FULL_KINDS else mook_problems(sheet)


def _waived(problem: Problem, sheet: Sheet) -> Problem:
    if problem.severity != "error" or problem.code not in sheet.waived or problem.code in NEVER_WAIVED:
        return problem
    return msgspec.structs.replace(
        problem, severity="advice", message=f"{problem.message} The GM has waived this.", fix=""
    )


def _text_problems(sheet: Sheet) -> Iterator[Problem]:
    for where, text, limit in _texts(sheet):
        if len(text) > limit:
            message = f"This text has {len(text)} characters, more than {limit}."
            yield Problem("error", "text-too-long", where, message, "Shorten it.", ("FAE-CHAR-03",))
        # Only the longer texts have paragraphs.
        elif any(_is_unprintable(character, "\n\t" if limit == TEXT_LIMIT else "") for character in text):
            message = "This text contains control characters, which nobody can read."
            yield Problem("error", "text-unprintable", where, message, "Remove them.")


def _texts(sheet: Sheet) -> Iterator[tuple[str, str, int]]:
    yield "name", sheet.name, NAME_LIMIT
    yield "description", sheet.description, TEXT_LIMIT
    for slot, phrase in sheet.aspects.items():
        yield f"aspects.{slot[:NAME_LIMIT]}", phrase, PHRASE_LIMIT
    for place, stunt in enumerate(sheet.features):
        yield f"features.{place}", stunt.name, NAME_LIMIT
        yield f"features.{place}", stunt.text, TEXT_LIMIT
        yield from ((f"features.{place}", text, TEXT_LIMIT) for text in _words_of(stunt))
    for name, entries in sheet.lists.items():
        yield from ((f"lists.{name[:NAME_LIMIT]}", entry, PHRASE_LIMIT) for entry in entries)
    for name, passage in sheet.texts.items():
        yield f"texts.{name[:NAME_LIMIT]}", passage, TEXT_LIMIT


def _words_of(stunt: Feature) -> Iterator[str]:
    for effect in stunt.effects:
        match effect:
            case Bonus():
                yield effect.when.circumstance
            case Narrative():
                yield effect.text
            case Catalogued():
                yield from effect.choices.values()
            case _:
                pass


def _is_unprintable(character: str, besides: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cs"} and character not in besides
