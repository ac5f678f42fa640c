"""Works: workspaces, and what is looked up, made and repaired there."""

from fatetable.rulesets.strange.works.assembly import notes, parts

__all__ = [
    "notes",
    "parts",
]
