"""Powerful items, contacts, enemies and resources in play."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.scenes.facts import FACTS
from fatetable.rulesets.fate2.possessions.powers import FacePower, UsePower
from fatetable.rulesets.fate2.possessions.ties import TieIn
from fatetable.rulesets.fate2.tests.support.extras import CLOAK, extra, hero_with
from fatetable.rulesets.fate2.tests.support.playing import Game

TESTER, FINN, WATCH = ActorId("tester"), ActorId("finn"), ActorId("city-watch")
FIRST = "entries.phases.0.entries.extras.0"
LAMP = extra("power-limited", "The Lamp", ranks=1, text="makes its bearer vanish")


def agreed(*heroes: Sheet | str) -> Game:
    """The GM has agreed to the heroes, and a scene is open."""
    g = Game(scene=False, heroes=heroes)
    if g.prompt("character"):
        g.answer("gm", "character", "yes")
    g.start_scene()
    return g


@pytest.mark.rule("F2-EXT-20")
def test_the_level_of_the_item_is_the_difficulty_that_others_face() -> None:
    g = agreed(hero_with(CLOAK), "Finn")
    offer = next(offer for offer in g.offers("bo", FacePower))
    assert offer.label == "roll against Cloak of Invisibility, Fair (+1)"
    g.do("bo", FacePower(actor=FINN, owner=TESTER, extra=FIRST, trait="spot", description="looks closely"))
    assert g.roll.difficulty == 1
    g.throw("bo", "++00")
    g.everyone_passes()
    assert g.last_roll.outcome == "succeed"
    assert g.refused("ana", FacePower(actor=TESTER, owner=TESTER, extra=FIRST, trait="spot")) == "no-such-power"


@pytest.mark.rule("F2-EXT-22")
def test_each_use_of_a_limited_item_costs_a_box_of_its_aspect() -> None:
    g = agreed(hero_with(LAMP, aspect="The Lamp", aspects={1: "The Lamp"}))
    assert g.card("The Lamp").level == 2
    g.do("ana", UsePower(TESTER, FIRST, "Nobody sees me leave"))
    assert g.card("The Lamp").ticked == 1
    assert g.table.state.get(FACTS)[-1].fact == "Nobody sees me leave"
    g.do("ana", UsePower(TESTER, FIRST, "Nobody hears me"))
    assert g.card("The Lamp").ticked == 2
    assert g.refused("ana", UsePower(TESTER, FIRST, "Again")) == "no-box"


@pytest.mark.rule("F2-EXT-21")
def test_a_narrow_effect_is_claimed_where_it_counts() -> None:
    cloak = extra("power-tailored", "Shadow Cloak", ranks=1, bonus=1, text="hiding in deep shadow")
    g = agreed(hero_with(cloak))
    hides = Overcome(actor=TESTER, trait="hide", description="hides", features=("Shadow Cloak",))
    g.do("ana", hides)
    g.answer("gm", "opposition", "difficulty", value=2)
    g.throw("ana", "0000")
    plain = g.actor("tester").sheet.traits.get("hide", -1)
    g.everyone_passes()
    assert g.last_roll.margin == plain + 1 - 2


@pytest.mark.rule("F2-EXT-15", "F2-EXT-16", "F2-EXT-18")
@pytest.mark.parametrize("kind", ["contact", "enemy", "resource"])
def test_the_gm_says_who_it_is_and_the_aspects_are_theirs(kind: str) -> None:
    g = agreed(hero_with(extra(kind, "The Captain", "Owes Tester", "Takes Bribes", "Takes Bribes"), skills=1))
    g.add_opponent("City Watch")
    assert g.refused("ana", TieIn(actor=TESTER, extra=FIRST, target=WATCH)) == "gm-only"
    assert g.refused("gm", TieIn(actor=TESTER, extra=FIRST, target=TESTER)) == "bad-target"
    g.do("gm", TieIn(actor=TESTER, extra=FIRST, target=WATCH))
    card = g.card("Takes Bribes")
    assert (card.bearer, card.level, card.known_to) == (WATCH, 2, None)
    assert g.card("Owes Tester").bearer == WATCH
    assert g.refused("gm", TieIn(actor=TESTER, extra=FIRST, target=WATCH)) == "tied"


def test_things_of_ones_own_are_nobodys_contact() -> None:
    g = Game(heroes=(hero_with(extra("equipment", "Frostbrand", "Cold")),), foes=("City Watch",))
    assert g.refused("gm", TieIn(actor=TESTER, extra=FIRST, target=WATCH)) == "no-such-tie"
