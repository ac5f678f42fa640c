"""The parts of trappings: code for some, and all that rows describe."""

from __future__ import annotations

from collections.abc import Iterable

from fatetable.mechanics.kit import Part
from fatetable.mechanics.points.limited_uses import LimitsOf
from fatetable.mechanics.undertakings.code import code_of
from fatetable.mechanics.undertakings.procedures import Procedures, once_limits
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.kit import StrangeKit


def parts(kit: StrangeKit) -> tuple[Part, ...]:
    return ()


def limits(tables: Tables) -> LimitsOf:
    """What is done once a scene or once a session."""
    return once_limits(tables.procedures)


def procedures(kit: StrangeKit, parts: Iterable[Part]) -> Procedures:
    """What is done by rows of a table, with the code that these parts have for some of them."""
    return Procedures(
        rows=kit.tables.procedures,
        rules=kit.checks,
        track=kit.tables.time,
        may_declare=kit.may_declare,
        cites=kit.cites,
        code=code_of(parts),
    )
