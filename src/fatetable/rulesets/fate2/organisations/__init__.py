"""Organisations: what they are made of, and what they do."""

from fatetable.rulesets.fate2.organisations.assembly import parts
from fatetable.rulesets.fate2.organisations.checks import problems
from fatetable.rulesets.fate2.organisations.conspiracy.membership import Membership
from fatetable.rulesets.fate2.organisations.conspiracy.narration import TELLERS
from fatetable.rulesets.fate2.organisations.makeup import scope, worked_out
from fatetable.rulesets.fate2.organisations.modifiers import with_modifiers
from fatetable.rulesets.fate2.organisations.samples import samples, traits
from fatetable.rulesets.fate2.organisations.steps import figures, steps
from fatetable.rulesets.fate2.organisations.work import WORK

__all__ = [
    "TELLERS",
    "WORK",
    "Membership",
    "figures",
    "parts",
    "problems",
    "samples",
    "scope",
    "steps",
    "traits",
    "with_modifiers",
    "worked_out",
]
