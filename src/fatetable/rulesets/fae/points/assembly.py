"""The parts that move fate points."""

from __future__ import annotations

from fatetable.mechanics.aspects.compel_points import SamePoints
from fatetable.mechanics.aspects.compel_suggestions import CompelSuggestions
from fatetable.mechanics.aspects.compels import Compels
from fatetable.mechanics.kit import Kit, Part
from fatetable.mechanics.points.economy import Economy
from fatetable.rulesets.fae.book import Tables
from fatetable.rulesets.fae.dials import Dials
from fatetable.rulesets.fae.sheet import refresh_of


def parts(kit: Kit[Tables, Dials]) -> tuple[Part, ...]:
    tables, points = kit.tables, kit.tables.figures.points
    compels = Compels(
        points=SamePoints(reward=points.compel_reward, price=points.compel_refusal),
        troubles=("trouble",),
        cites=kit.cites,
    )
    return (
        compels,
        CompelSuggestions(compels=compels, words=kit.words, cites=kit.cites),
        Economy(refresh=lambda actor: refresh_of(tables, actor.sheet), pool_per_hero=points.pool_per_hero),
    )
