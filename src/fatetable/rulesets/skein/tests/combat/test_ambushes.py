"""Ambushes, by a group and alone."""

from __future__ import annotations

import pytest

from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.opposition import DefenceToChoose
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.rulesets.skein.combat.ambushes import AMBUSH, Ambush, ForgoAmbush, LayAmbush, SneakUp
from fatetable.rulesets.skein.tests.support.fighting import BRANNOC, CADFAN, GUARD, HESK, Fight

AXE, SPEAR = "melee-combat@Battleaxe", "melee-combat@Small Spear"


def started(game: Fight) -> None:
    game.do("gm", StartConflict("combat", (CADFAN, GUARD)))
    while game.prompt("tie"):
        game.answer("gm", "tie", "0")


def ambush(attack: str = "0000", watch: str = "0000") -> Fight:
    """Cadfan and his guard lie in wait for the heroes."""
    g = Fight("Cadfan Wolf-Banner", "Gate Guard", begin=False)
    g.do("gm", LayAmbush(CADFAN, (GUARD,)))
    g.throw("gm", attack)
    prompt = g.prompt("defend")
    assert prompt is not None
    g.defend("ana" if prompt.read(DefenceToChoose).actor == BRANNOC else "bo", "awareness", watch)
    started(g)
    return g


def strike_first(game: Fight, actor: str, trait: str, target: str = HESK) -> None:
    game.do("gm", Attack(actor=actor, target=target, trait=trait, description="strikes"))  # type: ignore[arg-type]
    game.throw("gm", "----")
    game.ward(target, "agility", "++++")


@pytest.mark.rule("SK-CBT-24")
def test_the_leader_tests_tactics_against_the_most_watchful_of_the_others() -> None:
    g = Fight("Cadfan Wolf-Banner", "Gate Guard", begin=False)
    g.do("gm", LayAmbush(CADFAN, (GUARD,)))
    assert g.roll.efforts[0].trait == "strategy-and-tactics"
    g.throw("gm", "0000")
    prompt = g.prompt("defend")
    assert prompt is not None
    assert prompt.read(DefenceToChoose).actor == BRANNOC, "Awareness 3, as Hesk, who comes after him"
    assert g.choices(prompt) == {"awareness", "strategy-and-tactics"}


@pytest.mark.rule("SK-CBT-24")
def test_each_ambusher_strikes_once_before_the_first_turn() -> None:
    g = ambush()
    assert g.refused("gm", BeginConflict()) == "not-finished"
    strike_first(g, CADFAN, AXE)
    assert g.last_roll.efforts[1].trait == "agility", "defended as always"
    strike = Attack(actor=CADFAN, target=HESK, trait=AXE, description="again")
    assert g.refused("gm", strike) == "not-begun"
    strike_first(g, GUARD, SPEAR)
    assert g.table.state.get(AMBUSH) == Ambush(), "it is over"
    g.do("gm", BeginConflict())
    assert g.conflict.acted == (), "and everybody has their turn"
    assert g.acting == BRANNOC


@pytest.mark.rule("SK-CBT-24")
def test_the_others_are_ambushed_and_nobody_strikes_at_their_own() -> None:
    g = ambush()
    assert set(g.table.state.get(AMBUSH).victims) == {BRANNOC, HESK}
    assert g.refused("gm", Attack(actor=CADFAN, target=GUARD, trait=AXE, description="by mistake")) == "bad-target"


@pytest.mark.rule("SK-CBT-24")
def test_an_ambush_that_is_taken_back_was_never_laid() -> None:
    g = Fight("Cadfan Wolf-Banner", "Gate Guard", begin=False)
    g.do("gm", LayAmbush(CADFAN, (GUARD,)))
    g.do("gm", SendBack(g.roll.id, "not on open ground"))
    assert g.table.state.get(AMBUSH) == Ambush()
    g.do("gm", LayAmbush(CADFAN, (GUARD,)))


@pytest.mark.rule("SK-CBT-24")
def test_an_ambush_is_forgotten_with_the_scene() -> None:
    g = Fight("Cadfan Wolf-Banner", "Gate Guard", begin=False)
    g.do("bo", SneakUp(HESK, GUARD))
    g.throw("bo", "++++")
    g.defend("gm", "awareness", "0000")
    assert g.table.state.get(AMBUSH).bonus == 2
    g.do("gm", EndScene())
    assert g.table.state.get(AMBUSH) == Ambush()


@pytest.mark.rule("SK-CBT-24")
def test_a_tie_is_enough_and_a_failure_just_starts_the_fight() -> None:
    g = ambush("0000", "+000")  # 4 against 4
    assert g.table.state.get(AMBUSH).waiting == (CADFAN, GUARD)
    g = ambush("0000", "++00")
    assert g.table.state.get(AMBUSH) == Ambush()
    g.do("gm", BeginConflict())


@pytest.mark.rule("SK-CBT-24")
def test_the_chance_can_be_let_go_by() -> None:
    g = ambush()
    g.do("gm", ForgoAmbush(CADFAN))
    assert g.table.state.get(AMBUSH).waiting == (GUARD,)
    assert g.refused("gm", ForgoAmbush(CADFAN)) == "no-ambush"
    g.do("gm", ForgoAmbush(GUARD))
    assert g.table.state.get(AMBUSH) == Ambush()
    g.do("gm", BeginConflict())


@pytest.mark.rule("SK-CBT-25", "SK-TEST-15")
def test_one_ambushes_another_by_stealth_and_strikes_at_plus_two() -> None:
    g = Fight("Cadfan Wolf-Banner", "Gate Guard", begin=False)
    g.do("bo", SneakUp(HESK, GUARD))
    assert g.roll.efforts[0].trait == "stealth"
    g.throw("bo", "0000")
    prompt = g.prompt("defend")
    assert prompt is not None
    assert g.choices(prompt) == {"awareness"}
    g.defend("gm", "awareness", "0000")  # 2 against 2
    started(g)
    knife = "brawling@Large Knife"
    assert g.refused("bo", Attack(actor=HESK, target=CADFAN, trait=knife, description="stabs")) == "bad-target"
    g.do("bo", Attack(actor=HESK, target=GUARD, trait=knife, description="stabs"))
    assert g.modifiers(0)["ambush"] == 2
    g.throw("bo", "----")
    g.ward(GUARD, "melee-combat")
    g.do("gm", BeginConflict())
    g.strike(HESK, GUARD, knife, "----")
    assert "ambush" not in g.modifiers(0)


def test_an_ambush_is_laid_before_a_fight() -> None:
    g = Fight("Gate Guard")
    assert g.refused("bo", SneakUp(HESK, GUARD)) == "too-late"
