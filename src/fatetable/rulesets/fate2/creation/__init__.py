"""Making characters: a life in phases, and what everybody else is made of."""

from fatetable.rulesets.fate2.creation.assembly import parts
from fatetable.rulesets.fate2.creation.checks.whole_sheet import matters_of_consent
from fatetable.rulesets.fate2.creation.procedure import creation
from fatetable.rulesets.fate2.creation.samples import forms

__all__ = [
    "creation",
    "forms",
    "matters_of_consent",
    "parts",
]
