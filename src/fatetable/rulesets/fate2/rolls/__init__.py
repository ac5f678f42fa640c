"""How the game rolls, and the parts that carry a roll from declaration to outcome."""

from fatetable.rulesets.fate2.rolls.assembly import parts
from fatetable.rulesets.fate2.rolls.checks import check_rules

__all__ = [
    "check_rules",
    "parts",
]
