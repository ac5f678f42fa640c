"""Dials are read whole or not at all, and everything wrong with them is said at once."""

from __future__ import annotations

import pytest
from msgspec import Struct

from fatetable.engine.errors import InvalidDials
from fatetable.mechanics.book.dials import Dial, read_dials


class Options(Struct, frozen=True):
    pace: str = "slow"
    players: int = 3
    open_hands: bool = True


METADATA = (
    Dial(name="pace", meaning="How fast.", values=("slow", "fast")),
    Dial(name="players", meaning="How many.", values=(1, 2, 3)),
    Dial(name="open_hands", meaning="Whether hands are open.", values=(True, False)),
)


def test_what_is_not_given_keeps_its_default() -> None:
    assert read_dials(Options, METADATA, {}) == Options()
    assert read_dials(Options, METADATA, {"pace": "fast", "players": 1}) == Options(pace="fast", players=1)


def test_all_problems_are_listed_at_once() -> None:
    with pytest.raises(InvalidDials) as refusal:
        read_dials(Options, METADATA, {"pace": "medium", "player": 2, "players": 9, "open_hands": False})
    assert refusal.value.problems == (
        '"pace" cannot be "medium", only one of "slow", "fast"',
        'there is no dial "player"; did you mean "players"?',
        '"players" cannot be 9, only one of 1, 2, 3',
    )


@pytest.mark.parametrize(
    "given",
    [{"players": True}, {"players": 1.0}, {"players": "1"}, {"open_hands": 1}, {"pace": None}, {"pace": ["slow"]}],
)
def test_a_value_of_another_type_is_not_taken_for_one_that_looks_the_same(given: dict[str, object]) -> None:
    with pytest.raises(InvalidDials):
        read_dials(Options, METADATA, given)


def test_a_value_nobody_could_write_is_quoted_all_the_same() -> None:
    with pytest.raises(InvalidDials, match="object object"):
        read_dials(Options, METADATA, {"pace": object()})


def test_a_dial_like_no_other_is_answered_with_all_there_are() -> None:
    with pytest.raises(InvalidDials, match="there are pace, players, open_hands"):
        read_dials(Options, METADATA, {"zzz": 1})
