"""Rune Magic in play: runes on things, masterpieces, magic items, and stones that keep beings out."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable import testing
from fatetable.mechanics.aspects.editing import RemoveAspectNow
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.state import RollSettled
from fatetable.mechanics.scenes.lifecycle import EndScene, EnterScene
from fatetable.mechanics.time.time_taken import TIME_TAKEN
from fatetable.rulesets.skein.growth.stunts import TradeStunt
from fatetable.rulesets.skein.magic.enchantments import RUNES, RUNEWARD, Enchantment, EndMagic, in_effect
from fatetable.rulesets.skein.magic.runes import CarveRunes, DefyRuneward, HandOverItem, SetRuneward
from fatetable.rulesets.skein.points.rewards import CallRefresh
from fatetable.rulesets.skein.possessions.in_play import Wield
from fatetable.rulesets.skein.sheet.stunts import compose
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.magicians import come_to
from fatetable.rulesets.skein.tests.support.making import hero, stunts
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.testing.events import first

SUNNIFA = "sunnifa-stonecutter"
BRANNOC = "brannoc-of-the-ford"
SPEAR_ASPECT = "It Remembers Every Name"


def game(**more: Any) -> Game:
    """Ana plays Sunnifa, whose Rune Magic is 5, bo plays Brannoc."""
    return Game(heroes=("Sunnifa Stonecutter", "Brannoc of the Ford"), **more)


def carve(item: str = "Short sword", words: str = "Thirsty Edge") -> CarveRunes:
    return CarveRunes(actor=SUNNIFA, target=BRANNOC, item=item, words=words, description="cuts")  # type: ignore[arg-type]


def laid(g: Game, kind: str) -> Enchantment:
    return list(in_effect(g.table.state, kind))[-1]


@pytest.mark.rule("SK-RUNE-02")
@pytest.mark.rule("SK-SKILL-46")
def test_runes_meet_two_cost_a_point_even_if_they_fail_and_take_a_day_or_less() -> None:
    g = game()
    before = g.points(SUNNIFA)
    g.do("ana", carve())
    assert first(g.throw("ana", "----"), RollSettled).against == 2
    assert (g.points(SUNNIFA), g.has_card("Thirsty Edge")) == (before - 1, False)
    assert g.table.state.get(TIME_TAKEN)[SUNNIFA] == "A day"  # type: ignore[index]
    g.do("ana", carve())
    g.throw("ana", "-000")
    assert g.points(SUNNIFA) == before - 2
    assert g.table.state.get(TIME_TAKEN)[SUNNIFA] == "An hour"  # type: ignore[index]


@pytest.mark.rule("SK-RUNE-03")
def test_runes_stay_until_they_are_defaced_without_any_free_use() -> None:
    g = game()
    g.do("ana", carve())
    g.throw("ana", "0000")
    g.do("gm", EndScene())
    g.start_scene("Next morning")
    card = g.card("Thirsty Edge")
    assert (card.bearer, card.free) == (BRANNOC, ())
    g.do("gm", EndMagic(laid(g, RUNES).id, "defacing"))
    assert not g.has_card("Thirsty Edge")


@pytest.mark.rule("SK-RUNE-03")
def test_a_thing_bears_one_set_of_runes() -> None:
    g = game()
    g.do("ana", carve())
    g.throw("ana", "0000")
    assert g.refused("ana", carve(words="Light as Ash")) == "runes-already"
    g.do("ana", carve("Shield"))


def bring(g: Game, seat: str, actor: str, aspect: str, **more: Any) -> str:
    """Try to bring an Aspect into a Test of somebody's; the code of the refusal, or nothing."""
    g.do(seat, Overcome(actor=actor, trait="survival", description="tries"))  # type: ignore[arg-type]
    g.answer("gm", "opposition", "difficulty", value=2)
    card = g.card(aspect)
    command = Invoke(
        roll=g.roll.id,
        effort=0,
        effect="bonus",
        aspect=card.id,
        explanation="it helps",
        party=actor,  # type: ignore[arg-type]
        **more,
    )
    offered = any(offer.matches(command) for offer in g.offers(seat, Invoke))
    if not offered:
        return g.refused(seat, command)
    g.do(seat, command)
    return ""


