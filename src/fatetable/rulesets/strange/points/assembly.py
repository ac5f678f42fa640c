"""The parts that move fate points."""

from __future__ import annotations

from functools import partial

from fatetable.mechanics.aspects.compel_points import SamePoints
from fatetable.mechanics.aspects.compel_suggestions import CompelSuggestions
from fatetable.mechanics.aspects.compels import Compels
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.kit import Part
from fatetable.mechanics.points.economy import Economy
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import refresh_of


def parts(kit: StrangeKit) -> tuple[Part, ...]:
    points = kit.tables.figures.points
    compels = Compels(points=SamePoints(reward=points.compel, price=points.compel), cites=kit.cites)
    return (
        compels,
        CompelSuggestions(compels=compels, words=kit.words, cites=kit.cites),
        Economy(refresh=partial(_refresh, kit), pool_per_hero=1),
    )


def _refresh(kit: StrangeKit, actor: Actor) -> int:
    return max(0, refresh_of(kit.tables, actor.sheet, kit.dials.era))
