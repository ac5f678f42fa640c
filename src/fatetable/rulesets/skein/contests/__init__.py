"""Contests: races, debates, chases and other struggles in turns."""

from fatetable.rulesets.skein.contests.assembly import parts
from fatetable.rulesets.skein.contests.state import BOUT, Bout, BoutSet, Entry, still_in
from fatetable.rulesets.skein.contests.turns import ContestTurns

__all__ = [
    "BOUT",
    "Bout",
    "BoutSet",
    "ContestTurns",
    "Entry",
    "parts",
    "still_in",
]
