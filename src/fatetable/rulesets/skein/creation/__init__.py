"""Making characters: steps, samples and quick opponents."""

from fatetable.rulesets.skein.creation.assembly import parts
from fatetable.rulesets.skein.creation.checks.heroes import FIFTH, WITNESSES
from fatetable.rulesets.skein.creation.checks.magic import skill_needs
from fatetable.rulesets.skein.creation.checks.skills import known_languages
from fatetable.rulesets.skein.creation.completion import finish
from fatetable.rulesets.skein.creation.procedure import creation
from fatetable.rulesets.skein.creation.samples import forms, sample

__all__ = [
    "FIFTH",
    "WITNESSES",
    "creation",
    "finish",
    "forms",
    "known_languages",
    "parts",
    "sample",
    "skill_needs",
]
