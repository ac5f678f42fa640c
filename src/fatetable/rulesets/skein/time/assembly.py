"""The parts that keep time."""

from __future__ import annotations

from fatetable.mechanics.kit import Part
from fatetable.mechanics.time.clock import Clock
from fatetable.mechanics.time.passing import PassingTime
from fatetable.rulesets.skein.kit import SkeinKit
from fatetable.rulesets.skein.time.busy import why_busy


def parts(kit: SkeinKit) -> tuple[Part, ...]:
    track = kit.tables.time
    return (PassingTime(track=track, why_busy=why_busy, cites=kit.cites), Clock(track))
