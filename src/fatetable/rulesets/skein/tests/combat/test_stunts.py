"""Stunts in a fight: rage, vengeance, counterstrikes, styles, charges, assaults and inspiration."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.lifecycle import EndScene, LeaveScene
from fatetable.rulesets.skein.combat.harm import DamageToTake
from fatetable.rulesets.skein.combat.stunts import (
    ClaimCharge,
    DedicateWeapon,
    EnemyIsDead,
    FlyIntoRage,
    InspireForce,
)
from fatetable.rulesets.skein.sheet.derived import natural_damage
from fatetable.rulesets.skein.sheet.stunts import compose
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.fighting import BRANNOC, CADFAN, GUARD, HEARTH, HESK, Fight, changed
from fatetable.rulesets.skein.tests.support.wounded import endure

SWORD, SPEAR = "melee-combat@Short sword", "melee-combat@Small Spear"
STYLE = "Fighting Style (short sword and shield, offensive)"


def captain(stunt: str, instead: str = "rally", **changes: Any) -> Sheet:
    return changed("Brannoc of the Ford", swap={instead: stunt}, **changes)


def fight(stunt: str, *foes: str | Sheet, **options: Any) -> Fight:
    return Fight(*foes, heroes=(captain(stunt), "Mother Hesk"), **options)


# -- rage and vengeance ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-STUNT-07", "SK-CBT-31")
def test_rage_costs_a_point_and_adds_to_damage_hand_to_hand_for_the_scene() -> None:
    g = fight("berserker-rage")
    g.turn_of(BRANNOC)
    before = g.points(BRANNOC)
    g.do("ana", FlyIntoRage(BRANNOC))
    assert g.points(BRANNOC) == before - 1
    assert BRANNOC not in g.conflict.acted, "it takes no action"
    assert g.refused("ana", FlyIntoRage(BRANNOC)) == "cannot-rage", "one rage at a time"
    g.strike(BRANNOC, GUARD, SWORD, "-000")
    g.ward(GUARD, "melee-combat")
    assert g.damage() == 1 + 2 - 1 + 1
    g.answer("gm", "harm", "score")
    g.end_fight()
    g.do("gm", EndScene())
    g.start_scene("The next one")
    g.begin()
    g.strike(BRANNOC, GUARD, SWORD)
    g.ward(GUARD, "melee-combat")
    assert g.damage() == 2 + 2 - 1


@pytest.mark.rule("SK-STUNT-07")
def test_nobody_rages_out_of_turn_or_with_words() -> None:
    g = fight("berserker-rage")
    g.turn_of(HESK)
    assert g.refused("ana", FlyIntoRage(BRANNOC)) == "not-your-turn"
    g.turn_of(BRANNOC)
    g.do("ana", FlyIntoRage(BRANNOC))
    g.strike(BRANNOC, GUARD, "intimidation@words", "++++")
    g.ward(GUARD, "willpower")
    assert g.damage() == 7


@pytest.mark.rule("SK-STUNT-21", "SK-CBT-31")
def test_a_dedicated_weapon_does_more_damage_to_its_enemy_alone() -> None:
    g = fight("weapon-of-vengeance", "Gate Guard", "Cadfan Wolf-Banner")
    before = g.points(BRANNOC)
    g.do("ana", DedicateWeapon(BRANNOC, "Short sword", GUARD))
    assert g.points(BRANNOC) == before - 1
    g.strike(BRANNOC, GUARD, SWORD, "--00")
    g.ward(GUARD, "melee-combat")
    assert g.damage() == 0 + 2 - 1 + 2
    g.answer("gm", "harm", "score")
    g.strike(BRANNOC, CADFAN, SWORD, "+000")
    g.ward(CADFAN, "melee-combat")
    assert g.damage() == 1 + 2 - 1


@pytest.mark.rule("SK-STUNT-21")
def test_no_other_enemy_can_be_named_while_the_first_lives() -> None:
    g = fight("weapon-of-vengeance", "Gate Guard", "Cadfan Wolf-Banner")
    g.do("ana", DedicateWeapon(BRANNOC, "Short sword", GUARD))
    assert g.refused("ana", DedicateWeapon(BRANNOC, "Short sword", CADFAN)) == "cannot-dedicate"
    g.do("gm", EnemyIsDead(GUARD))
    g.do("ana", DedicateWeapon(BRANNOC, "Short sword", CADFAN))


@pytest.mark.rule("SK-STUNT-21")
def test_only_a_weapon_in_hand_can_be_dedicated() -> None:
    g = fight("weapon-of-vengeance")
    assert g.refused("ana", DedicateWeapon(BRANNOC, "Battleaxe", GUARD)) == "not-in-hand"


@pytest.mark.rule("SK-STUNT-21")
def test_who_is_out_or_away_dedicates_nothing() -> None:
    vow = DedicateWeapon(BRANNOC, "Short sword", GUARD)
    g = fight("weapon-of-vengeance", begin=False)
    endure(g, BRANNOC, 20)
    g.answer("ana", "harm", "score")
    assert g.condition(BRANNOC).out
    assert g.refused("ana", vow) == "cannot-dedicate"
    g = fight("weapon-of-vengeance", begin=False)
    g.do("gm", LeaveScene(BRANNOC))
    assert g.refused("ana", vow) == "cannot-dedicate"


@pytest.mark.rule("SK-STUNT-21")
def test_an_enemy_is_somebody_else_whom_everybody_knows_of() -> None:
    vengeance = compose(TABLES, "weapon-of-vengeance", {"aspect": "aspect-1"})
    avenger = changed("Cadfan Wolf-Banner")
    avenger = msgspec.structs.replace(avenger, features=(vengeance, *avenger.features[1:]))
    g = Fight(avenger)
    g.do("gm", AddOpponent(g.sheet("Osric the Reeve"), is_hidden=True))
    *_, hidden = g.table.state.get(CAST)
    for nobody in (CADFAN, hidden):
        assert g.refused("gm", DedicateWeapon(CADFAN, "Battleaxe", nobody)) == "bad-target"
    g.do("gm", DedicateWeapon(CADFAN, "Battleaxe", BRANNOC))


# -- counterstrike -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-STUNT-08", "SK-CBT-11")
def test_counterstrike_hurts_the_attacker_by_the_margin_weapon_and_armour_counted() -> None:
    g = Fight("Gate Guard")
    before = g.points(BRANNOC)
    g.strike(GUARD, BRANNOC, SPEAR)
    g.ward(BRANNOC, "melee-combat", "+000", holds_back=False)  # 3 against 6
    g.answer("ana", "strike-back", "strike", weapon="Short sword")
    assert g.points(BRANNOC) == before - 1
    prompt = g.prompt("harm")
    assert prompt is not None
    assert prompt.read(DamageToTake).actor == GUARD
    assert g.damage() == 3 + 2 - (2 - 1)
    assert BRANNOC in g.table.state.slices["spin"], "a margin of three brings Spin as well"
    g.answer("gm", "harm", "score")
    g.answer("ana", "taken-out", "tell", fate="run through", **{"return": "never"})
    assert g.last_roll.stage == "over"


@pytest.mark.rule("SK-STUNT-08")
def test_counterstrike_needs_a_shield_a_blow_that_misses_and_a_point() -> None:
    no_shield = changed("Brannoc of the Ford", lists={"occupation": ("Short sword", "Work/Travel Clothes")})
    g = Fight("Gate Guard", heroes=(no_shield, "Mother Hesk"))
    g.strike(GUARD, BRANNOC, SPEAR)
    g.ward(BRANNOC, "melee-combat", holds_back=False)
    assert g.prompt("strike-back") is None

    g = Fight("Gate Guard")
    g.strike(GUARD, BRANNOC, SPEAR, "++00")
    g.ward(BRANNOC, "melee-combat", holds_back=False)  # a tie is a hit
    assert g.prompt("strike-back") is None

    g = Fight("Gate Guard")
    g.strike(GUARD, BRANNOC, "missile-combat@Small Spear")
    g.ward(BRANNOC, "melee-combat", holds_back=False)
    assert g.prompt("strike-back") is None, "missiles cannot be answered"


@pytest.mark.rule("SK-STUNT-08", "SK-CBT-14")
def test_a_counterstrike_without_damage_leaves_an_aspect() -> None:
    g = Fight(changed("Gate Guard", lists={"gear": ("Small Spear", "Shield", "Scale Mail")}))
    g.strike(GUARD, BRANNOC, SPEAR, "+000")
    g.ward(BRANNOC, "melee-combat", holds_back=False)  # 4 against 5
    g.answer("ana", "strike-back", "strike", weapon="Short sword")  # 1 + 2 - (4 - 1)
    g.answer("ana", "harmless-hit", "aspect", words="Off Balance")
    assert g.card("Off Balance").bearer == GUARD
    assert g.card("Off Balance").free[0].holder == BRANNOC


# -- styles ------------------------------------------------------------------------------------------------------------


def with_styles(*modes: str) -> Sheet:
    stunts = ("counterstrike", "rally")
    styles = {
        stunts[number]: {"style": f"blades {number}", "skill": "melee-combat", "mode": mode}
        for number, mode in enumerate(modes)
    }
    return changed("Brannoc of the Ford", styles=styles)


@pytest.mark.rule("SK-STUNT-09", "SK-TEST-15")
def test_an_offensive_style_helps_attacks_and_a_defensive_one_defences() -> None:
    g = Fight("Gate Guard", heroes=(with_styles("defensive"), "Mother Hesk"))
    g.strike(BRANNOC, GUARD, SWORD, "----", features=(STYLE,))
    assert g.modifiers(0)["feature"] == 1
    g.ward(GUARD, "melee-combat")
    g.strike(GUARD, BRANNOC, SPEAR, "----")
    g.ward(BRANNOC, "melee-combat", "0000", "defend-1")
    assert g.modifiers(1)["feature"] == 1


@pytest.mark.rule("SK-STUNT-09")
def test_a_defensive_style_is_no_help_against_missiles() -> None:
    g = Fight("Gate Guard", heroes=(with_styles("defensive"), "Mother Hesk"))
    g.strike(GUARD, BRANNOC, "missile-combat@Small Spear", "----")
    prompt = g.prompt("defend")
    assert prompt is not None
    assert [option.id for option in prompt.options] == ["defend"]


@pytest.mark.rule("SK-STUNT-09", "SK-TEST-15")
def test_no_roll_has_more_than_one_style() -> None:
    g = Fight("Gate Guard", heroes=(with_styles("offensive"), "Mother Hesk"))
    g.turn_of(BRANNOC)
    both = (STYLE, "Fighting Style (blades 0, offensive)")
    attack = Attack(actor=BRANNOC, target=GUARD, trait=SWORD, description="strikes", features=both)
    assert g.refused("ana", attack) == "feature-does-not-fit"
    assert all(len(o.command.features) < 2 for o in g.offers("ana", Attack))  # type: ignore[attr-defined]


# -- heroic charge and natural weapons ---------------------------------------------------------------------------------


def charging(**options: Any) -> Fight:
    return fight("heroic-charge", zones=("Hill", "Ford"), places={GUARD: "Ford"}, **options)


@pytest.mark.rule("SK-STUNT-10", "SK-CBT-31")
def test_who_moves_into_the_enemy_s_zone_charges() -> None:
    g = charging()
    g.turn_of(BRANNOC)
    g.move(BRANNOC, "Ford")
    g.strike(BRANNOC, GUARD, SWORD, "--00")
    g.ward(GUARD, "melee-combat")
    assert g.damage() == 0 + 2 - 1 + 2
    g.answer("gm", "harm", "score")
    g.next_turn_of(BRANNOC)
    g.strike(BRANNOC, GUARD, SWORD, "--00")
    g.ward(GUARD, "melee-combat")
    assert g.damage() == 0 + 2 - 1, "only the first attack after the move"


@pytest.mark.rule("SK-STUNT-10")
def test_without_a_map_the_storyteller_says_whether_it_is_a_charge() -> None:
    g = fight("heroic-charge")
    g.turn_of(BRANNOC)
    g.do("ana", ClaimCharge(BRANNOC))
    g.answer("gm", "charge", "yes")
    g.strike(BRANNOC, GUARD, SWORD)
    g.ward(GUARD, "melee-combat")
    assert g.damage() == 2 + 2 - 1 + 2

    g = fight("heroic-charge")
    g.turn_of(BRANNOC)
    g.do("ana", ClaimCharge(BRANNOC))
    g.answer("gm", "charge", "no")
    g.strike(BRANNOC, GUARD, SWORD)
    g.ward(GUARD, "melee-combat")
    assert g.damage() == 2 + 2 - 1


@pytest.mark.rule("SK-STUNT-10")
@pytest.mark.parametrize("zones", [(), ("Yard", "Hall")])
def test_only_the_first_attack_of_a_charge_is_stronger(zones: tuple[str, ...]) -> None:
    g = fight("heroic-charge", zones=zones, places={GUARD: "Hall"})
    g.turn_of(BRANNOC)
    if zones:
        g.move(BRANNOC, "Hall")
    else:
        g.do("ana", ClaimCharge(BRANNOC))
        g.answer("gm", "charge", "yes")
    g.strike(BRANNOC, GUARD, SWORD, "--00")
    g.ward(GUARD, "melee-combat", "+000")
    g.strike(GUARD, BRANNOC, SPEAR)
    assert g.conflict.exchange == 1, "still the same turn"
    g.ward(BRANNOC, "melee-combat", holds_back=False)
    g.answer("ana", "strike-back", "strike", weapon="Short sword")
    assert g.damage() == 2 + 2 - 1


@pytest.mark.rule("SK-STUNT-53", "SK-CBT-31")
def test_claws_do_two_more_damage_and_four_if_taken_twice() -> None:
    for name, extra in (("Wolf", 2), ("Bear", 4)):
        g = Fight(name)
        beast = g.actor(name.lower())
        assert natural_damage(TABLES, beast.sheet) == extra
        g.strike(beast.id, HESK, "brawling@Unarmed", "++00")
        g.ward(HESK, "agility")
        assert g.damage() == beast.sheet.traits["brawling"] + 2 - 1 + extra


# -- leading -----------------------------------------------------------------------------------------------------------


def opening(sheet: Sheet | None = None) -> Fight:
    """The order of a fight is made, and nobody has acted; the Hearth Guard is on the heroes' side."""
    g = Fight("Gate Guard", "Hearth Guard", heroes=(sheet or captain("planned-assault"), "Mother Hesk"), begin=False)
    g.do("gm", StartConflict("combat", (GUARD,)))
    while g.prompt("tie"):
        g.answer("gm", "tie", "0")
    return g


