"""Points come and go by themselves when sessions and scenes begin and end."""

from __future__ import annotations

from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.encounters.state import Concession
from fatetable.mechanics.moments import ConflictEnds, SessionEnds
from fatetable.mechanics.points.accounts import (
    BANK,
    DEFERRED,
    POINTS,
    POOL,
    PointsMoved,
    balance,
    cannot_spend,
    for_the_scene,
    locked_for,
    move,
    owed_to,
    purse,
    spendable,
)
from fatetable.mechanics.points.corrections import SetPoints
from fatetable.mechanics.points.economy import Release
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


def test_without_a_refresh_heroes_begin_with_points_and_get_none_by_themselves() -> None:
    """F2-FP-16: points are kept from session to session, and only what happens in play changes them."""
    g = SmallGame(economy={"refresh": None, "start": lambda actor: 5}).scene()
    assert [balance(g.state, purse(actor)) for actor in (RETH, VOLT)] == [5, 5]
    g.do("gm", SetPoints(purse(RETH), 1, "spent"))
    g.do("gm", SetPoints(purse(VOLT), 9, "won"))
    for command in (EndScene(), EndSession(), StartSession()):
        g.do("gm", command)
    assert [balance(g.state, purse(actor)) for actor in (RETH, VOLT)] == [1, 9]


def test_what_a_hero_begins_with_is_given_once_and_refresh_fills_up() -> None:
    g = SmallGame(economy={"start": lambda actor: 1})
    g.bring("ana", "Reth")
    assert balance(g.state, purse(RETH)) == 1, "no session has begun"
    g.do("gm", StartSession())
    assert balance(g.state, purse(RETH)) == 3
    g.bring("bo", "Volt")
    assert balance(g.state, purse(VOLT)) == 3


def test_points_of_a_scene_are_spent_first_and_gone_when_it_ends() -> None:
    """F2-OPT-11: five points for a scene, used before the hero's own; the rest is lost."""
    g = SmallGame().scene()
    g.run(lambda decision: move(decision, BANK, for_the_scene(RETH), 5, "Destiny", "destiny"))
    assert spendable(g.state, purse(RETH)) == 8
    g.run(lambda decision: move(decision, purse(RETH), BANK, 4, "a price", "price"))
    assert (balance(g.state, for_the_scene(RETH)), balance(g.state, purse(RETH))) == (1, 3)
    g.run(lambda decision: move(decision, purse(RETH), BANK, 3, "a price", "price"))
    assert (balance(g.state, for_the_scene(RETH)), balance(g.state, purse(RETH))) == (0, 1)
    g.run(lambda decision: move(decision, BANK, for_the_scene(RETH), 5, "Destiny", "destiny"))
    g.do("gm", EndScene())
    assert (balance(g.state, for_the_scene(RETH)), balance(g.state, purse(RETH))) == (0, 1)


def test_what_is_in_both_accounts_together_cannot_be_overdrawn() -> None:
    g = SmallGame().scene()
    g.run(lambda decision: move(decision, BANK, for_the_scene(RETH), 1, "Destiny", "destiny"))
    refusal = cannot_spend(g.state, purse(RETH), 5)
    assert cannot_spend(g.state, purse(RETH), 4) is None
    assert refusal is not None
    assert refusal.code == "not-enough-fate-points"
    assert cannot_spend(g.state, purse(VOLT), 4) is not None, "nobody else's"


def test_a_ruleset_may_hold_points_back_until_a_moment_of_its_own() -> None:
    held = Release(account=locked_for, at=SessionEnds, reason="the session is over", topic="late")
    g = SmallGame(economy={"releases": (held,)}).scene()
    g.tell(PointsMoved(BANK, locked_for(RETH), 2, "later"))
    g.run(lambda decision: decision.moment(ConflictEnds()))
    g.do("gm", EndScene())
    assert balance(g.state, purse(RETH)) == 3
    g.do("gm", EndSession())
    assert (balance(g.state, purse(RETH)), balance(g.state, locked_for(RETH))) == (5, 0)
