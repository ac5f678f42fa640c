"""What follows from a sheet of Fate Accelerated: refresh, open stunts, stress boxes, slots and the ratings of mooks.

Knows nothing about whether the sheet is allowed, nor what has happened to the character since.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from fatetable.mechanics.sheets import Sheet
from fatetable.rulesets.fae.dials import Dials
from fatetable.rulesets.fae.tables import tables

FULL_KINDS = ("hero", "named")
MILESTONES = ("milestones-minor", "milestones-significant", "milestones-major")
HISTORY = ("raises", "refresh-gained", *MILESTONES)


def stunts_to_pay(sheet: Sheet) -> int:
    """Stunts beyond the free ones; each lowers refresh by one (FAE-CHAR-15)."""
    return max(0, len(sheet.features) - tables().figures.refresh.free_stunts)


def refresh_of(sheet: Sheet) -> int:
    """Refresh by the formula (FAE-CHAR-14, FAE-CHAR-15), even where it falls below what is allowed."""
    return tables().figures.refresh.start + sheet.numbers.get("refresh-gained", 0) - stunts_to_pay(sheet)


def free_stunts_left(sheet: Sheet) -> int:
    """Stunts that may still be taken without lowering refresh (FAE-CHAR-22)."""
    return max(0, tables().figures.refresh.free_stunts - len(sheet.features))


def most_stunts(sheet: Sheet) -> int:
    """As many stunts as refresh can pay for without falling below its floor (FAE-CHAR-16)."""
    figures = tables().figures.refresh
    return figures.free_stunts + figures.start + sheet.numbers.get("refresh-gained", 0) - figures.lowest


def stress_boxes(sheet: Sheet, dials: Dials) -> int:
    """How many stress boxes, numbered from one (FAE-CHAR-17, FAE-NPC-04, FAE-NPC-08)."""
    if sheet.kind == "group":
        return group_boxes(sheet.numbers.get("size", 0), dials)
    if sheet.kind == "mook":
        return sheet.numbers.get("boxes", 0)
    return tables().figures.harm.boxes


def group_boxes(size: int, dials: Dials) -> int:
    """One box for every two members; the book says nothing of an odd member, so a dial does."""
    per_box = tables().figures.mooks.members_per_box
    return -(-size // per_box) if dials.odd_groups == "up" else size // per_box


def group_sizes(foes: int, size: int) -> tuple[int, ...]:
    """Many foes as groups of about `size`; those left over join the first groups, so that nobody stands alone.

    >>> group_sizes(12, 4), group_sizes(14, 4)
    ((4, 4, 4), (5, 5, 4))
    """
    groups = max(1, foes // size)
    share, left_over = divmod(foes, groups)
    return tuple(share + 1 if place < left_over else share for place in range(groups))


def consequence_slots(sheet: Sheet) -> Mapping[str, int]:
    """Slots and the shifts each absorbs (FAE-CHAR-18); nameless foes have none (FAE-NPC-05)."""
    return tables().figures.harm.consequences if sheet.kind in FULL_KINDS else {}


def mook_rating(sheet: Sheet, fitting: Iterable[str]) -> int:
    """A nameless foe's rating, given which entries of its two lists fit the roll (FAE-NPC-02)."""
    figures = tables().figures.mooks
    entries = {entry.casefold() for entry in fitting}
    is_skilled = any(entry.casefold() in entries for entry in sheet.lists.get("skilled", ()))
    is_bad = any(entry.casefold() in entries for entry in sheet.lists.get("bad", ()))
    if is_skilled and is_bad:
        return figures.other
    if is_skilled:
        return figures.skilled
    return figures.bad if is_bad or sheet.numbers.get("catch-all") else figures.other


def has_history(sheet: Sheet) -> bool:
    """Does the sheet say that its character has advanced since it was made?"""
    return any(sheet.numbers.get(name, 0) for name in HISTORY)


def with_inferred_history(sheet: Sheet) -> Sheet:
    """A sheet from elsewhere, its advancement read off its figures (FAE-ADV-12).

    Ratings that add up to more than the starting array must be raises; refresh above the formula must have been gained
    at major milestones.
    """
    raises = sum(sheet.traits.values()) - sum(tables().figures.approaches.array)
    gained = sheet.numbers.get("refresh", 0) - tables().figures.refresh.start + stunts_to_pay(sheet)
    inferred = {"raises": raises, "refresh-gained": gained}
    found = {name: number for name, number in inferred.items() if number > 0 and name not in sheet.numbers}
    return msgspec.structs.replace(sheet, numbers={**sheet.numbers, **found})
