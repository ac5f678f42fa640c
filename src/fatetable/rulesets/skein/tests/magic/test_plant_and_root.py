"""Plant and Root in play: brewing, infusions at hand, medicine, ointment and poison."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.encounters.conflicts import EndConflict
from fatetable.mechanics.modifiers.support import Support
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.state import RollSettled, open_rolls
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession
from fatetable.mechanics.time.passing import PassTime
from fatetable.mechanics.time.time_taken import TIME_TAKEN
from fatetable.rulesets.skein.magic.enchantments import ENCHANTMENTS, OINTMENT, upon
from fatetable.rulesets.skein.magic.glamour.illusions import WeaveGlamour
from fatetable.rulesets.skein.magic.glamour.observers import LookClosely, senses_magic
from fatetable.rulesets.skein.magic.plant_and_root import STOCK, BrewInfusion, GiveFromStock, TakeInfusion, at_hand
from fatetable.rulesets.skein.magic.poisons import DOSES, PoisonMeal, PoisonWeapon
from fatetable.rulesets.skein.recovery.poison_and_disease import afflictions_of
from fatetable.rulesets.skein.rolls.spin import has_spin
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.magicians import come_to, magician
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.testing.events import first

GUARD = "gate-guard"


def game(*powers: str, **more: Any) -> Game:
    """Ana plays Edda, whose Plant and Root is 5."""
    other = more.pop("other", None)
    return Game(heroes=(magician("plant-and-root", *powers, other=other), "Brannoc of the Ford"), **more)


def brew(g: Game, dice: str, kind: str = "infusion", words: str = "Steady as an Oak") -> RollSettled:
    g.do("ana", BrewInfusion(actor="edda", kind=kind, words=words, description="stirs"))  # type: ignore[arg-type]
    return first(g.throw("ana", dice), RollSettled)


def only_brew(g: Game) -> str:
    (found,) = g.table.state.get(STOCK).brews
    return found


def time_taken(g: Game) -> str:
    return g.table.state.get(TIME_TAKEN)["edda"]  # type: ignore[index]


@pytest.mark.rule("SK-PLANT-02")
@pytest.mark.rule("SK-SKILL-45")
def test_an_infusion_meets_two_and_takes_a_day_or_less_by_a_step_for_each_degree() -> None:
    g = game()
    assert brew(g, "----").against == 2
    assert not g.table.state.get(STOCK).brews
    assert time_taken(g) == "A day"
    assert brew(g, "---0").outcome == "barely"
    assert time_taken(g) == "A day"
    brew(g, "--00")
    assert time_taken(g) == "A few hours"
    brew(g, "++++")
    assert time_taken(g) == "15 minutes"


@pytest.mark.rule("SK-PLANT-02")
def test_where_degrees_save_no_time_an_infusion_takes_its_day() -> None:
    g = game(degrees_shorten_time=False)
    brew(g, "++++")
    assert time_taken(g) == "A day"


@pytest.mark.rule("SK-PLANT-02")
def test_nobody_brews_in_the_middle_of_a_fight() -> None:
    g = game(foes=("Gate Guard",))
    g.start_combat()
    come_to(g, "edda")
    command = BrewInfusion(actor="edda", kind="infusion", words="Calm", description="stirs")  # type: ignore[arg-type]
    assert g.refused("ana", command) == "no-time"
    assert not g.offers("ana", BrewInfusion)


@pytest.mark.rule("SK-PLANT-03")
def test_lore_of_the_stars_supports_brewing() -> None:
    g = game(other={"plant-and-root": 1, "lore [astrology]": 4})
    command = BrewInfusion(actor="edda", kind="infusion", words="Calm", description="stirs")  # type: ignore[arg-type]
    g.do("ana", command)
    g.do("ana", Support(g.roll.id, "lore [astrology]"))
    assert first(g.throw("ana", "0000"), RollSettled).total == 2


@pytest.mark.rule("SK-PLANT-04")
def test_whoever_takes_an_infusion_has_its_aspect_for_a_scene_and_once_for_free() -> None:
    g = game()
    brew(g, "---0")
    g.do("ana", TakeInfusion(actor="edda", target="brannoc-of-the-ford", infusion=only_brew(g)))  # type: ignore[arg-type]
    card = g.card("Steady as an Oak")
    assert (card.bearer, [free.holder for free in card.free]) == ("brannoc-of-the-ford", ["brannoc-of-the-ford"])
    assert not g.table.state.get(STOCK).brews
    g.do("gm", EndScene((card.id,)))
    assert not g.has_card("Steady as an Oak")


@pytest.mark.rule("SK-SKILL-45")
def test_a_herbalist_has_as_many_infusions_at_hand_as_levels_and_as_many_again_each_session() -> None:
    g = game()
    edda = g.table.state.slices["cast"]["edda"]
    give = GiveFromStock(actor="edda", target="edda", words="Wide Awake")  # type: ignore[arg-type]
    for left in (5, 4, 3, 2, 1):
        assert at_hand(TABLES, g.table.state, edda) == left
        g.do("ana", give)
    assert g.refused("ana", give) == "no-such-infusion"
    assert not g.offers("ana", GiveFromStock)
    g.do("gm", EndScene())
    g.do("gm", EndSession())
    g.start_scene("Another day")
    assert at_hand(TABLES, g.table.state, edda) == 5


@pytest.mark.rule("SK-STUNT-39", "SK-TEST-15")
def test_medicine_adds_four_to_healing_and_two_to_anything_else() -> None:
    for skill, amount in (("healing", 4), ("stealth", 2)):
        g = game("healing-medicine")
        g.do("ana", GiveFromStock(actor="edda", target="edda", words="Clean Wounds"))  # type: ignore[arg-type]
        card = g.card("Clean Wounds")
        g.do("ana", Overcome(actor="edda", trait=skill, description="works"))  # type: ignore[arg-type]
        g.answer("gm", "opposition", "difficulty", value=2)
        invoke = Invoke(
            roll=g.roll.id,
            effort=0,
            effect="bonus",
            aspect=card.id,
            explanation="it cleans",
            payment=card.free[0].id,
            party="edda",  # type: ignore[arg-type]
        )
        g.do("ana", invoke)
        assert g.roll.efforts[0].modifiers[-1].amount == amount


@pytest.mark.rule("SK-STUNT-40")
def test_the_ointment_lets_its_wearer_sense_magic_longer_the_better_it_was_made() -> None:
    g = game("ointment-of-true-vision")
    brew(g, "--00", kind="ointment", words="Eyebright")
    g.do("ana", TakeInfusion(actor="edda", target="brannoc-of-the-ford", infusion=only_brew(g)))  # type: ignore[arg-type]
    brannoc = g.table.state.slices["cast"]["brannoc-of-the-ford"]
    assert senses_magic(TABLES, g.table.state, brannoc)
    worn = upon(g.table.state, "brannoc-of-the-ford", OINTMENT)  # type: ignore[arg-type]
    assert worn is not None
    assert worn.lasts == "A few hours"
    g.do("gm", PassTime("An hour"))
    assert senses_magic(TABLES, g.table.state, brannoc)
    g.do("gm", PassTime("A few hours"))
    assert not senses_magic(TABLES, g.table.state, brannoc)
    assert g.refused("ana", BrewInfusion(actor="edda", kind="poison", words="x", description="y"))  # type: ignore[arg-type]


@pytest.mark.rule("SK-STUNT-40")
@pytest.mark.parametrize(
    ("dice", "lasts"), [("---0", "An hour"), ("--00", "A few hours"), ("0000", "A few days"), ("++00", "A few weeks")]
)
def test_each_degree_lets_the_ointment_last_a_step_longer(dice: str, lasts: str) -> None:
    g = game("ointment-of-true-vision")
    assert brew(g, dice, kind="ointment", words="Eyebright").against == 2
    g.do("ana", TakeInfusion(actor="edda", target="edda", infusion=only_brew(g)))  # type: ignore[arg-type]
    worn = upon(g.table.state, "edda", OINTMENT)  # type: ignore[arg-type]
    assert worn is not None
    assert worn.lasts == lasts


@pytest.mark.rule("SK-STUNT-40")
@pytest.mark.parametrize(("dice", "is_known"), [("0000", False), ("+000", True)])
def test_the_ointment_shows_a_glamour_as_one_to_an_awareness_that_beats_its_maker(dice: str, is_known: bool) -> None:
    heroes = (magician("plant-and-root", "ointment-of-true-vision"), magician("glamour", name="Ansel"))
    g = Game(heroes=heroes)
    g.do("bo", WeaveGlamour(actor="ansel", words="A Wall of Mist", description="hums"))  # type: ignore[arg-type]
    g.throw("bo", "-000")
    glamour = next(found for found in g.table.state.get(ENCHANTMENTS).values() if found.kind == "glamour")
    closely = LookClosely(actor="edda", enchantment=glamour.id, description="looks", by_sense=True)  # type: ignore[arg-type]
    assert g.refused("ana", closely) == "nothing-to-see"
    brew(g, "++++", kind="ointment", words="Eyebright")
    g.do("ana", TakeInfusion(actor="edda", target="edda", infusion=only_brew(g)))  # type: ignore[arg-type]
    g.do("ana", closely)
    assert (g.roll.efforts[0].trait, g.roll.efforts[0].total) == ("awareness", 4)
    g.throw("ana", dice)
    assert g.table.state.get(ENCHANTMENTS)[glamour.id].known_by == (("edda",) if is_known else ())


# -- poison ----------------------------------------------------------------------------------------------------------


def poisoned_meal(dice: str, resisting: str) -> Game:
    g = game("brew-poisons", foes=("Gate Guard",))
    command = PoisonMeal(actor="edda", target=GUARD, infusion="at-hand", description="in the ale")  # type: ignore[arg-type]
    g.do("ana", command)
    g.answer("gm", "meal", "take")
    g.throw("ana", dice)
    prompt = g.prompt("defend")
    assert prompt is not None
    assert {choice.value for choice in prompt.options[0].holes[0].options} == {"strength"}  # type: ignore[union-attr]
    g.defend("gm", "strength", resisting)
    return g


@pytest.mark.rule("SK-STUNT-38")
def test_poison_harms_health_by_the_margin_past_armour_and_leaves_an_aspect_for_the_scene() -> None:
    g = poisoned_meal("--00", "-000")
    prompt = g.prompt("harm")
    assert prompt is not None
    assert (prompt.about["damage"], prompt.about["score"]) == (2, "health")
    g.answer("gm", "harm", "score")
    card = g.card("Poisoned")
    assert (card.bearer, [free.holder for free in card.free]) == (GUARD, ["edda"])
    g.do("gm", EndScene())
    assert not g.has_card("Poisoned")
    (inside,) = afflictions_of(g.table.state, GUARD)  # type: ignore[arg-type]
    assert inside.harmed == {GUARD: {"health": 2}}
    g.do("gm", PassTime("A few days"))
    assert not list(afflictions_of(g.table.state, GUARD))  # type: ignore[arg-type]


@pytest.mark.rule("SK-STUNT-38", "SK-END-06")
def test_poison_by_the_least_margin_harms_by_one_and_stays_for_its_days() -> None:
    g = poisoned_meal("---0", "-000")
    g.answer("gm", "harm", "score")
    (inside,) = afflictions_of(g.table.state, GUARD)  # type: ignore[arg-type]
    assert inside.harmed == {GUARD: {"health": 1}}
    g.do("gm", EndScene())
    g.do("gm", PassTime("A day"))
    assert list(afflictions_of(g.table.state, GUARD))  # type: ignore[arg-type]


@pytest.mark.rule("SK-STUNT-38")
def test_poison_that_was_brewed_is_used_up_before_what_is_at_hand() -> None:
    g = game("brew-poisons", foes=("Gate Guard",))
    brew(g, "++++", "poison", "Bitter Cup")
    brewed, carried = only_brew(g), at_hand(TABLES, g.table.state, g.table.state.slices["cast"]["edda"])
    meal = PoisonMeal(actor="edda", target=GUARD, infusion=brewed, description="in the ale")  # type: ignore[arg-type]
    g.do("ana", meal)
    assert not g.table.state.get(STOCK).brews
    assert at_hand(TABLES, g.table.state, g.table.state.slices["cast"]["edda"]) == carried
    g.answer("gm", "meal", "take")
    g.throw("ana", "----")
    g.defend("gm", "strength", "++++")
    assert g.refused("ana", meal) == "no-such-infusion"


@pytest.mark.rule("SK-TEST-13", "SK-STUNT-38")
def test_poison_that_does_damage_gives_its_maker_no_spin() -> None:
    g = poisoned_meal("+000", "----")
    assert g.last_roll.outcome == "critical"
    assert not has_spin(g.table.state, "edda")  # type: ignore[arg-type]


@pytest.mark.rule("SK-STUNT-38")
def test_a_tie_against_poison_harms_nobody() -> None:
    g = poisoned_meal("---0", "0000")
    assert g.prompt("harm") is None
    assert not g.has_card("Poisoned")
    assert not g.table.state.get(ENCHANTMENTS)


@pytest.mark.rule("SK-STUNT-38")
def test_whoever_is_served_may_decline_and_is_not_told_of_the_poison() -> None:
    poisoner = magician("plant-and-root", "brew-poisons", name="Edda")
    g = Game(heroes=(poisoner, "Mother Hesk"))
    meal = PoisonMeal(actor="edda", target="mother-hesk", infusion="at-hand", description="nightshade in the ale")  # type: ignore[arg-type]
    before = len(g.table.told("bo"))
    g.do("ana", meal)
    assert "nightshade" not in f"{g.table.told('bo')[before:]} {g.table.offers('bo')} {g.table.present('bo')}"
    assert at_hand(TABLES, g.table.state, g.actor("edda")) == 4
    g.answer("bo", "meal", "decline")
    assert not open_rolls(g.table.state)
    g.do("ana", meal)
    g.answer("bo", "meal", "take")
    assert (g.roll.declaration.description, g.roll.declaration.target) == ("nightshade in the ale", "mother-hesk")


@pytest.mark.rule("SK-STUNT-38")
def test_nobody_eats_in_a_fight_or_far_from_the_poisoner_and_oneself_is_not_asked() -> None:
    g = game("brew-poisons", foes=("Gate Guard",))
    g.draw_zones("Hall", "Yard")
    g.place("edda", "Hall")
    g.place(GUARD, "Yard")
    meal = PoisonMeal(actor="edda", target=GUARD, infusion="at-hand", description="in the ale")  # type: ignore[arg-type]
    assert g.refused("ana", meal) == "bad-target"
    g.place(GUARD, "Hall")
    g.start_combat()
    come_to(g, "edda")
    assert g.refused("ana", meal) == "no-time"
    assert not g.offers("ana", PoisonMeal)
    come_to(g)
    g.do("gm", EndConflict())
    g.do("ana", PoisonMeal(actor="edda", target="edda", infusion="at-hand", description="a sip"))  # type: ignore[arg-type]
    assert not g.prompts()
    assert g.roll.declaration.target == "edda"


@pytest.mark.rule("SK-STUNT-38")
def test_in_a_fight_poison_goes_on_a_weapon_nearby_by_the_action_of_the_turn() -> None:
    g = game("brew-poisons", foes=("Gate Guard",))
    dose = PoisonWeapon(actor="edda", target="brannoc-of-the-ford", weapon="Short sword", infusion="at-hand")  # type: ignore[arg-type]
    g.draw_zones("Hall", "Yard")
    for actor in ("edda", GUARD):
        g.place(actor, "Hall")
    g.place("brannoc-of-the-ford", "Yard")
    g.start_combat()
    come_to(g, "brannoc-of-the-ford")
    assert g.refused("ana", dose) == "not-your-turn"
    come_to(g, "edda")
    assert g.refused("ana", dose) == "bad-target"
    assert dose.target not in {offer.command.target for offer in g.offers("ana", PoisonWeapon)}  # type: ignore[attr-defined]
    g.place("brannoc-of-the-ford", "Hall")
    g.do("ana", dose)
    assert "edda" in g.conflict.acted
    assert g.refused("ana", dose) == "already-acted"


@pytest.mark.rule("SK-PLANT-04")
def test_in_a_fight_handing_out_an_infusion_is_an_action_and_takes_somebody_near() -> None:
    g = game(foes=("Gate Guard",))
    brew(g, "0000")
    take = TakeInfusion(actor="edda", target="brannoc-of-the-ford", infusion=only_brew(g))  # type: ignore[arg-type]
    give = GiveFromStock(actor="edda", target="brannoc-of-the-ford", words="Calm")  # type: ignore[arg-type]
    g.draw_zones("Hall", "Yard")
    for actor in ("edda", GUARD):
        g.place(actor, "Hall")
    g.place("brannoc-of-the-ford", "Yard")
    assert g.refused("ana", take) == "bad-target"
    assert g.refused("ana", give) == "bad-target"
    g.place("brannoc-of-the-ford", "Hall")
    g.start_combat()
    come_to(g, "edda")
    g.do("ana", give)
    assert "edda" in g.conflict.acted
    assert g.refused("ana", take) == "already-acted"
    assert not g.offers("ana", TakeInfusion)
    assert not g.offers("ana", GiveFromStock)
    come_to(g)
    come_to(g, "edda")
    g.do("ana", take)
    assert "edda" in g.conflict.acted


def poisoned_sword() -> Game:
    """Brannoc's short sword has a dose on it, and it is his turn."""
    g = game("brew-poisons", foes=("Gate Guard",))
    dose = PoisonWeapon(actor="edda", target="brannoc-of-the-ford", weapon="Short sword", infusion="at-hand")  # type: ignore[arg-type]
    g.do("ana", dose)
    assert g.refused("ana", dose) == "no-such-weapon"
    g.start_combat()
    come_to(g, "brannoc-of-the-ford")
    return g


