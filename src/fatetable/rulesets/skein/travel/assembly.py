"""The parts of a journey."""

from __future__ import annotations

from fatetable.mechanics.kit import Part
from fatetable.rulesets.skein.kit import SkeinKit
from fatetable.rulesets.skein.travel.hunting import Hunting
from fatetable.rulesets.skein.travel.journeys import Journeys
from fatetable.rulesets.skein.travel.vehicles import Vehicles


def parts(kit: SkeinKit) -> tuple[Part, ...]:
    tables, cites = kit.tables, kit.cites
    return (
        Journeys(tables=tables, dials=kit.dials, cites=cites),
        Vehicles(tables, cites),
        Hunting(tables=tables),
    )
