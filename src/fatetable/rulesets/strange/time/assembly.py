"""The parts of time."""

from __future__ import annotations

from fatetable.mechanics.kit import Part
from fatetable.mechanics.time.busy import why_busy
from fatetable.mechanics.time.clock import Clock
from fatetable.mechanics.time.lengthy_work import LengthyWork
from fatetable.mechanics.time.passing import PassingTime
from fatetable.rulesets.strange.kit import StrangeKit


def parts(kit: StrangeKit) -> tuple[Part, ...]:
    track, cites = kit.tables.time, kit.cites
    return (
        Clock(track),
        PassingTime(track=track, why_busy=why_busy, cites=cites),
        LengthyWork(track=track, is_shortened=True, usual=lambda _: "", cites=cites),
    )
