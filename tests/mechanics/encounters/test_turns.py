"""Who may act, help and do what, in each kind of encounter."""

from __future__ import annotations

from fatetable.engine.words import Words
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.state import Challenge, Contest, EncounterSet, Task
from fatetable.mechanics.encounters.turns import Turns, can_walk_on, later_allies, open_tasks
from fatetable.mechanics.scenes.map_editing import PlaceActor
from fatetable.mechanics.scenes.zones import Border, BorderSet
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame

TURNS = Turns("attack", "create", True, Words({"gm": "Keeper"}))


def code(refusal: object) -> str:
    return str(getattr(refusal, "code", ""))


def test_harm_needs_a_conflict() -> None:
    g = SmallGame().scene()
    refusal = TURNS.may_act(g.state, RETH, "attack")
    assert refusal is not None
    assert refusal.message == "Harm is done in a conflict; the Keeper opens one."
    assert TURNS.may_act(g.state, RETH, "overcome") is None


def test_in_a_conflict_whose_turn_it_is_acts_once() -> None:
    g = SmallGame().scene()
    g.do("gm", StartConflict("fight", (THUG,)))
    assert code(TURNS.may_act(g.state, RETH, "attack")) == "not-begun"
    g.do("gm", BeginConflict())
    assert TURNS.may_act(g.state, RETH, "attack") is None
    assert code(TURNS.may_act(g.state, VOLT, "attack")) == "not-your-turn"
    assert later_allies(g.state, g.conflict, RETH) == (VOLT,)


def test_in_a_contest_only_one_advantage_an_exchange_goes_beside_it() -> None:
    g = SmallGame().scene()
    g.tell(EncounterSet(Contest(goal="the flag", tally={RETH: 0, THUG: 0}, advantages_by=(RETH,))))
    assert code(TURNS.may_act(g.state, RETH, "overcome")) == "in-a-contest"
    assert code(TURNS.may_act(g.state, RETH, "create")) == "already-acted"
    assert TURNS.may_act(g.state, VOLT, "create") is None


def test_open_tasks_are_known_and_not_done() -> None:
    g = SmallGame().scene()
    tasks = (Task("t1", "Dig"), Task("t2", "Spy", is_hidden=True), Task("t3", "Run", result="done"))
    g.tell(EncounterSet(Challenge(situation="a fire", tasks=tasks)))
    assert [task.name for task in open_tasks(g.state)] == ["Dig"]


def test_a_free_move_needs_a_clear_way() -> None:
    g = SmallGame().scene()
    yard, loft = g.draw("Yard", "Loft")
    g.do("ana", PlaceActor(RETH, yard))
    g.do("gm", StartConflict("fight", (THUG,)))
    assert can_walk_on(g.state, g.conflict, RETH)
    assert not can_walk_on(g.state, g.conflict, VOLT), "who is nowhere walks nowhere"
    g.tell(BorderSet(Border(yard, loft, "a gate")))
    assert not can_walk_on(g.state, g.conflict, RETH)
