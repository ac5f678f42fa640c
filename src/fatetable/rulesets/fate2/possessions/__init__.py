"""Extras: abilities, things, servants, minions, contacts and resources."""

from fatetable.rulesets.fate2.possessions.assembly import parts
from fatetable.rulesets.fate2.possessions.checks import extra_problems, extras_to_agree_to, matters_of
from fatetable.rulesets.fate2.possessions.forms import extras_input, made

__all__ = [
    "extra_problems",
    "extras_input",
    "extras_to_agree_to",
    "made",
    "matters_of",
    "parts",
]
