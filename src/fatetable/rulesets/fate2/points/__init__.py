"""Fate points: what everybody begins with, what they buy besides rolls, and what brings more of them."""

from fatetable.rulesets.fate2.points.assembly import parts, parts_on_wounds
from fatetable.rulesets.fate2.points.cards import notes
from fatetable.rulesets.fate2.points.narration import TELLERS
from fatetable.rulesets.fate2.points.quiet import Quiet

__all__ = [
    "TELLERS",
    "Quiet",
    "notes",
    "parts",
    "parts_on_wounds",
]
