"""The clock, what comes back after a day or a rest, and the procedures that rows describe."""

from __future__ import annotations

from collections.abc import Iterable

from fatetable.mechanics.kit import Part
from fatetable.mechanics.points.limited_uses import BREAKS, Break, LimitedUses
from fatetable.mechanics.time.busy import why_busy
from fatetable.mechanics.time.clock import Clock
from fatetable.mechanics.time.passing import PassingTime
from fatetable.mechanics.undertakings.code import code_of
from fatetable.mechanics.undertakings.procedures import Procedures
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.kit import FateKit

BY_THE_DAY = ("level",)
"""Magics whose spells are prepared each day (F2-LVL-03)."""


def parts(kit: FateKit) -> tuple[Part, ...]:
    track, cites = kit.tables.time, kit.cites
    return (
        Clock(track),
        PassingTime(track=track, why_busy=why_busy, cites=cites),
        LimitedUses(cites=cites, breaks=breaks(kit.dials)),
    )


def breaks(dials: Dials) -> tuple[Break, ...]:
    """The periods after which something comes back, as far as only the GM can tell their end."""
    after = {dials.aspect_refresh.replace("-", " "), *(("day",) if dials.magic in BY_THE_DAY else ())}
    return tuple(period for period in BREAKS if period in after)  # type: ignore[misc]


def procedures(kit: FateKit, parts: Iterable[Part]) -> Procedures:
    """What is done by rows of a table, with the code that these parts have for some of them."""
    return Procedures(
        rows=kit.tables.procedures,
        rules=kit.checks,
        track=kit.tables.time,
        may_declare=kit.may_declare,
        cites=kit.cites,
        code=code_of(parts),
    )
