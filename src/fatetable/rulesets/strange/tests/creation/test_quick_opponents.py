"""Quick opponents: of every kind, rating and tier, ready to play."""

from __future__ import annotations

import pytest

from fatetable.mechanics.scenes.quick_opponents import QuickOpponent
from fatetable.rulesets.strange.sheet import skills_of
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.making import errors
from fatetable.rulesets.strange.tests.support.playing import Game


def foe(kind: str, rating: int, tier: int, number: int = 1) -> QuickOpponent:
    fill = {"rating": str(rating), "tier": str(tier)}
    return QuickOpponent(kind=kind, name="Ruffian", number=number, fill=fill)


@pytest.mark.rule("SF-TIER-01")
@pytest.mark.parametrize("common_skills", [True, False])
def test_each_kind_is_ready_to_play_on_every_tier_and_rating(common_skills: bool) -> None:
    g = Game(common_skills=common_skills)
    for row in TABLES.foes:
        for rating in (1, 4):
            for tier in range(5):
                before = set(g.cast)
                g.do("gm", foe(row.id, rating, tier))
                (new,) = set(g.cast) - before
                sheet = g.cast[new].sheet
                assert errors(sheet, common_skills=common_skills) == []
                best = skills_of(TABLES, sheet)[0]
                assert (best.rating, best.tier) == (rating, tier)


def test_several_come_at_once_and_are_told_apart() -> None:
    g = Game()
    before = set(g.cast)
    g.do("gm", foe("brawler", 2, 0, number=3))
    new = [g.cast[actor] for actor in g.cast if actor not in before]
    assert [actor.name for actor in new] == ["Ruffian 1", "Ruffian 2", "Ruffian 3"]
    assert [skill.rating for skill in skills_of(TABLES, new[0].sheet)] == [2, 1, 1, 1, 1]
    assert g.has_card("Ruffian")
