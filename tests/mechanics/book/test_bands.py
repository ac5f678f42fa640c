"""Margins are read off a table of thresholds."""

import msgspec
import pytest

from fatetable.mechanics.book.bands import Bands

FOUR_OUTCOMES = Bands(((None, "fail"), (0, "tie"), (1, "succeed"), (3, "style")), success="succeed")


@pytest.mark.rule("FAE-ROLL-06")
@pytest.mark.parametrize(
    ("margin", "outcome"),
    [(-9, "fail"), (-1, "fail"), (0, "tie"), (1, "succeed"), (2, "succeed"), (3, "style"), (4, "style"), (99, "style")],
)
def test_style_starts_at_three_and_two_is_plain_success(margin: int, outcome: str) -> None:
    assert FOUR_OUTCOMES.outcome(margin) == outcome


def test_a_book_says_from_which_outcome_on_a_roll_succeeds() -> None:
    assert FOUR_OUTCOMES.successes == ("succeed", "style")
    assert [FOUR_OUTCOMES.succeeds(margin) for margin in (-1, 0, 1, 3)] == [False, False, True, True]
    equal_is_enough = Bands(((None, "fail"), (0, "barely"), (1, "solid")), success="barely")
    assert equal_is_enough.successes == ("barely", "solid")
    assert [equal_is_enough.succeeds(margin) for margin in (-1, 0, 1)] == [False, True, True]
    with pytest.raises(ValueError, match="none of the outcomes"):
        Bands(((None, "fail"), (0, "tie")), success="style")


def test_outcomes_and_their_lowest_margins_are_listed_worst_first() -> None:
    assert FOUR_OUTCOMES.outcomes == ("fail", "tie", "succeed", "style")
    assert [FOUR_OUTCOMES.lowest_margin(outcome) for outcome in FOUR_OUTCOMES.outcomes] == [None, 0, 1, 3]
    with pytest.raises(KeyError):
        FOUR_OUTCOMES.lowest_margin("triumph")


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ((), "first band"),
        (((0, "tie"),), "first band"),
        (((None, "a"), (None, "b")), "only the first"),
        (((None, "a"), (2, "b"), (2, "c")), "lowest margin up"),
        (((None, "a"), (0, "b"), (1, "a")), "one band only"),
    ],
)
def test_a_table_that_leaves_a_margin_undecided_is_refused(rows: object, problem: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=problem):
        msgspec.convert({"rows": rows, "success": "a"}, Bands)
