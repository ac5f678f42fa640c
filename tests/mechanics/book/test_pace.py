"""The pace of a table: each of its options is a dial, and playing by hand sets those that it names."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.book.pace import BY_HAND, PACE_DIALS, Pace


def test_each_option_is_a_dial_with_its_default_among_the_values() -> None:
    defaults = msgspec.structs.asdict(Pace())
    assert {dial.name for dial in PACE_DIALS} == set(defaults)
    assert [dial.name for dial in PACE_DIALS if defaults[dial.name] not in dial.values] == []


def test_playing_by_hand_changes_every_option_that_it_names() -> None:
    defaults = msgspec.structs.asdict(Pace())
    values = {dial.name: dial.values for dial in PACE_DIALS}
    assert [name for name, value in BY_HAND.items() if value == defaults[name] or value not in values[name]] == []


@pytest.mark.parametrize(("descriptions", "expected"), [("required", True), ("optional", False)])
def test_words_are_needed_where_descriptions_are_required(descriptions: str, expected: bool) -> None:
    assert msgspec.convert({"descriptions": descriptions}, Pace).needs_words is expected
