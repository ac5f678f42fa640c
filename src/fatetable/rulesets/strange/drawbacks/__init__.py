"""Drawbacks in play: charges, delays, transformations, and skills that cost points."""

from fatetable.rulesets.strange.drawbacks.assembly import parts
from fatetable.rulesets.strange.drawbacks.readiness import EndSkill, InterruptReadying, ReadySkill

__all__ = [
    "EndSkill",
    "InterruptReadying",
    "ReadySkill",
    "parts",
]
