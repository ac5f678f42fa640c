"""Walking through the entries of a sheet, and how many of them a sheet may have.

The path of an entry names a list and a place in it, again for every entry it is in: `entries.skills.0.entries.uses.2`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from fatetable.engine.errors import MalformedCommand
from fatetable.mechanics.characters.sheet import Entry, Sheet

MOST = 400
"""Entries of a sheet, those inside others included; going through more would keep a server busy."""
DEEPEST = 6
"""How deep entries may be inside one another."""
MOST_FIELDS = 400
"""Numbers, texts or lists of one entry."""

Entries: TypeAlias = Mapping[str, tuple[Entry, ...]]


def entries_of(sheet: Sheet) -> Iterator[tuple[str, Entry]]:
    """Every entry of a sheet with its path, each before those that are in it."""
    return _below("", sheet.entries)


def _below(path: str, entries: Entries) -> Iterator[tuple[str, Entry]]:
    for name, row in entries.items():
        for place, entry in enumerate(row):
            here = f"{path}entries.{name}.{place}"
            yield here, entry
            yield from _below(f"{here}.", entry.entries)


def require_bounded(sheet: Sheet) -> None:
    """Refuse a sheet with more entries, or deeper ones, than any sheet needs, before anybody goes through them."""
    level, left = [sheet.entries], MOST
    for _ in range(DEEPEST):
        found = [entry for entries in level for row in entries.values() for entry in row[: left + 1]]
        left -= len(found)
        # A list without entries takes work too.
        if left < 0 or any(len(entries) > MOST_FIELDS for entries in level):
            raise too_many()
        if any(len(fields) > MOST_FIELDS for entry in found for fields in (entry.numbers, entry.texts, entry.lists)):
            raise MalformedCommand("too-many-entries", f"A part of a sheet may have {MOST_FIELDS} values at most.")
        level = [entry.entries for entry in found if entry.entries]
    if level:
        raise too_deep()


def too_many() -> MalformedCommand:
    return MalformedCommand("too-many-entries", f"A sheet may have {MOST} parts at most.")


def too_deep() -> MalformedCommand:
    return MalformedCommand("entries-too-deep", f"Parts of a sheet may be inside one another {DEEPEST} deep at most.")
