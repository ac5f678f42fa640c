"""Dials are read whole or not at all, and everything wrong with them is said at once."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import Struct

from fatetable.engine.errors import InvalidDials
from fatetable.mechanics.book.dials import DefaultIf, Dial, read_dials
from fatetable.mechanics.kit import Part, swapped
from fatetable.mechanics.rolls.holding import Holding
from tests.mechanics.small_game import PACE


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


def test_a_dial_has_an_effect_only_where_all_it_needs_is_set() -> None:
    dial = Dial(name="shown", meaning="Shown.", values=(1, 2), needs={"pace": ("fast",), "players": (2, 3)})
    assert dial.has_effect({"pace": "fast", "players": 3})
    assert not dial.has_effect({"pace": "slow", "players": 3})
    assert not dial.has_effect({"pace": "fast", "players": 1})
    assert METADATA[0].has_effect({"pace": "slow", "players": 1})


def test_a_default_may_depend_on_another_dial_and_gives_way_to_what_is_chosen() -> None:
    players = msgspec.structs.replace(METADATA[1], default_if=(DefaultIf("pace", "fast", 2),))
    metadata = (METADATA[0], players, METADATA[2])
    assert read_dials(Options, metadata, {"pace": "fast"}) == Options(pace="fast", players=2)
    assert read_dials(Options, metadata, {"pace": "fast", "players": 3}) == Options(pace="fast", players=3)
    assert read_dials(Options, metadata, {"pace": "slow"}) == Options()


MAGIC = Dial(name="magic", meaning="Which magic.", values=("none", "holding"), swaps=True)


def nothing() -> tuple[Part, ...]:
    return ()


def holding() -> tuple[Part, ...]:
    return (Holding(PACE),)


def test_a_dial_chooses_parts() -> None:
    assert swapped(MAGIC, "none", {"none": nothing, "holding": holding}) == ()
    assert swapped(MAGIC, "holding", {"none": nothing, "holding": holding}) == (Holding(PACE),)


def test_there_are_parts_for_every_value_of_a_dial_and_for_no_other() -> None:
    for parts in ({"none": nothing}, {"none": nothing, "holding": holding, "runes": nothing}):
        with pytest.raises(ValueError, match="magic"):
            swapped(MAGIC, "none", parts)
    with pytest.raises(ValueError, match="pace"):
        swapped(METADATA[0], "slow", {"slow": nothing, "fast": holding})
