"""Works: workspaces, and what is looked up, made and repaired there."""

from fatetable.rulesets.strange.works.assembly import limits, notes, parts
from fatetable.rulesets.strange.works.state import WORKS, WorkGone, WorkSet
from fatetable.rulesets.strange.works.workspaces import WorkspaceClosed, WorkspaceOpened

__all__ = [
    "WORKS",
    "WorkGone",
    "WorkSet",
    "WorkspaceClosed",
    "WorkspaceOpened",
    "limits",
    "notes",
    "parts",
]
