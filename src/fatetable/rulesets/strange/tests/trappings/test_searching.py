"""Looking for something particular, and searching for clues."""

from __future__ import annotations

import pytest

from fatetable.rulesets.strange.tests.support.playing import Game, skill
from fatetable.rulesets.strange.tests.support.trappings import done, facts, ruled, took, undertake


def detective() -> Game:
    return Game(maud=(skill("Investigation", 2),))


@pytest.mark.rule("SF-EXAMINE-01")
@pytest.mark.parametrize(
    ("dice", "time"), [("--00", "An Hour"), ("0000", "15 Minutes"), ("++++", "One Minute"), ("----", "An Hour")]
)
def test_shifts_say_how_quickly_it_is_found(dice: str, time: str) -> None:
    g = detective()
    undertake(g, "find", trait="investigation")
    assert ruled(g, "rung-0", time="An Hour").difficulty == 0
    done(g, dice)
    assert took(g) == time


@pytest.mark.rule("SF-EXAMINE-01")
def test_what_must_not_be_found_yet_is_not_rolled_for_but_pointed_to() -> None:
    g = detective()
    undertake(g, "find", trait="investigation")
    g.answer("gm", "procedure-opposition", "send-back", reason="The drawer needs its key")
    assert g.last_roll.margin is None
    assert g.prompts() == ()


@pytest.mark.rule("SF-EXAMINE-02")
@pytest.mark.parametrize(
    ("dice", "found"),
    [("---0", []), ("--00", ["1"]), ("-000", ["1"]), ("0000", ["2"]), ("+000", ["2"]), ("++00", ["3"])],
)
def test_clues_are_at_mediocre_and_two_shifts_bring_one_more(dice: str, found: list[str]) -> None:
    g = detective()
    undertake(g, "search", trait="investigation")
    assert ruled(g, "rung-0", difficulty=0).difficulty == 0
    done(g, dice)
    assert facts(g) == [f"pieces of information: {number}" for number in found]


@pytest.mark.rule("SF-EXAMINE-02")
def test_the_gm_may_aim_higher_and_where_there_is_nothing_nobody_rolls() -> None:
    g = detective()
    undertake(g, "search", trait="investigation")
    assert ruled(g, "rung-0", difficulty=2).difficulty == 2
    g = detective()
    undertake(g, "search", trait="investigation")
    g.answer("gm", "procedure-opposition", "send-back", reason="There is nothing here")
    assert facts(g) == []
    assert g.last_roll.margin is None
