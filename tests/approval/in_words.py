"""Offers, screens and whatever else is a value as plain lines of text, so that a changed word is a changed line.

Knows no ruleset and no kind of block: whatever a value holds is written down, but for what is empty or usual.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from fatetable.engine.offers import Choice, ChoiceHole, ManyHole, NumberHole, Offer
from fatetable.engine.opening import Rewind
from fatetable.engine.prompts import PROMPTS, Answer
from fatetable.engine.seats import SEATS
from fatetable.engine.state import State
from fatetable.mechanics.aspects import ASPECTS
from fatetable.mechanics.cast import CAST
from fatetable.mechanics.sheets import Sheet
from fatetable.mechanics.zones import ZONES
from fatetable.tabletop.naming import names_in

ID = re.compile(r"(?:[a-z]|ruling)\d+(?:\.\d+)?")
UNTOLD = "…"
SHORTEST = 3
"""Shorter words that people wrote are no names."""
NAMES = ("name", "title", "label", "text", "question")
"""Fields that say which of several things this is, the best one first."""


class Ids:
    """Aspects and zones are called by their own words; any other id is left out, because it holds the position of the
    fact that gave it out, and one fact more or less would change every line after it."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def learn(self, state: State) -> None:
        self._names |= {key: f"“{name}”" for key, name in names_in(state).items()}

    def told(self, text: str) -> str:
        found = ID.fullmatch(text)
        return text if found is None else self._names.get(text, UNTOLD)


def names_of(state: State) -> Iterator[str]:
    """Everything in a game that has a name of its own."""
    for actor in state.get(CAST).values():
        yield from (actor.name, actor.id)
    yield from (card.text for card in state.get(ASPECTS).values())
    yield from (zone.name for zone in state.get(ZONES).zones.values())
    yield from state.get(SEATS)


def pattern(words: Iterable[str]) -> re.Pattern[str]:
    """What in a sentence belongs to one game alone: these words, and figures."""
    named = sorted((word for word in set(words) if len(word) >= SHORTEST), key=lambda word: (-len(word), word))
    figures = r"(?<![\w-])[+−-]?\d+\b"
    return re.compile("|".join((*(rf"(?<!\w){re.escape(word)}(?!\w)" for word in named), figures)))


# -- values ----------------------------------------------------------------------------------------------------------


def scalar(value: Any, ids: Ids) -> str:
    """A value in a line: words as they are, a sheet by its name, everything else by its parts."""
    match value:
        case str():
            return ids.told(value).replace("\n", " / ")
        case Sheet():
            return f"the sheet of {value.name}"
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
    told = ((name, scalar(part, ids)) for name, part in _telling(value) if name not in without)
    words = [f"{name}={part}" for name, part in told if part != UNTOLD]
    return " ".join([tag, *words] if isinstance(tag, str) else words)


def _telling(value: Struct) -> Iterator[tuple[str, Any]]:
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
    for name, part in _telling(value) if isinstance(value, Struct) else value:
        things = part if isinstance(part, list | tuple) else ()
        if isinstance(part, Mapping):
            yield f"{space}{name}"
            yield from outline(part.items(), ids, depth + 1)
        elif any(isinstance(each, Struct) and _is_large(each) for each in things):
            for each in things:
                yield f"{space}{name}: {_called(each, ids)}"
                yield from outline(each, ids, depth + 1)
        elif sum(len(scalar(each, ids)) for each in things) > LONG:
            yield f"{space}{name}"
            yield from (f"{space} {scalar(each, ids)}" for each in things)
        else:
            yield f"{space}{name}: {scalar(part, ids)}"


LONG = 100


def _is_large(value: Struct) -> bool:
    return not isinstance(value, Choice) and len(scalar(value, Ids())) > LONG


# -- offers ----------------------------------------------------------------------------------------------------------


def offer_in_brief(offer: Offer, state: State, ids: Ids) -> str:
    """What an offer is called, and the parts of its command that are fixed."""
    if isinstance(offer.command, Answer):
        # The question stands on the screen; the id of the prompt says nothing to a reader.
        prompt = state.get(PROMPTS)[offer.command.prompt]
        label = offer.label.removeprefix(f"{prompt.question} → ")
        return f"answer {prompt.kind}={offer.command.option} “{label}”"
    holes = tuple(hole.field for hole in offer.holes)
    return f"{fields(offer.command, ids, without=holes)} “{offer.label}”"


