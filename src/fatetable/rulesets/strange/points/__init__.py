"""Fate points: compels and the economy."""

from fatetable.rulesets.strange.points.assembly import parts

__all__ = [
    "parts",
]
