"""Fighting from horseback."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.rulesets.skein.combat.mounts import Charge, Dismount, Mount, Rider, rider_of
from fatetable.rulesets.skein.sheet.derived import natural_absorption
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.fighting import BRANNOC, CADFAN, HESK, Fight, changed

AXE = "melee-combat@Battleaxe"


def rider(*gear: str, riding: int = 5, melee: int = 3, **options: Any) -> Fight:
    """Cadfan, who rides better than he fights, in the saddle."""
    sheet = changed(
        "Cadfan Wolf-Banner",
        traits={"riding": riding, "melee-combat": melee},
        lists={"gear": gear or ("Battleaxe", "Ring Mail", "War Horse")},
    )
    g = Fight(sheet, **options)
    g.turn_of(CADFAN)
    mount = next(item for item in sheet.lists["gear"] if "Horse" in item)
    g.do("gm", Mount(CADFAN, mount))
    return g


@pytest.mark.rule("SK-CBT-28", "SK-SKILL-24")
def test_on_a_war_horse_riding_supports_melee_combat_in_attack_and_defence() -> None:
    g = rider()
    g.strike(CADFAN, HESK, AXE, "----")
    assert g.modifiers(0)["support"] == 1
    g.ward(HESK, "agility")
    g.strike(BRANNOC, CADFAN, "melee-combat@Short sword", "----")
    g.ward(CADFAN, "melee-combat")
    assert g.modifiers(1)["support"] == 1


@pytest.mark.rule("SK-CBT-28", "SK-SKILL-24")
def test_riding_supports_only_if_it_is_no_lower_and_the_horse_is_trained() -> None:
    g = rider(riding=3, melee=5)
    g.strike(CADFAN, HESK, AXE, "----")
    assert "support" not in g.modifiers(0)
    g = rider("Battleaxe", "Riding Horse")
    g.strike(CADFAN, HESK, AXE, "----")
    assert "support" not in g.modifiers(0)


@pytest.mark.rule("SK-CBT-28", "SK-CBT-31")
def test_any_mount_adds_to_damage_against_people_on_foot() -> None:
    g = rider("Battleaxe", "Riding Horse")
    g.strike(CADFAN, HESK, AXE, "+++0")
    g.ward(HESK, "agility")  # 6 against 1
    assert g.damage() == 5 + 3 + 1
    g = rider("Battleaxe", "Riding Horse")
    g.do("gm", Dismount(CADFAN))
    g.strike(CADFAN, HESK, AXE, "+++0")
    g.ward(HESK, "agility")
    assert g.damage() == 5 + 3


@pytest.mark.rule("SK-CBT-28")
def test_no_such_damage_against_riders_or_by_missiles() -> None:
    g = rider("Battleaxe", "Riding Horse")
    g.turn_of(BRANNOC)
    g.do("ana", Mount(BRANNOC, "Riding Horse"))
    g.strike(CADFAN, BRANNOC, AXE, "++++")
    g.ward(BRANNOC, "melee-combat", "----")  # 7 against 1
    assert g.damage() == 6 + 3 - 2
    g = rider("Hand Axe", "Riding Horse")
    g.strike(CADFAN, HESK, "missile-combat@Hand Axe", "++++")
    g.ward(HESK, "agility")  # 4 against 1
    assert g.damage() == 3 + 1


@pytest.mark.rule("SK-CBT-28")
@pytest.mark.parametrize(("beast", "more"), [("Bear", 0), ("Horse", 0), ("War Horse", 0), ("Wolf", 1), ("Lynx", 1)])
def test_no_such_damage_against_what_is_larger_than_a_man(beast: str, more: int) -> None:
    sheet = changed("Cadfan Wolf-Banner", lists={"gear": ("Battleaxe", "Riding Horse")})
    target = beast.lower().replace(" ", "-")
    g = Fight(sheet, beast, against=(target,))
    g.turn_of(CADFAN)
    g.do("gm", Mount(CADFAN, "Riding Horse"))
    g.strike(CADFAN, target, AXE, "++++")
    g.ward(target, "brawling")
    hide = natural_absorption(TABLES, g.actor(target).sheet)
    assert g.damage() == (g.last_roll.margin or 0) + 3 + more - hide


@pytest.mark.rule("SK-CBT-29", "SK-TEST-15")
def test_a_charge_is_free_and_helps_the_next_use_of_melee_combat() -> None:
    g = rider("Battleaxe", "Riding Horse")
    g.do("gm", Charge(CADFAN))
    assert g.roll.difficulty == 2
    g.throw("gm", "--0-")  # 5 - 3
    assert CADFAN not in g.conflict.acted
    g.strike(CADFAN, HESK, AXE, "----")
    assert g.modifiers(0)["charge"] == 2
    g.ward(HESK, "agility", "++++")
    g.strike(CADFAN, HESK, AXE, "----")
    assert "charge" not in g.modifiers(0), "once"


@pytest.mark.rule("SK-CBT-29")
def test_a_failed_charge_brings_nothing_but_does_not_stop_the_attack() -> None:
    g = rider("Battleaxe", "Riding Horse")
    g.do("gm", Charge(CADFAN))
    g.throw("gm", "----")
    g.strike(CADFAN, HESK, AXE, "----")
    assert "charge" not in g.modifiers(0)


@pytest.mark.rule("SK-CBT-29", "SK-STUNT-10", "SK-CBT-31")
def test_a_mounted_charge_and_a_heroic_charge_go_together() -> None:
    g = rider("Battleaxe", "Riding Horse", zones=("Hill", "Ford"), places={BRANNOC: "Ford", HESK: "Ford"})
    g.do("gm", Charge(CADFAN))
    g.throw("gm", "-000")
    g.move(CADFAN, "Ford")
    g.strike(CADFAN, HESK, AXE, "0000")
    assert g.modifiers(0)["charge"] == 2
    g.ward(HESK, "agility")  # 3 + 2 against 1
    assert g.damage() == 4 + 3 + 1 + 2


def test_a_charge_needs_a_horse_and_a_weapon_in_hand() -> None:
    g = rider("Battleaxe", "Riding Horse")
    g.do("gm", Dismount(CADFAN))
    assert g.refused("gm", Charge(CADFAN)) == "cannot-charge"
    assert rider("Crossbow", "Riding Horse").refused("gm", Charge(CADFAN)) == "cannot-charge"


@pytest.mark.rule("SK-EQUIP-19")
def test_a_lance_is_for_riders_alone() -> None:
    g = rider("Lance", "Riding Horse")
    g.strike(CADFAN, HESK, "melee-combat@Lance", "+++0")
    g.ward(HESK, "agility")
    assert g.damage() == 5 + 3 + 1
    g = rider("Lance", "Riding Horse")
    g.do("gm", Dismount(CADFAN))
    assert g.cannot_strike(CADFAN, HESK, "melee-combat@Lance") == "needs-a-mount"


@pytest.mark.rule("SK-CBT-29")
def test_a_charge_does_not_outlast_the_fight_nor_whoever_is_out() -> None:
    g = rider("Battleaxe", "Riding Horse")
    g.do("gm", Charge(CADFAN))
    g.throw("gm", "0000")
    assert rider_of(g.table.state, CADFAN).is_charging
    g.end_fight()
    assert rider_of(g.table.state, CADFAN) == Rider("Riding Horse", 1)
    g = rider("Battleaxe", "Riding Horse")
    g.do("gm", Charge(CADFAN))
    g.throw("gm", "0000")
    g.turn_of(HESK)
    g.strike(HESK, CADFAN, "charm@words", "++++")
    g.ward(CADFAN, "willpower", "----")
    g.answer("gm", "harm", "score")
    g.answer("bo", "taken-out", "tell", fate="rides off in tears", **{"return": "never"})
    assert not rider_of(g.table.state, CADFAN).is_charging
