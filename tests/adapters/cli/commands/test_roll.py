"""Rolling dice on the command line: what is shown adds up, in words and in JSON."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fatetable.adapters.cli.main import main

PROGRAM = Path(sys.executable).with_name("fatetable")
FACES = {"+": 1, " ": 0, "-": -1}


def roll(*args: str) -> Result:
    return CliRunner().invoke(main, ["roll", *args])


def test_the_program_shows_four_faces_their_sum_and_the_word_for_it() -> None:
    finished = subprocess.run([PROGRAM, "roll", "4dF+3"], capture_output=True, text=True, check=True)
    shown = re.fullmatch(r"((?:\[[-+ ]\]){4}) \+3 = ([+-]\d) ([A-Z][a-z]+(?: [+-]\d)?)\n", finished.stdout)
    assert shown
    faces = [FACES[face] for face in shown[1][1::3]]
    assert sum(faces) + 3 == int(shown[2])


def test_without_a_notation_four_fate_dice_are_rolled() -> None:
    assert re.fullmatch(r"(\[[-+ ]\]){4} = [+-]\d .+\n", roll().output)


def test_every_face_of_every_die_comes_up_in_time() -> None:
    rolls = json.loads(roll("2dF+d6", "--times", "200", "--json").output)["rolls"]
    assert len(rolls) == 200
    assert {told["faces"][0] for told in rolls} == {-1, 0, 1}
    assert {told["faces"][2] for told in rolls} == {1, 2, 3, 4, 5, 6}
    assert all(sum(told["faces"]) == told["total"] for told in rolls)


def test_dice_that_do_not_count_are_shown_in_round_brackets() -> None:
    told = json.loads(roll("3d6kh1", "--json").output)["rolls"][0]
    assert told["total"] == max(told["faces"])
    assert re.fullmatch(r"(?=.*\[\d\])[\[(]\d[\])][\[(]\d[\])][\[(]\d[\])] = \d\n", roll("3d6kh1").output)


def test_dice_that_are_taken_away_show_their_sign() -> None:
    assert re.fullmatch(r"\[\d\]\[-\d\] = -?\d\n", roll("d6", "-", "d6").output)


def test_a_roll_against_a_word_tells_the_outcome_and_by_how_much() -> None:
    told = json.loads(roll("4dF+3", "--against", "Good", "--json").output)["rolls"][0]
    assert told["against"] == 3
    assert told["margin"] == told["total"] - 3
    outcomes = {"fail": range(-9, 0), "tie": range(1), "succeed": range(1, 3), "style": range(3, 9)}
    assert told["margin"] in outcomes[told["outcome"]]
    assert " against Good (+3): " in roll("4dF+3", "--against", "3").output


def test_a_difficulty_of_zero_is_a_difficulty() -> None:
    assert "against Mediocre (+0)" in roll("4dF", "--against", "0").output


def test_more_dice_than_fit_a_line_are_counted() -> None:
    assert re.fullmatch(r"100 dice = \d+\n", roll("100d6").output)


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["zz"], "dice-notation"),
        ([""], None),
        (["1001d6"], "dice-notation"),
        (["4dF\x1b[2J"], "dice-notation"),
        (["4dF", "--against", "nonsense"], "ladder-word"),
        (["4dF", "--ruleset", "weave"], "unknown-ruleset"),
        (["4dF", "--ruleset", "../.."], "unknown-ruleset"),
    ],
)
def test_what_cannot_be_rolled_is_one_sentence(args: list[str], code: str | None) -> None:
    result = roll(*args)
    if code is None:
        assert result.exit_code == 0
        return
    assert result.exit_code == 1
    assert re.fullmatch(rf"error: [^\n\x1b]+\. \({code}\)\n", result.output)


@pytest.mark.parametrize("args", [["--times", "0"], ["--times", "1001"], ["--times", "x"], ["4dF", "--aganst", "2"]])
def test_options_that_cannot_be_read_are_usage_errors(args: list[str]) -> None:
    assert roll(*args).exit_code == 2
