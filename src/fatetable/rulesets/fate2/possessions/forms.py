"""What is asked of the extras of a phase."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.creation import (
    EntriesInput,
    EntryField,
    EntryForm,
    ListInput,
    NumberInput,
    TextInput,
)
from fatetable.mechanics.characters.sheet import Entry
from fatetable.rulesets.fate2.book import ExtraKind, Tables
from fatetable.rulesets.fate2.sheet import EXTRAS

MOST_RANKS = 8
MOST_BONUS = 3
HINT = "Ranks that go into extras are missing from skills; they take no place in the pyramid."


def extras_input(tables: Tables, where: str) -> EntriesInput:
    """The extras of one phase, with the ranks they cost (F2-EXT-02, F2-EXT-24)."""
    forms = tuple(
        EntryForm(kind=kind.id, label=kind.name, inputs=tuple(_asked(kind)), hint=kind.help) for kind in tables.extras
    )
    return EntriesInput(path=f"{where}.entries.{EXTRAS}", label="Extras", forms=forms, hint=HINT, most=MOST_RANKS)


def made(kind: ExtraKind, name: str, text: str, ranks: int) -> Entry:
    """An extra of one aspect, or of one effect, for so many ranks."""
    numbers = {"ranks": ranks} if kind.price == "ranks" else {}
    if kind.aspect:
        return Entry(name=name, kind=kind.id, numbers=numbers, lists={"aspects": (text,)})
    if kind.price == "aspects":
        return Entry(name=name, kind=kind.id, lists={"aspects": (text,) * ranks})
    bonus = {"bonus": 1} if kind.bonus else {}
    return Entry(name=name, kind=kind.id, numbers={**numbers, **bonus}, texts={"text": text})


def _asked(kind: ExtraKind) -> Iterator[EntryField]:
    yield TextInput("name", "Name", kind.help)
    if kind.price == "ranks":
        yield NumberInput("numbers.ranks", "Ranks", 1, MOST_RANKS, preset=1)
    if kind.aspect:
        yield ListInput("lists.aspects", "Aspect", "", 1, 1)
    elif kind.price == "aspects":
        yield ListInput("lists.aspects", "Aspects, a rank each", "", 1, MOST_RANKS)
    if kind.bonus:
        yield NumberInput("numbers.bonus", "Bonus", 0, MOST_BONUS, preset=1)
    if kind.asks:
        yield TextInput("texts.text", kind.asks)