@pytest.mark.rule("SK-STUNT-38")
def test_one_dose_on_a_weapon_goes_into_the_first_wound() -> None:
    g = poisoned_sword()
    g.attack("bo", "brannoc-of-the-ford", GUARD, "melee-combat@Short sword", "--00")
    g.defend("gm", "melee-combat", "0000")
    g.answer("gm", "harm", "score")
    assert not g.table.state.get(DOSES)["brannoc-of-the-ford"]  # type: ignore[index]
    g.throw("ana", "-000")
    g.defend("gm", "strength", "0000")
    prompt = g.prompt("harm")
    assert prompt is not None
    assert prompt.about["damage"] == 2


@pytest.mark.rule("SK-STUNT-38")
def test_a_miss_leaves_the_dose_where_it_is_and_the_end_of_the_scene_takes_it() -> None:
    g = poisoned_sword()
    g.attack("bo", "brannoc-of-the-ford", GUARD, "melee-combat@Short sword", "----")
    g.defend("gm", "melee-combat", "++00")
    assert len(g.table.state.get(DOSES)["brannoc-of-the-ford"]) == 1  # type: ignore[index]
    g = game("brew-poisons")
    dose = PoisonWeapon(actor="edda", target="brannoc-of-the-ford", weapon="Short sword", infusion="at-hand")  # type: ignore[arg-type]
    g.do("ana", dose)
    g.do("gm", EndScene())
    assert not g.table.state.get(DOSES)


@pytest.mark.rule("SK-STUNT-38")
def test_only_a_stabbing_weapon_takes_poison() -> None:
    g = game("brew-poisons")
    shield = PoisonWeapon(actor="edda", target="brannoc-of-the-ford", weapon="Shield", infusion="at-hand")  # type: ignore[arg-type]
    assert g.refused("ana", shield) == "no-such-weapon"
