"""Aspects in play: their boxes, rolls made with them, what they are about, and when they get in the way."""

from fatetable.rulesets.fate2.aspects.assembly import parts
from fatetable.rulesets.fate2.aspects.described import notes
from fatetable.rulesets.fate2.aspects.traits import aspect_traits, value_of, weighing

__all__ = [
    "aspect_traits",
    "notes",
    "parts",
    "value_of",
    "weighing",
]
