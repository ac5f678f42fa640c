"""Figures of the tables where they count: animals and vehicles somebody owns, warbands, armies, borders, roads."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.exchanges import EndTurn
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.scenes.sides import are_allies
from fatetable.mechanics.scenes.state import SCENE
from fatetable.rulesets.skein.battle.turns import AttackWithArmy
from fatetable.rulesets.skein.combat.map.movement import CloseBorder, WorkAtBorder
from fatetable.rulesets.skein.creation.samples import sample
from fatetable.rulesets.skein.possessions.animals import BringAnimal
from fatetable.rulesets.skein.tests.support.battles import HOST, LEVY, Field
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.fighting import BRANNOC, GUARD, HESK, MILITIA, Fight, changed
from fatetable.rulesets.skein.tests.support.making import LISTS, hero, instead
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.rulesets.skein.tests.support.procedures import hunt
from fatetable.rulesets.skein.travel.journeys import JOURNEY, Saddle, SetOut, TravelDay
from fatetable.rulesets.skein.travel.vehicles import TakeVehicle

RICH = ActorId("rich")


def rich(*items: str) -> Sheet:
    """Somebody who can afford all this."""
    return hero(name="Rich", traits=instead({"stealth": "wealth", "wealth": "stealth"}), lists={**LISTS, "gear": items})


def owner(*items: str, foes: tuple[str, ...] = ()) -> Game:
    return Game(heroes=(rich(*items), "Mother Hesk"), foes=foes)


# -- animals -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-EQUIP-22", "SK-TEST-15")
def test_a_trained_falcon_adds_one_to_survival_in_hunting_and_in_nothing_else() -> None:
    g = owner("Trained Falcon")
    g.do("ana", hunt(RICH, "sends her up"))
    assert [part.amount for part in g.roll.efforts[0].modifiers if part.source == "gear"] == [1]
    g.throw("ana", "0000")
    g.do("ana", Overcome(actor=RICH, trait="survival", description="makes camp"))
    assert [part.source for part in g.roll.efforts[0].modifiers if part.source == "gear"] == []


@pytest.mark.rule("SK-EQUIP-22")
def test_a_fighting_dog_comes_with_the_skills_of_a_wolf() -> None:
    g = owner("Trained Dog", foes=("Gate Guard",))
    g.do("ana", BringAnimal(RICH, "Trained Dog"))
    dog = g.table.state.get(CAST)[ActorId("trained-dog-of-rich")]
    assert dog.sheet.traits == sample(TABLES, "Wolf").traits
    assert g.scores(dog.id) == {"stress": 4}
    assert dog.id in g.table.state.get(SCENE).present
    assert g.refused("ana", BringAnimal(RICH, "Trained Dog")) == "not-at-hand", "there is one only"
    assert not g.offers("ana", BringAnimal)


@pytest.mark.rule("SK-EQUIP-22")
def test_a_dog_fights_for_its_owner_as_a_wolf_would() -> None:
    g = owner("Trained Dog", foes=("Gate Guard",))
    g.do("ana", BringAnimal(RICH, "Trained Dog"))
    dog = ActorId("trained-dog-of-rich")
    g.do("gm", StartConflict("combat", (GUARD,)))
    while g.prompt("tie"):
        g.answer("gm", "tie", "0")
    g.do("gm", BeginConflict())
    assert are_allies(g.table.state, dog, RICH)
    seats = {RICH: "ana", HESK: "bo"}
    for _ in range(4):
        conflict = conflict_of(g.table.state)
        assert conflict is not None
        if conflict.acting == dog:
            break
        g.do(seats.get(conflict.acting, "gm"), EndTurn(conflict.acting))
    g.attack("gm", dog, GUARD, "brawling@Unarmed", "++00")
    g.defend("gm", "melee-combat", "0000")
    prompt = g.prompt("harm")
    assert prompt is not None
    assert prompt.about["damage"] == 3 + 2 - 3 + 2 - 2, "teeth against shield and leather"


def test_a_thing_that_is_no_animal_does_not_come_along() -> None:
    g = owner("Cart", "Riding Horse")
    assert g.refused("ana", BringAnimal(RICH, "Cart")) == "not-at-hand"
    assert g.refused("bo", BringAnimal(RICH, "Riding Horse")) == "not-yours"


# -- vehicles ----------------------------------------------------------------------------------------------------------


def on_the_road(*items: str, foes: tuple[str, ...] = ()) -> Game:
    g = owner(*items, foes=foes)
    g.do("gm", SetOut(travellers=(RICH, HESK), name="to the coast"))
    return g


def take(item: str, hands: int = 0) -> TakeVehicle:
    return TakeVehicle(owner=RICH, item=item, hands=hands)


@pytest.mark.rule("SK-EQUIP-23")
@pytest.mark.parametrize(("vehicle", "horses"), [("Cart", 1), ("Chariot", 2)])
def test_a_cart_takes_one_horse_and_a_chariot_two(vehicle: str, horses: int) -> None:
    for number in range(3):
        g = on_the_road(vehicle, *["Riding Horse"] * number)
        if number < horses:
            assert g.refused("gm", take(vehicle)) == "no-team"
            assert not g.offers("gm", TakeVehicle)
        else:
            g.do("gm", take(vehicle))
            journey = g.table.state.get(JOURNEY)
            assert journey is not None
            assert journey.vehicles == (vehicle,)


@pytest.mark.rule("SK-EQUIP-23")
def test_a_horse_draws_one_thing_and_not_while_it_is_ridden() -> None:
    g = on_the_road("Cart", "Chariot", "Riding Horse", "Riding Horse")
    g.do("gm", take("Cart"))
    assert g.refused("gm", take("Chariot")) == "no-team"
    g = on_the_road("Cart", foes=("Horse",))
    g.do("gm", Saddle(RICH, ActorId("horse")))
    assert g.refused("gm", take("Cart")) == "no-team"


@pytest.mark.rule("SK-EQUIP-23", "SK-EQUIP-22")
def test_a_horse_that_has_come_into_play_draws_once_and_other_animals_not_at_all() -> None:
    g = owner("Cart", "Riding Horse", "Trained Dog", foes=("Wolf",))
    g.do("ana", BringAnimal(RICH, "Trained Dog"))
    g.do("ana", BringAnimal(RICH, "Riding Horse"))
    g.do("gm", SetOut(travellers=(RICH, HESK), name="to the coast"))
    g.do("gm", take("Cart"))
    g = owner("Chariot", "Riding Horse", "Trained Dog", foes=("Wolf",))
    g.do("ana", BringAnimal(RICH, "Trained Dog"))
    g.do("ana", BringAnimal(RICH, "Riding Horse"))
    g.do("gm", SetOut(travellers=(RICH, HESK), name="to the coast"))
    assert g.refused("gm", take("Chariot")) == "no-team"
    g = on_the_road("Chariot", "Riding Horse", foes=("Horse",))
    g.do("gm", take("Chariot"))


@pytest.mark.rule("SK-EQUIP-23")
def test_a_small_sailing_ship_takes_a_crew_of_six() -> None:
    g = on_the_road("Small Sailing Ship", "Rowing Boat")
    assert g.refused("gm", take("Small Sailing Ship", 3)) == "no-crew"
    g.do("gm", take("Small Sailing Ship", 4))
    g.do("gm", take("Rowing Boat"))


# -- warbands ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-WARB-03", "SK-WARB-02")
@pytest.mark.parametrize("level", [*range(5), 6])
def test_a_warband_rolls_the_level_of_its_training_whatever_that_is_called(level: int) -> None:
    # No more Aspects than levels.
    aspects = {} if level else {"aspect-1": None}
    g = Fight(changed("Village Militia", traits={"combat-skill": level}, numbers={"size": 1}, aspects=aspects))
    g.strike(BRANNOC, MILITIA, "melee-combat@Short sword", "0000")
    g.ward(MILITIA, "combat-skill", "0000")
    assert g.last_roll.efforts[1].total == level


@pytest.mark.rule("SK-WARB-08", "SK-TEST-15")
@pytest.mark.parametrize(("fighters", "bonus"), [(1, 0), (2, 1), (3, 1), (4, 2), (6, 2), (12, 2)])
def test_numbers_add_to_the_attack_of_a_warband_as_the_table_says(fighters: int, bonus: int) -> None:
    g = Fight(changed("Village Militia", numbers={"size": fighters}))
    g.strike(MILITIA, BRANNOC, "combat-skill@Small Spear", "0000")
    assert g.modifiers(0).get("numbers", 0) == bonus
    assert g.last_roll.efforts[0].total == 1 + bonus
    g.ward(BRANNOC, "melee-combat", "0000")
    g.strike(BRANNOC, MILITIA, "melee-combat@Short sword", "----")
    g.ward(MILITIA, "combat-skill", "0000")
    assert "numbers" not in g.modifiers(1), "and nothing to its defence"


# -- armies ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-BATTLE-04")
@pytest.mark.parametrize("level", range(5))
def test_an_army_attacks_and_defends_with_the_level_of_its_soldiers(level: int) -> None:
    field = Field(host={"skill": level})
    field.begin()
    field.to_attacks()
    field.do("gm", AttackWithArmy("forward"))
    assert field.parts()["Army Skill"] == level
    field.oppose("----", "++++")
    field.do("ana", AttackWithArmy("back at them"))
    field.throw("ana", "0000")
    assert field.parts(1)["Army Skill"] == level


@pytest.mark.rule("SK-BATTLE-07")
@pytest.mark.parametrize(
    ("size", "stress"),
    [(50, 1), (100, 1), (101, 2), (200, 2), (350, 4), (500, 5), (650, 7), (900, 9), (901, 10), (1000, 10)],
)
def test_the_smaller_army_comes_to_the_field_with_stress_by_its_share(size: int, stress: int) -> None:
    field = Field(host={"size": size})
    field.open()
    assert (field.stress(LEVY), field.stress(HOST)) == (10, stress)


# -- borders -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-MAP-09")
def test_an_iron_door_takes_four_steps_to_open_none_to_cross_and_four_to_close() -> None:
    door = next(border for border in TABLES.combat.borders if "iron door" in border.name.lower())
    assert door.close is not None
    g = Fight("Gate Guard", zones=("Yard", "Hall"))
    g.bar("Yard", "Hall", door.open[-1], door.crossed, door.close[-1])
    for left in (4, 3, 2, 1):
        g.next_turn_of(BRANNOC)
        assert g.cannot_move(BRANNOC, "Hall") == "way-blocked", left
        g.do("ana", WorkAtBorder(BRANNOC, g.zone("Hall")))
    g.next_turn_of(BRANNOC)
    g.move(BRANNOC, "Hall")
    for _ in range(4):
        g.next_turn_of(BRANNOC)
        g.do("ana", CloseBorder(BRANNOC, g.zone("Yard")))
    g.next_turn_of(BRANNOC)
    assert g.cannot_move(BRANNOC, "Yard") == "way-blocked"


@pytest.mark.rule("SK-MAP-09")
def test_burning_logs_take_eight_steps_and_cannot_be_put_back() -> None:
    g = Fight("Gate Guard", zones=("Yard", "Hall"))
    logs = next(border for border in TABLES.combat.borders if "logs" in border.name)
    g.bar("Yard", "Hall", logs.open[-1], logs.crossed)
    for _ in range(8):
        g.next_turn_of(BRANNOC)
        g.do("ana", WorkAtBorder(BRANNOC, g.zone("Hall")))
    g.next_turn_of(BRANNOC)
    assert g.refused("ana", CloseBorder(BRANNOC, g.zone("Hall"))) == "cannot-be-closed"
    g.move(BRANNOC, "Hall")


@pytest.mark.rule("SK-MAP-06", "SK-EQUIP-05", "SK-MAP-03")
@pytest.mark.parametrize(
    ("indoors", "apart", "ways"),
    [
        (False, 0, {"melee", "thrown", "bow"}),
        (False, 1, {"thrown", "bow"}),
        (True, 1, {"melee", "thrown", "bow"}),
        (False, 2, {"thrown", "bow"}),
        (False, 3, {"bow"}),
        (False, 4, {"bow"}),
        (False, 5, set()),
    ],
)
def test_what_reaches_how_many_zones_away(indoors: bool, apart: int, ways: set[str]) -> None:
    row = ("One", "Two", "Three", "Four", "Five", "Six")
    traits = {
        "melee": ("Small Spear", "melee-combat@Small Spear"),
        "thrown": ("Small Spear", "missile-combat@Small Spear"),
        "bow": ("Longbow", "missile-combat@Longbow"),
    }
    for way, (weapon, trait) in traits.items():
        archer = changed("Gate Guard", lists={"gear": (weapon,)})
        g = Fight(archer, zones=row, indoors=indoors, places={BRANNOC: row[apart]})
        if way in ways:
            g.strike(GUARD, BRANNOC, trait)
        else:
            assert g.cannot_strike(GUARD, BRANNOC, trait) == "out-of-reach"


# -- gear and roads ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-EQUIP-11")
def test_no_other_thing_of_the_tables_changes_any_roll() -> None:
    goods = tuple(good.name for good in TABLES.goods if not good.is_service and good.name != "Trained Falcon")
    g = owner(*goods)
    sheet = g.table.state.get(CAST)[RICH].sheet
    for trait, rating in sheet.traits.items():
        g.do("ana", Overcome(actor=RICH, trait=trait, description="tries"))
        assert g.roll.efforts[0].total == rating
        g.answer("gm", "opposition", "no-roll")


@pytest.mark.rule("SK-END-15")
@pytest.mark.parametrize(
    ("weather", "hindrances", "forced_days", "difficulty"),
    [
        ("routine", ("no-provisions",), 0, 2 + 2),
        ("routine", ("no-provisions", "no-rest"), 0, 2 + 2 + 2),
        ("routine", (), 1, 2),
        ("routine", (), 3, 2 + 2 * 2),
        ("extreme-weather", (), 0, 4),
        ("extreme-weather", ("no-rest", "no-provisions", "no-clothing"), 0, 4 + 3 * 2),
        ("extreme-weather", ("no-clothing",), 2, 4 + 2 + 2),
    ],
)
def test_the_day_of_a_journey_is_as_hard_as_the_table_adds_up(
    weather: str, hindrances: tuple[str, ...], forced_days: int, difficulty: int
) -> None:
    g = Game()
    g.do("gm", SetOut(travellers=(BRANNOC,), name="over the pass"))
    for day in range(max(1, forced_days)):
        is_last = day == max(1, forced_days) - 1
        today = TravelDay(
            weather=weather if is_last else "routine",
            hindrances=hindrances if is_last else (),
            is_forced=bool(forced_days),
        )
        g.do("gm", today)
        if not is_last:
            g.throw("ana", "++++")
            if g.prompt("harm"):
                g.answer("ana", "harm", "score")
    assert g.roll.difficulty == difficulty
