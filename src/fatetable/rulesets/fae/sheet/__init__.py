"""What a Fate Accelerated sheet holds, and figures derived from it."""

from fatetable.rulesets.fae.sheet.approaches import traits_of, turn_value
from fatetable.rulesets.fae.sheet.derived import (
    FULL_KINDS,
    HISTORY,
    consequence_slots,
    free_stunts_left,
    has_history,
    headcount_of,
    most_stunts,
    refresh_of,
    stress_boxes,
    with_inferred_history,
)
from fatetable.rulesets.fae.sheet.stunts import compose, stunt_problems, templates

__all__ = [
    "FULL_KINDS",
    "HISTORY",
    "compose",
    "consequence_slots",
    "free_stunts_left",
    "has_history",
    "headcount_of",
    "most_stunts",
    "refresh_of",
    "stress_boxes",
    "stunt_problems",
    "templates",
    "traits_of",
    "turn_value",
    "with_inferred_history",
]
