"""What Strange Fate adds to the sheet and the log."""

from fatetable.rulesets.strange.view.narration import tellers
from fatetable.rulesets.strange.view.sheet_notes import notes

__all__ = [
    "notes",
    "tellers",
]
