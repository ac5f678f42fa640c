"""What is worth knowing about somebody's aspects and languages, for their sheet at the table."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.fate2.book import AspectRow, Tables
from fatetable.rulesets.fate2.sheet.aspects import slot_of


def notes(tables: Tables, _state: State, actor: Actor) -> tuple[tuple[str, str], ...]:
    """Further lines of a sheet."""
    return tuple(aspect_notes(tables, actor.sheet))


def aspect_notes(tables: Tables, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """What each aspect that the book knows is good for, and how it gets in the way (F2-LIST-01, F2-LIST-02)."""
    for slot, name in sheet.aspects.items():
        row = known_aspect(tables, slot)
        if row is not None and (row.use or row.trouble):
            yield name, ". ".join(_sentences(row)) + "."


def known_aspect(tables: Tables, slot: str) -> AspectRow | None:
    return next((row for row in tables.aspects if slot_of(row.name) == slot), None)


def _sentences(row: AspectRow) -> Iterator[str]:
    if row.use:
        yield f"Good for: {row.use}"
    if row.trouble:
        yield f"In the way: {row.trouble}"
