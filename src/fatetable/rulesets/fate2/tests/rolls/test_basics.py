"""The ladder, four dice from a starting level, and what success and its margin are."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.rulesets.fate2.tests.support.making import tables
from fatetable.rulesets.fate2.tests.support.playing import Game

CYRUS, FINN = ActorId("cyrus"), ActorId("finn")
RUNGS = {
    6: "Legendary",
    5: "Epic",
    4: "Superb",
    3: "Great",
    2: "Good",
    1: "Fair",
    0: "Average",
    -1: "Mediocre",
    -2: "Poor",
    -3: "Terrible",
    -4: "Abysmal",
}


def check(difficulty: int, faces: str, **dials: Any) -> Game:
    """Cyrus, a Great footman, tries something."""
    game = Game(**dials)
    game.do("ana", Overcome(actor=CYRUS, trait="footman", description="cuts the rope"))
    game.answer("gm", "opposition", "difficulty", value=difficulty)
    game.throw("ana", faces)
    game.everyone_passes()
    return game


@pytest.mark.rule("F2-CORE-02")
@pytest.mark.parametrize(("number", "word"), list(RUNGS.items()))
def test_the_ladder_has_eleven_steps(number: int, word: str) -> None:
    ladder = tables().ladder
    assert len(ladder.rungs) == 11
    assert ladder.word(number) == word
    assert ladder.parse(word) == number


@pytest.mark.rule("F2-CORE-02")
@pytest.mark.parametrize(("number", "word"), [(7, "Legendary +1"), (9, "Legendary +3"), (-5, "Abysmal -1")])
def test_beyond_its_ends_the_number_is_kept(number: int, word: str) -> None:
    assert tables().ladder.word(number).replace("\N{MINUS SIGN}", "-") == word


@pytest.mark.rule("F2-CORE-03", "F2-CORE-04")
def test_each_die_moves_the_result_a_step() -> None:
    for faces in product("-0+", repeat=4):
        total = sum({"-": -1, "0": 0, "+": 1}[face] for face in faces)
        assert -4 <= total <= 4
    game = check(2, "-0++")
    rating = game.ruleset.presenting.rules.trait(game.actor("cyrus"), "", "footman")
    assert rating is not None
    assert rating.rating == 3
    assert game.last_roll.margin == 3 + 1 - 2


@pytest.mark.rule("F2-CORE-03")
def test_ordinary_dice_are_read_as_minus_nothing_and_plus() -> None:
    """Good with 2, 3, 5 and 5 is Great."""
    game = check(3, "2 3 5 5", dice="d6")
    assert game.last_roll.margin == 3 + 1 - 3
    assert check(3, "1 1 6 6", dice="d6").last_roll.margin == 0
    assert check(3, "1 2 3 4", dice="d6").last_roll.margin == -2


@pytest.mark.rule("F2-CORE-05", "F2-CORE-06")
@pytest.mark.parametrize(
    ("difficulty", "dice", "margin", "succeeds"),
    [(3, "0000", 0, True), (4, "0000", -1, False), (2, "0000", 1, True), (3, "----", -4, False), (6, "++++", 1, True)],
)
def test_reaching_the_difficulty_succeeds_and_the_difference_is_the_margin(
    difficulty: int, dice: str, margin: int, succeeds: bool
) -> None:
    game = check(difficulty, dice)
    assert game.last_roll.margin == margin
    assert (game.last_roll.outcome != "fail") is succeeds


@pytest.mark.rule("F2-CORE-02", "F2-CORE-06")
@pytest.mark.parametrize(("difficulty", "dice", "margin"), [(-6, "++++", 13), (20, "----", -21)])
def test_nothing_is_cut_off_at_the_ends_of_the_ladder(difficulty: int, dice: str, margin: int) -> None:
    assert check(difficulty, dice).last_roll.margin == margin


@pytest.mark.rule("F2-CORE-07")
@pytest.mark.parametrize(
    ("attack", "defence", "margin"), [("++00", "0000", 2), ("0000", "++00", -2), ("+000", "+000", 0)]
)
def test_where_both_roll_the_margin_of_one_is_that_of_the_other(attack: str, defence: str, margin: int) -> None:
    game = Game(foes=("City Watch",), combat_pace="turn")
    game.start_conflict("fight", first="Cyrus")
    watch = ActorId("city-watch")
    game.do("ana", Attack(actor=CYRUS, target=watch, trait="brawler", description="swings"))
    game.answer("gm", "defend", "defend", trait="watchman", description="parries")
    levels = {
        actor: game.ruleset.presenting.rules.trait(game.actor(actor), "", trait)
        for actor, trait in (("cyrus", "brawler"), ("city-watch", "watchman"))
    }
    one, other = levels["cyrus"], levels["city-watch"]
    assert one is not None
    assert other is not None
    game.throw("ana", attack, defence)
    game.everyone_passes()
    assert game.last_roll.margin == one.rating - other.rating + margin
