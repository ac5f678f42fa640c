"""Marks in rows: the same for wounds and for the rungs of a challenge, by the figures of FATE second edition."""

from __future__ import annotations

from itertools import product

import pytest

from fatetable.mechanics.harm.rows import mark

WOUNDS = (0, 2, 2, 2, 1)
"""Scratched, clipped, hurt, injured, taken out (F2-WND-01)."""
LADDER = (2, 2, 2, 2, 1)
"""F2-CHAL-02."""
CHESS = (8, 4, 2, 1, 1)
"""F2-CHAL-15."""


def marked_one_after_the_other(rows: tuple[int, ...], *results: int, overflow: bool = True) -> list[int | None]:
    checked, found = [0] * len(rows), []
    for result in results:
        row = mark(rows, checked, result, overflow=overflow)
        found.append(row)
        if row is not None:
            checked[row] += 1
    return found


def test_a_full_row_passes_the_mark_on_and_a_full_ladder_marks_nothing() -> None:
    # F2-EX-42: both boxes for hurt are checked, then injured, and with both of these full somebody is taken out.
    assert marked_one_after_the_other(WOUNDS, 2, 2, 2, 2, 2, 2) == [2, 2, 3, 3, 4, None]


def test_without_overflow_a_result_in_a_full_row_is_lost() -> None:
    assert marked_one_after_the_other(WOUNDS, 2, 2, 2, 4, 4, overflow=False) == [2, 2, None, 4, None]


def test_a_scratch_is_nothing_and_fills_no_other_row() -> None:
    assert marked_one_after_the_other(WOUNDS, 0, 0, 0) == [None] * 3


def test_many_small_successes_reach_the_top() -> None:
    # F2-CHAL-03: the ninth goes into the one box of the last rung.
    assert marked_one_after_the_other(LADDER, *[0] * 10) == [0, 0, 1, 1, 2, 2, 3, 3, 4, None]


def test_a_result_above_the_last_row_belongs_to_it() -> None:
    assert marked_one_after_the_other(LADDER, 7, 9) == [4, None]
    assert mark((), (), 0) is None


def test_the_game_of_chess_ends_as_in_the_book() -> None:
    # F2-CHAL-18: what Ferdinand's pieces suffer; the second loss of a queen overflows to checkmate.
    assert marked_one_after_the_other(CHESS, 2, 0, 3, 3) == [2, 0, 3, 4]


@pytest.mark.parametrize("overflow", [True, False])
def test_a_mark_is_never_lower_than_the_result_and_never_in_a_full_row(overflow: bool) -> None:
    rows = (1, 2, 1)
    for checked in product(range(2), range(3), range(2)):
        for at in range(4):
            row = mark(rows, checked, at, overflow=overflow)
            reached = range(min(at, 2), 3 if overflow else min(at, 2) + 1)
            free = [each for each in reached if checked[each] < rows[each]]
            assert row == (free[0] if free else None)
