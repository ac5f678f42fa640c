"""How the game rolls, and the parts that carry a roll from declaration to outcome."""

from fatetable.rulesets.fate2.rolls.assembly import parts
from fatetable.rulesets.fate2.rolls.checks import check_rules
from fatetable.rulesets.fate2.rolls.margins import STATIC
from fatetable.rulesets.fate2.rolls.sixes import dice_of_level

__all__ = [
    "STATIC",
    "check_rules",
    "dice_of_level",
    "parts",
]
