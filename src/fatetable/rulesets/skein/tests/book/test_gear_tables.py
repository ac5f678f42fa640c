"""Arms and goods as the book prices them, and how an item is written on a sheet."""

from __future__ import annotations

import pytest

from fatetable.rulesets.skein.book.entries import Armour, Good, MeleeWeapon
from fatetable.rulesets.skein.creation.samples import sample
from fatetable.rulesets.skein.sheet.gear import absorption, ownable, read_item, wares
from fatetable.rulesets.skein.tests.support.book import TABLES


def armour(name: str) -> Armour:
    return next(each for each in TABLES.arms.armour if each.name == name)


@pytest.mark.rule("SK-EQUIP-02")
def test_the_armour_table() -> None:
    rows = [(each.name, each.absorption, each.cost, each.penalty) for each in TABLES.arms.armour]
    assert rows == [
        ("Leather Cuirass", 1, 2, 0),
        ("Ring Mail", 2, 3, -1),
        ("Scale Mail", 3, 4, -2),
        ("Chain Mail", 3, 5, -2),
        ("Shield", 1, 1, 0),
    ]
    assert {each.name: each.aspect for each in TABLES.arms.armour if each.aspect} == {"Chain Mail": "Heavy Armour"}
    assert armour("Shield").is_shield
    assert armour("Shield").weapon_damage == 1


@pytest.mark.rule("SK-EQUIP-02")
@pytest.mark.parametrize(
    ("worn", "absorbed"),
    [
        ((), 0),
        (("Shield",), 1),
        (("Leather Cuirass", "Shield"), 2),
        (("Chain Mail", "Shield"), 4),
        (("Ring Mail", "Scale Mail"), 3),
        (("Shield", "Shield"), 1),
    ],
)
def test_one_suit_and_one_shield_absorb_together(worn: tuple[str, ...], absorbed: int) -> None:
    assert absorption(armour(name) for name in worn) == absorbed


@pytest.mark.rule("SK-EQUIP-04")
def test_the_table_of_melee_weapons() -> None:
    assert [(each.name, each.damage, each.cost) for each in TABLES.arms.melee] == [
        ("Unarmed", 0, None),
        ("Club/Improvised", 1, 0),
        ("Big Club/Improvised", 2, 0),
        ("Staff", 1, 0),
        ("Dagger", 1, 1),
        ("Hand Axe", 1, 1),
        ("Large Knife", 2, 1),
        ("Mace", 2, 1),
        ("Short sword", 2, 2),
        ("Battleaxe", 3, 2),
        ("Small Spear", 2, 2),
        ("Heavy Spear", 3, 2),
        ("Lance", 3, 2),
        ("Broad sword", 3, 3),
    ]


@pytest.mark.rule("SK-EQUIP-04")
def test_what_is_special_about_some_melee_weapons() -> None:
    melee = TABLES.arms.melee
    assert {each.name for each in melee if each.two_handed} == {
        *("Big Club/Improvised", "Staff", "Battleaxe", "Heavy Spear"),
    }
    assert {each.name: each.defence for each in melee if each.defence} == {"Staff": 1}
    assert {each.name: each.ignores_absorption for each in melee if each.ignores_absorption} == {"Short sword": 1}
    assert {each.name for each in melee if each.mounted_only} == {"Lance"}
    assert {each.name for each in melee if "brawling" in each.skills} == {
        *("Unarmed", "Club/Improvised", "Big Club/Improvised", "Staff"),
    }
    assert {each.name for each in melee if each.is_spear} == {"Small Spear", "Heavy Spear"}


@pytest.mark.rule("SK-SKILL-21")
def test_clubs_do_the_damage_that_brawling_is_described_with() -> None:
    figures = TABLES.combat.figures
    by_name = {each.name: each.damage for each in TABLES.arms.melee}
    assert (by_name["Unarmed"], figures.club_damage, figures.big_club_damage) == (0, 1, 2)
    assert (by_name["Club/Improvised"], by_name["Big Club/Improvised"]) == (1, 2)


