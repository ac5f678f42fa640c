"""Ready-made sheets of Skein: player characters, animals, people, warbands and armies."""

from __future__ import annotations

import functools

from fatetable.mechanics.sheets import Sheet
from fatetable.rulesets.skein.catalogue import SheetRow
from fatetable.rulesets.skein.finishing import finish
from fatetable.rulesets.skein.stunts import compose
from fatetable.rulesets.skein.tables import RULESET, tables


@functools.cache
def heroes() -> tuple[Sheet, ...]:
    return tuple(map(_sheet, tables().characters))


@functools.cache
def animals() -> tuple[Sheet, ...]:
    return tuple(map(_sheet, tables().animals))


@functools.cache
def opposition() -> tuple[Sheet, ...]:
    """Everybody the Storyteller may set against the heroes, animals last."""
    return (*map(_sheet, tables().opposition), *animals())


def sample(name: str) -> Sheet:
    """The ready-made sheet with this name."""
    return next(sheet for sheet in (*heroes(), *opposition()) if sheet.name == name)


def _sheet(row: SheetRow) -> Sheet:
    return finish(
        Sheet(
            ruleset=RULESET,
            name=row.name,
            kind=row.kind,
            description=row.description,
            aspects=row.aspects,
            traits=row.skills,
            features=tuple(compose(taken.id, taken.choices) for taken in row.stunts),
            numbers=row.numbers,
            lists=row.lists,
            texts=row.texts,
        )
    )
