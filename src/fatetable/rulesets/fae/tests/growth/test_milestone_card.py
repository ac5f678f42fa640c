"""The card of a milestone: what everybody at the table sees of it, and until when."""

from __future__ import annotations

from fatetable.mechanics.scenes.lifecycle import EndScene, StartScene, StartSession
from fatetable.mechanics.view.blocks import MilestoneBlock
from fatetable.rulesets.fae.growth.advances import RaiseApproach, SwapApproaches
from fatetable.rulesets.fae.growth.milestones import DeclareMilestone
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import RETH, VOLTAIRE, end_session

SMALL = "make a small change"


def card(g: Game, seat: str = "ana") -> MilestoneBlock | None:
    return next((block for block in g.table.present(seat) if isinstance(block, MilestoneBlock)), None)


def left(g: Game, name: str = "Reth") -> tuple[str, ...]:
    shown = card(g)
    assert shown is not None
    return next(row.left for row in shown.rows if row.name == name)


def test_a_milestone_lists_what_each_character_may_still_change() -> None:
    g = Game()
    assert card(g) is None
    end_session(g, milestone="major")
    shown = card(g)
    assert shown is not None
    assert shown.title == "Major milestone"
    assert [row.name for row in shown.rows] == ["Reth", "Voltaire"]
    assert left(g) == ("raise an approach", "add a stunt", "change the high concept", SMALL)
    assert card(g, "gm") == card(g, "bo") == shown


def test_a_change_that_was_made_leaves_the_card() -> None:
    g = Game()
    end_session(g, milestone="significant")
    g.do("ana", RaiseApproach(RETH, "forceful"))
    assert left(g) == (SMALL,)
    g.do("ana", SwapApproaches(RETH, "forceful", "flashy"))
    assert left(g) == ()
    assert left(g, "Voltaire") == ("raise an approach", SMALL)


def test_what_nobody_has_used_stays_on_the_card_in_the_next_session() -> None:
    g = Game()
    end_session(g, milestone="minor")
    g.do("gm", StartSession())
    assert left(g) == (SMALL,)
    g.do("ana", SwapApproaches(RETH, "forceful", "flashy"))
    assert left(g) == ()
    g.do("bo", SwapApproaches(VOLTAIRE, "forceful", "flashy"))
    assert card(g) is None


def test_the_card_makes_room_for_the_next_scene() -> None:
    g = Game()
    g.do("gm", EndScene())
    g.do("gm", DeclareMilestone("minor"))
    assert left(g) == (SMALL,)
    g.do("gm", StartScene("The roofs"))
    assert card(g) is None
