"""The parts that move fate points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from fatetable.engine.state import State
from fatetable.mechanics.aspects.compel_suggestions import CompelSuggestions
from fatetable.mechanics.aspects.compels import Compels
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.characters.effects import Limit
from fatetable.mechanics.kit import Part
from fatetable.mechanics.points.economy import Economy
from fatetable.mechanics.points.limited_uses import LimitedUses, LimitsOf, feature_limits
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.points.compel_offers import CompelOffers
from fatetable.rulesets.strange.sheet import refresh_of


def parts(kit: StrangeKit, *, limits: tuple[LimitsOf, ...]) -> tuple[Part, ...]:
    """`limits` are what the other folders count the uses of."""
    compels = Compels(points=CompelOffers(kit.tables, kit.dials), cites=kit.cites)
    return (
        compels,
        CompelSuggestions(compels=compels, words=kit.words, cites=kit.cites),
        Economy(refresh=partial(_refresh, kit), pool_per_hero=1),
        LimitedUses(cites=kit.cites, limits=partial(_all_limits, (feature_limits, *limits))),
    )


def _all_limits(sources: tuple[LimitsOf, ...], state: State, actor: Actor) -> Mapping[str, Limit]:
    return {name: limit for source in sources for name, limit in source(state, actor).items()}


def _refresh(kit: StrangeKit, actor: Actor) -> int:
    return max(0, refresh_of(kit.tables, actor.sheet, kit.dials.era))
