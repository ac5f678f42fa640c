"""Checks of the texts on a sheet, and how a waived problem is shown.

The ruleset says which problems can be waived.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from fatetable.mechanics.characters.effects import Bonus, Catalogued, Feature, Narrative
from fatetable.mechanics.characters.entries import entries_of
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
    yield from _passages("", sheet.lists, sheet.texts)
    for path, entry in entries_of(sheet):
        # Names of lists come from a stranger's file too, and a path repeats those of all lists around it.
        here = path[:PHRASE_LIMIT]
        yield f"{here}.name", entry.name, PHRASE_LIMIT
        yield f"{here}.kind", entry.kind, NAME_LIMIT
        yield from ((f"{here}.numbers", name, NAME_LIMIT) for name in entry.numbers)
        yield from _passages(f"{here}.", entry.lists, entry.texts)


def _passages(
    place: str, lists: Mapping[str, tuple[str, ...]], texts: Mapping[str, str]
) -> Iterator[tuple[str, str, int]]:
    for name, words in lists.items():
        yield from ((f"{place}lists.{name[:NAME_LIMIT]}", each, PHRASE_LIMIT) for each in words)
    for name, passage in texts.items():
        yield f"{place}texts.{name[:NAME_LIMIT]}", passage, TEXT_LIMIT


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
