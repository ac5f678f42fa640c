"""The clock, and how long things take."""

from fatetable.rulesets.strange.time.assembly import parts

__all__ = [
    "parts",
]
