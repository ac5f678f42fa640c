"""Any value as plain lines of text, so that a changed word is a changed line.

Knows no ruleset.  Everything a value holds is written, except what is empty or has its default.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from fatetable.engine.offers import Choice
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.view.sides_of_rolls import DieView
from fatetable.tabletop.playthroughs.name_lookup import names_in

ID = re.compile(r"(?:f?[a-z]|ruling)(?:\d+|-[0-9a-f]{12})(?:\.\d+)?")
UNTOLD = "…"
LONG = 100
"""More than this does not fit into a line with other things."""
BEGINNING = 4
"""How many words of a long text on a sheet tell which it is."""
NAMES = ("name", "title", "label", "text", "question")
"""Fields that say which of several things this is, the best one first."""


class Ids:
    """Names for the ids of aspects and zones, and the beginnings of long texts on sheets.

    Any other id is left out: it holds the position of the event that gave it out, and one event more or less would
    change every line after it.  The whole of a long text stands with the ready-made characters.
    """

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def learn(self, state: State) -> None:
        self._names |= {key: f"“{name}”" for key, name in names_in(state).items()}
        for actor in state.get(CAST).values():
            texts = (actor.sheet.description, *(feature.text for feature in actor.sheet.features))
            self._names |= {text: f"{' '.join(text.split()[:BEGINNING])} …" for text in texts if len(text) > LONG // 2}

    def told(self, text: str) -> str:
        return self._names.get(text, UNTOLD if ID.fullmatch(text) else text)


def scalar(value: Any, ids: Ids) -> str:
    """A value in a line: words as they are, a sheet by its name, a die by its face, everything else by its parts."""
    match value:
        case str():
            return ids.told(value).replace("\n", " / ")
        case Sheet():
            return f"the sheet of {value.name}"
        case DieView():
            marks = ("" if value.counts else " does not count", " is turned" if value.is_turned else "")
            return f"{value.shown}{''.join(marks)}"
        case Choice():
            label = value.label if value.label != value.value else ""
            return f"{scalar(value.value, ids)}{f' “{label}”' if label else ''}"
        case Struct():
            return "{" + fields(value, ids) + "}"
        case Mapping():
            return "{" + ", ".join(f"{scalar(key, ids)}: {scalar(part, ids)}" for key, part in value.items()) + "}"
        case list() | tuple():
            return "(" + ", ".join(scalar(part, ids) for part in value) + ")"
        case frozenset() | set():
            return "(" + ", ".join(sorted(scalar(part, ids) for part in value)) + ")"
        case _:
            return str(value)


def fields(value: Struct, ids: Ids, *, without: tuple[str, ...] = ()) -> str:
    tag = value.__struct_config__.tag
    told = ((name, scalar(part, ids)) for name, part in telling(value) if name not in without)
    words = [f"{name}={part}" for name, part in told if part != UNTOLD]
    return " ".join([tag, *words] if isinstance(tag, str) else words)


def telling(value: Struct) -> Iterator[tuple[str, Any]]:
    """The fields that are neither empty nor as usual."""
    for name, usual in _usual(type(value)):
        part = getattr(value, name)
        is_empty = part is None or part is False or part == "" or part == () or part == {}
        if part != usual and (not is_empty or usual is True):
            yield name, part


@cache
def _usual(kind: type[Struct]) -> tuple[tuple[str, Any], ...]:
    return tuple((field.name, field.default) for field in msgspec.structs.fields(kind))


def outline(value: Any, ids: Ids, depth: int = 0) -> Iterator[str]:
    """A value with everything in it, one thing to a line, what belongs to something below it."""
    space = " " * depth
    for name, part in telling(value) if isinstance(value, Struct) else value:
        things = part if isinstance(part, list | tuple) else ()
        if isinstance(part, Mapping):
            yield f"{space}{name}"
            yield from outline(part.items(), ids, depth + 1)
        elif any(isinstance(each, Struct) and _is_large(each) for each in things):
            for each in things:
                yield f"{space}{name}: {called(each, ids)}"
                yield from outline(each, ids, depth + 1)
        elif sum(len(scalar(each, ids)) for each in things) > LONG:
            yield f"{space}{name}"
            yield from (f"{space} {scalar(each, ids)}" for each in things)
        else:
            yield f"{space}{name}: {scalar(part, ids)}"


def _is_large(value: Struct) -> bool:
    return not isinstance(value, Choice) and len(scalar(value, Ids())) > LONG


def called(value: Struct, ids: Ids) -> str:
    return next((scalar(part, ids) for name in NAMES if (part := getattr(value, name, ""))), "")


def known_by(value: Struct) -> tuple[str, ...]:
    """The field a thing is called by."""
    return tuple(name for name in NAMES if getattr(value, name, ""))[:1]
