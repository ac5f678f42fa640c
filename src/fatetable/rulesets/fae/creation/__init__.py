"""Making characters: steps and quick opponents."""

from fatetable.rulesets.fae.creation.assembly import parts
from fatetable.rulesets.fae.creation.checks.heroes import ASPECT_SLOTS
from fatetable.rulesets.fae.creation.checks.whole_sheet import matters_of_consent
from fatetable.rulesets.fae.creation.procedure import creation

__all__ = [
    "ASPECT_SLOTS",
    "creation",
    "matters_of_consent",
    "parts",
]
