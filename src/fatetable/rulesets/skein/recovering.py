"""Wear and recovery, put together: the clock, ordeals, journeys, poison and disease, healing by time and healers."""

from __future__ import annotations

from fatetable.mechanics.acting import Acting
from fatetable.mechanics.checks import CheckRules
from fatetable.mechanics.citations import Cites
from fatetable.rulesets.skein.afflictions import Afflicting
from fatetable.rulesets.skein.breathing import Breathing
from fatetable.rulesets.skein.clock import Clock
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.healers import Treating
from fatetable.rulesets.skein.hunting import Hunters
from fatetable.rulesets.skein.hurting import Hurting
from fatetable.rulesets.skein.journeys import Travelling
from fatetable.rulesets.skein.magic import Part
from fatetable.rulesets.skein.mending import Healing
from fatetable.rulesets.skein.ordeals import Enduring
from fatetable.rulesets.skein.vehicles import Vehicles


def recovering(dials: Dials, rules: CheckRules, acting: Acting, hurting: Hurting, cites: Cites) -> tuple[Part, ...]:
    enduring = Enduring(rules=rules, hurt=hurting.hurt, cites=cites)
    healing = Healing(cites)
    return (
        Clock(),
        enduring,
        Breathing(demand=enduring.demand, cites=cites),
        Afflicting(demand=enduring.demand, cites=cites),
        healing,
        Treating(rules=rules, dials=dials, may_declare=acting.may_declare, check=healing.check, cites=cites),
        Travelling(dials=dials, demand=enduring.demand, cites=cites),
        Vehicles(cites),
        Hunters(rules=rules, cites=cites),
    )
