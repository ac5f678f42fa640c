"""How characters are made, and how they come to the table."""

from fatetable.rulesets.strange.creation.assembly import forms, parts
from fatetable.rulesets.strange.creation.procedure import creation

__all__ = [
    "creation",
    "forms",
    "parts",
]
