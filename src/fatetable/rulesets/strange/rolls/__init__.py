"""How the game rolls, and the parts that carry a roll from declaration to outcome."""

from fatetable.rulesets.strange.rolls.assembly import parts
from fatetable.rulesets.strange.rolls.checks import NAMED_KINDS, bands, bands_against_a_number, check_rules, tier_dice
from fatetable.rulesets.strange.rolls.fragile import FRAGILE, STICKY
from fatetable.rulesets.strange.rolls.kept import KEPT, RUMOR, Kept, keep
from fatetable.rulesets.strange.rolls.reminders import advice
from fatetable.rulesets.strange.rolls.tiers import TierDice

__all__ = [
    "FRAGILE",
    "KEPT",
    "NAMED_KINDS",
    "RUMOR",
    "STICKY",
    "Kept",
    "TierDice",
    "advice",
    "bands",
    "bands_against_a_number",
    "check_rules",
    "keep",
    "parts",
    "tier_dice",
]
