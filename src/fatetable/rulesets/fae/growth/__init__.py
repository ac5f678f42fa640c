"""Milestones and the changes they allow."""

from fatetable.rulesets.fae.growth.assembly import parts
from fatetable.rulesets.fae.growth.narration import HIGHLIGHTS, TELLERS
from fatetable.rulesets.fae.growth.view import milestone_block

__all__ = [
    "HIGHLIGHTS",
    "TELLERS",
    "milestone_block",
    "parts",
]
