"""Points come and go by themselves when sessions and scenes begin and end."""

from __future__ import annotations

from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.encounters.state import Concession
from fatetable.mechanics.moments import ConflictEnds
from fatetable.mechanics.points.accounts import (
    BANK,
    DEFERRED,
    POINTS,
    POOL,
    PointsMoved,
    balance,
    locked_for,
    owed_to,
    purse,
)
from fatetable.mechanics.points.corrections import SetPoints
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, StartScene, StartSession
from tests.mechanics.small_game import RETH, VOLT, SmallGame


def test_a_session_fills_up_to_refresh_and_takes_nothing_away() -> None:
    g = SmallGame().scene()
    g.do("gm", SetPoints(purse(RETH), 1, "spent"))
    g.do("gm", SetPoints(purse(VOLT), 7, "rich"))
    for command in (EndScene(), EndSession(), StartSession()):
        g.do("gm", command)
    assert [balance(g.state, purse(actor)) for actor in (RETH, VOLT)] == [3, 7]


def test_the_pool_is_new_in_each_scene_with_one_for_each_hero_and_what_was_deferred() -> None:
    g = SmallGame().scene()
    assert balance(g.state, POOL) == 2
    g.tell(PointsMoved(BANK, DEFERRED, 1, "for later"))
    g.do("gm", EndScene())
    g.do("gm", StartScene("Next", (RETH,)))
    assert (balance(g.state, POOL), balance(g.state, DEFERRED)) == (2, 0)


def test_a_pool_for_a_session_stays_from_scene_to_scene() -> None:
    g = SmallGame(economy={"pool_each": "session"}).scene()
    assert balance(g.state, POOL) == 2
    g.do("gm", SetPoints(POOL, 5, "a test"))
    g.do("gm", EndScene())
    g.do("gm", StartScene("Next", (RETH,)))
    assert balance(g.state, POOL) == 5


def test_what_is_owed_comes_with_the_end_of_the_scene() -> None:
    g = SmallGame().scene()
    g.tell(PointsMoved(BANK, owed_to(RETH), 2, "invoked against her"))
    g.do("gm", EndScene())
    assert (balance(g.state, purse(RETH)), balance(g.state, owed_to(RETH))) == (5, 0)


def test_what_is_locked_comes_with_the_end_of_the_conflict() -> None:
    g = SmallGame().scene()
    g.do("gm", StartConflict("fight", (RETH,)))
    g.do("ana", GiveIn(RETH, "she flees"))
    assert (balance(g.state, purse(RETH)), balance(g.state, locked_for(RETH))) == (3, 1)
    g.answer("bo", Concession, "agree")
    assert (balance(g.state, purse(RETH)), balance(g.state, locked_for(RETH))) == (4, 0)


def test_what_is_left_in_the_pool_goes_with_its_scene() -> None:
    g = SmallGame().scene()
    g.do("gm", SetPoints(POOL, 9, "rich"))
    g.do("gm", EndScene())
    g.do("gm", StartScene("Next", (RETH,)))
    assert balance(g.state, POOL) == 1


def test_a_pool_for_a_session_counts_everybody_at_the_table_and_is_new_in_the_next() -> None:
    g = SmallGame(economy={"pool_each": "session"}).scene()
    g.do("gm", SetPoints(POOL, 9, "rich"))
    g.tell(PointsMoved(BANK, DEFERRED, 1, "for later"))
    for command in (EndScene(), EndSession(), StartSession()):
        g.do("gm", command)
    assert (balance(g.state, POOL), balance(g.state, DEFERRED)) == (2 + 1, 0)


def test_what_is_owed_waits_for_the_scene_and_what_is_locked_for_the_conflict() -> None:
    g = SmallGame().scene()
    g.tell(PointsMoved(BANK, locked_for(RETH), 1, "conceded"))
    g.tell(PointsMoved(BANK, owed_to(RETH), 2, "invoked against her"))
    g.run(lambda decision: decision.moment(ConflictEnds()))
    assert [balance(g.state, account) for account in (purse(RETH), owed_to(RETH), locked_for(RETH))] == [4, 2, 0]
    g.do("gm", EndScene())
    assert [balance(g.state, account) for account in (purse(RETH), owed_to(RETH))] == [6, 0]


def test_all_accounts_together_sum_to_zero() -> None:
    g = SmallGame().scene()
    for command in (SetPoints(purse(RETH), 7, "rich"), EndScene(), EndSession(), StartSession()):
        g.do("gm", command)
    assert sum(g.state.get(POINTS).values()) == 0
