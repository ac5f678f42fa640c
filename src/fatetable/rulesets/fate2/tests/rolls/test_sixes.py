"""Fate d6: as many dice as the level, target numbers, bonus and penalty dice, aspects and fate points (D6)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from fatetable.engine.offers import NumberHole
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.throwing import CorrectTotal
from fatetable.mechanics.view.blocks import PromptBlock, RollBlock
from fatetable.rulesets.fate2.tests.support.playing import Game
from fatetable.rulesets.fate2.tests.support.rolling import (
    BRAWLER,
    CYRUS,
    FINN,
    SOLDIER,
    cancel,
    helping,
    invoke,
    point,
    renew,
    shown,
)

WATCH = ActorId("city-watch")
LOW = "".join(
    f'[[skill]]\nid = "{name}"\nname = "{name.title()}"\ncategory = "other"\nbegins = "{begins}"\n'
    for name, begins in (("knitting", "poor"), ("yodelling", "terrible"), ("levitation", "abysmal"))
)
POOR, TERRIBLE, ABYSMAL = "knitting", "yodelling", "levitation"
AVERAGE, FAIR, GREAT, MEDIOCRE = "riding", "intimidate", "footman", "charm"


def game(**dials: Any) -> Game:
    return Game(dice="fate-d6", content={"skills": LOW}, **dials)


def declared(trait: str = GREAT, number: int = 15, ruling: int = 0, **dials: Any) -> Game:
    g = game(**dials)
    g.do("ana", Overcome(actor=CYRUS, trait=trait, description="tries"))
    g.answer("gm", "opposition", "difficulty", value=number)
    if ruling:
        correct(g, ruling)
    return g


def correct(g: Game, amount: int, *dice: str) -> None:
    g.do("gm", CorrectTotal(g.roll.id, 0, amount, "in a hurry"), *dice)


def thrown(dice: str, trait: str = GREAT, number: int = 15, ruling: int = 0, **dials: Any) -> Game:
    g = declared(trait, number, ruling, **dials)
    g.throw("ana", dice)
    return g


def total(g: Game) -> int:
    return g.ruleset.presenting.rules.total(g.table.state, g.last_roll, 0)


def card(g: Game) -> RollBlock:
    return next(block for block in g.table.present("ana") if isinstance(block, RollBlock))


@pytest.mark.rule("F2-D6-01")
def test_the_dice_of_the_level_are_added_up_and_nothing_else() -> None:
    g = thrown("6 1 2 3 4")
    assert total(g) == 16
    assert card(g).sides[0].word == "+16", "the ladder is for levels, not for totals"
    g.everyone_passes()
    assert g.last_roll.outcome == "succeed"


LEVELS = [(6, 8), (5, 7), (4, 6), (3, 5), (2, 4), (1, 3), (0, 2), (-1, 1)]


@pytest.mark.rule("F2-D6-02")
@pytest.mark.parametrize(("level", "dice"), LEVELS)
def test_every_level_is_a_number_of_dice(level: int, dice: int) -> None:
    g = game()
    g.do("ana", Overcome(actor=CYRUS, trait=GREAT, description="tries"))
    g.answer("gm", "opposition", "chance", level=level)
    g.throw("ana", "1 1 1 1 1", " ".join("1" * dice))
    assert g.last_roll.efforts[1].values == (1,) * dice


@pytest.mark.rule("F2-D6-02")
@pytest.mark.parametrize(("trait", "shows"), [(POOR, 2), (TERRIBLE, 1)])
def test_a_low_level_is_a_die_that_shows_something_already(trait: str, shows: int) -> None:
    g = thrown(str(shows), trait, number=1)
    assert (shown(g), total(g)) == ((shows,), shows)
    (die,) = card(g).sides[0].dice
    assert (die.kind, die.shown) == ("number", shows)


@pytest.mark.rule("F2-D6-02", "F2-D6-06")
@pytest.mark.parametrize("trait", [POOR, TERRIBLE])
def test_an_aspect_changes_such_a_die_or_throws_it(trait: str) -> None:
    shows = "2" if trait == POOR else "1"
    g = thrown(shows, trait, number=10)
    g.do("ana", invoke(g, "die", die="0"))
    assert shown(g) == (5,)
    g.do("ana", invoke(g), "6")
    assert shown(g) == (6,), "a reroll throws it like any other die"
    g = thrown(shows, trait, number=10, aspect_potency="reroll-die")
    g.do("ana", invoke(g, "die", die="0"), "4")
    assert shown(g) == (4,)


@pytest.mark.rule("F2-D6-02", "F2-D6-05")
def test_bonus_and_penalty_dice_of_a_low_level_show_the_same() -> None:
    g = thrown("2 2", POOR, number=10, ruling=1)
    assert (shown(g), total(g)) == ((2, 2), 2)
    g.do("ana", invoke(g, "die", die="0"))
    assert total(g) == 5, "the best of a five and a two"
    g = thrown("1 1", TERRIBLE, number=10, ruling=-1)
    g.do("ana", invoke(g, "die", die="0"))
    assert total(g) == 1, "the worst of a five and a one"


@pytest.mark.rule("F2-D6-02")
def test_somebody_abysmal_cannot_succeed_until_an_aspect_puts_down_a_die() -> None:
    g = thrown("", ABYSMAL, number=0)
    assert (shown(g), card(g).outcome) == ((), "fail")
    assert g.refused("ana", invoke(g, "die", die="0")) == "no-such-die"
    g.do("ana", invoke(g, "put-down"), "1")
    assert (shown(g), total(g), card(g).outcome) == ((1,), 1, "succeed")
    assert g.refused("ana", invoke(g, "put-down")) == "no-such-die", "one die, and then it is like Terrible"
    g.do("ana", invoke(g, "die", BRAWLER, die="0"))
    assert total(g) == 5
    g.everyone_passes()


@pytest.mark.rule("F2-D6-02")
def test_nobody_else_puts_down_a_die_and_the_game_master_may_forbid_it() -> None:
    assert not any(_effect(offer.command) == "put-down" for offer in thrown("2", POOR).offers("ana", Invoke))
    g = thrown("", ABYSMAL, number=0)
    g.do("ana", invoke(g, "put-down"), "1")
    g.choose("gm", "Veto the invoke", reason="no amount of soldiering makes you fly")
    assert (shown(g), g.card(SOLDIER).open_boxes) == ((), 2)


def _effect(command: object) -> str:
    return command.effect if isinstance(command, Invoke) else ""


@pytest.mark.rule("F2-D6-03")
def test_target_numbers_go_in_steps_of_five() -> None:
    g = game()
    g.do("ana", Overcome(actor=CYRUS, trait=GREAT, description="tries"))
    prompt = g.prompt("opposition")
    assert prompt is not None
    (hole,) = next(option.holes for option in prompt.options if option.id == "difficulty")
    assert isinstance(hole, NumberHole)
    names = {int(choice.value): choice.label.split(": ")[1].split(", ")[0] for choice in hole.suggestions}
    classes = ("Negligible", "Simple", "Mundane", "Difficult", "Daunting", "Staggering", "Nearly Impossible")
    assert names == dict(zip((1, 5, 10, 15, 20, 25, 30), classes, strict=True))


MARGINS = [(1, -3), (5, -2), (6, -2), (9, -2), (10, -1), (14, -1), (15, 0), (19, 0), (20, 1), (24, 1), (25, 2), (30, 3)]


@pytest.mark.rule("F2-D6-03")
@pytest.mark.parametrize(("dice", "margin"), MARGINS)
def test_a_margin_is_one_for_every_five_points_above_and_for_each_begun_below(dice: int, margin: int) -> None:
    faces = [1] * 5
    for place in range(5):
        faces[place] += min(5, max(0, dice - sum(faces)))
    if sum(faces) != dice:
        faces, number = [3, 3, 3, 3, 3], 15 - (dice - 15)
    else:
        number = 15
    g = thrown(" ".join(map(str, faces)), number=number)
    g.everyone_passes()
    assert (g.last_roll.margin, g.last_roll.outcome) == (margin, "succeed" if margin >= 0 else "fail")


@pytest.mark.rule("F2-D6-03")
@pytest.mark.parametrize(("dice", "margin"), [("4 3", -1), ("3 1", -2)])
def test_seven_against_ten_fails_by_one_and_four_by_two(dice: str, margin: int) -> None:
    g = thrown(dice, AVERAGE, number=10)
    g.everyone_passes()
    assert g.last_roll.margin == margin


@pytest.mark.rule("F2-D6-04")
@pytest.mark.parametrize(
    ("dice", "other", "outcome", "margin"),
    [
        ("6 6 1 1 1", "6", "succeed", 1),
        ("1 1 1 1 1", "6", "fail", 0),
        ("1 1 1 1 1", "5", "tie", 0),
        ("2 1 1 1 1", "5", "succeed", 0),
    ],
)
def test_the_target_number_is_what_the_opponent_has_rolled(dice: str, other: str, outcome: str, margin: int) -> None:
    g = game()
    g.do("ana", Overcome(actor=CYRUS, trait=GREAT, description="pulls"))
    g.answer("gm", "opposition", "defend", defender=FINN)
    g.answer("bo", "defend", "defend", trait=GREAT, description="holds on")
    g.throw("ana", dice, other)
    g.everyone_passes()
    assert (g.last_roll.outcome, g.last_roll.margin) == (outcome, margin)


@pytest.mark.rule("F2-D6-04")
def test_a_blow_is_read_in_steps_of_five_too() -> None:
    g = Game(dice="fate-d6", foes=("City Watch",))
    g.do("gm", StartConflict("fight", (WATCH,), "turn"), "6 6 6", "1 1 1", "1")
    g.do("gm", BeginConflict())
    g.do("ana", Attack(actor=CYRUS, target=WATCH, trait=GREAT, description="swings"))
    g.answer("gm", "defend", "defend", trait="watchman", description="parries")
    g.throw("ana", "6 6 1 1 1", "1 2 1")
    g.everyone_passes()
    assert g.last_roll.margin == 2


@pytest.mark.rule("F2-D6-05")
def test_bonus_dice_are_thrown_more_and_the_best_count() -> None:
    g = thrown("1 6 2 5 4", FAIR, ruling=2)
    assert total(g) == 6 + 5 + 4, "three dice of five"
    counted = [die.counts for die in card(g).sides[0].dice]
    assert counted == [False, True, False, True, True]


@pytest.mark.rule("F2-D6-05")
def test_penalty_dice_are_thrown_more_and_the_worst_count() -> None:
    assert total(thrown("1 6 2 5 4", FAIR, ruling=-2)) == 1 + 2 + 4


@pytest.mark.rule("F2-D6-05")
def test_bonus_and_penalty_dice_cancel_one_for_one() -> None:
    g = declared(FAIR, ruling=2)
    correct(g, -2)
    g.throw("ana", "1 6 2")
    assert total(g) == 9
    g = declared(FAIR, ruling=2)
    correct(g, -1)
    g.throw("ana", "1 6 2 5")
    assert total(g) == 13


@pytest.mark.rule("F2-D6-05")
def test_dice_that_a_ruling_brings_after_the_throw_fall_at_once() -> None:
    g = thrown("1 6 2", FAIR)
    correct(g, 1, "5")
    assert (shown(g), total(g)) == ((1, 6, 2, 5), 13)


@pytest.mark.rule("F2-D6-06")
def test_an_aspect_turns_one_die_to_five_or_throws_all_again() -> None:
    g = thrown("1 6 2", FAIR, number=20)
    g.do("ana", invoke(g, "die", die="0"))
    assert shown(g) == (5, 6, 2)
    assert g.refused("ana", invoke(g, "die", die="1")) == "no-such-die", "a six gains nothing"
    g.do("ana", invoke(g), "3 3 3")
    assert shown(g) == (3, 3, 3)


@pytest.mark.rule("F2-D6-06")
def test_the_dice_that_count_are_chosen_anew_once_one_is_turned() -> None:
    """F2-EX-61; the book calls the dice that count a three and a four, and its total is that of a two and a four."""
    g = thrown("2 2 4", AVERAGE, number=10, ruling=-1)
    assert total(g) == 4
    g.do("ana", invoke(g, "die", die="0"))
    assert shown(g) == (5, 2, 4)
    assert total(g) == 2 + 4, "the two worst of two, four and five"


@pytest.mark.rule("F2-D6-07")
def test_a_fate_point_is_a_die_more_that_counts() -> None:
    g = thrown("1 6 2", FAIR)
    g.do("ana", point(g), "5")
    assert (shown(g), total(g)) == ((1, 6, 2, 5), 14)
    assert g.refused("ana", point(g)) == "once-only"
    early = declared(FAIR)
    early.do("ana", point(early))
    early.throw("ana", "1 6 2 5")
    assert total(early) == 14


@pytest.mark.rule("F2-D6-07")
def test_the_fate_die_is_chosen_among_with_bonus_and_penalty_dice() -> None:
    g = thrown("1 6 2 3", FAIR, ruling=-1)
    g.do("ana", point(g), "5")
    assert total(g) == 1 + 2 + 3 + 5, "the four worst of five"
    assert total(_helped()) == 6 + 5 + 3


def _helped() -> Game:
    """Help for two points is a bonus die."""
    g = thrown("1 6 5", FAIR, joint_help=True)
    g.do("bo", helping(g), "3")
    return g


@pytest.mark.rule("F2-D6-07")
def test_the_fate_die_may_be_cancelled_and_paid_anew() -> None:
    g = thrown("1 6 2", FAIR)
    g.do("ana", point(g), "5")
    g.do("bo", cancel(g, FINN))
    assert total(g) == 9
    g.do("ana", renew(g))
    assert total(g) == 14, "the same die counts again"
    g.do("ana", invoke(g), "1 1 1 1")
    assert total(g) == 4


@pytest.mark.rule("F2-D6-01", "F2-D6-03")
def test_the_chances_of_each_number_are_told() -> None:
    g = game()
    g.do("ana", Overcome(actor=CYRUS, trait=MEDIOCRE, description="smiles"))
    prompt = next(block for block in g.table.present("gm") if isinstance(block, PromptBlock))
    told = {each.difficulty: each.chances["succeed"] for each in prompt.prospects}
    assert told == {1: 100, 5: round(100 * Fraction(2, 6)), 10: 0, 15: 0, 20: 0, 25: 0, 30: 0}
