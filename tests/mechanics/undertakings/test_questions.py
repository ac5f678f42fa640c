"""What the game master is asked about a procedure, and what is asked after a failure."""

from __future__ import annotations

import pytest

from fatetable.engine.offers import NumberHole
from fatetable.mechanics.rolls.state import ROLLS, open_rolls
from fatetable.mechanics.scenes.facts import FACTS
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.mechanics.undertakings.questions import ProcedureToOppose, ShortfallToMeet
from fatetable.mechanics.undertakings.rows import Rung, Yield
from tests.mechanics.procedure_game import (
    asked,
    begin,
    do_row,
    game,
    plain_row,
    throw,
    took,
)
from tests.mechanics.rolling_game import the_roll
from tests.mechanics.small_game import RETH, SmallGame


@pytest.mark.parametrize(("rung", "difficulty", "scale"), [(0, 2, 0), (1, 4, 0), (2, 4, 1), (3, 4, 2)])
def test_how_high_a_climb_is_says_what_it_is_against(rung: int, difficulty: int, scale: int) -> None:
    g = game()
    begin(g, "climb")
    assert asked(g).question.startswith("How high is it?")
    g.answer("gm", ProcedureToOppose, f"rung-{rung}", time="none")
    assert (the_roll(g).difficulty, the_roll(g).scale) == (difficulty, scale)


@pytest.mark.parametrize(("rung", "difficulty", "scale"), [(0, 0, 0), (3, 3, 0), (5, 6, 0), (6, 8, 1)])
def test_how_obscure_a_fact_is_says_what_it_is_against(rung: int, difficulty: int, scale: int) -> None:
    g = game()
    roll = begin(g, "information")
    assert not roll.takes_action
    g.answer("gm", ProcedureToOppose, f"rung-{rung}")
    assert (the_roll(g).difficulty, the_roll(g).scale) == (difficulty, scale)


def test_lost_knowledge_is_at_ten_or_more() -> None:
    g = game()
    begin(g, "information")
    (hole,) = asked(g).options[7].holes
    assert isinstance(hole, NumberHole)
    assert (hole.low, hole.high) == (10, 20)
    g.answer("gm", ProcedureToOppose, "rung-7", difficulty=12)
    assert (the_roll(g).difficulty, the_roll(g).scale) == (12, 2)


def test_the_game_master_may_let_it_succeed_or_ask_for_something_else() -> None:
    ends: list[Result] = []
    g = game(information=Code(done=lambda _, result: ends.append(result)))
    begin(g, "information")
    g.answer("gm", ProcedureToOppose, "no-roll")
    assert [(end.procedure.id, end.margin) for end in ends] == [("information", 0)]
    begin(g, "information")
    g.answer("gm", ProcedureToOppose, "send-back", reason="not like that")
    assert len(ends) == 1
    assert all(roll.stage == "over" for roll in g.state.get(ROLLS).values())


@pytest.mark.parametrize(("quality", "value", "difficulty"), [(3, 5, 5), (4, 2, 4)])
def test_a_repair_is_against_the_higher_of_quality_and_value(quality: int, value: int, difficulty: int) -> None:
    g = game()
    begin(g, "repair")
    g.answer("gm", ProcedureToOppose, "figures", quality=quality, value=value, time="A Day")
    assert the_roll(g).difficulty == difficulty


@pytest.mark.parametrize("time", ["A Few Hours", "A Day", "A Week"])
def test_what_is_broken_says_how_long_a_repair_takes_however_well_it_goes(time: str) -> None:
    g = game("++++")
    begin(g, "repair")
    g.answer("gm", ProcedureToOppose, "figures", quality=3, value=0, time=time)
    throw(g)
    assert took(g) == time


def failed_repair(code: Code) -> SmallGame:
    """Craft 3 with -000 against 5: three shifts are missing."""
    g = game("-000", repair=code)
    begin(g, "repair")
    g.answer("gm", ProcedureToOppose, "figures", quality=5, value=0, time="A Day")
    throw(g)
    return g


def test_a_failed_repair_is_made_good_by_time_by_quality_or_by_both() -> None:
    ends: list[Result] = []
    g = failed_repair(Code(done=lambda _, result: ends.append(result)))
    assert ends == []
    labels = [option.label for option in asked(g).options]
    assert labels == [
        "Take longer (A Few Weeks)",
        "Take longer (A Week) and lower the quality by 1",
        "Take longer (A Few Days) and lower the quality by 2",
        "Lower the quality by 3",
        "Leave it at that",
    ]
    g.answer("ana", ShortfallToMeet, "way-2")
    assert took(g) == "A Week"
    (result,) = ends
    assert (result.margin, result.time, result.lowered) == (0, "A Week", 1)
    assert [fact.fact for fact in g.state.get(FACTS)] == ["the quality is lower by 1"]


def test_a_failure_may_be_left_at_that() -> None:
    ends: list[Result] = []
    g = failed_repair(Code(done=lambda _, result: ends.append(result)))
    g.answer("ana", ShortfallToMeet, "fail")
    assert [(end.margin, end.lowered) for end in ends] == [(-3, 0)]
    assert took(g) == "A Day"


def test_each_further_thing_makes_it_harder_by_one() -> None:
    find = plain_row("find", asks="How likely?", further="further criteria", rungs=(Rung(name="likely", difficulty=3),))
    g = game(rows=(find,))
    do_row(g, "find")
    g.answer("gm", ProcedureToOppose, "rung-0", further=2)
    assert the_roll(g).difficulty == 5


def test_what_is_far_below_a_rating_needs_no_roll_and_is_no_use_of_it() -> None:
    """Athletics is 3: up to 1 is easy, 2 takes a little fuss, 3 has to be rolled for."""
    easy = (Yield(shifts=1, says="with a little fuss"), Yield(shifts=2, says="easily"))
    ends: list[Result] = []
    code = Code(done=lambda _, result: ends.append(result))
    g = game(
        "0000", rows=(plain_row("buy", asks="For how much?", highest_of=("cost",), once="scene", easy=easy),), buy=code
    )
    for cost, facts in ((0, ["easily"]), (1, ["easily"]), (2, ["with a little fuss"])):
        g.do("ana", Undertake(actor=RETH, procedure="buy", trait="athletics", description="so"))
        g.answer("gm", ProcedureToOppose, "figures", cost=cost)
        assert [fact.fact for fact in g.state.get(FACTS)][-1:] == facts
    g.do("ana", Undertake(actor=RETH, procedure="buy", trait="athletics", description="so"))
    g.answer("gm", ProcedureToOppose, "figures", cost=3)
    assert [(end.margin, end.succeeded) for end in ends] == [(0, True)] * 3
    assert len(open_rolls(g.state)) == 1
