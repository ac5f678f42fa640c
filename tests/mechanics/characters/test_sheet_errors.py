"""What a sheet with errors is refused with, and which errors a change may not bring in."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.sheet import Problem
from fatetable.mechanics.characters.sheet_errors import UnfinishedSheet, require_no_new_errors

NO_NAME = Problem("error", "no-name", "name", "There is no name.", cites=("S-1",))
STILL_NO_NAME = Problem("error", "no-name", "name", "There is still no name.")
NO_MOTTO = Problem("error", "no-words", "aspects.motto", "There is no motto.")
DULL = Problem("advice", "dull", "name", "How dull.")


def test_the_first_error_is_said_with_how_many_there_are() -> None:
    refusal = UnfinishedSheet((NO_NAME, NO_MOTTO), "Reth")
    assert (refusal.code, refusal.message) == (
        "unfinished-sheet",
        "Reth: There is no name. (2 problems in all)",
    )
    assert (refusal.cites, refusal.problems) == (("S-1",), (NO_NAME, NO_MOTTO))
    assert UnfinishedSheet((NO_MOTTO,)).message == "There is no motto."


def test_a_change_brings_in_no_new_error() -> None:
    with pytest.raises(UnfinishedSheet) as refusal:
        require_no_new_errors((DULL, NO_NAME), (NO_NAME, NO_MOTTO))
    assert refusal.value.problems == (NO_MOTTO,)


def test_the_same_error_in_another_place_is_new() -> None:
    elsewhere = Problem("error", "no-words", "aspects.trouble", "There is no trouble.")
    with pytest.raises(UnfinishedSheet) as refusal:
        require_no_new_errors((NO_MOTTO,), (NO_MOTTO, elsewhere))
    assert refusal.value.problems == (elsewhere,)


@pytest.mark.parametrize(
    ("before", "after", "where"),
    [((NO_NAME,), (STILL_NO_NAME,), ""), ((), (DULL,), ""), ((), (NO_MOTTO,), "name"), ((NO_NAME, NO_MOTTO), (), "")],
    ids=["an old error in other words", "advice", "another place", "nothing left"],
)
def test_whatever_else_a_change_leaves_is_no_reason(
    before: tuple[Problem, ...], after: tuple[Problem, ...], where: str
) -> None:
    require_no_new_errors(before, after, where=where)
    with pytest.raises(UnfinishedSheet):
        require_no_new_errors(before, (*after, Problem("error", "new", where or "x", "It is new.")), where=where)
