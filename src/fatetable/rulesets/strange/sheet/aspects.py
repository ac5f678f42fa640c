"""The aspects on a sheet: their slots, and what drawbacks make of free ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.strange.book import Drawback, Tables
from fatetable.rulesets.strange.sheet.companions import COMPANION
from fatetable.rulesets.strange.sheet.gear import gear_aspects
from fatetable.rulesets.strange.sheet.skills import Skill, skills_of

FIXED_SLOTS = {"archetype": "Archetype", "social-class": "Social class", "conviction": "Conviction"}
CONVICTION = "conviction"
FREE_SLOTS = ("free-1", "free-2", "free-3", "free-4")
"""Each complication and each further conviction takes the place of one (SF-CHAR-12, SF-DRAW-15)."""


class DrawbackAspect(Struct, frozen=True):
    """An aspect that a skill brought instead of a free one; `where` is the drawback among those of the skill."""

    slot: str
    text: str
    drawback: Drawback
    skill: Skill
    where: int


def drawback_aspects(tables: Tables, sheet: Sheet) -> tuple[DrawbackAspect, ...]:
    """SF-DRAW-05, SF-DRAW-06."""
    found: list[DrawbackAspect] = []
    often: Counter[str] = Counter()
    for skill in skills_of(tables, sheet):
        for place, held in enumerate(skill.drawbacks):
            drawback = tables.drawback(held.id)
            if drawback is not None and drawback.form == "aspect":
                name = f"{drawback.id}-of-{skill.id}"
                often[name] += 1
                slot = name if often[name] == 1 else f"{name}-{often[name]}"
                found.append(DrawbackAspect(slot, held.text.strip(), drawback, skill, place))
    return tuple(found)


def all_aspects(tables: Tables, sheet: Sheet) -> Mapping[str, str]:
    """Every aspect by its slot: what was written down, and what drawbacks and equipment brought."""
    brought = {aspect.slot: aspect.text for aspect in drawback_aspects(tables, sheet) if aspect.text}
    of_its_own = (*(sheet.aspects if sheet.kind == COMPANION else ()), *FIXED_SLOTS, *FREE_SLOTS)
    written = {slot: text.strip() for slot, text in sheet.aspects.items() if slot in of_its_own}
    return {**{slot: text for slot, text in written.items() if text}, **brought, **gear_aspects(tables, sheet)}


def free_slots(tables: Tables, sheet: Sheet) -> tuple[str, ...]:
    """The slots that are left for free aspects."""
    return FREE_SLOTS[: max(0, len(FREE_SLOTS) - len(drawback_aspects(tables, sheet)))]


def type_of_aspect(slot: str) -> str:
    """SF-ASP-01: "free", "archetype", "conviction" or "complication"; the social class is a type of its own."""
    if slot in FREE_SLOTS:
        return "free"
    return "complication" if "-complication-of-" in slot else slot.partition("-of-")[0]


def is_major_complication(slot: str) -> bool:
    """Compelling one begins at two fate points (SF-ASP-03)."""
    return slot.startswith("major-complication-of-")
