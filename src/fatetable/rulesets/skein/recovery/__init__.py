"""Healing, ordeals, poison, disease and breath."""

from fatetable.rulesets.skein.recovery.ailments import shows_harm
from fatetable.rulesets.skein.recovery.assembly import parts
from fatetable.rulesets.skein.recovery.breath import BreathHeld
from fatetable.rulesets.skein.recovery.healers import TreatmentFailed, TreatmentForgotten
from fatetable.rulesets.skein.recovery.lasting_injuries import (
    MENDING,
    Injury,
    Mending,
    MendingOver,
    MendingSet,
    injuries,
    mending_of,
    restorable,
    restore_score,
)
from fatetable.rulesets.skein.recovery.ordeals import (
    ORDEALS,
    DueTest,
    EnduranceTestBegun,
    EnduranceTestOver,
    Ordeal,
    OrdealEnded,
    Ordeals,
    OrdealSet,
    cannot_suffer,
    end_ordeal,
    hardship,
)
from fatetable.rulesets.skein.recovery.poison_and_disease import afflictions_of, take_hold

__all__ = [
    "MENDING",
    "ORDEALS",
    "BreathHeld",
    "DueTest",
    "EnduranceTestBegun",
    "EnduranceTestOver",
    "Injury",
    "Mending",
    "MendingOver",
    "MendingSet",
    "Ordeal",
    "OrdealEnded",
    "OrdealSet",
    "Ordeals",
    "TreatmentFailed",
    "TreatmentForgotten",
    "afflictions_of",
    "cannot_suffer",
    "end_ordeal",
    "hardship",
    "injuries",
    "mending_of",
    "parts",
    "restorable",
    "restore_score",
    "shows_harm",
    "take_hold",
]
