"""Everybody's points, and the pool."""

from __future__ import annotations

from fatetable.mechanics.points.accounts import BANK, DEFERRED, PointsMoved
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.mechanics.view.blocks import PointsBlock, PurseView
from tests.mechanics.small_game import RETH, SmallGame
from tests.mechanics.view.showing import shown


def test_heroes_come_first_then_the_pool_and_what_waits_for_the_next_scene() -> None:
    g = SmallGame().scene()
    (block,) = shown(g, "ana", PointsBlock)
    assert block.rows == (("Reth", 3), ("Volt", 3), ("pool", 2))
    assert block.purses[0] == PurseView(label="Reth", points=3, actor=RETH, seat="ana", refresh=3)
    g.tell(PointsMoved(BANK, DEFERRED, 1, "for later"))
    (block,) = shown(g, "ana", PointsBlock)
    assert block.rows[-1] == ("next scene's pool", 1)
    assert block.purses[-1] == PurseView(label="next scene's pool", points=1, seat="gm")


def test_the_pool_of_a_scene_that_is_over_is_not_shown() -> None:
    g = SmallGame().scene()
    g.do("gm", EndScene())
    (block,) = shown(g, "ana", PointsBlock)
    assert block.rows == (("Reth", 3), ("Volt", 3))
    kept = SmallGame(economy={"pool_each": "session"}).scene()
    kept.do("gm", EndScene())
    (block,) = shown(kept, "ana", PointsBlock)
    assert block.rows[-1] == ("pool", 2)
