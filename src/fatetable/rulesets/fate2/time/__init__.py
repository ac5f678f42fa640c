"""Time that passes, what comes back with it, and what people do by rows of a table."""

from fatetable.rulesets.fate2.time.assembly import parts, procedures

__all__ = [
    "parts",
    "procedures",
]
