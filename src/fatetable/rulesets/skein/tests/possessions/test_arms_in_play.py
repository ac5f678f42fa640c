"""Every row of the tables of arms and armour where it counts: in a blow that hits."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.skein.tests.support.fighting import BRANNOC, GUARD, HESK, Fight, changed

ROW = ("One", "Two", "Three", "Four", "Five", "Six")
SKILLS = {"missile-combat": 1, "gaming": None}
SWORD = "melee-combat@Short sword"


def armed(*gear: str) -> Sheet:
    """A guard who knows each skill of combat, with these things and no others."""
    return changed("Gate Guard", traits=SKILLS, lists={"gear": gear})


def unarmoured() -> Sheet:
    return changed("Mother Hesk", lists={"occupation": (), "items": (), "gear": ()})


def blow(weapon: str, skill: str) -> int:
    """What a weapon adds to the damage of a hit on somebody without armour."""
    g = Fight(armed(weapon), heroes=("Brannoc of the Ford", unarmoured()))
    g.strike(GUARD, HESK, f"{skill}@{weapon}", "++++")
    g.ward(HESK, "agility", "----")
    return g.damage() - (g.last_roll.margin or 0)


@pytest.mark.rule("SK-EQUIP-04", "SK-EQUIP-03")
@pytest.mark.parametrize(
    ("weapon", "melee", "brawling"),
    [
        ("Club", None, 1),
        ("Big Club", None, 2),
        ("Staff", 1, 1),
        ("Dagger", 1, 1),
        ("Hand Axe", 1, 1),
        ("Large Knife", 2, 1),
        ("Mace", 2, 1),
        ("Short sword", 2, 1),
        ("Battleaxe", 3, 2),
        ("Small Spear", 2, 1),
        ("Heavy Spear", 3, 2),
        ("Broad sword", 3, 1),
    ],
)
def test_each_melee_weapon_adds_its_damage_and_in_a_brawl_that_of_a_club(
    weapon: str, melee: int | None, brawling: int
) -> None:
    assert blow(weapon, "brawling") == brawling
    if melee is None:
        g = Fight(armed(weapon))
        assert g.cannot_strike(GUARD, HESK, f"melee-combat@{weapon}") == "unknown-trait"
    else:
        assert blow(weapon, "melee-combat") == melee


@pytest.mark.rule("SK-EQUIP-06", "SK-EQUIP-05")
@pytest.mark.parametrize(
    ("weapon", "damage", "farthest"),
    [
        ("Thrown Stone", 0, 2),
        ("Sling", 0, 3),
        ("Dagger", 1, 2),
        ("Hand Axe", 1, 2),
        ("Shortbow", 1, 3),
        ("Javelin", 2, 3),
        ("Small Spear", 2, 2),
        ("Longbow", 2, 4),
        ("Crossbow", 2, 3),
    ],
)
def test_each_ranged_weapon_adds_its_damage_and_flies_as_far_as_it_does(
    weapon: str, damage: int, farthest: int
) -> None:
    trait = f"missile-combat@{weapon}"
    assert blow(weapon, "missile-combat") == damage
    for apart in (farthest, farthest + 1):
        g = Fight(armed(weapon), zones=ROW, places={BRANNOC: ROW[apart]})
        if apart == farthest:
            g.strike(GUARD, BRANNOC, trait)
            assert g.last_roll.defender == BRANNOC
        else:
            assert g.cannot_strike(GUARD, BRANNOC, trait) == "out-of-reach"


@pytest.mark.rule("SK-EQUIP-02", "SK-EQUIP-01")
@pytest.mark.parametrize(
    ("worn", "absorbs"),
    [
        ((), 0),
        (("Leather Cuirass",), 1),
        (("Ring Mail",), 2),
        (("Scale Mail",), 3),
        (("Chain Mail",), 3),
        (("Shield",), 1),
        (("Leather Cuirass", "Shield"), 2),
        (("Scale Mail", "Shield"), 4),
        (("Ring Mail", "Scale Mail"), 3),
    ],
)
def test_each_armour_takes_its_absorption_off_a_blow_and_a_shield_one_more(worn: tuple[str, ...], absorbs: int) -> None:
    g = Fight(armed("Mace", *worn))
    g.strike(BRANNOC, GUARD, "brawling@Unarmed", "++++")
    g.ward(GUARD, "brawling", "----")
    assert g.damage() == (g.last_roll.margin or 0) - absorbs


@pytest.mark.rule("SK-EQUIP-17", "SK-EQUIP-04")
@pytest.mark.parametrize(("worn", "absorbs"), [((), 0), (("Shield",), 0), (("Scale Mail", "Shield"), 3)])
def test_a_short_sword_lowers_the_whole_absorption_by_one_but_not_below_none(
    worn: tuple[str, ...], absorbs: int
) -> None:
    g = Fight(armed("Mace", *worn))
    g.strike(BRANNOC, GUARD, SWORD, "++++")
    g.ward(GUARD, "melee-combat", "----")
    assert g.damage() == (g.last_roll.margin or 0) + 2 - absorbs


@pytest.mark.rule("SK-EQUIP-15")
@pytest.mark.parametrize(
    ("trait", "damage"), [("melee-combat@Shield", 1), ("brawling@Shield", 1), ("melee-combat@Mace", 2)]
)
def test_a_shield_strikes_with_either_skill_and_adds_nothing_to_another_weapon(trait: str, damage: int) -> None:
    g = Fight(armed("Mace", "Shield"), heroes=("Brannoc of the Ford", unarmoured()))
    g.strike(GUARD, HESK, trait, "++++")
    g.ward(HESK, "agility", "----")
    assert g.damage() == (g.last_roll.margin or 0) + damage


@pytest.mark.rule("SK-EQUIP-18", "SK-EQUIP-04", "SK-TEST-15")
@pytest.mark.parametrize(
    ("weapon", "attack", "defence", "bonus"),
    [
        ("Short sword", "melee-combat", "melee-combat", 1),
        ("Short sword", "melee-combat", "brawling", 1),
        ("Short sword", "melee-combat", "agility", 1),
        ("Dagger", "missile-combat", "agility", 0),
    ],
)
def test_a_staff_adds_one_to_every_defence_hand_to_hand(weapon: str, attack: str, defence: str, bonus: int) -> None:
    brannoc = changed("Brannoc of the Ford", lists={"occupation": (weapon,), "items": (), "gear": ()})
    g = Fight(armed("Staff"), heroes=(brannoc, "Mother Hesk"))
    g.strike(BRANNOC, GUARD, f"{attack}@{weapon}")
    g.ward(GUARD, defence)
    assert g.modifiers(1).get("weapon", 0) == bonus
