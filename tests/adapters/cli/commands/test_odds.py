"""Exact odds on the command line, compared with numbers counted by hand."""

import json
import re
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from fatetable.adapters.cli.main import main

PROGRAM = Path(sys.executable).with_name("fatetable")


def odds(*args: str) -> Result:
    return CliRunner().invoke(main, ["odds", *args])


def exact(*args: str) -> Any:
    return json.loads(odds(*args, "--json").output)


def counted(bonus: int, against: int) -> dict[str, Fraction]:
    """The four outcomes by looking at all 81 throws."""
    margins = [sum(faces) + bonus - against for faces in product((-1, 0, 1), repeat=4)]
    wanted = {
        "fail": lambda margin: margin < 0,
        "tie": lambda margin: margin == 0,
        "succeed": lambda margin: 1 <= margin <= 2,
        "style": lambda margin: margin >= 3,
    }
    return {name: Fraction(sum(map(fits, margins)), 81) for name, fits in wanted.items()}


@pytest.mark.parametrize(("bonus", "against"), [("+3", "2"), ("-1", "poor"), ("Good", "Great (+4)"), ("0", "0")])
def test_the_chances_against_a_difficulty_are_those_of_all_81_throws(bonus: str, against: str) -> None:
    numbers = {"+3": 3, "2": 2, "-1": -1, "poor": -1, "Good": 3, "Great (+4)": 4, "0": 0}
    answer = exact(bonus, "--against", against)
    chances = {row["outcome"]: Fraction(row["chance"]) for row in answer["outcomes"]}
    assert chances == counted(numbers[bonus], numbers[against])
    assert answer["against"] == numbers[against]


def test_who_meets_a_difficulty_succeeds_where_the_book_says_so_and_a_tie_between_two_is_none() -> None:
    static = exact("+2", "--against", "2", "--ruleset", "fate2")
    assert [row["outcome"] for row in static["outcomes"]] == ["fail", "succeed"]
    assert Fraction(static["reached"]) == Fraction(50, 81)
    dynamic = exact("+2", "--opposed", "2", "--ruleset", "fate2")
    assert {row["outcome"] for row in dynamic["outcomes"]} == {"fail", "tie", "succeed"}
    assert Fraction(dynamic["reached"]) < Fraction(1, 2)


def test_a_level_may_be_a_number_of_dice() -> None:
    """Fate d6: Fair is three dice, and their sum has to reach a number."""
    answer = exact("Fair", "--against", "11", "--ruleset", "fate2", "--dial", "dice=fate-d6")
    assert answer["roll"] == "3d6"
    throws = [sum(faces) for faces in product(range(1, 7), repeat=3)]
    assert Fraction(answer["reached"]) == Fraction(sum(total >= 11 for total in throws), len(throws))
    assert "against 11" in odds("Fair", "--against", "11", "--ruleset", "fate2", "--dial", "dice=fate-d6").output
    poor = odds("Poor", "--against", "2", "--ruleset", "fate2", "--dial", "dice=fate-d6")
    assert poor.exit_code != 0
    assert "With Poor (-2) no dice are thrown." in poor.output


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("+3", "--ahead", "1", "--ruleset", "fae"), "nothing is rolled on several scales"),
        (("3dF+1d6", "--ahead", "1", "--ruleset", "strange"), "the ruleset says what is rolled"),
        (("+3", "--ahead", "21", "--ruleset", "strange"), "21 is not in the range"),
        (("+3", "--dial", "dice=cups", "--ruleset", "strange"), "dice"),
    ],
)
def test_scales_are_those_of_the_ruleset(args: tuple[str, ...], said: str) -> None:
    result = odds(*args)
    assert result.exit_code != 0
    assert said in (result.output or str(result.exception))


def test_floats_stand_beside_the_exact_fractions() -> None:
    for row in exact("+3", "--against", "2")["outcomes"]:
        assert row["chance_float"] == float(Fraction(row["chance"]))


def test_two_equal_sides_are_as_likely_to_win_as_to_lose() -> None:
    chances = {row["outcome"]: Fraction(row["chance"]) for row in exact("+2", "--opposed", "+2")["outcomes"]}
    assert chances["succeed"] + chances["style"] == chances["fail"]
    assert sum(chances.values()) == 1


def test_an_invocation_helps_and_is_spent_only_where_it_is_needed() -> None:
    without, helped = exact("+1", "--against", "2"), exact("+1", "--against", "2", "--invokes", "1")
    assert Fraction(helped["reached"]) > Fraction(without["reached"])
    assert 0 < Fraction(helped["spent"]) < 1


def test_the_goal_may_be_named_in_the_words_of_the_book() -> None:
    by_word, by_name = (exact("+3", "--against", "2", "--goal", goal) for goal in ("Success with Style", "style"))
    assert by_word == by_name
    assert Fraction(by_name["reached"]) == counted(3, 2)["style"]


def test_without_opposition_every_total_is_listed_with_its_chance() -> None:
    answer = exact("+1")
    assert [row["total"] for row in answer["totals"]] == list(range(-3, 6))
    assert {row["total"]: row["chance"] for row in answer["totals"]}[1] == "19/81"
    assert answer["totals"][0]["at_least"] == "1"


def test_the_chart_names_the_outcomes_and_its_bars_grow_with_the_chance() -> None:
    lines = odds("+3", "--against", "2").output.splitlines()
    assert lines[0] == "4dF+3 against Fair (+2)"
    bars = {line.strip().split("  ")[0]: line.count("█") for line in lines[1:5]}
    assert list(bars) == ["Failure", "Tie", "Success", "Success with style"]
    assert bars["Success"] > bars["Tie"] > 0
    assert bars["Failure"] == bars["Success with style"]
    assert lines[5] == "Success or better: 62 %"


def test_where_there_are_no_block_characters_bars_are_drawn_with_others() -> None:
    finished = subprocess.run(
        [PROGRAM, "odds", "+3", "--against", "2"],
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
        check=True,
    )
    assert b"####" in finished.stdout


def test_many_totals_are_cut_to_the_likely_ones_and_said_to_be() -> None:
    lines = odds("60d6").output.splitlines()
    assert len(lines) < 150
    assert re.fullmatch(r"\d+ rare totals are left out; --json has them all\.", lines[-1])


def test_fractions_too_long_for_a_line_are_left_out() -> None:
    assert max(map(len, odds("-1", "--against", "poor", "--invokes", "20").output.splitlines())) <= 80


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["x", "--against", "3"], "ladder-word"),
        (["3x", "--against", "3"], "dice-notation"),
        (["+1", "--against", "sky"], "ladder-word"),
        (["+1", "--opposed", "sky"], "ladder-word"),
        (["999d6kh500"], "odds-too-large"),
        (["+1", "--ruleset", "weave"], "unknown-ruleset"),
    ],
)
def test_what_has_no_odds_is_one_sentence(args: list[str], code: str) -> None:
    result = odds(*args)
    assert result.exit_code == 1
    assert re.fullmatch(rf"error: [^\n]+\. \({code}\)\n", result.output)


@pytest.mark.parametrize(
    "args",
    [
        ["+1", "--against", "1", "--opposed", "1"],
        ["+1", "--invokes", "1"],
        ["+1", "--goal", "style"],
        ["+1", "--against", "1", "--goal", "glory"],
        ["+1", "--against", "1", "--invokes", "21"],
        ["+1", "--against", "1", "--invokes", "-1"],
        ["+1", "--aginst", "1"],
    ],
)
def test_questions_that_make_no_sense_are_usage_errors(args: list[str]) -> None:
    assert odds(*args).exit_code == 2
