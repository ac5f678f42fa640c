"""Challenges: several rolls that together aim at one high success, counted on a ladder of boxes."""

from fatetable.rulesets.fate2.challenges.assembly import parts
from fatetable.rulesets.fate2.challenges.checks import CHALLENGE, with_losses
from fatetable.rulesets.fate2.challenges.narration import TELLERS
from fatetable.rulesets.fate2.challenges.view import ChallengeView

__all__ = [
    "CHALLENGE",
    "TELLERS",
    "ChallengeView",
    "parts",
    "with_losses",
]
