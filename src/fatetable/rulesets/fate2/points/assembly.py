"""The parts that move fate points."""

from __future__ import annotations

from fatetable.mechanics.aspects.compel_points import SamePoints
from fatetable.mechanics.aspects.compels import Compels
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.kit import Part
from fatetable.mechanics.points.economy import Economy
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.sheet import starting_points


def parts(kit: FateKit) -> tuple[Part, ...]:
    def start(_: Actor) -> int:
        return starting_points(kit.tables, kit.dials)

    reward = kit.tables.figures.compels.reward
    return (
        Compels(points=SamePoints(reward=reward, price=0), cites=kit.cites),
        Economy(start=start, pool_per_hero=0),
    )
