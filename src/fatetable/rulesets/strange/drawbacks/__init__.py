"""Drawbacks in play: charges, delays, transformations, and skills that cost points."""

from fatetable.rulesets.strange.drawbacks.assembly import parts
from fatetable.rulesets.strange.drawbacks.readiness import EndSkill, InterruptReadying, ReadySkill
from fatetable.rulesets.strange.drawbacks.state import SkillStateSet

__all__ = [
    "EndSkill",
    "InterruptReadying",
    "ReadySkill",
    "SkillStateSet",
    "parts",
]
