"""Companions and minions: who goes with whom, what they add, and how they come and go."""

from fatetable.rulesets.strange.followers.assembly import parts
from fatetable.rulesets.strange.followers.attached import TurnsOfFollowers, with_company
from fatetable.rulesets.strange.followers.company import account_of, goes_along, is_attached, keeping_up

__all__ = [
    "TurnsOfFollowers",
    "account_of",
    "goes_along",
    "is_attached",
    "keeping_up",
    "parts",
    "with_company",
]