@pytest.mark.rule("SK-RUNE-03")
def test_the_aspect_of_runes_serves_whoever_wields_the_thing_for_a_point() -> None:
    g = game()
    g.do("ana", carve())
    g.throw("ana", "--00")
    assert bring(g, "ana", SUNNIFA, "Thirsty Edge") == "not-for-you"
    g = game()
    g.do("ana", carve())
    g.throw("ana", "--00")
    before = g.points(BRANNOC)
    assert bring(g, "bo", BRANNOC, "Thirsty Edge") == ""
    assert g.points(BRANNOC) == before - 1


@pytest.mark.rule("SK-RUNE-03")
def test_a_thing_with_runes_serves_whoever_it_was_handed_to() -> None:
    g = game()
    g.do("ana", carve())
    g.throw("ana", "--00")
    g.do("bo", HandOverItem(laid(g, RUNES).id, SUNNIFA))  # type: ignore[arg-type]
    assert bring(g, "ana", SUNNIFA, "Thirsty Edge") == ""


@pytest.mark.rule("SK-RUNE-02")
def test_nobody_carves_without_a_point_or_in_a_fight() -> None:
    g = game(foes=("Gate Guard",))
    g.start_combat()
    come_to(g, SUNNIFA)
    assert g.refused("ana", carve()) == "no-time"
    g = game()
    for _ in range(g.points(SUNNIFA)):
        g.do("ana", carve())
        g.throw("ana", "----")
    assert g.refused("ana", carve()) == "not-enough-fate-points"
    assert not g.offers("ana", CarveRunes)


@pytest.mark.rule("SK-STUNT-43")
def test_a_masterpiece_serves_its_wielder_once_per_scene_without_a_point() -> None:
    g = game()
    assert len(g.card(SPEAR_ASPECT).free) == 1
    before = g.points(SUNNIFA)
    assert bring(g, "ana", SUNNIFA, SPEAR_ASPECT, payment=g.card(SPEAR_ASPECT).free[0].id) == ""
    assert (g.points(SUNNIFA), g.card(SPEAR_ASPECT).free) == (before, ())
    g.throw("ana", "0000")
    g.do("gm", EndScene())
    g.start_scene("Next morning")
    assert len(g.card(SPEAR_ASPECT).free) == 1
    g.do("gm", EndScene())
    g.start_scene("Noon")
    assert len(g.card(SPEAR_ASPECT).free) == 1


@pytest.mark.rule("SK-STUNT-43")
def test_a_masterpiece_that_has_served_is_not_free_again_in_the_same_scene() -> None:
    g = game()
    assert bring(g, "ana", SUNNIFA, SPEAR_ASPECT, payment=g.card(SPEAR_ASPECT).free[0].id) == ""
    g.throw("ana", "0000")
    g.test("ana", SUNNIFA, "agility", 2, "0000")
    assert g.card(SPEAR_ASPECT).free == ()
    g.do("gm", RemoveAspectNow(g.card(SPEAR_ASPECT).id, "out of sight for a moment"))
    held = next(offer for offer in g.offers("ana", Wield)).holes[0].options[0].value  # type: ignore[union-attr]
    g.do("ana", Wield(SUNNIFA, held))  # type: ignore[arg-type]
    g.test("ana", SUNNIFA, "agility", 2, "0000")
    assert g.card(SPEAR_ASPECT).free == ()
    g.do("gm", EndScene())
    g.start_scene("Next morning")
    assert len(g.card(SPEAR_ASPECT).free) == 1


@pytest.mark.rule("SK-STUNT-43")
def test_whoever_comes_later_has_the_free_use_of_their_masterpiece_with_the_next_roll() -> None:
    g = testing.Game("skein")
    g.bring("ana", "Brannoc of the Ford")
    g.start_scene()
    g.bring("bo", "Sunnifa Stonecutter")
    g.do("gm", EnterScene(SUNNIFA))  # type: ignore[arg-type]
    g.do("bo", Wield(SUNNIFA, "nothing"))  # type: ignore[arg-type]
    assert g.card(SPEAR_ASPECT).free == ()
    g.do("ana", Overcome(actor=BRANNOC, trait="agility", description="climbs"))  # type: ignore[arg-type]
    assert len(g.card(SPEAR_ASPECT).free) == 1


