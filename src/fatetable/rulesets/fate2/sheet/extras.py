"""Extras on a sheet: where they were bought, what they cost, and the aspects and features that come of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from fatetable.mechanics.characters.effects import Bonus, Effect, Feature, When
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.fate2.book import ExtraKind, Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet.aspects import Levels, levels_of, slot_of
from fatetable.rulesets.fate2.sheet.history import EXTRAS, ranks_of_extra, whole_life

GEAR = "gear "
"""How the slots begin of aspects that a thing has, and not its owner."""
LOST = "lost"
RELEASED = 2
"""The mark of a lost extra whose ranks may go into others; others that are lost have 1."""


class Extra(Struct, frozen=True):
    """An extra with all that went into it, however often it was bought; `parts` are its places on the sheet."""

    where: str
    entry: Entry
    parts: tuple[tuple[str, Entry], ...] = ()

    @property
    def name(self) -> str:
        return self.entry.name.strip()

    @property
    def kind(self) -> str:
        return self.entry.kind

    @property
    def ranks(self) -> int:
        return ranks_of_extra(self.entry)

    @property
    def text(self) -> str:
        return self.entry.texts.get("text", "").strip()

    @property
    def aspects(self) -> tuple[str, ...]:
        return tuple(name.strip() for name in self.entry.lists.get("aspects", ()) if name.strip())

    @property
    def is_lost(self) -> bool:
        return bool(self.entry.numbers.get(LOST))


def purchases(dials: Dials, sheet: Sheet) -> Iterator[Extra]:
    """Everything that ranks of a whole life were put into besides skills, one by one."""
    for stage in whole_life(dials, sheet):
        for place, entry in enumerate(stage.entry.entries.get(EXTRAS, ())):
            where = f"{stage.where}.entries.{EXTRAS}.{place}"
            yield Extra(where, entry, ((where, entry),))


def extras_of(dials: Dials, sheet: Sheet) -> tuple[Extra, ...]:
    """The extras somebody has; what was bought again has more ranks."""
    found: dict[tuple[str, str], Extra] = {}
    for bought in purchases(dials, sheet):
        key = (bought.kind, slot_of(bought.name))
        found[key] = _both(found[key], bought) if key in found else bought
    return tuple(found.values())


def _both(one: Extra, other: Extra) -> Extra:
    numbers = {**one.entry.numbers}
    if "ranks" in numbers or "ranks" in other.entry.numbers:
        numbers["ranks"] = one.ranks + other.ranks
    aspects = (*one.entry.lists.get("aspects", ()), *other.entry.lists.get("aspects", ()))
    entry = msgspec.structs.replace(one.entry, numbers=numbers, lists={"aspects": aspects} if aspects else {})
    return Extra(one.where, entry, (*one.parts, *other.parts))


def extra_at(dials: Dials, sheet: Sheet, where: str) -> Extra | None:
    return next((extra for extra in extras_of(dials, sheet) if extra.where == where), None)


def kind_of_extra(tables: Tables, extra: Extra) -> ExtraKind | None:
    return next((kind for kind in tables.extras if kind.id == extra.kind), None)


def marked(sheet: Sheet, extra: Extra, **numbers: int) -> Sheet:
    """The sheet with a note on an extra, wherever it was bought; zero takes the note away."""
    for where, entry in extra.parts:
        noted = {name: number for name, number in {**entry.numbers, **numbers}.items() if number}
        sheet = with_extra_at(sheet, where, msgspec.structs.replace(entry, numbers=noted))
    return sheet


def is_released(extra: Extra) -> bool:
    return extra.entry.numbers.get(LOST) == RELEASED


def replaced(sheet: Sheet, extra: Extra, made: Callable[[int], Entry]) -> Sheet:
    """The sheet with another extra for the ranks of this one."""
    for where, entry in extra.parts:
        sheet = with_extra_at(sheet, where, made(ranks_of_extra(entry)))
    return sheet


def with_extra_at(sheet: Sheet, where: str, entry: Entry) -> Sheet:
    """The sheet with another extra in this place."""
    _, row, number, _, _, place = where.split(".")
    stages = list(sheet.entries[row])
    stage = stages[int(number)]
    extras = list(stage.entries[EXTRAS])
    extras[int(place)] = entry
    stages[int(number)] = msgspec.structs.replace(stage, entries={**stage.entries, EXTRAS: tuple(extras)})
    return msgspec.structs.replace(sheet, entries={**sheet.entries, row: tuple(stages)})


# -- what comes of them ----------------------------------------------------------------------------------------------


def gear_aspects(tables: Tables, dials: Dials, sheet: Sheet) -> Levels:
    """The aspects of things, each with its level; what is lost has none (F2-EXT-08, F2-EXT-09, F2-EXT-20)."""
    aspects: dict[str, str] = {}
    levels: dict[str, int] = {}
    for extra in extras_of(dials, sheet):
        kind = kind_of_extra(tables, extra)
        if kind is None or not kind.gear or extra.is_lost:
            continue
        found = levels_of(extra.aspects[:1] * extra.ranks if kind.aspect else extra.aspects)
        for slot, name in found.aspects.items():
            here = f"{GEAR}{slot_of(extra.name)} {slot}"
            aspects[here] = f"{name} ({extra.name})"
            levels[here] = found.levels[slot]
    return Levels(aspects, levels)


def features_of(tables: Tables, dials: Dials, sheet: Sheet, own: Levels) -> tuple[Feature, ...]:
    """Each extra in a line; what adds to rolls is claimed when it counts."""
    return tuple(_feature(tables, extra, own) for extra in extras_of(dials, sheet) if extra.name)


def _feature(tables: Tables, extra: Extra, own: Levels) -> Feature:
    effects: tuple[Effect, ...] = ()
    bonus = extra.entry.numbers.get("bonus", 0)
    kind = kind_of_extra(tables, extra)
    if kind is not None and kind.bonus and bonus and not extra.is_lost:
        effects = (Bonus(bonus, When(circumstance=extra.text)),)
    return Feature(name=extra.name, text="; ".join(_parts(tables, extra, kind, own)), effects=effects)


def _parts(tables: Tables, extra: Extra, kind: ExtraKind | None, own: Levels) -> Iterator[str]:
    if extra.is_lost:
        yield "lost"
    if kind is not None:
        yield kind.name
    if kind is not None and kind.aspect and extra.aspects:
        yield f"{extra.aspects[0]} {extra.ranks} ({tables.ladder.word(extra.ranks)})"
    else:
        yield from (f"{name} {number}" if number > 1 else name for name, number in _counted(extra))
    if extra.kind == "servant":
        yield "1 phase" if extra.ranks == 1 else f"{extra.ranks} phases"
    if extra.kind == "minions":
        yield f"{minions_a_scene(extra, own)} a scene, commanded by {extra.text}"
    elif extra.text:
        yield extra.text
    if bonus := extra.entry.numbers.get("bonus", 0):
        yield f"{bonus:+d}"


def _counted(extra: Extra) -> Iterator[tuple[str, int]]:
    found = levels_of(extra.aspects)
    return ((name, found.levels[slot]) for slot, name in found.aspects.items())


def minions_a_scene(extra: Extra, own: Levels) -> int:
    """The ranks times the level of the aspect that commands them (F2-EXT-14)."""
    return extra.ranks * own.levels.get(slot_of(extra.text), 0)