@pytest.mark.rule("SK-STUNT-04")
def test_a_planned_assault_helps_the_whole_force_on_combat_skills_in_the_first_turn() -> None:
    g = opening()
    g.do("ana", InspireForce(BRANNOC, "planned-assault"))
    assert g.roll.difficulty == 2
    g.throw("ana", "0000")  # Strategy and Tactics 2
    g.do("gm", BeginConflict())
    g.strike(HEARTH, GUARD, "combat-skill@Broad sword", "----")
    assert g.modifiers(0)["inspired"] == 1
    g.ward(GUARD, "melee-combat", "++++")
    assert "inspired" not in g.modifiers(1), "not the other side"
    g.strike(HESK, GUARD, "brawling@Large Knife", "----")
    assert g.modifiers(0)["inspired"] == 1
    g.ward(GUARD, "melee-combat")
    g.strike(GUARD, BRANNOC, SPEAR, "----")
    g.ward(BRANNOC, "melee-combat")
    assert g.modifiers(1)["inspired"] == 1, "in defence too"
    g.strike(HEARTH, GUARD, "combat-skill@Broad sword", "----")
    assert "inspired" not in g.modifiers(0), "the first turn is over"


@pytest.mark.rule("SK-STUNT-04")
def test_agility_is_no_combat_skill_and_a_failed_test_brings_nothing() -> None:
    g = opening()
    g.do("ana", InspireForce(BRANNOC, "planned-assault"))
    g.throw("ana", "0000")
    g.do("gm", BeginConflict())
    g.strike(GUARD, BRANNOC, SPEAR, "----")
    g.ward(BRANNOC, "agility", "++++")
    assert "inspired" not in g.modifiers(1)

    g = opening()
    g.do("ana", InspireForce(BRANNOC, "planned-assault"))
    g.throw("ana", "-000")
    g.do("gm", BeginConflict())
    g.strike(HEARTH, GUARD, "combat-skill@Broad sword", "----")
    assert "inspired" not in g.modifiers(0)


