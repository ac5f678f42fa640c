"""Invulnerabilities and weaknesses, as far as they are about making a character."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Entry, Problem, Sheet
from fatetable.rulesets.strange.book import Tables, WardRow
from fatetable.rulesets.strange.creation.checks.reports import error
from fatetable.rulesets.strange.sheet import WARDS


def ward_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    for place, entry in enumerate(sheet.entries.get(WARDS, ())):
        where = f"entries.{WARDS}.{place}"
        row = tables.ward(entry.name)
        if row is None:
            message = f"There is no invulnerability or weakness {entry.name[:60]!r}."
            yield error("unknown-ward", where, message, "Take it off.", "SF-REF-03")
        elif row.is_broad:
            yield from _broad(tables, sheet, row, entry, where)
        elif not entry.texts.get("against", "").strip():
            message = f"The {row.name} does not say against what."
            yield error("ward-unworded", f"{where}.texts.against", message, "Name it, such as iron.", "SF-REF-03")


def _broad(tables: Tables, sheet: Sheet, row: WardRow, entry: Entry, where: str) -> Iterator[Problem]:
    """SF-INV-03, SF-INV-06."""
    scope = next(iter(entry.lists.get("scope", ())), "")
    if scope not in {each.id for each in tables.scopes}:
        message = f"The {row.name} does not say which attacks it covers."
        yield error("ward-unworded", f"{where}.lists.scope", message, "Choose a scope.", "SF-INV-03")
    elif sheet.kind == "hero" and scope != "physical":
        message = f"No player character is invulnerable to all {scope} attacks."
        yield error("ward-unfit", f"{where}.lists.scope", message, "Choose a narrow one.", "SF-INV-06")
