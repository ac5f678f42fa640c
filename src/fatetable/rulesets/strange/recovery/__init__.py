"""Getting better: what clears by itself, and what people do about it."""

from fatetable.rulesets.strange.recovery.assembly import limits, parts
from fatetable.rulesets.strange.recovery.death import ActorDied, ActorRevived

__all__ = [
    "ActorDied",
    "ActorRevived",
    "limits",
    "parts",
]
