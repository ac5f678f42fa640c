"""Who may use what for free, how long it is there, and what ends with it."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.cast import NOBODY
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.rulesets.skein.battle.muster import Fortify, LeadArmy, OpenBattle, StartBattle
from fatetable.rulesets.skein.battle.preliminaries import ManoeuvreArmies
from fatetable.rulesets.skein.battle.turns import AttackWithArmy
from fatetable.rulesets.skein.contests.commands import ContestManoeuvre
from fatetable.rulesets.skein.recovery.ordeals import CallEndurance
from fatetable.rulesets.skein.tests.support.battles import CADFAN, HOST, LEVY, OSRIC, Field
from fatetable.rulesets.skein.tests.support.contesting import Match
from fatetable.rulesets.skein.tests.support.fighting import BRANNOC, GUARD, HESK, Fight
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.rulesets.skein.tests.support.wounded import endure

# -- of a Consequence ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-DMG-06", "SK-FP-15", "SK-INTRO-06")
def test_any_opponent_may_use_a_consequence_once_for_free_whatever_dealt_it() -> None:
    g = Game(foes=("Gate Guard",))
    endure(g, BRANNOC, 3)
    g.answer("ana", "harm", "mild", words="Exhausted")
    card = g.card("Exhausted")
    assert len(card.free) == 1
    g.do("bo", Overcome(actor=HESK, trait="charm", description="pleads"))
    g.answer("gm", "opposition", "difficulty", value=2)
    use = Invoke(
        roll=g.roll.id,
        effort=0,
        effect="bonus",
        aspect=card.id,
        explanation="he sways",
        payment=card.free[0].id,
        party=HESK,
    )
    assert g.refused("bo", use) == "not-your-free-invoke", "a friend has nothing from it"
    g.throw("bo", "0000")
    g.do("gm", Overcome(actor=GUARD, trait="strength", description="shoves him"))
    g.answer("gm", "opposition", "difficulty", value=2)
    before = g.points("pool")
    free = [o for o in g.offers("gm", Invoke) if o.command.aspect == card.id and o.command.payment == card.free[0].id]  # type: ignore[attr-defined]
    g.do("gm", free[0].fill(explanation="he sways"))
    assert g.roll.efforts[0].total == 2 + 2
    assert g.points("pool") == before
    assert g.card("Exhausted").free == ()


# -- of whom one person runs on two sides ----------------------------------------------------------------------------


def two_generals() -> Field:
    """Both armies are led by people of the Storyteller's."""
    field = Field(people=("Cadfan Wolf-Banner", "Osric the Reeve"), musters=False)
    field.do("gm", StartBattle(LEVY, HOST))
    field.do("gm", LeadArmy(LEVY, OSRIC))
    field.do("gm", LeadArmy(HOST, CADFAN))
    field.do("gm", Fortify(LEVY))
    field.do("gm", OpenBattle())
    field.do("gm", ManoeuvreArmies("seeks the high ground"))
    field.oppose("++++", "----")
    field.answer("gm", "battle-aspect", "own", words="Above Them")
    field.proceed(3)
    field.proceed(2)
    return field


@pytest.mark.rule("SK-FP-15", "SK-BATTLE-17")
def test_a_general_has_no_free_use_of_what_the_other_side_made_though_one_person_runs_both() -> None:
    field = two_generals()
    free = {"Above Them": field.card("Above Them").free[0].holder, "Fortifications": OSRIC}
    assert free["Above Them"] == CADFAN
    for general, own, others in ((CADFAN, "Above Them", "Fortifications"), (OSRIC, "Fortifications", "Above Them")):
        field.do("gm", AttackWithArmy("forward"))
        assert field.roll.efforts[0].actor == general
        offered = {
            field.table.state.slices["aspects"][o.command.aspect].text  # type: ignore[attr-defined]
            for o in field.offers("gm", Invoke)
            if o.command.payment != "point"  # type: ignore[attr-defined]
        }
        assert own in offered
        assert others not in offered
        card = field.card(others)
        stolen = Invoke(
            roll=field.roll.id,
            effort=0,
            effect="bonus",
            aspect=card.id,
            explanation="why not",
            payment=card.free[0].id,
            party=NOBODY,
        )
        assert field.refused("gm", stolen) == "not-your-free-invoke"
        field.oppose("0000", "++++")


# -- transient -------------------------------------------------------------------------------------------------------


