"""Conflicts, movement and harm."""

from fatetable.rulesets.fae.combat.assembly import parts
from fatetable.rulesets.fae.combat.harm import harm_rules

__all__ = [
    "harm_rules",
    "parts",
]
