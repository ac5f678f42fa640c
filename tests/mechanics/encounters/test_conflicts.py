"""A conflict begins with two sides, is joined, and ends when both stop or one side is left."""

from __future__ import annotations

from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.encounters.conflicts import BeginConflict, EndConflict, StartConflict
from fatetable.mechanics.encounters.exchanges import EndTurn, NextExchange
from fatetable.mechanics.encounters.state import Concession, conflict_of
from fatetable.mechanics.encounters.taking_sides import JoinConflict
from fatetable.mechanics.encounters.turn_order import TieForTurn
from fatetable.mechanics.scenes.lifecycle import EnterScene
from fatetable.mechanics.scenes.sides import HEROES, OPPOSITION, SIDES
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame


def fighting() -> SmallGame:
    g = SmallGame().scene()
    g.do("gm", StartConflict("fight", (THUG,)))
    g.do("gm", BeginConflict())
    return g


def test_it_needs_a_scene_a_kind_and_two_sides() -> None:
    g = SmallGame()
    assert g.refused("gm", StartConflict("fight", (THUG,))) == ("encounter-running", "A conflict needs a scene.")
    g.scene()
    assert g.refused("ana", StartConflict("fight", (THUG,)))[0] == "gm-only"
    assert g.refused("gm", StartConflict("chess", (THUG,)))[0] == "unknown-kind"
    for side in ((), (RETH, VOLT, THUG)):
        assert g.refused("gm", StartConflict("fight", side))[0] == "bad-sides"
    g.do("gm", StartConflict("fight", (THUG,)))
    assert g.state.get(SIDES) == {RETH: HEROES, VOLT: HEROES, THUG: OPPOSITION}
    assert g.refused("gm", StartConflict("fight", (THUG,)))[0] == "encounter-running"


def test_it_begins_once_the_order_is_made() -> None:
    g = fighting()
    assert (g.conflict.exchange, g.conflict.acting) == (1, RETH)
    assert g.refused("gm", BeginConflict()) == ("no-conflict", "There is no conflict waiting to begin.")


def test_a_newcomer_is_placed_at_the_next_exchange() -> None:
    g = fighting()
    late = g.add("Boss", speed=9)
    assert g.refused("gm", JoinConflict(late, OPPOSITION))[1] == "Boss is not in the scene, or is out of it."
    g.do("gm", EnterScene(late))
    assert g.refused("gm", JoinConflict(late, "nobody's"))[0] == "bad-sides"
    g.do("gm", JoinConflict(late, OPPOSITION))
    assert g.refused("gm", JoinConflict(late, OPPOSITION))[1] == "Boss is part of the conflict already."
    assert list(g.conflict.newcomers) == [late]
    play_exchange(g)
    g.do("gm", NextExchange())
    assert (g.conflict.actors[0], len(g.conflict.newcomers)) == (late, 0)


def play_exchange(g: SmallGame) -> None:
    for seat, actor in (("ana", RETH), ("bo", VOLT), ("gm", THUG)):
        g.do(seat, EndTurn(actor))


def test_both_sides_stop_between_two_exchanges() -> None:
    g = fighting()
    assert g.refused("gm", EndConflict()) == (
        "exchange-running",
        "The exchange is not over yet: someone has yet to act.",
    )
    play_exchange(g)
    g.do("gm", EndConflict())
    assert (conflict_of(g.state), g.state.get(SIDES)) == (None, {})


def test_it_ends_when_the_terms_of_the_last_of_a_side_are_settled() -> None:
    g = fighting()
    g.do("gm", GiveIn(THUG, "he runs"))
    assert conflict_of(g.state) is not None
    g.answer("ana", Concession, "agree")
    assert conflict_of(g.state) is None


def test_open_ties_go_with_the_conflict() -> None:
    g = SmallGame().scene()
    g.do("gm", EnterScene(g.add("Twin", speed=1)))
    g.do("gm", StartConflict("fight", (THUG,)))
    assert g.is_asked(TieForTurn)
    g.do("gm", GiveIn(THUG, "he runs"))
    g.answer("ana", Concession, "agree")
    assert not g.has_prompts()
