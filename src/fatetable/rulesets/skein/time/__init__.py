"""The clock, time that passes, and whether there is time for something longer."""

from fatetable.rulesets.skein.time.assembly import parts
from fatetable.rulesets.skein.time.busy import NOT_FINISHED, why_busy
from fatetable.rulesets.skein.time.clock import ClockAdvanced, ClockMoves, now, seconds
from fatetable.rulesets.skein.time.passing_time import LAST_SPAN, TimeHasPassed, TimePassed, pass_time

__all__ = [
    "LAST_SPAN",
    "NOT_FINISHED",
    "ClockAdvanced",
    "ClockMoves",
    "TimeHasPassed",
    "TimePassed",
    "now",
    "parts",
    "pass_time",
    "seconds",
    "why_busy",
]