@pytest.mark.rule("SK-STUNT-04")
def test_it_is_tried_once_before_anybody_acts_and_takes_no_action() -> None:
    g = opening()
    g.do("ana", InspireForce(BRANNOC, "planned-assault"))
    g.throw("ana", "-000")
    assert g.refused("ana", InspireForce(BRANNOC, "planned-assault")) == "cannot-inspire"
    g.do("gm", BeginConflict())
    g.turn_of(BRANNOC)
    assert BRANNOC not in g.conflict.acted

    g = opening()
    g.do("gm", BeginConflict())
    g.turn_of(BRANNOC)  # somebody has passed already
    assert g.refused("ana", InspireForce(BRANNOC, "planned-assault")) == "cannot-inspire"


@pytest.mark.rule("SK-STUNT-58", "SK-STUNT-04", "SK-TEST-15")
def test_heroic_inspiration_adds_to_a_planned_assault() -> None:
    both = changed("Brannoc of the Ford", swap={"rally": "planned-assault", "counterstrike": "heroic-inspiration"})
    g = opening(sheet=both)
    g.do("ana", InspireForce(BRANNOC, "planned-assault"))
    g.throw("ana", "0000")
    g.do("ana", InspireForce(BRANNOC, "heroic-inspiration"))
    assert g.roll.efforts[0].trait == "leadership"
    g.throw("ana", "--00")
    g.do("gm", BeginConflict())
    g.strike(HEARTH, GUARD, "combat-skill@Broad sword", "----")
    assert g.modifiers(0)["inspired"] == 2


@pytest.mark.rule("SK-STUNT-58")
def test_a_table_may_do_without_heroic_inspiration() -> None:
    sheet = captain("heroic-inspiration")
    g = Fight("Gate Guard", heroes=("Brannoc of the Ford", "Mother Hesk"), heroic_inspiration=False, begin=False)
    assert any(problem.code for problem in g.ruleset.creation.problems(sheet))
