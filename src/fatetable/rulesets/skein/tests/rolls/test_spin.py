"""Which critical results leave Spin: those whose degree buys nothing else."""

from __future__ import annotations

import pytest

from fatetable.rulesets.skein.recovery.healers import Treat
from fatetable.rulesets.skein.rolls.spin import SPIN
from fatetable.rulesets.skein.tests.support.contesting import Match
from fatetable.rulesets.skein.tests.support.fighting import BRANNOC, GUARD, HEARTH, HESK, Fight
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.rulesets.skein.tests.support.procedures import hunt, run
from fatetable.rulesets.skein.tests.support.wounded import wound

pytestmark = pytest.mark.rule("SK-TEST-13")


def test_healing_by_three_or_more_leaves_none() -> None:
    g = Game()
    wound(g, BRANNOC, 1)
    g.do("bo", Treat(actor=HESK, patient=BRANNOC, ailment="health", description="binds it up"))
    g.throw("bo", "++++")
    assert (g.last_roll.margin, g.table.state.get(SPIN)) == (7, ())


def test_a_hunt_by_three_or_more_leaves_none() -> None:
    g = Game()
    g.do("ana", hunt(BRANNOC, "follows the tracks"))
    g.throw("ana", "++++")
    assert (g.last_roll.margin, g.table.state.get(SPIN)) == (4, ())


def test_a_run_by_three_or_more_leaves_none() -> None:
    g = Fight("Gate Guard", zones=("Yard", "Hall"))
    g.turn_of(BRANNOC)
    g.do("ana", run(BRANNOC))
    g.throw("ana", "++++")
    assert (g.last_roll.margin, g.table.state.get(SPIN)) == (3, ())


@pytest.mark.parametrize(
    ("trait", "defence"), [("melee-combat@Short sword", "brawling"), ("intimidation@words", "willpower")]
)
def test_an_attack_that_harms_by_three_or_more_leaves_none(trait: str, defence: str) -> None:
    g = Fight("Gate Guard")
    g.strike(BRANNOC, GUARD, trait, "++++")
    g.ward(GUARD, defence, "----")
    assert (g.last_roll.margin or 0) >= 3
    assert g.table.state.get(SPIN) == ()


def test_a_rout_by_three_or_more_leaves_none() -> None:
    g = Fight("Hearth Guard")
    g.strike(BRANNOC, HEARTH, "intimidation@words", "++++")
    g.ward(HEARTH, "combat-skill", "----")
    assert g.band(HEARTH).fled >= 3
    assert g.table.state.get(SPIN) == ()


def test_a_turn_of_a_contest_that_harms_by_three_or_more_leaves_none() -> None:
    match = Match(BRANNOC, GUARD)
    match.turn((BRANNOC, "strength"), (GUARD, "strength"), brannoc_of_the_ford="+000")
    match.take(GUARD)
    assert match.left(GUARD) == 4 - 3
    assert match.table.state.get(SPIN) == ()