def transient(g: Game, words: str = "Making a Din") -> None:
    g.manoeuvre("ana", BRANNOC, "strength", words, "0000")
    g.answer("gm", "lifetime", "transient")


@pytest.mark.rule("SK-CBT-19")
def test_outside_a_fight_a_transient_aspect_ends_with_the_next_roll_of_whoever_placed_it() -> None:
    g = Game(foes=("Gate Guard",))
    transient(g)
    g.test("bo", HESK, "stealth", 2, "0000")
    assert g.has_card("Making a Din"), "somebody else acts"
    g.do("gm", CallEndurance(actors=(BRANNOC,), trait="strength", difficulty=0, score="health", cause="the cold"))
    g.throw("ana", "0000")
    assert g.has_card("Making a Din"), "what one suffers is no action"
    g.do("ana", Overcome(actor=BRANNOC, trait="agility", description="slips away"))
    g.answer("gm", "opposition", "difficulty", value=2)
    card = g.card("Making a Din")
    g.do(
        "ana",
        Invoke(
            roll=g.roll.id,
            effort=0,
            effect="bonus",
            aspect=card.id,
            explanation="nobody hears",
            payment=card.free[0].id,
            party=BRANNOC,
        ),
    )
    g.throw("ana", "0000")
    assert g.last_roll.margin == 1 + 2 - 2, "it may still be used in what ends it"
    assert not g.has_card("Making a Din")


@pytest.mark.rule("SK-CBT-19")
def test_a_transient_aspect_from_before_a_fight_ends_with_the_first_turn_in_it() -> None:
    g = Fight("Gate Guard", begin=False)
    transient(g)
    g.begin()
    g.turn_of(BRANNOC)
    assert g.has_card("Making a Din")
    g.next_turn_of(HESK)
    assert not g.has_card("Making a Din")


@pytest.mark.rule("SK-CBT-19")
def test_a_transient_aspect_ends_with_the_scene_and_when_whoever_placed_it_is_out() -> None:
    g = Game(foes=("Gate Guard",))
    transient(g)
    endure(g, BRANNOC, 15)
    g.answer("ana", "harm", "score")
    assert not g.has_card("Making a Din")
    g = Game()
    transient(g)
    g.do("gm", EndScene((g.card("Making a Din").id,)))
    assert not g.has_card("Making a Din"), "not even if the Storyteller would keep it"


@pytest.mark.rule("SK-CBT-19", "SK-CONT-08")
def test_in_a_contest_a_transient_aspect_ends_with_the_next_turn_of_whoever_placed_it() -> None:
    g = Match(BRANNOC, GUARD)
    hold = ContestManoeuvre(actor=BRANNOC, trait="strength", description="grips", words="Iron Grip")
    g.turn(hold, (GUARD, "strength"), brannoc_of_the_ford="++++")
    g.answer("gm", "lifetime", "transient")
    assert g.has_card("Iron Grip")
    g.enter((BRANNOC, "strength"), (GUARD, "strength"))
    assert g.has_card("Iron Grip"), "it may still be used in this turn"
    g.commit()
    roll = g.roll.id
    g.throw_all()
    g.let_be(roll)
    while g.prompt("contest-harm"):
        g.answer("gm", "contest-harm", "score")
    assert not g.has_card("Iron Grip")


# -- ends of fights --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-DMG-08")
def test_a_fight_is_over_when_something_else_than_a_blow_takes_out_the_last_opponent() -> None:
    g = Fight("Gate Guard")
    endure(g, GUARD, 15)
    assert conflict_of(g.table.state) is not None
    g.answer("gm", "harm", "score")
    assert conflict_of(g.table.state) is None


def test_a_fight_goes_on_while_there_is_another_opponent() -> None:
    g = Fight("Gate Guard", "Osric the Reeve")
    g.turn_of(GUARD)
    endure(g, GUARD, 15)
    g.answer("gm", "harm", "score")
    assert conflict_of(g.table.state) is not None
    assert g.acting != GUARD


# -- who is asked ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-TEST-14")
def test_nobody_is_asked_about_dice_they_can_do_nothing_about() -> None:
    g = Game(foes=("Gate Guard",))
    g.do("ana", Overcome(actor=BRANNOC, trait="strength", description="lifts"))
    g.answer("gm", "opposition", "difficulty", value=2)
    roll = g.roll.id
    g.do("ana", ThrowDice(roll), "0000")
    assert g.roll.waiting == ("ana",), "she could throw again"
    g.do("ana", Pass(roll))
    assert g.last_roll.margin == 4 - 2
