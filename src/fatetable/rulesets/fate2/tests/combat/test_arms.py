"""Weapons and armour that are rated: what they add and take off, armour types, traits, and their drawbacks."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.rolls.effort_rulings import Disallow
from fatetable.mechanics.view.blocks import SheetBlock
from fatetable.rulesets.fate2.book import read_tables
from fatetable.rulesets.fate2.combat.arms import TakeArms, arms_of
from fatetable.rulesets.fate2.combat.manoeuvres import Manoeuvre
from fatetable.rulesets.fate2.tests.support.playing import Game

CYRUS, WATCH = ActorId("cyrus"), ActorId("city-watch")
SIMPLE: dict[str, Any] = {"weapons": "simple", "armour": "simple"}
ADVANCED: dict[str, Any] = {"weapons": "advanced", "armour": "advanced"}
TRACK = ["Scratched", "Clipped", "Hurt", "Injured", "Taken Out"]


def armed(weapon: str, worn: str, traits: tuple[str, ...] = (), **dials: Any) -> Game:
    """Cyrus has the weapon and the watch wears the armour."""
    g = Game(foes=("City Watch",), **dials)
    if weapon != "Unarmed" or traits:
        g.do("ana", TakeArms(actor=CYRUS, weapon=weapon, traits=traits))
    if worn != "None":
        g.do("gm", TakeArms(actor=WATCH, armour=worn))
    g.fight_by_turns()
    return g


def result(g: Game, margin: int) -> str:
    """What a blow with this margin comes to."""
    g.blow(margin)
    return g.rows("city-watch")[-1] if g.rows("city-watch") else "Scratched"


@pytest.mark.rule("F2-ARM-05", "F2-ARM-01")
@pytest.mark.parametrize(
    ("margin", "weapon", "armour", "row"),
    [
        (0, "Sword", "None", "Hurt"),
        (0, "Sword", "Chainmail", "Scratched"),
        (-1, "Heavy Firearm", "None", "Scratched"),
        (3, "Knife", "Scale", "Clipped"),
        (1, "Unarmed", "A Wood Stove", "Scratched"),
        (4, "Rifle", "None", "Taken Out"),
    ],
)
def test_a_weapon_is_added_to_a_blow_and_armour_taken_off(margin: int, weapon: str, armour: str, row: str) -> None:
    assert result(armed(weapon, armour, **SIMPLE), margin) == row


@pytest.mark.rule("F2-ARM-07", "F2-ARM-08")
def test_the_ratings_are_those_of_the_book() -> None:
    tables = read_tables()
    weapons: dict[int, set[str]] = {}
    armours: dict[int, set[str]] = {}
    for weapon in tables.weapons:
        weapons.setdefault(weapon.rating, set()).add(weapon.name)
    for armour in tables.armours:
        armours.setdefault(armour.rating, set()).add(armour.name)
    assert weapons == {
        0: {"Unarmed"},
        1: {"Knife", "Small Club", "Martial Arts Strikes", "Holdout Firearm"},
        2: {"Sword", "Mace", "Club", "Pistol"},
        3: {"Two-handed Sword", "Polearm", "Rifle"},
        4: {"Oversized Two-handed Weapon", "Heavy Firearm"},
    }
    assert {rating: armours[rating] for rating in range(5)} == {
        0: {"None"},
        1: {"Leather", "Studded Leather"},
        2: {"Chainmail", "Ringmail"},
        3: {"Partial Plate", "Light Plate", "Scale"},
        4: {"A Wood Stove"},
    }
    assert result(armed("Polearm", "Leather", **SIMPLE), 0) == "Hurt", "they are what counts in play"


@pytest.mark.rule("F2-ARM-09")
def test_a_deadlier_game_has_ratings_of_its_own() -> None:
    own = {
        "weapons": '[[weapon]]\nname = "Sword"\nrating = 7\n',
        "armours": '[[armour]]\nname = "Leather"\nrating = 6\n',
    }
    assert result(armed("Sword", "None", content=own, **SIMPLE), 0) == "Taken Out"
    assert result(armed("Sword", "Leather", content=own, **SIMPLE), 0) == "Clipped"


@pytest.mark.rule("F2-ARM-06")
def test_a_blade_is_hard_to_hide_and_armour_hampers() -> None:
    g = Game(**SIMPLE)
    g.do("ana", TakeArms(actor=CYRUS, weapon="Polearm", armour="Chainmail"))
    climb = Overcome(actor=CYRUS, trait="running", description="climbs in")
    g.do(
        "ana",
        Overcome(actor=CYRUS, trait="running", description="climbs in", claims=("Needs to move freely in Chainmail",)),
    )
    assert g.roll.efforts[0].fixed == 1 - 2
    g.answer("gm", "opposition", "no-roll")
    g.do("ana", Overcome(actor=CYRUS, trait="gossip", description="chats", claims=("Conceals Polearm",)))
    assert g.roll.efforts[0].fixed == 0 - 3
    g.answer("gm", "opposition", "no-roll")
    g.do("ana", TakeArms(actor=CYRUS, weapon="Rifle"))
    g.do("ana", climb)
    assert g.roll.efforts[0].fixed == 1
    claims = [hole for offer in g.offers("ana", Overcome) for hole in offer.holes if hole.field == "claims"]
    assert claims == [], "a firearm has no such penalty, and no armour none"


# -- armour types ----------------------------------------------------------------------------------------------------

BANDS = {
    0: (0, 1, 2, 5, 7),
    1: (0, 1, 3, 5, 7),
    2: (0, 1, 3, 6, 7),
    3: (0, 2, 4, 6, 7),
    4: (0, 2, 5, 6, 7),
    5: (0, 2, 5, 7, 8),
    6: (0, 3, 6, 8, 9),
    7: (0, 3, 7, 9, 10),
    8: (0, 3, 7, 10, 11),
}
WORN = {0: "None", 1: "Leather", 2: "Chainmail", 3: "Scale", 4: "A Wood Stove"} | {
    number: f"Armour Type {number}" for number in range(5, 9)
}


@pytest.mark.rule("F2-ARM-10", "F2-ARM-11")
@pytest.mark.parametrize("armour_type", BANDS)
def test_each_armour_type_has_bands_of_its_own(armour_type: int) -> None:
    """The least and the greatest margin of every row, as they are printed."""
    least = BANDS[armour_type]
    for row, (low, high) in enumerate(zip(least, (*(next_ - 1 for next_ in least[1:]), 11), strict=True)):
        for margin in {low, high} - ({11} if high == 11 and low < 11 else set()):
            if margin <= 10:
                g = armed("Unarmed", WORN[armour_type], armour="advanced")
                assert result(g, margin) == TRACK[row], f"AT{armour_type} at {margin}"


@pytest.mark.rule("F2-ARM-11")
def test_against_the_toughest_armour_even_ten_only_injures() -> None:
    g = armed("Unarmed", "Armour Type 8", armour="advanced")
    assert result(g, 10) == "Injured"
    with_pistol = armed("Pistol", "Armour Type 8", weapons="simple", armour="advanced")
    assert result(with_pistol, 9) == "Taken Out"


@pytest.mark.rule("F2-ARM-10", "F2-ARM-01")
def test_a_rated_weapon_is_added_before_the_armour_type_is_looked_up() -> None:
    assert result(armed("Sword", "Scale", weapons="simple", armour="advanced"), 2) == "Hurt"
    assert result(armed("Unarmed", "Scale", armour="advanced"), 3) == "Clipped"
    assert result(armed("Unarmed", "Scale", armour="advanced"), 2) == "Clipped"


# -- traits of weapons -----------------------------------------------------------------------------------------------


def attack_level(g: Game) -> int:
    g.come_to("cyrus")
    g.do("ana", Attack(actor=CYRUS, target=WATCH, trait="footman", description="strikes"))
    return g.roll.efforts[0].fixed


@pytest.mark.rule("F2-ARM-13")
@pytest.mark.parametrize(("trait", "to_use", "pierces"), [("AP", -1, 2), ("APx2", -2, 4)])
def test_a_piercing_weapon_lowers_armour_and_is_hard_to_use(trait: str, to_use: int, pierces: int) -> None:
    simple_armour: dict[str, Any] = {"weapons": "advanced", "armour": "simple"}
    for worn, rating in (("None", 0), ("Leather", 1), ("Scale", 3), ("A Wood Stove", 4)):
        g = armed("Unarmed", worn, (trait,), **simple_armour)
        assert attack_level(g) == 3 + to_use, "also against no armour"
        g.answer("gm", "defend", "defend", trait="watchman", description="parries")
        g.throw_for(3)
        left = max(0, rating - pierces)
        assert g.rows("city-watch") == {3: ["Hurt"], 2: ["Hurt"], 1: ["Clipped"]}[3 - left]


@pytest.mark.rule("F2-ARM-15")
@pytest.mark.parametrize(("trait", "damage", "worn_more"), [("Vcs", 1, 2), ("Vcsx2", 2, 4)])
def test_a_vicious_weapon_tears_flesh_and_is_stopped_by_armour(trait: str, damage: int, worn_more: int) -> None:
    bare = armed("Unarmed", "None", (trait,), **ADVANCED)
    assert attack_level(bare) == 3
    bare.answer("gm", "defend", "defend", trait="watchman", description="parries")
    bare.throw_for(2 - damage)
    assert bare.rows("city-watch") == ["Hurt"]
    simple_armour: dict[str, Any] = {"weapons": "advanced", "armour": "simple"}
    for margin, row in ((worn_more + 1 - damage, "Scratched"), (worn_more + 2 - damage, "Clipped")):
        assert result(armed("Unarmed", "Leather", (trait,), **simple_armour), margin) == row
    assert result(armed("Unarmed", "Armour Type 7", (trait,), **ADVANCED), 10 - damage) == "Injured", "stops at AT8"


@pytest.mark.rule("F2-ARM-15", "F2-ARM-13")
def test_armour_that_was_pierced_to_nothing_is_not_raised_again() -> None:
    g = armed("Unarmed", "Chainmail", ("AP", "Vcs"), weapons="advanced", armour="simple")
    assert result(g, 1) == "Hurt"


@pytest.mark.rule("F2-ARM-15")
def test_where_armour_is_judged_by_eye_only_the_damage_is_left() -> None:
    assert result(armed("Unarmed", "None", ("Vcsx2",), weapons="advanced"), 5) == "Taken Out"


def manoeuvre(aim: str = "other", words: str = "knock him over") -> Manoeuvre:
    return Manoeuvre(actor=CYRUS, target=WATCH, trait="footman", description="sweeps", words=words, aim=aim)


@pytest.mark.rule("F2-ARM-14")
def test_a_flexible_weapon_is_good_for_manoeuvres_and_bad_in_the_open() -> None:
    g = armed("Unarmed", "None", ("Flex",), **ADVANCED)
    assert attack_level(g) == 3 - 1
    g.do("gm", Disallow(g.roll.id, 0, "Flex (open fight)"))
    assert g.roll.efforts[0].fixed == 3, "nobody can move freely here"
    g.answer("gm", "defend", "defend", trait="watchman", description="parries")
    g.throw_for(-1)
    g.come_to("cyrus")
    g.do("ana", manoeuvre("disarm"))
    assert g.roll.efforts[0].fixed == 3, "both at once in the open"
    g.do("gm", Disallow(g.roll.id, 0, "Flex (open fight)"))
    assert g.roll.efforts[0].fixed == 3 + 1


@pytest.mark.rule("F2-ARM-16")
def test_a_locking_weapon_cannot_be_struck_away_and_is_clumsy() -> None:
    g = Game(foes=("City Watch",), **ADVANCED)
    g.do("gm", TakeArms(actor=WATCH, weapon="Sword", traits=("Lock",)))
    g.fight_by_turns()
    g.come_to("cyrus")
    assert g.refused("ana", manoeuvre("disarm")) == "locked"
    g.do("ana", TakeArms(actor=CYRUS, weapon="Sword", traits=("Lock",)))
    g.do("ana", manoeuvre())
    assert g.roll.efforts[0].fixed == 3 - 1
    g.do("gm", Disallow(g.roll.id, 0, "Lock (finesse)"))
    assert g.roll.efforts[0].fixed == 3


# -- manoeuvres ------------------------------------------------------------------------------------------------------


def try_for(g: Game, margin: int, row: str = "Hurt", aim: str = "other") -> None:
    g.come_to("cyrus")
    g.do("ana", manoeuvre(aim))
    g.answer("gm", "fate2-result-needed", "row", row=row)
    g.answer("gm", "defend", "defend", trait="watchman", description="parries")
    g.throw_for(margin)


@pytest.mark.rule("F2-COMB-14")
def test_an_effect_takes_the_place_of_the_wound_once_it_is_good_enough() -> None:
    g = armed("Unarmed", "None")
    try_for(g, 1)
    assert (g.prompt("fate2-effect-or-wound"), g.rows("city-watch")) == (None, ["Clipped"])
    try_for(g, 2)
    g.answer("ana", "fate2-effect-or-wound", "effect")
    assert g.rows("city-watch") == ["Clipped"]
    sheets = {block.actor: block for block in g.table.present("ana") if isinstance(block, SheetBlock)}
    assert ("Effect", "knock him over") in sheets[WATCH].notes
    try_for(g, 5, row="Injured")
    g.answer("ana", "fate2-effect-or-wound", "wound")
    assert g.rows("city-watch") == ["Clipped", "Injured"]


@pytest.mark.rule("F2-COMB-14")
def test_the_gm_says_that_it_cannot_be_done_and_leaves_harm() -> None:
    g = armed("Unarmed", "None")
    g.come_to("cyrus")
    g.do("ana", manoeuvre())
    g.answer("gm", "fate2-result-needed", "no")
    g.answer("gm", "defend", "defend", trait="watchman", description="parries")
    g.throw_for(7)
    assert g.rows("city-watch") == ["Taken Out"]


@pytest.mark.rule("F2-ARM-12")
@pytest.mark.parametrize("dials", [SIMPLE, ADVANCED], ids=["simple", "advanced"])
def test_armour_does_not_resist_a_manoeuvre(dials: dict[str, Any]) -> None:
    """F2-EX-44."""
    g = armed("Unarmed", "Scale", **dials)
    assert result(g, 2) in ("Clipped", "Scratched"), "as a wound it would be less"
    try_for(g, 2, aim="disarm")
    g.answer("ana", "fate2-effect-or-wound", "effect")
    armed_better = armed("Sword", "None", **dials)
    try_for(armed_better, 1)
    assert armed_better.rows("city-watch") == ["Clipped"], "and no weapon helps it"


@pytest.mark.rule("F2-ARM-12", "F2-COMB-14")
def test_who_is_disarmed_has_no_weapon() -> None:
    g = Game(foes=("City Watch",), **SIMPLE)
    g.do("gm", TakeArms(actor=WATCH, weapon="Sword", armour="Leather"))
    g.fight_by_turns()
    try_for(g, 3, aim="disarm")
    g.answer("ana", "fate2-effect-or-wound", "effect")
    arms = arms_of(g.table.state, WATCH)
    assert (arms.weapon, arms.armour) == ("Unarmed", "Leather")


def test_where_people_see_who_is_better_armed_nobody_takes_up_arms() -> None:
    g = Game()
    assert g.offers("ana", TakeArms) == ()
    assert g.refused("ana", TakeArms(actor=CYRUS, weapon="Sword")) == "judged-by-eye"
    rated = Game(weapons="simple")
    assert rated.refused("ana", TakeArms(actor=CYRUS, weapon="Death Ray")) == "no-such-arms"
    assert rated.refused("ana", TakeArms(actor=CYRUS, weapon="Sword", traits=("AP",))) == "no-such-arms"
    assert rated.refused("bo", TakeArms(actor=CYRUS, weapon="Sword")) == "not-yours"
