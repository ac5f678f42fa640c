"""Friends of the heroes whom the game master plays: what they earn helps the heroes, not the villains."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.aspects.lending import LendInvoke
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.actions import Attack
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import VELD, VOLTAIRE, create, free_on, invoking, margin

ROPE = "Tangled in the Sail Rope"
GANG = ActorId("gang-of-thugs")


def beside_veld(**dials: Any) -> Game:
    """Veld stands with the heroes, against the gang."""
    g = Game(foes=("Veld", "Gang of Thugs"), **dials)
    create(g, "veld", ROPE)
    g.start_conflict(second_side=("gang-of-thugs",), first="Voltaire")
    return g


@pytest.mark.rule("FAE-CAA-11", "FAE-ASP-21")
@pytest.mark.parametrize("for_allies", ["with-consent", "owner-only"])
def test_a_friend_the_game_master_plays_uses_a_free_invocation_for_the_heroes(for_allies: str) -> None:
    g = beside_veld(boosts_for_allies=for_allies)
    g.do("bo", Attack(actor=VOLTAIRE, target=GANG, trait="quick", description="lunges"))
    g.defend("gm", "other")
    g.throw("bo", "0000", "0000")
    before = margin(g)
    villains = invoking(g, "bonus", ROPE, effort=1, payment=free_on(g, ROPE))
    against_her = invoking(g, "hinder", ROPE, payment=free_on(g, ROPE))
    assert g.refused("gm", villains) == "not-your-free-invoke", "it is not the gang's"
    assert g.refused("gm", against_her) == "not-your-free-invoke"
    g.do("gm", invoking(g, "aid", ROPE, payment=free_on(g, ROPE)))
    assert margin(g) - before == 2


@pytest.mark.rule("FAE-CAA-11")
def test_a_boost_of_a_friend_the_game_master_plays_is_not_the_villains() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"), boosts_for_allies="owner-only")
    create(g, "veld", "Loose Hinge", "00--")
    g.answer("gm", "name-boost", "name", words="In Her Sights")
    g.start_conflict(second_side=("gang-of-thugs",), first="Voltaire")
    g.do("bo", Attack(actor=VOLTAIRE, target=GANG, trait="quick", description="lunges"))
    g.defend("gm", "other")
    g.throw("bo", "0000", "0000")
    card = g.card("In Her Sights")
    villains = invoking(g, "bonus", "In Her Sights", effort=1, payment=card.free[0].id)
    assert g.refused("gm", villains) == "not-your-free-invoke"


@pytest.mark.rule("FAE-ASP-17")
def test_a_friend_the_game_master_plays_helps_a_hero_with_the_pool_and_a_foe_does_not() -> None:
    g = beside_veld()
    g.do("bo", Attack(actor=VOLTAIRE, target=GANG, trait="quick", description="lunges"))
    g.defend("gm", "other")
    g.throw("bo", "0000", "0000")
    g.do("gm", invoking(g, "aid", ROPE))
    assert g.points("pool") == 1
    g = Game(foes=("Veld", "Gang of Thugs"))
    create(g, "veld", ROPE)
    g.start_conflict(first="Voltaire")
    g.do("bo", Attack(actor=VOLTAIRE, target=GANG, trait="quick", description="lunges"))
    g.defend("gm", "other")
    g.throw("bo", "0000", "0000")
    assert g.refused("gm", invoking(g, "aid", ROPE)) == "wrong-side"


@pytest.mark.rule("FAE-ASP-21")
def test_a_friend_the_game_master_plays_can_be_lent_a_free_invocation() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"))
    create(g, "voltaire", ROPE)
    g.start_conflict(second_side=("gang-of-thugs",), first="Voltaire")
    g.do("bo", LendInvoke(g.card(ROPE).id, free_on(g, ROPE), VELD))
    g.do("bo", Attack(actor=VOLTAIRE, target=GANG, trait="quick", description="lunges"))
    g.defend("gm", "other")
    g.throw("bo", "0000", "0000")
    before = margin(g)
    g.do("gm", invoking(g, "aid", ROPE, payment=free_on(g, ROPE)))
    assert margin(g) - before == 2
