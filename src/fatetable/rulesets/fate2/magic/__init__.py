"""The six magics of the book, of which a campaign has one or none."""

from fatetable.rulesets.fate2.magic.assembly import defences, notes, parts, parts_of_hits, problems, tellers, traits
from fatetable.rulesets.fate2.magic.effects import lasting_blocks

__all__ = [
    "defences",
    "lasting_blocks",
    "notes",
    "parts",
    "parts_of_hits",
    "problems",
    "tellers",
    "traits",
]
