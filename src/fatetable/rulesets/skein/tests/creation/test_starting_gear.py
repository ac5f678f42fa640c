"""What a new character owns: the gear of an occupation, as many items as Wealth, and what Belonging brings."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.tests.support.making import (
    LISTS,
    PLAIN_STUNTS,
    SKILLS,
    advice_codes,
    error_codes,
    hero,
    stunts,
)


def owner(wealth: int = 2, **lists: tuple[str, ...]) -> Sheet:
    """The hero with another Wealth, exchanged for a skill of that level."""
    other = next(skill for skill, level in SKILLS.items() if level == wealth and skill != "wealth")
    traits = SKILLS if wealth == 2 else {**SKILLS, "wealth": wealth, other: 2}
    return hero(traits=traits, lists={**LISTS, **lists})


@pytest.mark.rule("SK-CHAR-32")
@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ("Short sword", []),
        ("Healing Kit", []),
        ("Musical Instrument (cost 2)", []),
        ("Broad sword", ["gear-too-dear"]),
        ("Musical Instrument (cost 3)", ["gear-too-dear"]),
        ("Dagger: Cut from a Star", ["gear-not-plain"]),
        ("Servant", ["item-is-service"]),
        ("Lute of my own (cost 2)", []),
        ("Lute of my own (cost 3)", ["gear-too-dear"]),
        ("Lute of my own", ["item-cost-missing"]),
        ("Book", ["item-quality-missing"]),
    ],
)
def test_the_gear_of_an_occupation_is_plain_and_costs_two_at_most(entry: str, found: list[str]) -> None:
    assert error_codes(owner(occupation=(entry,))) == found


@pytest.mark.rule("SK-CHAR-32")
def test_nothing_for_the_occupation_draws_advice() -> None:
    assert advice_codes(owner(occupation=())) == ["occupation-gear-missing"]
    many = ("Short sword", "Shield", "Work/Travel Clothes", "Rations for one month")
    assert error_codes(owner(occupation=many)) == []


@pytest.mark.rule("SK-CHAR-33")
@pytest.mark.parametrize("wealth", [1, 2, 3, 4, 5])
def test_as_many_further_items_as_wealth(wealth: int) -> None:
    daggers = ("Dagger",) * 6
    assert error_codes(owner(wealth, items=daggers[:wealth])) == []
    assert error_codes(owner(wealth, items=daggers[: wealth + 1])) == ["too-many-items"]
    assert advice_codes(owner(wealth, items=daggers[: wealth - 1])) == ["items-open"]


@pytest.mark.rule("SK-CHAR-33")
@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ("Chain Mail", ["item-too-dear"]),
        ("Scale Mail", []),
        ("War Horse", []),
        ("Riverboat", []),
        ("Country Villa", ["item-too-dear"]),
        ("Group of ten mercenaries", ["item-is-service"]),
        ("Jewellery (cost 4)", []),
        ("Jewellery (cost 5)", ["item-too-dear"]),
        ("Jewellery", ["item-quality-missing"]),
        ("Jewellery (cost 2)", ["item-cost-wrong"]),
        ("Broad sword: Drinker of Kings", []),
        ("Scale Mail: Made for a King", ["item-too-dear"]),
        ("Broad sword (cost 3): Drinker of Kings", ["item-cost-wrong"]),
    ],
)
def test_no_item_is_dearer_than_wealth_its_aspect_counted(entry: str, found: list[str]) -> None:
    assert error_codes(owner(4, items=(entry, "Dagger", "Dagger", "Dagger"))) == found


@pytest.mark.rule("SK-CHAR-33")
def test_a_thing_of_no_table_is_asked_for_its_cost_and_then_up_to_the_storyteller() -> None:
    assert error_codes(owner(items=("A trained bear", "Dagger"))) == ["item-cost-missing"]
    agreed = owner(items=("A trained bear (cost 2)", "Dagger"))
    assert (error_codes(agreed), advice_codes(agreed)) == ([], ["item-unlisted"])


def test_a_table_without_fine_items_sells_none_with_aspects() -> None:
    fine = owner(3, items=("Battleaxe: Old Widow-Maker", "Dagger", "Dagger"))
    assert error_codes(fine) == []
    assert error_codes(fine, Dials(fine_items=False)) == ["fine-item"]


def test_belongings_are_only_checked_while_a_character_is_new() -> None:
    rich = hero(lists={**LISTS, "items": ("Country Villa", "Chain Mail", "War Horse")}, numbers={"refreshes": 2})
    assert error_codes(rich) == []


# -- the stunt -------------------------------------------------------------------------------------------------------


def with_belonging(*taken: dict[str, str]) -> Sheet:
    features = stunts(*(("belonging", choices) for choices in taken), *PLAIN_STUNTS[len(taken) :])
    return hero(features=features)


@pytest.mark.rule("SK-STUNT-12")
@pytest.mark.parametrize(
    ("item", "times", "found"),
    [
        ("Large Town House", 1, []),
        ("Chain Mail", 1, ["belonging-too-dear"]),
        ("Chain Mail", 2, []),
        ("Country Villa", 1, ["belonging-too-dear"]),
        ("Country Villa", 2, []),
        ("Water Clock: Made by a God", 1, ["belonging-too-dear"]),
        ("Broad sword: Drinker of Kings", 1, []),
        ("A ship of my own (cost 7)", 2, ["belonging-too-dear"]),
        ("Dagger", 3, ["stunt-repeated"]),
    ],
)
def test_a_belonging_costs_up_to_two_more_than_wealth_or_four_if_taken_twice(
    item: str, times: int, found: list[str]
) -> None:
    assert error_codes(with_belonging(*[{"item": item}] * times)) == found


@pytest.mark.rule("SK-STUNT-12")
def test_paying_twice_for_one_thing_needs_the_tables_agreement() -> None:
    assert "belonging-twice" in advice_codes(with_belonging({"item": "Country Villa"}, {"item": "country villa"}))
    apart = with_belonging({"item": "Water Clock"}, {"item": "Riverboat"})
    assert (error_codes(apart), advice_codes(apart)) == ([], [])


SWORD = {
    "item": "Broad sword of the lake (cost 9)",
    "aspect": "tale-1",
    "item-aspect": "Given by the Lady, Owed to Her",
    "power-1": "Its bearer's wounds do not bleed",
    "power-2": "It lights up when the Fae are near",
}


@pytest.mark.rule("SK-MITEM-02", "SK-STUNT-12")
def test_a_magic_item_of_any_cost_needs_the_stunt_and_an_aspect_tied_to_it() -> None:
    assert error_codes(with_belonging(SWORD)) == []
    assert error_codes(with_belonging({**SWORD, "aspect": ""})) == ["magic-item-aspect"]
    assert error_codes(with_belonging({**SWORD, "aspect": "oath"})) == ["magic-item-aspect"]
    assert error_codes(owner(items=(SWORD["item"], "Dagger"))) == ["item-too-dear"]


@pytest.mark.rule("SK-MITEM-03")
@pytest.mark.parametrize("missing", ["item-aspect", "power-1", "power-2"])
def test_a_magic_item_has_one_aspect_and_two_powers(missing: str) -> None:
    assert error_codes(with_belonging({**SWORD, missing: ""})) == ["magic-item-parts"]
