"""The card of a milestone: what everybody at the table sees of it, and until when."""

from __future__ import annotations

from fatetable.mechanics.scenes.lifecycle import EndScene, StartScene, StartSession
from fatetable.mechanics.view.blocks import MilestoneBlock
from fatetable.rulesets.fae.growth.advances import RaiseApproach, SwapApproaches
from fatetable.rulesets.fae.growth.milestones import DeclareMilestone
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import RETH, end_session

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


def test_the_card_stays_until_the_next_session_begins() -> None:
    g = Game()
    end_session(g, milestone="minor")
    assert card(g) is not None
    g.do("gm", StartSession())
    assert card(g) is None


def test_a_milestone_between_two_scenes_is_over_when_the_next_begins() -> None:
    g = Game()
    g.do("gm", EndScene())
    g.do("gm", DeclareMilestone("minor"))
    assert left(g) == (SMALL,)
    g.do("gm", StartScene("The roofs"))
    assert card(g) is None
