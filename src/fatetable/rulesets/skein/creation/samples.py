"""Ready-made sheets of Skein: player characters, animals, people, warbands and armies."""

from __future__ import annotations

import functools

from msgspec import Struct

from fatetable.mechanics.characters.creation import CreationProcedure
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.skein.book import RULESET, SheetRow, Tables
from fatetable.rulesets.skein.creation.completion import finish
from fatetable.rulesets.skein.sheet import compose


@functools.lru_cache(maxsize=16)
def heroes(tables: Tables) -> tuple[Sheet, ...]:
    return tuple(_sheet(tables, row) for row in tables.characters)


@functools.lru_cache(maxsize=16)
def animals(tables: Tables) -> tuple[Sheet, ...]:
    return tuple(_sheet(tables, row) for row in tables.animals)


@functools.lru_cache(maxsize=16)
def opposition(tables: Tables) -> tuple[Sheet, ...]:
    """All ready-made opponents, animals last."""
    return (*(_sheet(tables, row) for row in tables.opposition), *animals(tables))


def sample(tables: Tables, name: str) -> Sheet:
    """The ready-made sheet with this name."""
    return next(sheet for sheet in (*heroes(tables), *opposition(tables)) if sheet.name == name)


def _sheet(tables: Tables, row: SheetRow) -> Sheet:
    return finish(
        tables,
        Sheet(
            ruleset=RULESET,
            name=row.name,
            kind=row.kind,
            description=row.description,
            aspects=row.aspects,
            traits=row.skills,
            features=tuple(compose(tables, taken.id, taken.choices) for taken in row.stunts),
            numbers=row.numbers,
            lists=row.lists,
            texts=row.texts,
        ),
    )


def forms(procedure: CreationProcedure, form: str) -> tuple[Struct, ...]:
    """Ready-made values for what a builder would otherwise fill in."""
    match form:
        case "hero":
            return tuple(sheet for sheet in procedure.samples if sheet.kind == "hero")
        case "opponent":
            return tuple(sheet for sheet in procedure.samples if sheet.kind != "hero")
        case _:
            return tuple(feature for sheet in procedure.samples for feature in sheet.features)
