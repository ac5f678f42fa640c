"""A vehicle or an animal that comes with Move."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.characters.creation import EntriesInput, NumberInput, TextInput
from fatetable.mechanics.characters.sheet import Entry
from fatetable.rulesets.strange.tests.support.making import built, common, errors, hero, procedure, told


def moving_by(name: str, cost: int, skill: Entry) -> Entry:
    return msgspec.structs.replace(
        skill, texts={**skill.texts, "vehicle": name}, numbers={**skill.numbers, "vehicle-cost": cost}
    )


DRIVER = "Cabman"


@pytest.mark.rule("SF-MOVE-02")
@pytest.mark.parametrize("rating", [1, 2, 3, 4])
@pytest.mark.parametrize("cost", range(5))
def test_it_costs_no_more_than_the_skill_is_rated(rating: int, cost: int) -> None:
    cab = moving_by("Hansom cab", cost, built(DRIVER, "move", "transport", rating=rating, kind="unique"))
    assert ("vehicle-too-dear" in errors(hero(cab))) == (cost > rating)


@pytest.mark.rule("SF-MOVE-02")
def test_it_is_on_the_sheet_as_what_they_own_or_have_at_hand() -> None:
    cab = moving_by("Hansom cab", 2, built(DRIVER, "move", rating=3, kind="unique"))
    assert told(hero(cab), "vehicle.cabman") == "Hansom cab, Fair (+2)"
    assert told(hero(built(DRIVER, "move", rating=3, kind="unique")), "vehicle.cabman") == ""


@pytest.mark.rule("SF-MOVE-02")
@pytest.mark.parametrize(
    ("skill", "has_move"),
    [
        (built(DRIVER, "transport", rating=3, kind="unique"), False),
        (built(DRIVER, "move", rating=3, kind="unique"), True),
        (common("Athletics", 3), True),
        (common("Academics", 3), False),
    ],
    ids=["transport", "move", "athletics", "academics"],
)
def test_it_comes_with_move_and_not_with_transport(skill: Entry, has_move: bool) -> None:
    found = errors(hero(moving_by("Mare", 1, skill)))
    assert ("vehicle-without-move" in found) != has_move


@pytest.mark.rule("SF-MOVE-02")
def test_the_builder_asks_for_it_with_every_kind_of_skill() -> None:
    steps = procedure().steps(hero())
    fields = [each for step in steps for each in step.inputs if isinstance(each, EntriesInput)]
    (forms,) = [each.forms for each in fields if each.path == "entries.skills"]
    assert [form.kind for form in forms] == ["common", "unique", "strange"]
    for form in forms:
        paths = {each.path for each in form.inputs if isinstance(each, TextInput | NumberInput)}
        assert {"texts.vehicle", "numbers.vehicle-cost"} <= paths
