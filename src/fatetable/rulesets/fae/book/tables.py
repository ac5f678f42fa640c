"""The tables of Fate Accelerated, read from the folder `data` and checked against each other."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from fatetable.mechanics.book.data_files import DataFiles
from fatetable.mechanics.book.grants import ActionTable, OutcomeRow
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.book.own_tables import OwnTable
from fatetable.mechanics.characters.effects import Effect, Feature, Limit
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.fae.book.figures import Figures

RULESET = "fae"

ConflictKind = Literal["physical", "mental"]
Kind = Literal["hero", "named", "mook", "group"]
_DATA = DataFiles("fatetable.rulesets.fae")


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
    actions: ActionTable

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
    cites: tuple[str, ...] = ()
    limit: Limit | None = None


_OWN_STUNT = """\
[[stunt]]
name = "Rooftop Runner"
text = "Because I grew up on the roofs of this city, I get +2 when I Quickly overcome while climbing or jumping."

[[stunt.effects]]
type = "bonus"
amount = 2
when = { actions = ["overcome"], traits = ["quick"], circumstance = "while climbing or jumping" }
"""


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
def read_tables() -> Tables:
    """All tables, read once; one that contradicts another is a `ValueError`, since only we could have written it.

    Only the assembly of the ruleset calls this.  Everything else is handed the tables: a game may bring its own.
    """
    stunts = tuple(_stunt(row) for row in _DATA.rows("stunts.toml", "stunt", _StuntRow))
    by_name = {stunt.feature.name: stunt.feature for stunt in stunts}
    return Tables(
        ladder=Ladder.of({rung.number: rung.word for rung in _DATA.rows("ladder.toml", "rung", _Rung)}),
        approaches=_DATA.rows("approaches.toml", "approach", Approach),
        spreads=_DATA.rows("spreads.toml", "spread", Spread),
        stunts=stunts,
        characters=tuple(_sample(row, by_name) for row in _DATA.rows("characters.toml", "character", _SheetRow)),
        opposition=tuple(_sample(row, by_name) for row in _DATA.rows("opposition.toml", "opponent", _SheetRow)),
        difficulties=_DATA.rows("difficulties.toml", "difficulty", Difficulty),
        figures=_DATA.whole("figures.toml", Figures),
        actions=ActionTable.of(_DATA.rows("actions.toml", "row", OutcomeRow)),
    )


OWN_TABLES = (
    OwnTable(
        name="stunts",
        meaning="Stunts that are ready to be taken.",
        heading="stunt",
        row=_StuntRow,
        made=lambda row: _stunt(row),
        key=lambda stunt: stunt.feature.name,
        example=_OWN_STUNT,
        cites=("FAE-STUNT-02",),
    ),
)


@functools.cache
def read_citations() -> Mapping[str, tuple[str, ...]]:
    """The rules of the book on each topic and behind each refusal."""
    return _DATA.citations()


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
