"""What code says of a procedure's price and time, and what less than a success a failure may come to."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.offers import Choice, ChoiceHole
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.points.accounts import balance, purse
from fatetable.mechanics.rolls.state import ROLLS
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.mechanics.undertakings.questions import ProcedureToOppose, ShortfallToMeet
from tests.mechanics.procedure_game import asked, do_row, game, plain_row, throw, took
from tests.mechanics.rolling_game import the_roll
from tests.mechanics.small_game import RETH, SmallGame

BUILD = plain_row("build", picks="what", asks="Is anything at stake?", saves=4, extends=2, lowers="quality")
THINGS = (Choice("bridge"), Choice("palace"))


def building(*dice: str, ends: list[Result] | None = None, **more: Any) -> SmallGame:
    code = Code(
        picks=lambda state, actor: THINGS,
        price=lambda state, actor, pick: 1 if pick == "bridge" else 100,
        time=lambda state, actor, trait, pick: "A Week" if pick == "bridge" else "A Month",
        against=lambda state, actor, pick: (3, 1),
        done=lambda _, result: ends.append(result) if ends is not None else None,
        **more,
    )
    return game(*dice, rows=(BUILD,), build=code)


def points(g: SmallGame) -> int:
    return balance(g.state, purse(RETH))


def test_only_what_can_be_paid_for_is_there_to_pick_and_it_costs_what_code_says() -> None:
    g = building()
    (offer,) = g.offers("ana", Undertake)
    hole = next(hole for hole in offer.holes if hole.field == "pick")
    assert isinstance(hole, ChoiceHole)
    assert [choice.value for choice in hole.options] == ["bridge"]
    before = points(g)
    do_row(g, "build", pick="bridge")
    assert points(g) == before - 1
    g.answer("gm", ProcedureToOppose, "send-back", reason="not there")
    assert points(g) == before


def test_the_game_master_is_asked_whether_it_takes_a_roll_at_all() -> None:
    ends: list[Result] = []
    g = building("+000", ends=ends)
    do_row(g, "build", pick="bridge")
    assert [option.id for option in asked(g).options] == ["stands", "no-roll", "send-back"]
    g.answer("gm", ProcedureToOppose, "stands")
    assert (the_roll(g).difficulty, the_roll(g).scale) == (3, 1)
    throw(g)
    assert took(g) == "A Few Days", "a step for a shift"
    do_row(g, "build", pick="bridge")
    g.answer("gm", ProcedureToOppose, "no-roll")
    assert took(g) == "A Week"
    assert [(end.succeeded, end.pick) for end in ends] == [(True, "bridge")] * 2


def test_what_takes_no_roll_with_a_trait_is_done_at_once() -> None:
    def takes_a_roll(state: State, actor: Actor, trait: str) -> bool:
        return trait != "athletics"

    ends: list[Result] = []
    g = building(ends=ends, is_rolled=takes_a_roll)
    g.do("ana", Undertake(actor=RETH, procedure="build", trait="athletics", description="so", pick="bridge"))
    assert [roll.stage for roll in g.state.get(ROLLS).values()] == ["over"]
    assert [(end.succeeded, end.margin) for end in ends] == [(True, 0)]


def failed(*, lowest: int, ends: list[Result] | None = None) -> SmallGame:
    """It fails by three; two steps longer at most, or a lower quality."""
    less = Choice("half", "Build half of it")
    more = {"may_lower": lambda *_: lowest, "settlements": lambda state, result: (less,) if result.margin > -4 else ()}
    g = building("---0", ends=ends, **more)
    do_row(g, "build", pick="bridge")
    g.answer("gm", ProcedureToOppose, "stands")
    throw(g)
    return g


@pytest.mark.parametrize(
    ("lowest", "ways"), [(0, []), (1, ["way-2"]), (2, ["way-2", "way-1"]), (3, ["way-2", "way-1", "way-0"])]
)
def test_no_more_is_lowered_than_there_is(lowest: int, ways: list[str]) -> None:
    assert [option.id for option in asked(failed(lowest=lowest)).options] == [*ways, "half", "fail"]


@pytest.mark.parametrize(("option", "settled"), [("half", "half"), ("fail", "")])
def test_a_failure_is_settled_by_something_less_or_left(option: str, settled: str) -> None:
    ends: list[Result] = []
    g = failed(lowest=0, ends=ends)
    g.answer("ana", ShortfallToMeet, option)
    assert [(end.succeeded, end.margin, end.settled, end.pick) for end in ends] == [(False, -3, settled, "bridge")]
    assert took(g) == "A Week"
