"""Figures that follow from a sheet: stress tracks, slots for consequences, armour, weapons, refresh."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.harm.state import Slot
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.sheet.skills import Skill, skills_of

STRESS_CAPACITY = "stress-capacity"
EXTRAORDINARY, SUPERHUMAN, ASCENDANT, GODLIKE = 1, 2, 3, 4
"""Tiers, by their place in the table."""


class Toughness(NamedTuple):
    """What skills give within a scope: the best of each, since two of them do not add up (SF-STRESSCAP-01)."""

    boxes: int = 0
    armour: int = 0
    mild: int = 0
    moderate: int = 0


def toughness(tables: Tables, sheet: Sheet, scope: str) -> Toughness:
    """SF-STRESSCAP-01, SF-STRESSCAP-03."""
    skills = [skill for skill in skills_of(tables, sheet) if skill.has(STRESS_CAPACITY, scope)]
    benefit = max((skill.benefit(STRESS_CAPACITY, scope) for skill in skills), default=0)
    return Toughness(
        boxes=max((_boxes(tables, skill) for skill in skills), default=0),
        armour=benefit,
        mild=int(benefit >= SUPERHUMAN),
        moderate=int(benefit >= GODLIKE),
    )


def _boxes(tables: Tables, skill: Skill) -> int:
    more = tables.figures.harm.more_boxes
    return more[min(max(0, skill.rating), len(more) - 1)]


def tracks_of(tables: Tables, sheet: Sheet) -> Mapping[str, int]:
    """How many boxes each stress track has."""
    base = tables.figures.harm.boxes
    return {row.track: base + toughness(tables, sheet, row.id).boxes for row in tables.scopes}


def slots_of(tables: Tables, sheet: Sheet) -> tuple[Slot, ...]:
    """One slot of each size for any consequence, and those of tiers for consequences of their own scope."""
    harm = tables.figures.harm
    more = []
    for row in tables.scopes:
        found = toughness(tables, sheet, row.id)
        for size, number in (("mild", found.mild), ("moderate", found.moderate)):
            more += [Slot(f"{size} {row.id}", harm.consequences[size], harm.clears[size], kinds=(row.id,))] * number
    return (*(Slot(size, absorbs, harm.clears[size]) for size, absorbs in harm.consequences.items()), *more)


def refresh_of(tables: Tables, sheet: Sheet, era: str) -> int:
    """What the era gives, less what tiers cost (SF-CHAR-05)."""
    spent = sum(tables.tiers[skill.tier].refresh for skill in skills_of(tables, sheet))
    return tables.figures.budget.refresh[era] - spent
