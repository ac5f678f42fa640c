"""Companions and minions: who goes with whom, what they add, and how they come and go."""

from fatetable.rulesets.strange.followers.assembly import parts
from fatetable.rulesets.strange.followers.attached import TurnsOfFollowers, with_company
from fatetable.rulesets.strange.followers.company import account_of, goes_along, headcount, is_attached, keeping_up
from fatetable.rulesets.strange.followers.minions import limits
from fatetable.rulesets.strange.followers.taking_hits import TakingHits

__all__ = [
    "TakingHits",
    "TurnsOfFollowers",
    "account_of",
    "goes_along",
    "headcount",
    "is_attached",
    "keeping_up",
    "limits",
    "parts",
    "with_company",
]
