"""Every choice the book leaves to the table is a dial that can be set and says what it means."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.engine.errors import InvalidDials
from fatetable.mechanics.book.dials import Dial, DialValue
from fatetable.rulesets.fate2.dials import DIALS, Dials
from fatetable.rulesets.fate2.ruleset import build

VALUES = [(dial.name, value) for dial in DIALS for value in dial.values]


@pytest.mark.parametrize(("name", "value"), VALUES, ids=lambda each: str(each))
def test_every_value_of_every_dial_makes_a_game_with_legal_characters(name: str, value: DialValue) -> None:
    ruleset = build({name: value})
    assert ruleset.dials[name] == value
    made = ruleset.creation
    heroes = [sheet for sheet in made.samples if sheet.kind == "hero"]
    assert len(heroes) == 3 + (name == "magic" and value != "none")
    for sheet in made.samples:
        assert [problem for problem in made.problems(sheet) if problem.severity == "error"] == []


@pytest.mark.parametrize("dial", DIALS, ids=lambda dial: dial.name)
def test_a_dial_has_a_field_a_default_among_its_values_and_a_meaning(dial: Dial) -> None:
    assert dial.allows(getattr(Dials(), dial.name))
    assert dial.meaning.endswith(".")
    assert len(dial.values) > 1
    assert set(dial.needs) <= set(msgspec.structs.asdict(Dials()))


def test_there_is_a_dial_for_every_field() -> None:
    assert sorted(dial.name for dial in DIALS) == sorted(msgspec.structs.asdict(Dials()))


@pytest.mark.parametrize(("name", "value"), [("phases", 0), ("phases", True), ("magic", "wild"), ("pace", 1)])
def test_other_values_are_refused(name: str, value: DialValue) -> None:
    with pytest.raises(InvalidDials):
        build({name: value})