@pytest.mark.rule("SK-EQUIP-06")
def test_the_table_of_ranged_weapons() -> None:
    assert [(each.name, each.damage, each.cost, each.range) for each in TABLES.arms.ranged] == [
        ("Thrown Stone", 0, 0, "short"),
        ("Sling", 0, 0, "medium"),
        ("Dagger", 1, 1, "short"),
        ("Hand Axe", 1, 1, "short"),
        ("Shortbow", 1, 1, "medium"),
        ("Javelin", 2, 1, "medium"),
        ("Spear", 2, 2, "short"),
        ("Longbow", 2, 3, "long"),
        ("Crossbow", 2, 3, "medium"),
    ]
    crossbow = TABLES.arms.ranged[-1]
    assert (crossbow.attack_bonus, crossbow.reload_actions) == (1, 1)
    assert {each.name for each in TABLES.arms.ranged if each.runs_out} == {"Shortbow", "Longbow", "Crossbow"}


@pytest.mark.rule("SK-EQUIP-05")
def test_ranges_reach_two_three_and_four_zones() -> None:
    assert TABLES.combat.zones_of_range == {"short": 2, "medium": 3, "long": 4}


@pytest.mark.rule("SK-EQUIP-20")
def test_dagger_hand_axe_and_small_spear_are_the_same_when_they_are_thrown() -> None:
    ranged = {each.name: each for each in TABLES.arms.ranged}
    thrown = {each.name: ranged[each.thrown] for each in TABLES.arms.melee if each.thrown}
    assert {name: (each.name, each.damage, each.cost, each.range) for name, each in thrown.items()} == {
        "Dagger": ("Dagger", 1, 1, "short"),
        "Hand Axe": ("Hand Axe", 1, 1, "short"),
        "Small Spear": ("Spear", 2, 2, "short"),
    }


def priced(kind: str) -> dict[str, int | tuple[int, int]]:
    return {good.name: good.cost for good in TABLES.goods if good.kind == kind}


@pytest.mark.rule("SK-EQUIP-07")
def test_the_clothing_table() -> None:
    assert priced("clothing") == {
        "Cheap Clothes": 0,
        "Work/Travel Clothes": 1,
        "Cold Weather Clothing": 2,
        "Embroidered Robe": 2,
        "Expensive Clothes": 3,
        "Fur Cloak": 3,
        "Jewellery": (3, 6),
    }


@pytest.mark.rule("SK-EQUIP-08")
def test_the_table_of_food_lodging_hirelings_and_buildings() -> None:
    assert priced("household") == {
        "Barrel of Beer": 1,
        "Bottle of Wine": 2,
        "Rare Spices": 2,
        "Rented Rooms in City": (1, 3),
        "Drink in Tavern": 0,
        "Cheap Meal": 0,
        "Respectable Meal": 1,
        "Impressive Meal": (2, 3),
        "Inn Food and Lodging": 1,
        "Guide or Messenger": 1,
        "Servant": 1,
        "Skilled Cook": 2,
        "Mercenary": 2,
        "Healer": 1,
        "Tutor": 2,
        "Engineer": 3,
        "Entertainer": (1, 2),
        "Group of ten mercenaries": 4,
        "Pay and upkeep of small army (100 men)": 6,
        "Large Town House": 4,
        "Construction of village cottage": 3,
        "Country Villa": 6,
        "Construction of small fortress": 7,
    }
    terms = {good.name: good.per for good in TABLES.goods if good.per}
    assert {name for name, per in terms.items() if per == "month"} == {
        *("Rented Rooms in City", "Servant", "Skilled Cook", "Mercenary", "Tutor", "Engineer"),
        *("Group of ten mercenaries", "Pay and upkeep of small army (100 men)"),
    }
    assert {name: per for name, per in terms.items() if per != "month"} == {
        "Inn Food and Lodging": "night",
        "Guide or Messenger": "task",
        "Healer": "patient",
        "Entertainer": "day",
    }


