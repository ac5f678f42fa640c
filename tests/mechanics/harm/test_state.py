"""How conditions fold, and what is asked of them."""

from __future__ import annotations

from fatetable.mechanics.harm.state import (
    HARM,
    STRESS,
    Condition,
    ConditionSet,
    condition_of,
    in_a_row,
    is_out,
    is_unharmed,
    unchecked,
)
from tests.mechanics.small_game import RETH, SmallGame


def test_the_last_condition_counts() -> None:
    g = SmallGame()
    assert (condition_of(g.state, RETH), is_out(g.state, RETH)) == (Condition(), False)
    g.tell(ConditionSet(RETH, Condition(tracks={STRESS: (True,)}, out="conceded")))
    assert is_out(g.state, RETH)
    after = Condition(tracks={STRESS: (False,)})
    g.tell(ConditionSet(RETH, after))
    assert (g.state.get(HARM), is_out(g.state, RETH)) == ({RETH: after}, False)


def test_a_box_on_any_track_is_harm_and_so_is_being_out() -> None:
    assert is_unharmed(Condition(tracks={"health": (False, False), "composure": (False,)}))
    assert not is_unharmed(Condition(tracks={"health": (False, False), "composure": (True,)}))
    assert not is_unharmed(Condition(out="conceded"))


def test_a_track_without_boxes_is_none() -> None:
    assert unchecked({"health": 2, "composure": 0}) == {"health": (False, False)}


def test_things_in_a_row() -> None:
    assert [in_a_row(words) for words in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
