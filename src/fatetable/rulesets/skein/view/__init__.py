"""What Skein adds to the table view, the sheet and the log."""

from fatetable.rulesets.skein.view.narration import ENDINGS, HIGHLIGHTS, tellers
from fatetable.rulesets.skein.view.progress import underway
from fatetable.rulesets.skein.view.sheet_notes import headcount, notes

__all__ = [
    "ENDINGS",
    "HIGHLIGHTS",
    "headcount",
    "notes",
    "tellers",
    "underway",
]
