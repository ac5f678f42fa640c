"""Fate points: compels and the economy."""

from fatetable.rulesets.fae.points.assembly import parts

__all__ = [
    "parts",
]
