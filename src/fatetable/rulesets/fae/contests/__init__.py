"""Contests and challenges."""

from fatetable.rulesets.fae.contests.assembly import parts

__all__ = [
    "parts",
]
