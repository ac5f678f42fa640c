"""What can be wrong with characters without phases: bare aspects and minions."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import BARE, MINOR

HIGHEST = 20


def bare_problems(_tables: Tables, _dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    """A minor character is nothing but its aspects, so it needs one (F2-GM-02)."""
    entries = sheet.entries.get(BARE, ())
    if sheet.kind == MINOR and not any(entry.name.strip() for entry in entries):
        message = "There is no aspect."
        yield Problem("error", "aspect-missing", f"entries.{BARE}", message, "Give one.", ("F2-GM-02",))
    for place, entry in enumerate(entries):
        level = entry.numbers.get("level", 1)
        if not 0 < level <= HIGHEST:
            where = f"entries.{BARE}.{place}.numbers.level"
            yield Problem("error", "wrong-level", where, f"Levels go from 1 to {HIGHEST}.", "", ("F2-GM-02",))
