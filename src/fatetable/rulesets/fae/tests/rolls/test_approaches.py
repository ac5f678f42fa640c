"""The approach follows from the words, and any of the six goes with any action."""

from __future__ import annotations

from itertools import product

import pytest

from fatetable.mechanics.encounters.contests import Contend, StartContest
from fatetable.mechanics.rolls.actions import Attack, CreateAdvantage, Overcome
from fatetable.mechanics.rolls.effort_rulings import Disallow, SendBack
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.rolls.state import (
    RollOver,
)
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.moves import GANG, RETH, VELD, VOLTAIRE, attack, declare, overcome
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import invoking
from fatetable.testing.events import first

APPROACHES = tuple(approach.id for approach in TABLES.approaches)
STANCE = "Stance of the Defiant Sun"
SWORDSWOMAN = "Swashbuckling Swordswoman"


# -- approaches ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-APPR-04")
@pytest.mark.parametrize(("action", "trait"), tuple(product(("attack", "overcome", "create", "defend"), APPROACHES)))
def test_every_action_may_be_done_with_every_approach(action: str, trait: str) -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Reth")
    rating = TABLES.sample("Reth").traits[trait]
    if action == "defend":
        declare(g, overcome())
        g.answer("gm", "opposition", "no-roll")
        declare(g, attack(VOLTAIRE, VELD))
        g.defend("gm", trait)
        rating = TABLES.sample("Veld").traits[trait]
        assert g.roll.efforts[1].fixed == rating
        return
    commands = {
        "attack": Attack(actor=RETH, target=VELD, trait=trait, description="so"),
        "overcome": Overcome(actor=RETH, trait=trait, description="so"),
        "create": CreateAdvantage(actor=RETH, mode="new", trait=trait, description="so", words="Up High"),
    }
    command = commands[action]
    offered = [offer for offer in g.offers("ana", type(command)) if offer.matches(command)]
    assert len(offered) == 1
    g.do("ana", command)
    assert (g.roll.efforts[0].trait, g.roll.efforts[0].fixed) == (trait, rating)


@pytest.mark.rule("FAE-APPR-04")
def test_a_defence_may_use_another_approach_than_the_attack() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    declare(g, attack(trait="sneaky"))
    g.defend("gm", "clever")
    assert [effort.trait for effort in g.roll.efforts] == ["sneaky", "clever"]


@pytest.mark.rule("FAE-APPR-03")
@pytest.mark.parametrize(
    ("description", "claimed", "fitting"),
    [
        ("creeps through the dark room, hiding from the guards", "forceful", "sneaky"),
        ("pushes the big rock out of the wagon's way", "quick", "forceful"),
    ],
)
def test_the_game_master_sends_back_an_approach_that_does_not_fit_the_words(
    description: str, claimed: str, fitting: str
) -> None:
    g = Game()
    declare(g, overcome(RETH, claimed, description))
    prompt = g.prompt("opposition")
    assert prompt is not None
    assert description in prompt.question
    events = g.answer("gm", "opposition", "send-back", reason="That is another approach")
    assert first(events, RollOver).reason == "That is another approach"
    assert g.prompts() == ()
    declare(g, overcome(RETH, fitting, description))
    assert g.roll.efforts[0].trait == fitting


@pytest.mark.rule("FAE-APPR-03")
def test_an_attack_sent_back_leaves_the_action_and_only_the_game_master_can_do_it() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    declare(g, attack(trait="careful"))
    assert g.refused("bo", SendBack(g.roll.id, "no")) == "gm-only"
    assert g.refused("gm", SendBack(g.roll.id, " ")) == "no-reason"
    assert g.refused("gm", SendBack(g.roll.id, "no", 1)) == "no-such-effort"
    offer = next(offer for offer in g.offers("gm", SendBack))
    g.do("gm", offer.fill(reason="There is nothing careful about that"))
    assert g.prompts() == ()
    declare(g, attack(trait="flashy"))
    g.defend("gm", "careful")
    g.throw("bo", "0000", "0000")
    assert g.refused("gm", SendBack(g.roll.id, "too late")) == "dice-are-down"
    assert g.offers("gm", SendBack) == ()


