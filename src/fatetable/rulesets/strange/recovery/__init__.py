"""Getting better: what clears by itself, and what people do about it."""

from fatetable.rulesets.strange.recovery.assembly import limits, parts

__all__ = [
    "limits",
    "parts",
]
