"""Trappings in play: rows of tables that people roll for, and code where a row cannot say it."""

from fatetable.rulesets.strange.trappings.assembly import limits, parts, procedures

__all__ = [
    "limits",
    "parts",
    "procedures",
]