@pytest.mark.rule("SK-MITEM-03")
def test_a_magic_item_brings_its_one_aspect_into_play_for_a_point() -> None:
    horn = {
        "item": "Horn of the Deep",
        "aspect": "tale-1",
        "item-aspect": "Heard Under the Sea",
        "power-1": "calls seals",
        "power-2": "stills waves",
    }
    owner = hero(name="Edda", features=stunts(("belonging", horn), "tough", "strong-willed", "elegant", "rally"))
    g = Game(heroes=(owner, "Brannoc of the Ford"))
    card = g.card("Heard Under the Sea")
    assert (card.bearer, card.free) == ("edda", ())
    before = g.points("edda")
    assert bring(g, "ana", "edda", "Heard Under the Sea") == ""
    assert g.points("edda") == before - 1


def warded(g: Game, dice: str) -> Enchantment:
    ward = SetRuneward(actor=SUNNIFA, kind="the restless dead", place="the chapel", description="buries a stone")  # type: ignore[arg-type]
    g.do("ana", ward)
    g.throw("ana", dice)
    return laid(g, RUNEWARD)


def defy(g: Game, ward: Enchantment, dice: str) -> RollSettled:
    g.do("gm", DefyRuneward(actor="gate-guard", enchantment=ward.id, description="presses on"))  # type: ignore[arg-type]
    return first(g.throw("gm", dice), RollSettled)


@pytest.mark.rule("SK-STUNT-44")
def test_a_runeward_costs_a_point_and_what_it_keeps_out_must_beat_the_wizards_roll() -> None:
    g = game(foes=("Gate Guard",))
    before = g.points(SUNNIFA)
    ward = warded(g, "--00")
    assert (g.points(SUNNIFA), ward.place, ward.result) == (before - 1, "the chapel", 3)
    assert defy(g, ward, "++00").against == 3
    assert laid(g, RUNEWARD).passed_by == ()
    defy(g, ward, "+++0")
    assert laid(g, RUNEWARD).passed_by == ("gate-guard",)


@pytest.mark.rule("SK-STUNT-44")
def test_a_table_may_set_every_runeward_at_two() -> None:
    g = game(foes=("Gate Guard",), runewards="fixed")
    assert defy(g, warded(g, "++++"), "++00").against == 2
    assert laid(g, RUNEWARD).passed_by == ("gate-guard",)


def test_only_those_with_a_will_of_their_own_defy_a_runeward() -> None:
    g = game(foes=("Gate Guard", "Village Militia"))
    ward = warded(g, "0000")
    assert {offer.command.actor for offer in g.offers("gm", DefyRuneward)} == {"gate-guard"}  # type: ignore[attr-defined]
    marching = DefyRuneward(actor="village-militia", enchantment=ward.id, description="marches")  # type: ignore[arg-type]
    assert g.refused("gm", marching) == "no-will"


@pytest.mark.rule("SK-STUNT-44")
def test_nobody_defies_a_ward_of_their_own() -> None:
    g = game()
    ward = warded(g, "0000")
    own = DefyRuneward(actor=SUNNIFA, enchantment=ward.id, description="steps in")  # type: ignore[arg-type]
    assert g.refused("ana", own) == "own-ward"
    assert not g.offers("ana", DefyRuneward)
    assert g.offers("bo", DefyRuneward)


def test_a_runeward_stays_when_its_maker_turns_to_other_things() -> None:
    g = game(foes=("Gate Guard",), mid_session_experience=True)
    ward = warded(g, "0000")
    g.do("gm", CallRefresh())
    g.do("ana", TradeStunt(SUNNIFA, "Runewarding [the restless dead]", compose(TABLES, "extra-refresh", {})))  # type: ignore[arg-type]
    assert defy(g, ward, "++++").against == ward.result


@pytest.mark.rule("SK-STUNT-44")
def test_each_kind_of_being_takes_a_stunt_of_its_own() -> None:
    g = game()
    other = SetRuneward(actor=SUNNIFA, kind="the Fae", place="the chapel", description="buries a stone")  # type: ignore[arg-type]
    assert g.refused("ana", other) == "no-such-magic-known"
