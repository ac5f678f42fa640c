"""Figures that follow from a sheet: stress tracks, slots for consequences, armour, weapons, refresh."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fatetable.engine.identity import remembered
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.harm.state import Slot
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.sheet.companions import COMPANION, STURDY
from fatetable.rulesets.strange.sheet.gear import worn_armour, worn_boxes, worn_slots
from fatetable.rulesets.strange.sheet.person import SKILLED, gifts_of, times_bought, wards_of
from fatetable.rulesets.strange.sheet.skills import Skill, bought_skills, skills_of

STRESS_CAPACITY = "stress-capacity"
GRANTED_POINTS, GRANTED_REFRESH = "granted-points", "granted-refresh"
"""Numbers of a sheet: what the GM has granted since it was made (SF-REF-04)."""


class Toughness(NamedTuple):
    """What skills and equipment give within a scope.

    Of two skills the best counts (SF-STRESSCAP-01), and of several pieces too; a skill and a piece add up.
    """

    boxes: int = 0
    armour: int = 0
    mild: int = 0
    moderate: int = 0


@remembered(limit=4096, has_texts=True)
def toughness(tables: Tables, sheet: Sheet, scope: str) -> Toughness:
    """SF-STRESSCAP-01, SF-STRESSCAP-03, SF-WEAP-02, SF-EQUIP-11, SF-EQUIP-13."""
    skills = [skill for skill in skills_of(tables, sheet) if skill.has(STRESS_CAPACITY, scope)]
    boxes = max((_boxes(tables, skill) for skill in skills), default=0)
    tier = max((skill.benefit(STRESS_CAPACITY, scope) for skill in skills), default=0)
    benefit = tables.benefit(STRESS_CAPACITY, tier)
    return Toughness(
        boxes=boxes + worn_boxes(tables, sheet, scope),
        armour=worn_armour(tables, sheet, scope) + (benefit.armour if benefit else 0),
        mild=worn_slots(tables, sheet).get(scope, 0) + (benefit.mild if benefit else 0),
        moderate=benefit.moderate if benefit else 0,
    )


def _boxes(tables: Tables, skill: Skill) -> int:
    more = tables.figures.harm.more_boxes
    return more[min(max(0, skill.rating), len(more) - 1)]


def tracks_of(tables: Tables, sheet: Sheet) -> Mapping[str, int]:
    """How many boxes each stress track has."""
    return {row.track: _base(tables, sheet, row.id) + toughness(tables, sheet, row.id).boxes for row in tables.scopes}


def _base(tables: Tables, sheet: Sheet, scope: str) -> int:
    """Companions have more by their quality (SF-COMP-05)."""
    return tables.figures.harm.boxes + (sheet.kind == COMPANION and scope in sheet.lists.get(STURDY, ()))


@remembered(limit=1024)
def slots_of(tables: Tables, sheet: Sheet) -> tuple[Slot, ...]:
    """One slot of each size for any consequence, and those of tiers for consequences of their own scope.

    A companion has a mild one alone (SF-COMP-01).
    """
    harm = tables.figures.harm
    sizes = tables.companions.consequences if sheet.kind == COMPANION else tuple(harm.consequences)
    more = []
    for row in tables.scopes:
        found = toughness(tables, sheet, row.id)
        for size, number in (("mild", found.mild), ("moderate", found.moderate)):
            name, absorbs, clears = f"{size} {row.id}", harm.consequences[size], harm.clears[size]
            more += [
                Slot(name, absorbs, clears, key=name if place == 1 else f"{name} {place}", kinds=(row.id,))
                for place in range(1, number + 1)
            ]
    return (*(Slot(size, harm.consequences[size], harm.clears[size]) for size in sizes), *more)


def refresh_of(tables: Tables, sheet: Sheet, era: str) -> int:
    """What the era gives, less what tiers, further gifts and invulnerabilities cost; weaknesses give some back.

    SF-CHAR-05, SF-REF-01, SF-REF-03.
    """
    budget = tables.figures.budget
    tiers = sum(tables.tiers[skill.tier].refresh for skill in bought_skills(tables, sheet))
    bought = sum(times_bought(gift) for gift in gifts_of(sheet))
    gifts = max(0, bought - budget.free_gifts) * budget.refresh_per_gift
    wards = sum(ward.row.refresh for ward in wards_of(tables, sheet))
    return budget.refresh[era] + sheet.numbers.get(GRANTED_REFRESH, 0) - tiers - gifts - wards


def skill_points_of(tables: Tables, sheet: Sheet, has_common_skills: bool) -> int:
    """SF-CHAR-06, SF-SKILL-09."""
    budget = tables.figures.budget
    skilled = sum(gift.kind == SKILLED for gift in gifts_of(sheet))
    start = budget.skill_points if has_common_skills else budget.skill_points_alone
    return start + sheet.numbers.get(GRANTED_POINTS, 0) + budget.skill_points_per_gift * skilled
