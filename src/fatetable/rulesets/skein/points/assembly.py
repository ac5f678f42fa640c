"""The parts that move Fate Points."""

from __future__ import annotations

from fatetable.mechanics.aspects.compel_points import SamePoints
from fatetable.mechanics.aspects.compel_suggestions import CompelSuggestions
from fatetable.mechanics.aspects.compels import Compels
from fatetable.mechanics.kit import Part
from fatetable.mechanics.points.economy import Economy
from fatetable.rulesets.skein.kit import SkeinKit
from fatetable.rulesets.skein.points.accounts import account_of
from fatetable.rulesets.skein.points.friends import Friends
from fatetable.rulesets.skein.points.rewards import Rewards
from fatetable.rulesets.skein.points.story_compels import StoryCompels
from fatetable.rulesets.skein.sheet import refresh_of


def parts(kit: SkeinKit) -> tuple[Part, ...]:
    tables, cites, points = kit.tables, kit.cites, kit.tables.fate_points
    compels = Compels(
        points=SamePoints(
            reward=points.compel_offers[0],
            price=points.compel_refusal,
            most=points.compel_offers[-1],
            price_among_players=points.player_compel_refusal,
        ),
        cites=cites,
        of_own_aspects=True,
        may_ask_for_own=False,
        defers_last=False,
        pays_pool_from_bank=True,
        account_of=account_of,
    )
    return (
        compels,
        CompelSuggestions(compels=compels, words=kit.words, cites=cites),
        StoryCompels(tables, cites),
        Friends(tables, cites),
        Rewards(tables=tables, dials=kit.dials, cites=cites),
        Economy(
            refresh=lambda actor: refresh_of(tables, actor.sheet),
            pool_per_hero=points.pool_per_player,
            pool_each="session",
        ),
    )
