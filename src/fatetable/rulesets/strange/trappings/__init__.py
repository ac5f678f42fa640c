"""Trappings in play: rows of tables that people roll for, and code where a row cannot say it."""

from fatetable.rulesets.strange.trappings.assembly import limits, notes, parts, procedures
from fatetable.rulesets.strange.trappings.attitudes import AttitudeSet
from fatetable.rulesets.strange.trappings.borders import border_in_words
from fatetable.rulesets.strange.trappings.disguises import DisguiseGone, DisguiseSet
from fatetable.rulesets.strange.trappings.languages import LanguageKnown
from fatetable.rulesets.strange.trappings.mounts import GotOff, GotOn, MountNamed, with_mounts
from fatetable.rulesets.strange.trappings.movement import Movement

__all__ = [
    "AttitudeSet",
    "DisguiseGone",
    "DisguiseSet",
    "GotOff",
    "GotOn",
    "LanguageKnown",
    "MountNamed",
    "Movement",
    "border_in_words",
    "limits",
    "notes",
    "parts",
    "procedures",
    "with_mounts",
]
