"""What in a sentence belongs to one game alone: names, figures, and words that people wrote.

Without them the same sentence in two games is one sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer, TextHole
from fatetable.engine.prompts import Answer
from fatetable.engine.seats import SEATS
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.ruleset import Ruleset
from fatetable.mechanics.scenes.zones import ZONES
from fatetable.tabletop.table import Table

SHORTEST = 2
"""Shorter words that people wrote are no names."""
FACES = r"(?:\[[^\]\w]\])+"
"""A throw of dice, as it is told."""
FIGURE = r"[+−-]?\d+\b"


class Parted(NamedTuple):
    """A sentence with `_` in the place of everything that is the game's own, and those things in their order."""

    pattern: str
    values: tuple[str, ...]


class OwnWords:
    """The words of one game, gathered while it is played."""

    def __init__(self) -> None:
        self._words: set[str] = set()
        self._rungs: set[str] = set()
        self._free: dict[type[Command], tuple[str, ...]] = {}
        self._found: re.Pattern[str] | None = None
        self._parted: dict[str, Parted] = {}

    def of_ruleset(self, ruleset: Ruleset) -> None:
        """Ready-made characters, and the words for figures."""
        self._add(sheet.name for sheet in ruleset.creation.samples)
        self._rungs.update(word for _, word in ruleset.ladder.rungs)

    def of_state(self, state: State) -> None:
        self._add(names_of(state))

    def of_command(self, table: Table, seat: str, command: Command) -> None:
        """What somebody wrote: everything that fills a blank for text, and every other part of several words."""
        if isinstance(command, Answer):
            self._add(_texts(command.fill))
            return
        kind = type(command)
        if kind not in self._free and seat in table.state.get(SEATS):
            self._free[kind] = tuple(blanks_for_text(table.offers(seat), kind))
        self._add(_texts({name: getattr(command, name) for name in self._free.get(kind, ())}))
        self._add(text for text in _texts(msgspec.structs.asdict(command)) if " " in text)

    def _add(self, words: Iterable[str]) -> None:
        new = set(words) - self._words
        if new:
            self._words |= new
            self._found = None

    def part(self, sentence: str) -> Parted:
        """A sentence once parted stays so, whatever is named later."""
        if sentence not in self._parted:
            if self._found is None:
                self._found = pattern(self._words, self._rungs)
            flat = sentence.replace("\n", " / ")
            self._parted[sentence] = Parted(self._found.sub("_", flat), tuple(self._found.findall(flat)))
        return self._parted[sentence]


def names_of(state: State) -> Iterator[str]:
    """Everything in a game that has a name of its own."""
    for actor in state.get(CAST).values():
        yield from (actor.name, actor.id)
    yield from (card.text for card in state.get(ASPECTS).values())
    yield from (zone.name for zone in state.get(ZONES).zones.values())
    yield from (seat.id for seat in state.get(SEATS).values() if seat.id != seat.role)


def pattern(words: Iterable[str], rungs: Iterable[str] = ()) -> re.Pattern[str]:
    """Finds these words, figures with or without their word, and throws of dice."""
    named = sorted((word for word in set(words) if len(word) >= SHORTEST), key=lambda word: (-len(word), word))
    found = [rf"(?<!\w)(?:{'|'.join(map(re.escape, named))})(?!\w)"] * bool(named)
    if rung := "|".join(sorted(map(re.escape, rungs))):
        found.append(rf"\b(?:{rung})(?: {FIGURE})? \({FIGURE}\)")
    return re.compile("|".join((*found, FACES, rf"(?<![\w-]){FIGURE}")))


def blanks_for_text(offers: Iterable[Offer], kind: type[Command]) -> Iterator[str]:
    for offer in offers:
        if type(offer.command) is kind:
            yield from (hole.field for hole in offer.holes if isinstance(hole, TextHole))


def _texts(values: Mapping[str, Any]) -> Iterator[str]:
    """Words among these values, or in lists among them."""
    for value in values.values():
        yield from (each for each in (value if isinstance(value, list | tuple) else (value,)) if isinstance(each, str))
