"""The tables of Fate Accelerated, read from the data files beside this module and checked against each other.

Knows no rule: what the figures are for stands where they are used.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

from fatetable.mechanics.effects import Effect, Feature, Limit
from fatetable.mechanics.ladder import Ladder
from fatetable.mechanics.sheets import Sheet

RULESET = "fae"

ConflictKind = Literal["physical", "mental"]
Kind = Literal["hero", "named", "mook", "group"]
T = TypeVar("T")


class Approach(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way of doing things; `turn_order` names the kind of conflict in which it decides who acts first."""

    id: str
    name: str
    adverb: str
    manner: str
    examples: tuple[str, ...]
    turn_order: ConflictKind | None = None


class Spread(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made rating of all approaches."""

    name: str
    ratings: Mapping[str, int]


class Difficulty(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A suggested target number; none where the game master has to name it."""

    id: str
    meaning: str
    number: int | None = None


class ApproachFigures(Struct, frozen=True, forbid_unknown_fields=True):
    array: tuple[int, ...]
    lowest: int
    highest: int


class RefreshFigures(Struct, frozen=True, forbid_unknown_fields=True):
    start: int
    free_stunts: int
    lowest: int


class HarmFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """How many stress boxes a full character has, and how many shifts each consequence slot absorbs."""

    boxes: int
    consequences: Mapping[str, int]


class StuntFigures(Struct, frozen=True, forbid_unknown_fields=True):
    bonus: int
    uses: int
    per: str
    pair: tuple[str, str]


class MookFigures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ratings and limits of nameless foes; pairs are the least and the most."""

    skilled: int
    bad: int
    other: int
    aspects: tuple[int, int]
    boxes: tuple[int, int]
    group_aspects: tuple[int, int]
    members_per_box: int


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    approaches: ApproachFigures
    refresh: RefreshFigures
    harm: HarmFigures
    stunts: StuntFigures
    mooks: MookFigures


class Stunt(Struct, frozen=True):
    """A ready-made stunt and the rules that give it."""

    feature: Feature
    cites: tuple[str, ...]


class Sample(Struct, frozen=True):
    """A ready-made sheet and the rules that give it."""

    sheet: Sheet
    cites: tuple[str, ...]


class Tables(Struct, frozen=True, kw_only=True):
    ladder: Ladder
    approaches: tuple[Approach, ...]
    spreads: tuple[Spread, ...]
    stunts: tuple[Stunt, ...]
    characters: tuple[Sample, ...]
    opposition: tuple[Sample, ...]
    difficulties: tuple[Difficulty, ...]
    figures: Figures

    def __post_init__(self) -> None:
        """Every table that rates approaches must rate exactly the six."""
        known = {approach.id for approach in self.approaches}
        sheets = [sample.sheet for sample in (*self.characters, *self.opposition)]
        rated = {spread.name: set(spread.ratings) for spread in self.spreads}
        rated |= {sheet.name: set(sheet.traits) for sheet in sheets if sheet.traits}
        for name, ratings in rated.items():
            if ratings != known:
                raise ValueError(f"{name} does not rate exactly the approaches {sorted(known)}")

    def approach(self, approach_id: str) -> Approach:
        return next(approach for approach in self.approaches if approach.id == approach_id)

    def turn_approach(self, conflict: ConflictKind) -> Approach:
        """The approach that settles the turn order of this kind of conflict."""
        return next(approach for approach in self.approaches if approach.turn_order == conflict)

    def sample(self, name: str) -> Sheet:
        """The ready-made sheet with this name."""
        return next(each.sheet for each in (*self.characters, *self.opposition) if each.sheet.name == name)


class _Rung(Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    word: str


class _StuntRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str
    text: str
    effects: tuple[Effect, ...]
    cites: tuple[str, ...]
    limit: Limit | None = None


class _SheetRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str
    cites: tuple[str, ...]
    aspects: Mapping[str, str]
    kind: Kind = "hero"
    description: str = ""
    traits: Mapping[str, int] = {}
    numbers: Mapping[str, int] = {}
    lists: Mapping[str, tuple[str, ...]] = {}
    stunts: tuple[str, ...] = ()


@functools.cache
def tables() -> Tables:
    """All tables, read once; one that contradicts another is a `ValueError`, since only we could have written it."""
    stunts = tuple(_stunt(row) for row in _rows("stunts.toml", "stunt", _StuntRow))
    by_name = {stunt.feature.name: stunt.feature for stunt in stunts}
    return Tables(
        ladder=Ladder.of({rung.number: rung.word for rung in _rows("ladder.toml", "rung", _Rung)}),
        approaches=_rows("approaches.toml", "approach", Approach),
        spreads=_rows("spreads.toml", "spread", Spread),
        stunts=stunts,
        characters=tuple(_sample(row, by_name) for row in _rows("characters.toml", "character", _SheetRow)),
        opposition=tuple(_sample(row, by_name) for row in _rows("opposition.toml", "opponent", _SheetRow)),
        difficulties=_rows("difficulties.toml", "difficulty", Difficulty),
        figures=msgspec.toml.decode(_text("figures.toml"), type=Figures),
    )


def _text(file: str) -> str:
    return resources.files(__package__).joinpath("data", file).read_text(encoding="utf-8")


def _rows(file: str, key: str, row: type[T]) -> tuple[T, ...]:
    content = msgspec.toml.decode(_text(file), type=dict[str, tuple[row, ...]])  # type: ignore[valid-type]
    return content[key]


def _stunt(row: _StuntRow) -> Stunt:
    return Stunt(Feature(name=row.name, text=row.text, effects=row.effects, limit=row.limit), row.cites)


def _sample(row: _SheetRow, stunts: Mapping[str, Feature]) -> Sample:
    sheet = Sheet(
        ruleset=RULESET,
        name=row.name,
        kind=row.kind,
        description=row.description,
        aspects=row.aspects,
        traits=row.traits,
        features=tuple(stunts[name] for name in row.stunts),
        numbers=row.numbers,
        lists=row.lists,
    )
    return Sample(sheet, row.cites)
