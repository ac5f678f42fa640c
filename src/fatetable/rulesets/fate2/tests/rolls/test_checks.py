"""The four kinds of check, and what a margin amounts to (TEST)."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.rolls.state import GoalSettled
from fatetable.mechanics.view.blocks import RollBlock
from fatetable.rulesets.fate2.book import read_tables
from fatetable.rulesets.fate2.tests.support.playing import Game, all_of
from fatetable.testing import faces

CYRUS, FINN = "cyrus", "finn"
SWORD = "footman"


def try_it(g: Game, description: str = "cuts the rope", trait: str = SWORD) -> None:
    g.do("ana", Overcome(actor=g.actor(CYRUS).id, trait=trait, description=description))


def static(difficulty: int, dice: str, **dials: Any) -> Game:
    """Cyrus, whose sword is Great (+3), alone against a difficulty."""
    g = Game(**dials)
    try_it(g)
    g.answer("gm", "opposition", "difficulty", value=difficulty)
    g.throw("ana", dice)
    return g


def dynamic(dice: str, other: str = "0000", **dials: Any) -> Game:
    """Cyrus against Finn, both with what they do at +3 and +0: the dice make the rest."""
    g = Game(**dials)
    try_it(g)
    g.answer("gm", "opposition", "defend", defender=FINN)
    g.answer("bo", "defend", "defend", trait=SWORD, description="holds on")
    g.throw("ana", dice, other)
    return g


def settled(g: Game) -> RollBlock:
    if g.last_roll.waiting:
        g.everyone_passes()
    return next(block for block in g.table.present("ana") if isinstance(block, RollBlock))


@pytest.mark.rule("F2-TEST-01", "F2-TEST-02")
@pytest.mark.parametrize(
    ("dice", "outcome", "margin"), [("0000", "succeed", 0), ("-000", "fail", -1), ("+000", "succeed", 1)]
)
def test_in_a_static_test_the_player_alone_rolls_and_has_to_reach_the_difficulty(
    dice: str, outcome: str, margin: int
) -> None:
    g = static(3, dice)
    assert len(g.last_roll.efforts) == 1, "nobody else rolls"
    block = settled(g)
    assert (block.outcome, block.margin) == (outcome, margin)


@pytest.mark.rule("F2-TEST-03")
def test_the_margin_is_told_with_every_outcome_and_may_be_nothing() -> None:
    assert [settled(static(3, dice)).margin for dice in ("0000", "++00", "--00")] == [0, 2, -2]


@pytest.mark.rule("F2-TEST-04")
@pytest.mark.parametrize(
    ("trait", "gives"),
    [
        ("alertness", "one more fact"),
        ("lore", "one more fact"),
        ("climbing", "more speed or grace"),
        ("charm", "a longer or deeper impression"),
    ],
)
def test_the_game_master_is_told_what_each_point_gives(trait: str, gives: str) -> None:
    g = Game()
    try_it(g, trait=trait)
    prompt = g.prompt("opposition")
    assert prompt is not None
    assert f"each point of success: {gives}" in prompt.question


STATIC_ROWS = [
    (0, "Minimal (negligible, instant)"),
    (1, "Competent (minor, momentary)"),
    (2, "Solid (moderate, scene)"),
    (3, "Significant (major, session)"),
    (4, "Perfection (overwhelming, long term)"),
    (6, "Perfection (overwhelming, long term)"),
]


@pytest.mark.rule("F2-TEST-05")
@pytest.mark.parametrize(("margin", "degree"), STATIC_ROWS)
def test_a_static_margin_has_a_degree_a_magnitude_and_a_duration(margin: int, degree: str) -> None:
    g = static(3 - margin, "0000")
    assert settled(g).degree == degree


@pytest.mark.rule("F2-TEST-05")
def test_a_static_failure_has_no_degree() -> None:
    assert settled(static(4, "0000")).degree == ""


@pytest.mark.rule("F2-TEST-01", "F2-TEST-06")
def test_in_a_dynamic_test_both_sides_roll_and_compare() -> None:
    g = dynamic("0000", "++++")
    roll = g.last_roll
    assert [effort.actor for effort in roll.efforts] == [CYRUS, FINN]
    assert roll.difficulty is None
    finn = roll.efforts[1].fixed
    assert settled(g).margin == 3 - finn - 4


WIDENED = [(0, "Minimal"), (1, "Competent"), *((n, "Solid") for n in (2, 3, 4)), (5, "Significant"), (6, "Significant")]
SYMMETRIC = [(0, "Minimal"), (1, "Competent"), (2, "Competent"), (3, "Solid"), (4, "Solid"), (5, "Significant")]


def dice(total: int) -> tuple[str, str]:
    """Dice of two sides that differ by so much."""
    ours, theirs = max(-4, min(4, total)), 0
    if total < -4:
        theirs = -4 - total
    elif total > 4:
        theirs = 4 - total
    return faces(ours), faces(theirs)


def degrees(bands: str) -> dict[int, str]:
    """The degree of every margin of a dynamic test, of either winner; Cyrus begins 4 ahead of Finn."""
    found: dict[int, str] = {}
    for margin in range(-4, 9):
        block = settled(dynamic(*dice(margin - 4), dynamic_bands=bands))
        assert block.margin == margin
        found[margin] = block.degree.partition(" ")[0]
        assert block.degree.endswith("for the other side") == (margin < 0)
    return found


@pytest.mark.rule("F2-TEST-07")
def test_dynamic_margins_have_a_wide_middle() -> None:
    found = degrees("widened")
    assert {margin: found[margin] for margin, _ in WIDENED} == dict(WIDENED)
    assert (found[7], found[8]) == ("Perfection", "Perfection")
    assert (found[-1], found[-2]) == ("Competent", "Solid"), "the winner's margin is the loser's"


@pytest.mark.rule("F2-TEST-08")
def test_dynamic_margins_may_have_even_steps_and_static_ones_stay() -> None:
    found = degrees("symmetric")
    assert {margin: found[margin] for margin, _ in SYMMETRIC} == dict(SYMMETRIC)
    assert (found[6], found[7]) == ("Significant", "Perfection")
    assert settled(static(1, "0000", dynamic_bands="symmetric")).degree.startswith("Solid")


@pytest.mark.rule("F2-TEST-07", "F2-TEST-08")
def test_two_rolls_spread_from_eight_below_to_eight_above() -> None:
    assert settled(dynamic("----", "++++")).margin == 4 - 8
    assert settled(dynamic("++++", "----")).margin == 4 + 8


@pytest.mark.rule("F2-TEST-09")
def test_the_game_master_may_roll_for_chance_and_the_check_is_dynamic() -> None:
    g = Game()
    try_it(g, "crosses the swaying bridge")
    g.answer("gm", "opposition", "chance", level=1)
    g.throw("ana", "0000", "--00")
    chance = g.last_roll.efforts[1]
    assert (chance.actor, chance.fixed, chance.dice) == ("", 1, -2)
    block = settled(g)
    assert (block.margin, block.degree) == (4, "Solid (moderate, scene)"), (
        "of the dynamic table; statically a Perfection"
    )


@pytest.mark.rule("F2-TEST-11")
def test_between_opponents_a_tie_has_no_winner() -> None:
    g = dynamic("----")
    events = g.everyone_passes() if g.last_roll.waiting else ()
    block = settled(g)
    assert (block.outcome, block.margin) == ("tie", 0)
    assert block.degree.startswith("Minimal")
    assert not [each for each in all_of(events, GoalSettled) if each.goal == "reached"]


@pytest.mark.rule("F2-TEST-11")
def test_a_blow_that_ties_is_the_row_that_does_nothing() -> None:
    g = Game(foes=("City Watch",))
    g.start_conflict("fight", first="Cyrus")
    g.do("ana", Attack(actor=g.actor(CYRUS).id, target=g.actor("city-watch").id, trait=SWORD, description="swings"))
    g.answer("gm", "defend", "defend", trait="watchman", description="parries")
    g.throw("ana", "0000", "++00")
    g.everyone_passes()
    assert (g.last_roll.outcome, g.last_roll.margin) == ("tie", 0)
    assert not g.condition("city-watch").wounds


def test_the_rows_begin_with_nothing_and_rise() -> None:
    for kind in ("static", "dynamic", "symmetric"):
        least = [getattr(row, kind) for row in read_tables().margins.rows]
        assert least[0] == 0
        assert least == sorted(set(least))
