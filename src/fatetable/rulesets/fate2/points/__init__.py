"""Fate points: what everybody begins with, and what aspects that get in the way pay."""

from fatetable.rulesets.fate2.points.assembly import parts

__all__ = [
    "parts",
]
