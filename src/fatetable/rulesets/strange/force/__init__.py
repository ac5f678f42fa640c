"""Physical force: what somebody lifts, carries and throws, and what a load takes off what they do."""

from fatetable.rulesets.strange.force.assembly import parts
from fatetable.rulesets.strange.force.loads import WeightPutDown, WeightTakenUp, load_notes, standing, why_rooted

__all__ = [
    "WeightPutDown",
    "WeightTakenUp",
    "load_notes",
    "parts",
    "standing",
    "why_rooted",
]
