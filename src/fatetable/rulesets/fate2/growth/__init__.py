"""Advancement: ranks, arcs and goals."""

from fatetable.rulesets.fate2.growth.assembly import parts
from fatetable.rulesets.fate2.growth.checks import arc_problems
from fatetable.rulesets.fate2.growth.ledger import phrase, write_down
from fatetable.rulesets.fate2.growth.narration import HIGHLIGHTS, TELLERS
from fatetable.rulesets.fate2.growth.view import arc_block

__all__ = [
    "HIGHLIGHTS",
    "TELLERS",
    "arc_block",
    "arc_problems",
    "parts",
    "phrase",
    "write_down",
]
