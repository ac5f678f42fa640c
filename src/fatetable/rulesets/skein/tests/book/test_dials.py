"""The options of Skein: every one the book leaves open has a dial, and each dial is described in full."""

from __future__ import annotations

from typing import get_args, get_type_hints

import msgspec
import pytest

from fatetable.engine.errors import InvalidDials
from fatetable.mechanics.book.dials import Dial, read_dials
from fatetable.rulesets.skein.dials import DIALS, Dials

OPTIONS = {
    *("SK-CHAR-10", "SK-CHAR-13", "SK-SKILL-02", "SK-EQUIP-12", "SK-DICE-02", "SK-FP-05", "SK-FP-08", "SK-FP-10"),
    *("SK-TEST-12", "SK-TIME-01", "SK-CONT-13", "SK-CONT-15", "SK-MAP-01", "SK-BATTLE-15", "SK-SPIRIT-05"),
    *("SK-STORY-01", "SK-ADV-10", "SK-ADV-11", "SK-ADV-12", "SK-NPC-13"),
}
"""Rules the book itself calls options."""

READINGS = {
    *("SK-CHAR-04", "SK-STUNT-44", "SK-STUNT-49", "SK-STUNT-58", "SK-EQUIP-13", "SK-HEAL-06", "SK-HEAL-07"),
    *("SK-END-08", "SK-END-10", "SK-BATTLE-29", "SK-DIV-03", "SK-SHAPE-03", "SK-ADV-02"),
}
"""Rules whose reading a table may change."""


def test_every_option_of_the_book_and_every_open_reading_has_a_dial() -> None:
    cited = {rule for dial in DIALS for rule in dial.cites}
    assert cited == OPTIONS | READINGS | {"SK-DICE-01"}


def test_every_field_has_a_description_and_the_other_way_round() -> None:
    assert [dial.name for dial in DIALS if dial.name not in Dials.__struct_fields__] == []
    assert sorted(dial.name for dial in DIALS) == sorted(Dials.__struct_fields__)


@pytest.mark.parametrize("dial", DIALS, ids=lambda dial: dial.name)
def test_a_dial_can_be_set_to_each_of_its_values_and_starts_at_one_of_them(dial: Dial) -> None:
    assert dial.allows(getattr(Dials(), dial.name))
    for value in dial.values:
        assert getattr(read_dials(Dials, DIALS, {dial.name: value}), dial.name) == value
    assert len(dial.values) > 1
    assert dial.meaning.endswith(".")


@pytest.mark.parametrize("dial", DIALS, ids=lambda dial: dial.name)
def test_the_words_a_dial_may_be_set_to_are_those_its_field_holds(dial: Dial) -> None:
    kind = get_type_hints(Dials)[dial.name]
    words = get_args(kind)
    assert set(dial.values) == set(words) if words else all(type(value) is kind for value in dial.values)


def test_a_dial_that_there_is_not_is_refused() -> None:
    with pytest.raises(InvalidDials, match="free_changes"):
        read_dials(Dials, DIALS, {"free_change": 1})
    with pytest.raises(InvalidDials):
        read_dials(Dials, DIALS, {"free_changes": True})


def test_only_what_differs_from_the_book_is_written_down() -> None:
    assert msgspec.to_builtins(Dials()) == {}
    assert msgspec.to_builtins(Dials(dice="d6")) == {"dice": "d6"}
