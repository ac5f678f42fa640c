"""All that is wrong with a sheet of Skein, whatever its kind.

Lists every problem at once and refuses nothing; an error the Storyteller has waived becomes advice that says so.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import msgspec

from fatetable.mechanics.effects import Bonus, Catalogued, Feature, Narrative
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

NAME_LIMIT = 100
PHRASE_LIMIT = 200
TEXT_LIMIT = 4000

NEVER_WAIVED = frozenset(
    {
        *("wrong-ruleset", "unknown-kind", "text-too-long", "text-unprintable"),
        *("skill-out-of-range", "force-size", "skill-of-force", "unknown-stunt", "stunt-altered"),
    }
)
"""Not matters of taste: a table could not run such a sheet at all."""


def problems(sheet: Sheet, dials: Dials) -> tuple[Problem, ...]:
    """Everything wrong with a sheet, errors first."""
    found = [_waived(problem, sheet) for problem in _found(sheet, dials)]
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
    yield from _text_problems(sheet)
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


def _waived(problem: Problem, sheet: Sheet) -> Problem:
    if problem.severity != "error" or problem.code not in sheet.waived or problem.code in NEVER_WAIVED:
        return problem
    return msgspec.structs.replace(
        problem, severity="advice", message=f"{problem.message} The Storyteller has waived this.", fix=""
    )


def _list_problems(sheet: Sheet) -> Iterator[Problem]:
    for name in sheet.lists:
        if name not in LISTS[sheet.kind]:
            message = f"A sheet of this kind has no list called {quoted(name)}."
            yield advice("unknown-list", f"lists.{name[:60]}", message, "Remove it.")


def _text_problems(sheet: Sheet) -> Iterator[Problem]:
    for where, text, limit in _texts(sheet):
        if len(text) > limit:
            message = f"This text has {len(text)} characters, more than {limit}."
            yield error("text-too-long", where, message, "Shorten it.")
        # Only the longer texts have paragraphs.
        elif any(_is_unprintable(character, "\n\t" if limit == TEXT_LIMIT else "") for character in text):
            message = "This text contains control characters, which nobody can read."
            yield error("text-unprintable", where, message, "Remove them.")


def _texts(sheet: Sheet) -> Iterator[tuple[str, str, int]]:
    yield "name", sheet.name, NAME_LIMIT
    yield "description", sheet.description, TEXT_LIMIT
    for slot, phrase in sheet.aspects.items():
        yield f"aspects.{slot[:NAME_LIMIT]}", phrase, PHRASE_LIMIT
    for trait in sheet.traits:
        yield f"traits.{trait[:NAME_LIMIT]}", trait, NAME_LIMIT
    for place, stunt in enumerate(sheet.features):
        yield f"features.{place}", stunt.name, PHRASE_LIMIT
        yield f"features.{place}", stunt.text, TEXT_LIMIT
        yield from ((f"features.{place}", text, PHRASE_LIMIT) for text in _words_of(stunt))
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
            case _:  # Effects of other games, which are refused as no stunts of this one.
                pass


def _is_unprintable(character: str, besides: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cs"} and character not in besides
