"""What a trapping is about: types of Environment that take a tier, and the one field of Transport."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.creation import ChooseInput
from fatetable.rulesets.strange.book import HeldTrapping
from fatetable.rulesets.strange.creation.skill_forms import diagram_input
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.making import built, common, errors, hero

FANTASTIC, OFF_EARTH = "on Earth, beyond the bounds of reality", "off the Earth"
FIELDS = ("animal riding", "animal-drawn", "mechanical ground", "watercraft", "aircraft")


def asked_of(box: str) -> tuple[str, ...]:
    """What the diagram offers to choose for a trapping."""
    node = next(node for node in diagram_input(TABLES, "strange").nodes if node.id == box)
    return tuple(each.value for field in node.inputs if isinstance(field, ChooseInput) for each in field.options)


@pytest.mark.rule("SF-ENVIRONMENT-04")
@pytest.mark.parametrize("tier", range(5))
@pytest.mark.parametrize(
    ("of", "where", "least"),
    [
        ("wilderness", (), 0),
        ("the Earth's core", (FANTASTIC,), 1),
        ("Mars", (OFF_EARTH,), 2),
        ("space", (OFF_EARTH,), 2),
    ],
)
def test_fantastic_environments_take_a_tier_and_those_off_the_earth_another(
    of: str, where: tuple[str, ...], least: int, tier: int
) -> None:
    skill = built("Traveller", HeldTrapping(id="environment", of=of, terms=where), tier=tier, rating=2)
    assert errors(hero(skill)) == ([] if tier >= least else ["type-beyond-tier"])


@pytest.mark.rule("SF-ENVIRONMENT-04")
def test_the_form_asks_for_it_and_nothing_else_is_taken() -> None:
    assert asked_of("environment") == (FANTASTIC, OFF_EARTH)
    nowhere = HeldTrapping(id="environment", of="dreams", terms=("in dreams",))
    assert errors(hero(built("Traveller", nowhere, tier=4))) == ["type-beyond-tier"]


@pytest.mark.rule("SF-ENVIRONMENT-04")
def test_the_gate_takes_no_place_among_the_tier_benefits() -> None:
    places = tuple(HeldTrapping(id="environment", of=of, terms=(OFF_EARTH,)) for of in ("Mars", "Venus", "space"))
    assert errors(hero(built("Traveller", *places, tier=2, rating=1))) == []


@pytest.mark.rule("SF-TRANSPORT-01")
def test_a_skill_is_for_one_kind_of_transport_and_no_more() -> None:
    assert asked_of("transport") == FIELDS
    for field in FIELDS:
        assert errors(hero(built("Driver", HeldTrapping(id="transport", terms=(field,))))) == []
    for terms in ((), FIELDS[:2], ("on foot",)):
        assert errors(hero(built("Driver", HeldTrapping(id="transport", terms=terms)))) == ["field-open"]
    both = (HeldTrapping(id="transport", terms=(field,)) for field in FIELDS[:2])
    assert errors(hero(built("Driver", *both))) == ["trapping-twice"]


@pytest.mark.rule("SF-TRANSPORT-01")
def test_each_common_skill_of_transport_is_for_one_kind() -> None:
    found = {skill.name: held.terms for skill in TABLES.skills for held in skill.trappings if held.id == "transport"}
    assert found == {
        "Horsemanship": ("animal riding",),
        "Drive": ("mechanical ground",),
        "Seamanship": ("watercraft",),
        "Pilot": ("aircraft",),
    }
    for name in found:
        assert errors(hero(common(name, 2))) == []
