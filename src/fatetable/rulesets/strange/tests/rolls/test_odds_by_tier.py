"""The chances that the command line tells for a gap of tiers are those of the dice at the table."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from click.testing import CliRunner

from fatetable.adapters.cli.main import main
from fatetable.mechanics.dice.notation import parse_dice
from fatetable.mechanics.dice.odds import notation_weights
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.rolls import tier_dice
from fatetable.rulesets.strange.tests.support.book import TABLES

FATE = (-1, 0, 1)
SIX = tuple(range(1, 7))


def told(*args: str) -> Any:
    result = CliRunner().invoke(main, ["odds", *args, "--ruleset", "strange", "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def chances(*args: str) -> dict[str, Fraction]:
    return {row["outcome"]: Fraction(row["chance"]) for row in told(*args)["outcomes"]}


def totals(*dice: tuple[int, ...], plus: int = 0) -> Counter[int]:
    return Counter(sum(faces) + plus for faces in product(*dice))


def pool(ahead: int) -> list[tuple[int, ...]]:
    sixes = SIX if ahead > 0 else tuple(-face for face in SIX)
    return [FATE] * (4 - abs(ahead)) + [sixes] * abs(ahead)


@pytest.mark.rule("SF-TIER-05")
@pytest.mark.rule("SF-TIER-06")
@pytest.mark.rule("SF-ROLL-01")
@pytest.mark.parametrize("ahead", range(-4, 5))
def test_against_a_difficulty_dice_are_added_or_taken_off_and_meeting_it_is_enough(ahead: int) -> None:
    counted = totals(*pool(ahead), plus=3)
    whole = counted.total()
    found = chances("+3", "--against", "4", "--ahead", str(ahead))
    assert "tie" not in found
    assert found["fail"] == Fraction(sum(n for total, n in counted.items() if total < 4), whole)
    assert found["style"] == Fraction(sum(n for total, n in counted.items() if total >= 7), whole)


@pytest.mark.rule("SF-TIER-03")
@pytest.mark.parametrize("ahead", [-2, 0, 1, 3])
def test_against_somebody_the_higher_side_alone_has_other_dice(ahead: int) -> None:
    mine, theirs = totals(*pool(max(0, ahead)), plus=3), totals(*pool(max(0, -ahead)), plus=2)
    whole = mine.total() * theirs.total()
    ties = sum(n * theirs[total] for total, n in mine.items())
    assert chances("+3", "--opposed", "+2", "--ahead", str(ahead))["tie"] == Fraction(ties, whole)


@pytest.mark.rule("SF-TIER-07")
def test_no_more_than_four_tiers_count() -> None:
    assert chances("+0", "--against", "2", "--ahead", "6") == chances("+0", "--against", "2", "--ahead", "4")


@pytest.mark.rule("SF-TIER-10")
@pytest.mark.rule("SF-TIER-11")
@pytest.mark.parametrize(
    ("dice", "ahead", "more"),
    [
        ("extra-dice", 2, [SIX, SIX]),
        ("extra-dice", -1, [tuple(-face for face in SIX)]),
        ("flat-bonus", 2, [(6,)]),
        ("flat-bonus", -1, [(-3,)]),
        ("flat-bonus", 0, []),
    ],
)
def test_the_other_dice_of_a_table_are_a_dial(dice: str, ahead: int, more: list[tuple[int, ...]]) -> None:
    counted = totals(SIX, tuple(-face for face in SIX), *more)
    found = told("+0", "--ahead", str(ahead), "--dial", f"dice={dice}")["totals"]
    assert {row["total"]: Fraction(row["chance"]) for row in found} == {
        total: Fraction(n, counted.total()) for total, n in counted.items()
    }


@pytest.mark.parametrize("method", ["fate", "extra-dice", "flat-bonus"])
@pytest.mark.parametrize("ahead", range(-4, 5))
def test_what_is_written_can_be_read_as_dice(method: str, ahead: int) -> None:
    written = tier_dice(TABLES, Dials(dice=method)).notation(ahead)  # type: ignore[arg-type]  # one of the dial's
    assert (
        notation_weights(parse_dice(written)).mean == {"fate": 3.5, "extra-dice": 3.5, "flat-bonus": 3}[method] * ahead
    )
