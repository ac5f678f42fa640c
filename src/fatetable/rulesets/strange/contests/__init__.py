"""Contests and challenges."""

from fatetable.rulesets.strange.contests.assembly import parts

__all__ = [
    "parts",
]
