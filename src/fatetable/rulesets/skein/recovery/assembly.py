"""The parts of wear and recovery: ordeals, breath, poison and disease, healing by time and by healers."""

from __future__ import annotations

from fatetable.mechanics.kit import Part
from fatetable.rulesets.skein.kit import SkeinKit
from fatetable.rulesets.skein.recovery.breath import Breath
from fatetable.rulesets.skein.recovery.healers import Healers
from fatetable.rulesets.skein.recovery.natural_healing import NaturalHealing
from fatetable.rulesets.skein.recovery.ordeals import Ordeals
from fatetable.rulesets.skein.recovery.poison_and_disease import PoisonAndDisease


def parts(kit: SkeinKit) -> tuple[Part, ...]:
    tables, cites = kit.tables, kit.cites
    healing = NaturalHealing(tables, cites)
    return (
        Ordeals(tables=tables, rules=kit.checks, cites=cites),
        Breath(tables=tables, cites=cites),
        PoisonAndDisease(tables=tables, cites=cites),
        healing,
        Healers(
            tables=tables,
            rules=kit.checks,
            dials=kit.dials,
            may_declare=kit.may_declare,
            natural_healing=healing,
            cites=cites,
        ),
    )
