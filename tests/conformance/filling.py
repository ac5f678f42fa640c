"""Fills the holes of offers with valid values; no two texts are alike, so that each can be traced."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from fatetable.engine.messages import Command
from fatetable.engine.offers import ChoiceHole, FlagHole, FormHole, Hole, ManyHole, NumberHole, Offer, TextHole
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.ruleset import Ruleset

TOKEN = re.compile(r"(?:word|probe)[0-9]+q")
TAILS = ("", "", "", " — ünï çødé", ' "in quotes" \\ and more', " <b>&amp;</b> [red]", " 龍の橋")


class Filler:
    """Everything it makes up is repeatable: the same seed fills the same holes in the same way."""

    def __init__(self, random: Random, ruleset: Ruleset, prefix: str = "word") -> None:
        self.random = random
        self.ruleset = ruleset
        self.prefix = prefix
        self.texts = 0

    def token(self) -> str:
        """A word that occurs nowhere else in the game."""
        self.texts += 1
        return f"{self.prefix}{self.texts}q"

    def fill(self, offer: Offer, **fixed: Any) -> Command:
        values = {hole.key or hole.field: self.value(hole) for hole in offer.holes}
        return offer.fill(**{**values, **fixed})

    def value(self, hole: Hole) -> Any:
        random = self.random
        match hole:
            case TextHole():
                return self._text(hole)
            case NumberHole(low=low, high=high):
                return random.choice((low, high, random.randint(low, high), random.randint(low, high)))
            case ChoiceHole(options=options):
                return random.choice(options).value
            case ManyHole(options=options):
                values = [option.value for option in options]
                most = min(hole.most, len(values))
                # Mostly many: a scene with nobody in it is soon over.
                number = max(random.randint(hole.least, most), random.randint(hole.least, most))
                return tuple(random.sample(values, number))
            case FlagHole():
                return random.random() < 0.4
            case FormHole(form=form):
                return self.form(form)

    def _text(self, hole: TextHole) -> str:
        if hole.optional and self.random.random() < 0.5:
            return ""
        text = self.token() + self.random.choice(TAILS)
        return text.ljust(hole.limit, "x") if self.random.random() < 0.02 else text[: hole.limit]

    def form(self, form: str) -> Struct:
        sample = self.random.choice(self.ruleset.forms(form))
        return self.reworded(sample) if isinstance(sample, Sheet) else sample

    def sheet(self, form: str) -> Sheet:
        made = self.form(form)
        assert isinstance(made, Sheet)
        return made

    def reworded(self, sheet: Sheet) -> Sheet:
        """A ready-made sheet in words that occur nowhere else; lists keep theirs where the rules know them.

        Where aspects follow from other parts of a sheet, they are worked out again.
        """
        new = msgspec.structs.replace(
            sheet,
            name=self.token(),
            description=self.token(),
            aspects={slot: self.token() if text.strip() else text for slot, text in sheet.aspects.items()},
        )
        texts = msgspec.structs.replace(new, texts=self._passages(new), entries=self._entries(new, with_names=False))
        named = msgspec.structs.replace(texts, lists=self._lists(new), entries=self._entries(new, with_names=True))
        plain = msgspec.structs.replace(sheet, name=new.name, description=new.description)
        finished = (self.ruleset.creation.finish(each) for each in (named, texts, plain))
        return next((each for each in (named, texts, new, *finished) if self._is_sound(each)), new)

    def _is_sound(self, sheet: Sheet) -> bool:
        return all(problem.severity != "error" for problem in self.ruleset.creation.problems(sheet))

    def _passages(self, part: Sheet | Entry) -> dict[str, str]:
        return {name: self.token() if text.strip() else text for name, text in part.texts.items()}

    def _lists(self, part: Sheet | Entry) -> dict[str, tuple[str, ...]]:
        return {name: tuple(self.token() for _ in entries) for name, entries in part.lists.items()}

    def _entries(self, part: Sheet | Entry, *, with_names: bool) -> dict[str, tuple[Entry, ...]]:
        """The parts of a part, however deep; their names and lists may be words the rules know."""
        return {name: tuple(self._entry(each, with_names) for each in row) for name, row in part.entries.items()}

    def _entry(self, entry: Entry, with_names: bool) -> Entry:
        new = msgspec.structs.replace(
            entry, texts=self._passages(entry), entries=self._entries(entry, with_names=with_names)
        )
        if not with_names:
            return new
        return msgspec.structs.replace(new, name=self.token() if entry.name else "", lists=self._lists(entry))


def tokens_in(value: Any) -> frozenset[str]:
    """Every traceable word in a value, however deep."""
    return frozenset(token for text in _texts(msgspec.to_builtins(value)) for token in TOKEN.findall(text))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _texts(key)
            yield from _texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)
