"""Sides of a conflict: any number of them, people who stay out, change sides, or leave."""

from __future__ import annotations

from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.exchanges import EndTurn, PledgeHelp
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.encounters.taking_sides import (
    NEW_SIDE,
    ChangeSide,
    JoinConflict,
    LeaveConflict,
    join_fight,
    leave_fight,
)
from fatetable.mechanics.encounters.turns import on_turn
from fatetable.mechanics.scenes.lifecycle import EnterScene, LeaveScene
from fatetable.mechanics.scenes.sides import HEROES, OPPOSITION, SIDES, are_allies
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame


def fighting(*bystanders: ActorId) -> SmallGame:
    g = SmallGame().scene()
    g.do("gm", StartConflict("fight", (THUG,)))
    for actor in bystanders:
        g.do("gm", LeaveConflict(actor))
    g.do("gm", BeginConflict())
    return g


def brawl() -> SmallGame:
    """Everybody against everybody."""
    g = fighting()
    g.do("gm", ChangeSide(VOLT, NEW_SIDE))
    return g


def test_people_can_stay_out() -> None:
    g = fighting(VOLT)
    assert g.state.get(SIDES) == {RETH: HEROES, THUG: OPPOSITION}
    refusal = on_turn(g.state, g.conflict, VOLT)
    assert refusal is not None
    assert refusal.message == "It is not Volt's turn: Volt takes no part in the conflict."
    g.do("gm", JoinConflict(VOLT, HEROES))
    assert g.conflict.newcomers == (VOLT,)


def test_a_third_side_fights_both_others() -> None:
    g = brawl()
    sides = g.state.get(SIDES)
    assert len(set(sides.values())) == 3
    assert not are_allies(g.state, RETH, VOLT)
    assert not are_allies(g.state, VOLT, THUG)


def test_a_newcomer_may_begin_a_side_or_take_any() -> None:
    for side, allies in ((HEROES, {RETH}), (OPPOSITION, {THUG}), ("side-3", {VOLT}), (NEW_SIDE, set())):
        g = brawl()
        late = g.add("Boss")
        g.do("gm", EnterScene(late))
        g.do("gm", JoinConflict(late, side))
        assert {other for other in (RETH, VOLT, THUG) if are_allies(g.state, late, other)} == allies


def test_a_side_that_is_left_is_free_again() -> None:
    g = brawl()
    g.do("gm", ChangeSide(VOLT, HEROES))
    g.do("gm", ChangeSide(RETH, NEW_SIDE))
    assert g.state.get(SIDES) == {RETH: "side-3", VOLT: HEROES, THUG: OPPOSITION}


def test_changing_sides_needs_another_side_and_the_game_master() -> None:
    g = fighting()
    assert g.refused("ana", ChangeSide(RETH, NEW_SIDE))[0] == "gm-only"
    assert g.refused("gm", ChangeSide(RETH, "pirates")) == ("bad-sides", "There is no side 'pirates'.")
    late = g.add("Boss")
    assert g.refused("gm", ChangeSide(late, NEW_SIDE)) == ("not-in-the-conflict", "Boss is not in the conflict.")


def test_a_pledge_ends_with_the_alliance() -> None:
    g = fighting()
    g.do("ana", PledgeHelp(RETH, VOLT))
    assert g.conflict.pledges == {RETH: VOLT}
    g.do("gm", ChangeSide(VOLT, NEW_SIDE))
    assert g.conflict.pledges == {}


def test_it_ends_when_all_stand_on_one_side() -> None:
    g = brawl()
    g.do("gm", ChangeSide(THUG, HEROES))
    assert conflict_of(g.state) is not None, "two sides are left"
    events = g.do("gm", ChangeSide(VOLT, HEROES))
    assert [getattr(event, "result", "") for event in events if hasattr(event, "result")] == ["The heroes win"]
    assert conflict_of(g.state) is None


def test_the_last_side_is_named_by_its_people() -> None:
    g = brawl()
    g.do("gm", LeaveConflict(RETH))
    events = g.do("gm", LeaveConflict(THUG))
    results = [getattr(event, "result", "") for event in events if hasattr(event, "result")]
    assert results == ["The side of Volt wins"]


def test_who_leaves_has_no_turn_and_is_waited_for_no_more() -> None:
    g = fighting()
    assert g.conflict.acting == RETH
    g.do("gm", LeaveConflict(RETH))
    assert (g.conflict.actors, g.conflict.acting) == ((VOLT, THUG), VOLT)
    assert RETH not in g.state.get(SIDES)
    assert g.refused("gm", LeaveConflict(RETH)) == ("not-in-the-conflict", "Reth is not in the conflict.")


def test_the_turn_stays_where_it_was_when_somebody_earlier_leaves() -> None:
    g = fighting()
    g.do("ana", EndTurn(RETH))
    assert g.conflict.acting == VOLT
    g.do("gm", LeaveConflict(RETH))
    assert (g.conflict.acting, g.conflict.turn) == (VOLT, 0)
    g.do("bo", EndTurn(VOLT))
    assert g.conflict.acting == THUG


def test_a_newcomer_can_leave_again() -> None:
    g = fighting(VOLT)
    g.do("gm", JoinConflict(VOLT, HEROES))
    g.do("gm", LeaveConflict(VOLT))
    assert not g.conflict.involves(VOLT)


def test_bystanders_can_leave_the_scene_while_others_fight() -> None:
    g = fighting(VOLT)
    assert g.refused("gm", LeaveScene(RETH))[0] == "not-finished"
    g.do("gm", LeaveScene(VOLT))
    assert conflict_of(g.state) is not None


def test_who_stands_by_takes_no_part() -> None:
    g = SmallGame(conflicts={"stands_by": lambda actor: actor.name == "Volt"}).scene()
    g.do("gm", StartConflict("fight", (THUG,)))
    assert g.conflict.actors == (RETH, THUG)
    assert g.refused("gm", JoinConflict(VOLT, HEROES))[0] == "cannot-join"
    assert not g.offers("gm", JoinConflict)


def test_somebody_comes_into_a_fight_by_what_they_do_and_out_of_it_again() -> None:
    g = fighting(VOLT)
    volt = g.state.get(CAST)[VOLT]
    g.run(lambda decision: join_fight(decision, volt, OPPOSITION))
    assert g.conflict.newcomers == (VOLT,)
    assert not are_allies(g.state, RETH, VOLT)
    g.run(lambda decision: join_fight(decision, volt, HEROES))
    assert g.conflict.newcomers == (VOLT,), "who is in it stays as they are"
    g.run(lambda decision: leave_fight(decision, volt))
    assert not g.conflict.involves(VOLT)
    g.run(lambda decision: leave_fight(decision, volt))
    assert g.conflict.actors == (RETH, THUG)


def test_without_a_fight_nobody_joins_one() -> None:
    g = SmallGame().scene()
    volt = g.state.get(CAST)[VOLT]
    g.run(lambda decision: join_fight(decision, volt, HEROES))
    g.run(lambda decision: leave_fight(decision, volt))
    assert g.state.get(SIDES) == {}