def offer_figures(offer: Offer) -> dict[str, str]:
    """What an offer costs and how much choice it leaves; the words of its blanks are in the word book."""
    parts = {"price": _price(offer)}
    # How far the log goes is no figure of the game.
    for hole in () if isinstance(offer.command, Rewind) else offer.holes:
        match hole:
            case ChoiceHole() | ManyHole():
                room = f"{len(hole.options)} choices"
            case NumberHole():
                room = f"{hole.low} to {hole.high}"
            case _:
                room = ""
        parts[f"<{hole.key or hole.field}>"] = room
    return {name: part for name, part in parts.items() if part}


def _price(offer: Offer) -> str:
    if offer.price is None:
        return ""
    return f"costs {offer.price.points}{f' of {offer.price.account}' * bool(offer.price.account)}"


def words_of_offer(offer: Offer, state: State, ids: Ids) -> Iterator[tuple[str, str]]:
    """Everything else that is written on an offer, each under the name of what it is offered for."""
    kind = str(offer.command.__struct_config__.tag)
    if isinstance(offer.command, Answer):
        kind = f"answer {state.get(PROMPTS)[offer.command.prompt].kind}={offer.command.option}"
    cast = state.get(CAST)
    yield kind, f"in {offer.group}, by {', '.join(offer.cites) or 'no rule'}"
    for hole in offer.holes:
        figures = ("low", "high", "least", "most", "suggestion")
        told = fields(hole, ids, without=("field", "key", "label", "options", *figures))
        name = f"{kind} <{hole.key or hole.field}>"
        yield name, f"“{hole.label}” {told}"
        for option in getattr(hole, "options", ()):
            # People, places and aspects are the game's own affair.
            if option.value not in cast and not ID.fullmatch(option.value):
                yield name, f"= {scalar(option, ids)}"


# -- screens ---------------------------------------------------------------------------------------------------------


def screen_lines(blocks: tuple[Struct, ...], ids: Ids) -> Iterator[tuple[str, str, str]]:
    """Every block line by line: what the block is called, what in it the line is about, and what it says."""
    for block in blocks:
        called = f"{block.__struct_config__.tag} {_called(block, ids)}".strip()
        yield from ((called, *line) for line in _thing(block, ids))


def _called(value: Struct, ids: Ids) -> str:
    return next((scalar(part, ids) for name in NAMES if (part := getattr(value, name, ""))), "")


def _thing(value: Struct, ids: Ids) -> Iterator[tuple[str, str]]:
    for name, part in _telling(value):
        if name in known_by(value) or name in FOR_PROGRAMS:
            yield "", ""
        elif _holds_things(part):
            for each in part:
                yield from _member(name, each, ids)
        elif isinstance(part, Mapping):
            yield from ((f"{name}: {scalar(key, ids)}", scalar(each, ids)) for key, each in part.items())
        elif (told := scalar(part, ids)) != UNTOLD:
            yield name, told


def _member(path: str, value: Struct, ids: Ids) -> Iterator[tuple[str, str]]:
    """One of several things: a line of its own, and one for each thing inside it."""
    called = f"{path}: {_called(value, ids)}".removesuffix(": ")
    inner = [name for name, part in _telling(value) if _holds_things(part)]
    yield called, fields(value, ids, without=(*known_by(value), *for_programs(value), *inner))
    for name in inner:
        for each in getattr(value, name):
            yield (
                f"{called}: {name}: {_called(each, ids)}",
                fields(each, ids, without=(*known_by(each), *for_programs(each))),
            )


def known_by(value: Struct) -> tuple[str, ...]:
    """The field a thing is called by."""
    return tuple(name for name in NAMES if getattr(value, name, ""))[:1]


FOR_PROGRAMS = ("id", "actor", "is_mine")
"""Fields of things on a screen that nobody reads; what is whose would keep lines from being the same for all."""


def for_programs(value: Struct) -> tuple[str, ...]:
    return tuple(name for name in value.__struct_fields__ if name in FOR_PROGRAMS or name.endswith("_id"))


def _holds_things(part: Any) -> bool:
    return isinstance(part, list | tuple) and bool(part) and isinstance(part[0], Struct)
