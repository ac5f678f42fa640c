"""Milestones and the changes they allow."""

from fatetable.rulesets.fae.growth.assembly import parts
from fatetable.rulesets.fae.growth.narration import HIGHLIGHTS, TELLERS

__all__ = [
    "HIGHLIGHTS",
    "TELLERS",
    "parts",
]
