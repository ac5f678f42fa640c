"""Fate Point accounts, story compels and rewards."""

from fatetable.rulesets.skein.points.accounts import FRIENDS, account_of, can_pay, cannot_pay, free_for, pay
from fatetable.rulesets.skein.points.assembly import parts
from fatetable.rulesets.skein.points.friends import FriendsSet
from fatetable.rulesets.skein.points.rewards import RefreshIsCalled

__all__ = [
    "FRIENDS",
    "FriendsSet",
    "RefreshIsCalled",
    "account_of",
    "can_pay",
    "cannot_pay",
    "free_for",
    "parts",
    "pay",
]
