"""Works: workspaces, and what is looked up, made and repaired there."""

from fatetable.rulesets.strange.works.assembly import limits, notes, parts

__all__ = [
    "limits",
    "notes",
    "parts",
]
