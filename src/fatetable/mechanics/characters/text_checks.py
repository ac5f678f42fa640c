"""Checks of the texts on a sheet, and how a waived problem is shown.

The ruleset says which problems can be waived.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fatetable.mechanics.characters.effects import Bonus, Catalogued, Feature, Narrative
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.readable_text import is_readable

NAME_LIMIT = 100
PHRASE_LIMIT = 200
TEXT_LIMIT = 4000


def text_problems(sheet: Sheet, cites: tuple[str, ...] = ()) -> Iterator[Problem]:
    for where, text, limit in _texts(sheet):
        if len(text) > limit:
            message = f"This text has {len(text)} characters, more than {limit}."
            yield Problem("error", "text-too-long", where, message, "Shorten it.", cites)
        # Only the longer texts have paragraphs.
        elif not is_readable(text, has_lines=limit == TEXT_LIMIT):
            message = "This text contains control characters, which nobody can read."
            yield Problem("error", "text-unprintable", where, message, "Remove them.")


def with_waiver(problem: Problem, sheet: Sheet, never: frozenset[str], game_master: str) -> Problem:
    """The problem, marked if it can be waived; if it was waived, the advice that it was."""
    if problem.severity != "error" or problem.code in never:
        return problem
    if problem.code not in sheet.waived:
        return msgspec.structs.replace(problem, can_be_waived=True)
    message = f"{problem.message} The {game_master} has waived this."
    return msgspec.structs.replace(problem, severity="advice", message=message, fix="")


def _texts(sheet: Sheet) -> Iterator[tuple[str, str, int]]:
    yield "name", sheet.name, NAME_LIMIT
    yield "description", sheet.description, TEXT_LIMIT
    for slot, phrase in sheet.aspects.items():
        yield f"aspects.{slot[:NAME_LIMIT]}", phrase, PHRASE_LIMIT
    for trait in sheet.traits:
        yield f"traits.{trait[:NAME_LIMIT]}", trait, NAME_LIMIT
    for place, feature in enumerate(sheet.features):
        yield f"features.{place}", feature.name, PHRASE_LIMIT
        yield f"features.{place}", feature.text, TEXT_LIMIT
        yield from ((f"features.{place}", text, PHRASE_LIMIT) for text in _words_of(feature))
    for name, entries in sheet.lists.items():
        yield from ((f"lists.{name[:NAME_LIMIT]}", entry, PHRASE_LIMIT) for entry in entries)
    for name, passage in sheet.texts.items():
        yield f"texts.{name[:NAME_LIMIT]}", passage, TEXT_LIMIT


def _words_of(feature: Feature) -> Iterator[str]:
    for effect in feature.effects:
        match effect:
            case Bonus():
                yield effect.when.circumstance
            case Narrative():
                yield effect.text
            case Catalogued():
                yield from effect.choices.values()
            case _:
                pass
