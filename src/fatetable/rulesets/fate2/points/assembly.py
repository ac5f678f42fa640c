"""The parts that move fate points."""

from __future__ import annotations

from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.kit import Part
from fatetable.mechanics.points.economy import Economy
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.sheet import starting_points


def parts(kit: FateKit) -> tuple[Part, ...]:
    def start(_: Actor) -> int:
        return starting_points(kit.tables, kit.dials)

    return (Economy(start=start, pool_per_hero=0),)
