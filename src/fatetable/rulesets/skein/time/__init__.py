"""Time in this book: what keeps it, and whether there is any for something longer."""

from fatetable.rulesets.skein.time.assembly import parts
from fatetable.rulesets.skein.time.busy import there_is_time, why_busy

__all__ = ["parts", "there_is_time", "why_busy"]
