"""Fights and wounds."""

from fatetable.rulesets.fate2.combat.assembly import parts
from fatetable.rulesets.fate2.combat.wounds import harm_rules, standing

__all__ = [
    "harm_rules",
    "parts",
    "standing",
]