@pytest.mark.rule("SK-EQUIP-09", "SK-EQUIP-23")
def test_the_transport_table_and_what_vehicles_need() -> None:
    assert priced("transport") == {
        "Riding Horse": 2,
        "War Horse": 3,
        "Cart": 2,
        "Chariot": 3,
        "Rowing Boat": 2,
        "Riverboat": 4,
        "Small Sailing Ship": 6,
    }
    assert {good.name: dict(good.needs) for good in TABLES.goods if good.needs} == {
        "Cart": {"horses": 1},
        "Chariot": {"horses": 2},
        "Small Sailing Ship": {"crew": 6},
    }


@pytest.mark.rule("SK-EQUIP-10")
def test_the_table_of_other_equipment() -> None:
    assert priced("equipment") == {
        "Basic Survival Equipment": 1,
        "Climbing Equipment": 2,
        "Cooking Equipment": 1,
        "Large tent": 2,
        "Rations for one month": 1,
        "Trained Falcon": 4,
        "Trained Dog": 2,
        "Artisan's Tools": 1,
        "Book": (1, 3),
        "Healing Kit": 1,
        "Merchant's Scales": 1,
        "Musical Instrument": (1, 3),
        "Small Mirror": 2,
        "Lockpicks": 2,
        "Lock": 3,
        "Perfume (per vial)": 3,
        "Water Clock": 4,
        "Writing Equipment": 1,
    }


@pytest.mark.rule("SK-EQUIP-22")
def test_a_falcon_helps_to_hunt_and_a_dog_fights_like_a_wolf() -> None:
    falcon = wares(TABLES)["trained falcon"]
    dog = wares(TABLES)["trained dog"]
    assert isinstance(falcon, Good)
    assert isinstance(dog, Good)
    assert falcon.modifier is not None
    assert (falcon.modifier.skill, falcon.modifier.use, falcon.modifier.amount) == ("survival", "hunting", 1)
    assert sample(TABLES, dog.animal).traits["brawling"] == 3


@pytest.mark.rule("SK-EQUIP-11")
def test_of_all_goods_only_the_falcon_modifies_a_skill() -> None:
    assert [good.name for good in TABLES.goods if good.modifier] == ["Trained Falcon"]


@pytest.mark.rule("SK-EQUIP-12")
@pytest.mark.parametrize(
    ("entry", "cost", "is_wrong"),
    [
        ("Broad sword", 3, False),
        ("Broad sword: Drinker of Kings", 4, False),
        ("Broad sword (cost 6): Drinker of Kings", 6, False),
        ("Broad sword (cost 3): Drinker of Kings", 3, True),
        ("Broad sword (cost 4)", 4, True),
        ("Jewellery (cost 5)", 5, False),
        ("Jewellery (cost 7)", 7, True),
        ("Jewellery (cost 7): Torc of the Red King", 7, False),
        ("Jewellery (cost 3): Torc of the Red King", 3, True),
    ],
)
def test_an_item_with_an_aspect_costs_at_least_one_more(entry: str, cost: int, is_wrong: bool) -> None:
    item = read_item(TABLES, entry)
    assert (item.cost, item.has_wrong_cost) == (cost, is_wrong)


def test_items_are_known_by_any_of_their_names_and_otherwise_keep_their_own() -> None:
    assert isinstance(read_item(TABLES, "SHORTSWORD").ware, MeleeWeapon)
    assert read_item(TABLES, "spear").name == "Small Spear"
    assert (read_item(TABLES, "Old map (cost 2)").ware, read_item(TABLES, "Old map (cost 2)").cost) == (None, 2)
    assert read_item(TABLES, "Old map").cost is None
    assert read_item(TABLES, "").name == ""
    assert read_item(TABLES, "Perfume (per vial)").cost == 3


def test_what_a_new_character_can_own_leaves_out_services_and_bare_hands() -> None:
    names = {name for name, _ in ownable(TABLES)}
    assert {"Book (cost 1)", "Book (cost 3)", "War Horse", "Country Villa", "Small Spear"} <= names
    assert not names & {"Mercenary", "Cheap Meal", "Unarmed", "Book", "Rented Rooms in City (cost 1)", "Spear"}
    assert [name for name, cost in ownable(TABLES) if read_item(TABLES, name).cost != cost] == []