@pytest.mark.rule("FAE-APPR-03")
def test_a_defence_that_does_not_fit_is_chosen_anew_and_keeps_the_help_it_got() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"))
    g.start_conflict(first="Reth")
    declare(g, attack(RETH, VELD, "forceful"))
    g.defend("gm", "forceful")
    g.do("gm", Help(roll=g.roll.id, effort=1, actor=GANG, description="stand around her"))
    g.do("ana", invoking(g, "hinder", "Must Not Lose Face", RETH, effort=1))
    g.do("gm", SendBack(g.roll.id, "She is in fetters", 1))
    prompt = g.prompt("defend")
    assert prompt is not None
    assert (prompt.seats, "She is in fetters" in prompt.question) == (("@gm",), True)
    assert g.refused("gm", SendBack(g.roll.id, "again", 1)) == "still-waiting"
    assert [offer.label for offer in g.offers("gm", SendBack)] == ["Ask Reth to describe it differently"]
    g.defend("gm", "flashy")
    effort = g.roll.efforts[1]
    assert (effort.trait, effort.fixed, effort.hindrance) == ("flashy", 2 + 1, 2)
    g.throw("ana", "0000", "0000")
    assert g.roll.margin_now() == 3 - (3 - 2)


@pytest.mark.rule("FAE-APPR-03")
def test_an_effort_in_a_contest_that_does_not_fit_is_chosen_anew() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", StartContest("First to the lighthouse", (RETH, VELD)))
    g.do("ana", Contend(actor=RETH, trait="forceful", description="runs"))
    g.do("gm", Contend(actor=VELD, trait="quick", description="runs"))
    g.do("gm", SendBack(g.roll.id, "Running is quick", 0))
    prompt = g.prompt("contend")
    assert prompt is not None
    assert (prompt.seats, [option.id for option in prompt.options]) == (("ana",), ["contend"])
    assert g.refused("ana", ThrowDice(g.roll.id), "0000", "0000") == "still-waiting"
    g.answer("ana", "contend", "contend", trait="quick", description="runs")
    assert [effort.trait for effort in g.roll.efforts] == ["quick", "quick"]
    assert g.roll.efforts[0].id == f"{g.roll.id}.0"
    g.throw("ana", "0000", "0000")


@pytest.mark.rule("FAE-APPR-03")
def test_where_only_players_are_involved_the_game_master_is_asked_before_the_dice() -> None:
    g = Game()
    g.start_conflict(second_side=("voltaire",), first="Reth")
    declare(g, attack(RETH, VOLTAIRE, "forceful"))
    assert g.roll.waiting == ("gm",)
    g.defend("bo", "quick")
    assert g.refused("ana", ThrowDice(g.roll.id), "0000", "0000") == "still-waiting"


@pytest.mark.rule("FAE-APPR-03")
def test_a_stunt_whose_circumstance_does_not_hold_is_struck_before_the_dice() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    declare(g, attack(features=(SWORDSWOMAN,)))
    roll = g.roll.id
    assert g.refused("bo", Disallow(roll, 0, SWORDSWOMAN)) == "gm-only"
    assert g.refused("gm", Disallow(roll, 0, STANCE)) == "not-claimed"
    assert g.refused("gm", Disallow(roll, 1, SWORDSWOMAN)) == "not-claimed"
    (offer,) = g.offers("gm", Disallow)
    g.do("gm", offer.command)
    assert (g.roll.efforts[0].features, g.roll.efforts[0].fixed) == ((), 3)
    g.defend("gm", "careful")
    g.throw("bo", "0000", "0000")
    assert g.refused("gm", Disallow(roll, 0, SWORDSWOMAN)) == "dice-are-down"
