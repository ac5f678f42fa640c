"""The six magics of the book, of which a campaign has one or none."""

from fatetable.rulesets.fate2.magic.assembly import notes, parts, problems, tellers, traits

__all__ = [
    "notes",
    "parts",
    "problems",
    "tellers",
    "traits",
]
