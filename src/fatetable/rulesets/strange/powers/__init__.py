"""Powers that change what a skill can do while they last."""

from fatetable.rulesets.strange.powers.assembly import parts
from fatetable.rulesets.strange.powers.variable import copy_notes

__all__ = [
    "copy_notes",
    "parts",
]
