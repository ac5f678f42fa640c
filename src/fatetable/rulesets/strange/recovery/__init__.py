"""Getting better: what clears by itself, and what people do about it."""

from fatetable.rulesets.strange.recovery.assembly import parts
from fatetable.rulesets.strange.recovery.shrugging_off import limits

__all__ = [
    "limits",
    "parts",
]
