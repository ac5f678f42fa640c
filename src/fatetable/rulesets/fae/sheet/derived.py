"""Figures derived from a sheet of Fate Accelerated: refresh, free stunts, stress boxes and consequence slots."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.view.headcount import Headcount
from fatetable.rulesets.fae.book import Tables
from fatetable.rulesets.fae.dials import Dials

FULL_KINDS = ("hero", "named")
MILESTONES = ("milestones-minor", "milestones-significant", "milestones-major")
HISTORY = ("raises", "refresh-gained", *MILESTONES)


def stunts_to_pay(tables: Tables, sheet: Sheet) -> int:
    """Stunts beyond the free ones; each lowers refresh by one (FAE-CHAR-15)."""
    return max(0, len(sheet.features) - tables.figures.refresh.free_stunts)


def refresh_of(tables: Tables, sheet: Sheet) -> int:
    """Refresh by the formula (FAE-CHAR-14, FAE-CHAR-15), even where it falls below what is allowed."""
    return tables.figures.refresh.start + sheet.numbers.get("refresh-gained", 0) - stunts_to_pay(tables, sheet)


def free_stunts_left(tables: Tables, sheet: Sheet) -> int:
    """Stunts that may still be taken without lowering refresh (FAE-CHAR-22)."""
    return max(0, tables.figures.refresh.free_stunts - len(sheet.features))


def most_stunts(tables: Tables, sheet: Sheet) -> int:
    """As many stunts as refresh can pay for without falling below its floor (FAE-CHAR-16)."""
    figures = tables.figures.refresh
    return figures.free_stunts + figures.start + sheet.numbers.get("refresh-gained", 0) - figures.lowest


def stress_boxes(tables: Tables, sheet: Sheet, dials: Dials) -> int:
    """How many stress boxes, numbered from one (FAE-CHAR-17, FAE-NPC-04, FAE-NPC-08)."""
    if sheet.kind == "group":
        return group_boxes(tables, sheet.numbers.get("size", 0), dials)
    if sheet.kind == "mook":
        return sheet.numbers.get("boxes", 0)
    return tables.figures.harm.boxes


def group_boxes(tables: Tables, size: int, dials: Dials) -> int:
    """One box for every two members; the book says nothing of an odd member, so a dial does."""
    per_box = tables.figures.mooks.members_per_box
    return -(-size // per_box) if dials.odd_groups == "up" else size // per_box


def headcount_of(sheet: Sheet, *, is_out: bool) -> Headcount:
    """A group counts its members; the book does not say how many of them fall before the last box is full."""
    size = sheet.numbers.get("size", 0) if sheet.kind == "group" else 1
    return Headcount(0 if is_out and size > 1 else size, size, is_nameless=sheet.kind not in FULL_KINDS)


def consequence_slots(tables: Tables, sheet: Sheet) -> Mapping[str, int]:
    """Slots and the shifts each absorbs (FAE-CHAR-18); nameless foes have none (FAE-NPC-05)."""
    return tables.figures.harm.consequences if sheet.kind in FULL_KINDS else {}


def has_history(sheet: Sheet) -> bool:
    """Does the sheet say that its character has advanced since it was made?"""
    return any(sheet.numbers.get(name, 0) for name in HISTORY)


def with_inferred_history(tables: Tables, sheet: Sheet, refresh: int | None) -> Sheet:
    """A sheet of another tool, its advancement read off its figures (FAE-ADV-12).

    Ratings that add up to more than the starting array must be raises; refresh above the formula must have been gained
    at major milestones.
    """
    if sheet.kind != "hero" or has_history(sheet):
        return sheet
    raises = sum(sheet.traits.values()) - sum(tables.figures.approaches.array)
    gained = 0 if refresh is None else refresh - tables.figures.refresh.start + stunts_to_pay(tables, sheet)
    found = {name: number for name, number in (("raises", raises), ("refresh-gained", gained)) if number > 0}
    return msgspec.structs.replace(sheet, numbers={**sheet.numbers, **found}) if found else sheet
