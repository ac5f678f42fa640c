"""The parts that keep time."""

from __future__ import annotations

from fatetable.mechanics.kit import Part
from fatetable.rulesets.skein.kit import SkeinKit
from fatetable.rulesets.skein.time.clock import Clock
from fatetable.rulesets.skein.time.passing_time import PassingTime


def parts(kit: SkeinKit) -> tuple[Part, ...]:
    return (PassingTime(kit.tables, kit.cites), Clock(tables=kit.tables))
