"""Weapons in use: reach on the map, what is thrown, loaded or shot away, and what each adds."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.rulesets.skein.combat.weapon_state import CompelOutOfAmmo, PickUp, Reload, ThrownWeapon, hands_of
from fatetable.rulesets.skein.possessions.in_play import Wield
from fatetable.rulesets.skein.sheet.stunts import compose
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.fighting import BRANNOC, GUARD, HESK, MILITIA, Fight, changed

ROW = ("One", "Two", "Three", "Four", "Five", "Six")
ARCHER = {"melee-combat": None, "missile-combat": 3}


def archer(*gear: str) -> Fight:
    """A guard with these weapons at one end of a row of zones, and the heroes with him."""
    return Fight(changed("Gate Guard", traits=ARCHER, lists={"gear": gear}), zones=ROW)


def shoot(game: Fight, weapon: str, target: str = BRANNOC, dice: str = "----") -> None:
    game.strike(GUARD, target, f"missile-combat@{weapon}", dice)
    game.ward(target, "agility", "0000")


# -- reach -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-MAP-03", "SK-MAP-06", "SK-EQUIP-05")
@pytest.mark.parametrize(("weapon", "farthest"), [("Dagger", 2), ("Shortbow", 3), ("Longbow", 4)])
def test_outdoors_a_missile_flies_two_three_or_four_zones(weapon: str, farthest: int) -> None:
    for apart in range(6):
        g = archer(weapon)
        g.place(BRANNOC, ROW[apart])
        trait = f"missile-combat@{weapon}"
        if apart <= farthest:
            g.strike(GUARD, BRANNOC, trait)
            assert g.prompt("defend") is not None
        else:
            assert g.cannot_strike(GUARD, BRANNOC, trait) == "out-of-reach"


@pytest.mark.rule("SK-MAP-03")
def test_outdoors_hand_to_hand_is_for_the_same_zone() -> None:
    g = Fight("Gate Guard", zones=ROW, places={GUARD: "Two"})
    assert g.cannot_strike(BRANNOC, GUARD, "melee-combat@Short sword") == "out-of-reach"
    assert g.cannot_strike(GUARD, BRANNOC, "melee-combat@Small Spear") == "out-of-reach"
    g.place(GUARD, "One")
    g.strike(GUARD, BRANNOC, "melee-combat@Small Spear")


@pytest.mark.rule("SK-MAP-04")
def test_indoors_a_spear_reaches_into_the_next_zone_and_nothing_else_strikes_back() -> None:
    g = Fight("Gate Guard", zones=ROW, places={GUARD: "Two"}, indoors=True)
    assert g.cannot_strike(BRANNOC, GUARD, "melee-combat@Short sword") == "out-of-reach"
    g.strike(GUARD, BRANNOC, "melee-combat@Small Spear")
    assert g.modifiers(0) == {"trait": 3}, "no penalty for the distance"
    g.ward(BRANNOC, "melee-combat")
    g.place(GUARD, "Three")
    assert g.cannot_strike(GUARD, BRANNOC, "melee-combat@Small Spear") == "out-of-reach"


@pytest.mark.rule("SK-MAP-04")
def test_indoors_a_shut_door_stops_spears_and_missiles() -> None:
    g = Fight("Gate Guard", zones=ROW, places={GUARD: "Two"}, indoors=True)
    g.bar("One", "Two", 2, 0, 2)
    assert g.cannot_strike(GUARD, BRANNOC, "melee-combat@Small Spear") == "out-of-reach"
    assert g.cannot_strike(GUARD, BRANNOC, "missile-combat@Small Spear") == "out-of-reach"


@pytest.mark.rule("SK-MAP-06")
def test_the_summary_of_distances() -> None:
    assert [distance.at_least for distance in TABLES.combat.distances] == [0, 1, 2, 3, 5]


def test_only_what_reaches_is_offered() -> None:
    g = archer("Dagger", "Large Knife")
    g.place(BRANNOC, "Two")
    g.turn_of(GUARD)
    reached = {}
    for offer in g.offers("gm", Attack):
        holes = {hole.field: hole for hole in offer.holes}
        for target in holes["target"].options:  # type: ignore[union-attr]
            reached[target.value] = {choice.value for choice in holes["trait"].options}  # type: ignore[union-attr]
    assert "missile-combat@Dagger" in reached[BRANNOC]
    assert "melee-combat@Dagger" not in reached[BRANNOC]
    assert "melee-combat@Dagger" in reached[HESK]


# -- short sword, staff, thrown weapons, crossbow ----------------------------------------------------------------------


@pytest.mark.rule("SK-EQUIP-17")
def test_a_short_sword_ignores_a_point_of_armour() -> None:
    g = Fight("Gate Guard")
    g.strike(BRANNOC, GUARD, "melee-combat@Short sword")
    g.ward(GUARD, "melee-combat")  # 5 against 3; leather and shield absorb 2
    assert g.damage() == 2 + 2 - (2 - 1)


@pytest.mark.rule("SK-EQUIP-17")
def test_there_is_no_less_than_no_armour() -> None:
    g = Fight(changed("Gate Guard", lists={"gear": ("Large Knife",)}))
    g.strike(BRANNOC, GUARD, "melee-combat@Short sword")
    g.ward(GUARD, "melee-combat")
    assert g.damage() == 2 + 2


@pytest.mark.rule("SK-EQUIP-18")
def test_a_staff_helps_against_blows_but_not_against_missiles() -> None:
    g = Fight(changed("Gate Guard", lists={"gear": ("Staff",)}))
    g.strike(BRANNOC, GUARD, "melee-combat@Short sword")
    g.ward(GUARD, "melee-combat")
    assert g.modifiers(1) == {"trait": 3, "weapon": 1}
    g = Fight(changed("Gate Guard", lists={"gear": ("Staff",)}), heroes=(dagger_man(), "Mother Hesk"))
    g.strike(BRANNOC, GUARD, "missile-combat@Dagger")
    g.ward(GUARD, "agility")
    assert "weapon" not in g.modifiers(1)


def dagger_man() -> Sheet:
    return changed("Brannoc of the Ford", lists={"occupation": ("Dagger", "Small Spear", "Work/Travel Clothes")})


@pytest.mark.rule("SK-EQUIP-20")
@pytest.mark.parametrize(("weapon", "damage"), [("Dagger", 1), ("Hand Axe", 1), ("Small Spear", 2)])
def test_some_weapons_can_be_thrown_with_their_full_damage(weapon: str, damage: int) -> None:
    g = archer(weapon)
    g.strike(GUARD, HESK, f"missile-combat@{weapon}", "++++")
    g.ward(HESK, "agility", "0000")  # 7 against 1
    assert g.damage() == 6 + damage


@pytest.mark.rule("SK-EQUIP-20")
def test_a_thrown_weapon_lies_where_it_was_thrown_until_it_is_picked_up() -> None:
    g = archer("Dagger")
    g.place(BRANNOC, "Two")
    shoot(g, "Dagger")
    assert g.cannot_strike(GUARD, HESK, "melee-combat@Dagger") == "not-in-hand"
    assert g.cannot_strike(GUARD, HESK, "missile-combat@Dagger") == "not-in-hand"
    assert g.refused("gm", PickUp(GUARD, "Dagger")) == "not-there"
    g.move(GUARD, "Two")
    g.do("gm", PickUp(GUARD, "Dagger"))
    assert GUARD in g.conflict.acted
    g.next_turn_of(GUARD)
    g.strike(GUARD, BRANNOC, "melee-combat@Dagger")


@pytest.mark.rule("SK-EQUIP-20", "SK-EQUIP-13")
def test_of_two_daggers_the_second_is_in_hand_while_the_first_is_away() -> None:
    g = archer("Dagger", "Dagger", "Large Knife")
    g.place(BRANNOC, "Two")
    g.place(HESK, "One")
    shoot(g, "Dagger")
    assert hands_of(g.table.state, GUARD).thrown == (ThrownWeapon("Dagger", g.zone("Two")),)
    g.next_turn_of(GUARD)
    assert {c.value for o in g.offers("gm", Wield) for c in o.holes[0].options} == {  # type: ignore[union-attr]
        *("Dagger", "Large Knife", "Dagger + Large Knife", "nothing"),
    }
    g.strike(GUARD, HESK, "melee-combat@Dagger", "----")
    g.ward(HESK, "agility")
    g.next_turn_of(GUARD)
    shoot(g, "Dagger", HESK)
    assert g.cannot_strike(GUARD, BRANNOC, "missile-combat@Dagger") == "not-in-hand"
    g.next_turn_of(GUARD)
    assert g.refused("gm", PickUp(GUARD, "Large Knife")) == "not-there"
    g.do("gm", PickUp(GUARD, "Dagger"))
    assert hands_of(g.table.state, GUARD).thrown == (ThrownWeapon("Dagger", g.zone("Two")),)
    g.next_turn_of(GUARD)
    g.strike(GUARD, HESK, "melee-combat@Dagger")


@pytest.mark.rule("SK-EQUIP-21")
def test_a_second_crossbow_is_not_loaded_by_what_is_done_to_the_first() -> None:
    g = archer("Crossbow", "Crossbow")
    shoot(g, "Crossbow")
    assert g.cannot_strike(GUARD, BRANNOC, "missile-combat@Crossbow") == "not-loaded", "only one is in hand"
    g.do("gm", Reload(GUARD, "Crossbow"))
    assert g.refused("gm", Reload(GUARD, "Crossbow")) == "already-acted"
    g.next_turn_of(GUARD)
    assert g.refused("gm", Reload(GUARD, "Crossbow")) == "is-loaded"


@pytest.mark.rule("SK-EQUIP-21", "SK-TEST-15")
def test_a_crossbow_adds_to_the_attack_and_takes_an_action_to_load() -> None:
    g = archer("Crossbow")
    g.strike(GUARD, BRANNOC, "missile-combat@Crossbow", "----")
    assert g.modifiers(0)["weapon"] == 1
    g.ward(BRANNOC, "agility")
    assert g.cannot_strike(GUARD, BRANNOC, "missile-combat@Crossbow") == "not-loaded"
    g.do("gm", Reload(GUARD, "Crossbow"))
    assert GUARD in g.conflict.acted
    assert g.acting == GUARD, "the free move remains"
    g.next_turn_of(GUARD)
    shoot(g, "Crossbow")


# -- out of arrows -----------------------------------------------------------------------------------------------------


def short_of_arrows() -> Fight:
    g = archer("Shortbow")
    for _ in range(3):
        assert not g.has_card("Out of ammo")
        shoot(g, "Shortbow")
    return g


@pytest.mark.rule("SK-CBT-30")
def test_after_the_third_shot_of_a_scene_an_archer_may_be_out_of_ammo() -> None:
    g = short_of_arrows()
    assert g.card("Out of ammo").bearer == GUARD
    shoot(g, "Shortbow")
    assert sum(card.text == "Out of ammo" for card in g.table.state.slices["aspects"].values()) == 1


@pytest.mark.rule("SK-CBT-30")
def test_an_opponent_pays_to_have_an_archer_run_dry_and_the_pool_gains() -> None:
    g = short_of_arrows()
    ana, pool = g.points(BRANNOC), g.points("pool")
    g.do("ana", CompelOutOfAmmo(GUARD))
    g.answer("gm", "out-of-ammo", "accept")
    assert (g.points(BRANNOC), g.points("pool")) == (ana - 1, pool + 1)
    assert g.cannot_strike(GUARD, BRANNOC, "missile-combat@Shortbow") == "out-of-ammo"


@pytest.mark.rule("SK-CBT-30")
def test_to_keep_shooting_costs_a_point_and_it_can_be_asked_once_a_turn() -> None:
    g = short_of_arrows()
    ana, pool = g.points(BRANNOC), g.points("pool")
    g.do("ana", CompelOutOfAmmo(GUARD))
    g.answer("gm", "out-of-ammo", "refuse")
    assert (g.points(BRANNOC), g.points("pool")) == (ana, pool - 1)
    assert g.refused("bo", CompelOutOfAmmo(GUARD)) == "not-compellable"
    shoot(g, "Shortbow")
    g.do("bo", CompelOutOfAmmo(GUARD))


@pytest.mark.rule("SK-CBT-30")
def test_friends_do_not_compel_it_and_slings_and_thrown_weapons_are_exempt() -> None:
    g = short_of_arrows()
    assert g.refused("gm", CompelOutOfAmmo(GUARD)) == "not-compellable"
    g = archer("Sling")
    for _ in range(4):
        shoot(g, "Sling")
    assert not g.has_card("Out of ammo")


@pytest.mark.rule("SK-CBT-30")
def test_the_storyteller_compels_a_player_s_archer() -> None:
    brannoc = changed(
        "Brannoc of the Ford",
        traits={"brawling": None, "missile-combat": 1},
        lists={"occupation": ("Shortbow", "Work/Travel Clothes")},
    )
    g = Fight("Gate Guard", heroes=(brannoc, "Mother Hesk"))
    for _ in range(3):
        g.strike(BRANNOC, GUARD, "missile-combat@Shortbow", "----")
        g.ward(GUARD, "agility")
    before = g.points(BRANNOC)
    g.do("gm", CompelOutOfAmmo(BRANNOC))
    g.answer("ana", "out-of-ammo", "accept")
    assert g.points(BRANNOC) == before + 1


@pytest.mark.rule("SK-CBT-30", "SK-EQUIP-21")
def test_a_new_scene_finds_everything_loaded_and_gathered() -> None:
    g = short_of_arrows()
    g.end_fight()
    g.do("gm", EndScene())
    assert hands_of(g.table.state, GUARD).shots == 0
    assert not g.has_card("Out of ammo")
    for weapon in ("Crossbow", "Dagger"):
        g = archer(weapon)
        shoot(g, weapon)
        g.end_fight()
        g.do("gm", EndScene())
        g.start_scene()
        g.begin()
        g.strike(GUARD, BRANNOC, f"missile-combat@{weapon}")
        assert g.prompt("defend") is not None


# -- warbands ----------------------------------------------------------------------------------------------------------


def test_a_warband_throws_its_spears_with_its_one_skill() -> None:
    g = Fight("Village Militia", zones=ROW, places={MILITIA: "Three"})
    assert g.cannot_strike(MILITIA, HESK, "combat-skill@Small Spear") == "out-of-reach"
    g.strike(MILITIA, HESK, "combat-skill@Small Spear (thrown)", "++++")
    g.ward(HESK, "agility")  # 1 + 2 + 4 against 1
    assert g.damage() == 6 + 2


@pytest.mark.rule("SK-STYPE-03", "SK-MAP-03")
@pytest.mark.parametrize(("ways", "farthest"), [("hand-to-hand", 0), ("ranged", 4), ("both", 4)])
def test_a_skill_that_a_stunt_makes_a_weapon_reaches_as_far_as_it_says(ways: str, farthest: int) -> None:
    choices = {"name": "Voice of Iron", "skill": "leadership", "mode": "attack", "range": ways, "how": "it shakes them"}
    brannoc = changed("Brannoc of the Ford")
    own = compose(TABLES, "new-combat-application", choices)
    features = tuple(own if feature.name == "Rally" else feature for feature in brannoc.features)
    brannoc = msgspec.structs.replace(brannoc, features=features)
    assert max(TABLES.combat.zones_of_range.values()) == 4
    for apart in range(6):
        g = Fight("Gate Guard", zones=ROW, heroes=(brannoc, "Mother Hesk"), places={GUARD: ROW[apart]})
        if apart <= farthest:
            g.strike(BRANNOC, GUARD, "leadership@stunt", "----")
        else:
            assert g.cannot_strike(BRANNOC, GUARD, "leadership@stunt") == "out-of-reach"
