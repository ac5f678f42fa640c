"""What can be wrong with aspects: their number in each phase, and how high one may rise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import HERO, Stage, number_of_phases, stages

ON_THE_WHOLE = ("half-of-levels", "best-skill")
"""Caps that look at a whole character, and not at one that is being made (F2-GM-03)."""


def aspect_problems(dials: Dials, stage: Stage) -> Iterator[Problem]:
    """So many levels of aspects a phase, no more and no less (F2-ASP-01)."""
    if not stage.entry.name.strip():
        message = f"{stage.title} has no aspect."
        yield Problem("error", "aspect-missing", f"{stage.where}.name", message, "Choose one.", ("F2-ASP-01",))
    more = [name for name in stage.entry.lists.get("aspects", ()) if name.strip()]
    wanted = 0 if stage.kind == "free" else dials.levels_per_phase - 1
    if len(more) != wanted:
        message = f"{stage.title} brings {wanted + 1} levels of aspects, not {1 + len(more)}."
        fix = "Choose more." if len(more) < wanted else "Leave some out."
        yield Problem("error", "wrong-number-of-aspects", f"{stage.where}.lists.aspects", message, fix, ("F2-ASP-01",))


def cap_of(dials: Dials, sheet: Sheet) -> int | None:
    """How many levels one aspect may have, if there is an end to it; one level is never too many.

    Level n reads as n on the ladder, so the best skill is compared with the level itself (F2-GM-03).
    """
    match dials.aspect_cap:
        case "third-of-phases":
            return -(-number_of_phases(dials, sheet) // 3)
        case "half-of-phases":
            return rule_of_thumb(dials, sheet)
        case "fixed":
            return dials.aspect_cap_number
        case "half-of-levels":
            return max(1, sum(sheet.levels.values()) // 2)
        case "best-skill":
            return max(1, *sheet.traits.values(), 0)
        case _:
            return None


def rule_of_thumb(dials: Dials, sheet: Sheet) -> int:
    """Half the phases, rounded down (F2-ASP-04)."""
    return max(1, number_of_phases(dials, sheet) // 2)


def cap_problems(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    """Aspects that rose too high.  What the GM runs is the GM's own affair."""
    if dials.aspect_cap in ON_THE_WHOLE and not all(stage.entry.name.strip() for stage in stages(dials, sheet)):
        return
    cap, thumb = cap_of(dials, sheet), rule_of_thumb(dials, sheet)
    limit = thumb if cap is None else cap
    cites = ("F2-GM-03", "F2-ASP-04") if cap is not None else ("F2-ASP-04",)
    for slot, level in sheet.levels.items():
        if level > limit:
            severity: Literal["error", "advice"] = "error" if cap is not None and sheet.kind == HERO else "advice"
            name = f"{sheet.aspects[slot]} at {tables.ladder.word(level)}"
            kept = f"above {tables.ladder.word(limit)}" if cap is not None else "more than half of the phases"
            yield Problem(severity, "aspect-too-high", f"aspects.{slot}", f"{name} is {kept}.", "", cites)


def aspects_to_agree_to(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[str]:
    """Where single aspects are capped, the GM looks at those that stand out."""
    if dials.aspect_cap == "case-by-case":
        thumb = rule_of_thumb(dials, sheet)
        yield from (
            f"{sheet.aspects[slot]} is {tables.ladder.word(level)}."
            for slot, level in sheet.levels.items()
            if level > thumb
        )
