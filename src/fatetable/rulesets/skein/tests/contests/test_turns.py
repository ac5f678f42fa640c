"""Contests: their set-up, turns, order of Aspects and re-rolls, damage, and the end."""

from __future__ import annotations

import pytest

from fatetable.engine.prompts import Answer
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.encounters.contests import Contend, EndContest
from fatetable.mechanics.encounters.state import ENCOUNTER, EncounterEnded
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.invocations import Invoke, Reroll
from fatetable.mechanics.rolls.taking_back import VetoInvocation
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.rulesets.skein.battle.muster import StartBattle
from fatetable.rulesets.skein.contests.commands import (
    ContestManoeuvre,
    InterruptContest,
    LeaveContest,
    ResumeContest,
    SetUpContest,
)
from fatetable.rulesets.skein.recovery.natural_healing import Rest
from fatetable.rulesets.skein.tests.support.contesting import BRANNOC, CADFAN, GUARD, HESK, Match, set_up
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.testing.events import first

# -- set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-CONT-02")
def test_a_physical_contest_wears_down_health_and_a_mental_one_composure() -> None:
    body = Match(BRANNOC, GUARD)
    body.turn((BRANNOC, "strength"), (GUARD, "strength"))
    body.take(GUARD)
    assert (body.left(GUARD), body.left(GUARD, "composure")) == (2, 3)
    mind = Match(BRANNOC, GUARD, form="debate", score="composure", skills=("leadership", "intimidation"))
    mind.turn((BRANNOC, "intimidation"), (GUARD, "intimidation"))
    mind.take(GUARD)
    assert (mind.left(GUARD), mind.left(GUARD, "composure")) == (4, 1)


@pytest.mark.rule("SK-CONT-02")
def test_a_contest_is_set_up_by_the_storyteller_with_two_who_can_compete() -> None:
    g = Game(foes=("Gate Guard", "Village Militia"))
    assert g.refused("ana", set_up(BRANNOC, GUARD)) == "gm-only"
    assert g.refused("gm", set_up(BRANNOC)) == "bad-sides"
    assert g.refused("gm", set_up(BRANNOC, ActorId("village-militia"))) == "bad-sides"
    assert g.refused("gm", set_up(BRANNOC, GUARD, score="composure")) == "no-such-contest"
    assert g.refused("gm", set_up(BRANNOC, GUARD, turn="A blink")) == "no-such-time"
    forms = {(o.command.form, o.command.score) for o in g.offers("gm", SetUpContest)}  # type: ignore[attr-defined]
    assert ("chase", "health") in forms
    assert ("debate", "composure") in forms
    assert ("other", "health") in forms
    assert ("other", "composure") in forms


@pytest.mark.rule("SK-CONT-02")
def test_nobody_sets_up_a_contest_in_a_battle_nor_draws_up_for_battle_in_a_contest() -> None:
    armies = ("Levy of the Marches", "Host of the Wolf Banner")
    g = Game(foes=("Gate Guard", *armies))
    battle = StartBattle(ActorId("levy-of-the-marches"), ActorId("host-of-the-wolf-banner"))
    g.do("gm", battle)
    assert g.refused("gm", set_up(BRANNOC, GUARD)) == "encounter-running"
    assert not g.offers("gm", SetUpContest)
    other = Match(BRANNOC, GUARD, foes=("Gate Guard", *armies))
    assert other.refused("gm", battle)
    assert not other.offers("gm", StartBattle)


@pytest.mark.rule("SK-CONT-03")
def test_only_the_skills_agreed_on_serve_and_the_usual_ones_are_named_first() -> None:
    g = Game(foes=("Gate Guard",))
    offer = next(o for o in g.offers("gm", SetUpContest) if o.command.form == "wrestling")  # type: ignore[attr-defined]
    skills = next(hole for hole in offer.holes if hole.field == "skills")
    assert [choice.value for choice in skills.options[:3]] == ["agility", "brawling", "strength"]  # type: ignore[union-attr]
    g.do("gm", set_up(BRANNOC, GUARD, skills=("agility",)))
    strong = Contend(actor=BRANNOC, trait="strength", description="pushes")
    assert g.refused("ana", strong) == "skill-not-agreed"
    (compete,) = g.offers("ana", Contend)
    assert not compete.matches(strong)
    assert compete.matches(Contend(actor=BRANNOC, trait="agility", description="slips"))


@pytest.mark.rule("SK-CONT-03")
def test_the_storyteller_may_ask_for_another_way_to_compete() -> None:
    g = Match(BRANNOC, GUARD)
    g.enter((BRANNOC, "strength"), (GUARD, "strength"))
    index = next(i for i, effort in enumerate(g.roll.efforts) if effort.actor == BRANNOC)
    g.do("gm", SendBack(g.roll.id, "not on ice", index))
    g.answer("ana", "contend", "contend", trait="agility", description="slides")
    assert g.roll.efforts[index].trait == "agility"
    assert g.roll.efforts[index].fixed == 1


@pytest.mark.rule("SK-CONT-04")
def test_what_winning_and_losing_mean_is_said_first_and_comes_true() -> None:
    g = Game(foes=("Gate Guard",))
    assert g.refused("gm", set_up(BRANNOC, GUARD, victory=" ")) == "no-stakes"
    assert g.refused("gm", set_up(BRANNOC, GUARD, defeat="")) == "no-stakes"
    g.do("gm", set_up(BRANNOC, GUARD, victory="the gate opens"))
    events = g.do("gm", LeaveContest(GUARD))
    assert "the gate opens" in first(events, EncounterEnded).result
    g.do("gm", set_up(BRANNOC, GUARD, victory="the gate opens", defeat="a night in the cells"))
    ended = first(g.do("ana", LeaveContest(BRANNOC)), EncounterEnded)
    won, lost = ended.result.split("; ")
    assert "Gate Guard" in won
    assert "the gate opens" in won
    assert "Brannoc" in lost
    assert "a night in the cells" in lost


# -- turns -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-CONT-05")
def test_a_contest_can_be_interrupted_between_turns_and_gone_on_with() -> None:
    g = Match(BRANNOC, GUARD, turn="A few hours")
    g.turn((BRANNOC, "strength"), (GUARD, "strength"))
    g.take(GUARD)
    assert (g.bout.number, g.bout.turn) == (2, "A few hours")
    g.enter((BRANNOC, "strength"))
    assert g.refused("gm", InterruptContest("wolves")) == "cannot-interrupt"
    g.enter((GUARD, "strength"))
    g.commit()
    g.throw_all(gate_guard="++++", brannoc_of_the_ford="----")
    g.let_be(g.roll.id)
    g.take(BRANNOC)
    g.do("gm", InterruptContest("wolves"))
    assert g.refused("ana", Contend(actor=BRANNOC, trait="strength", description="x")) == "cannot-contend"
    g.test("ana", BRANNOC, "awareness", 1, "0000")
    g.do("gm", ResumeContest())
    assert g.bout.number == 3
    assert (g.left(BRANNOC), g.left(GUARD)) == (1, 2)
    g.turn((BRANNOC, "strength"), (GUARD, "strength"))


@pytest.mark.rule("SK-CONT-05")
def test_a_turn_is_one_roll_of_everybody_and_nothing_beside_it() -> None:
    g = Match(BRANNOC, GUARD)
    assert g.refused("ana", Overcome(actor=BRANNOC, trait="strength", description="x")) == "in-a-contest"
    g.enter((BRANNOC, "strength"))
    again = Contend(actor=BRANNOC, trait="strength", description="x")
    assert g.refused("ana", again) == "cannot-contend"
    assert not g.is_rolling
    assert g.refused("bo", Contend(actor=HESK, trait="strength", description="x")) == "cannot-contend"
    g.enter((GUARD, "strength"))
    assert {effort.actor for effort in g.roll.efforts} == {BRANNOC, GUARD}


@pytest.mark.rule("SK-CONT-06")
def test_the_winner_does_the_difference_as_damage_whatever_they_wield_and_wear() -> None:
    g = Match(BRANNOC, GUARD)
    g.turn((BRANNOC, "strength"), (GUARD, "strength"), brannoc_of_the_ford="-000", gate_guard="000-")
    g.take(GUARD)
    assert g.left(GUARD) == 4 - 2, "four less one against two less one, whatever sword and cuirass"


@pytest.mark.rule("SK-CONT-06")
def test_a_tie_does_nothing() -> None:
    g = Match(BRANNOC, GUARD)
    g.turn((BRANNOC, "strength"), (GUARD, "strength"), gate_guard="++00")
    assert not g.prompts()
    assert (g.left(BRANNOC), g.left(GUARD), g.bout.number) == (7, 4, 2)


@pytest.mark.rule("SK-CONT-06")
def test_the_lower_awareness_declares_aspects_first_and_the_last_throws_for_all() -> None:
    g = Match(BRANNOC, GUARD)
    g.enter((BRANNOC, "strength"), (GUARD, "strength"))
    assert [effort.actor for effort in g.roll.efforts] == [GUARD, BRANNOC], "two against three"
    aspect = next(card.id for card in g.table.state.get(ASPECTS).values() if card.bearer == BRANNOC)
    early = Invoke(roll=g.roll.id, effort=1, effect="bonus", aspect=aspect, explanation="mine", party=BRANNOC)
    assert g.roll.waiting == ("gm",)
    assert g.refused("ana", early) == "wrong-moment"
    assert g.refused("gm", ThrowDice(g.roll.id)) == "still-waiting"
    g.do("gm", Pass(g.roll.id))
    assert g.refused("gm", ThrowDice(g.roll.id)) == "not-yours"
    g.do("ana", early)
    g.do("ana", ThrowDice(g.roll.id), "0000", "0000")
    assert [effort.total for effort in g.roll.efforts] == [2, 6]


@pytest.mark.rule("SK-CONT-06")
def test_in_a_mental_contest_the_lower_empathy_declares_first() -> None:
    g = Match(BRANNOC, CADFAN, foes=("Cadfan Wolf-Banner",), form="debate", score="composure", skills=("leadership",))
    g.enter((BRANNOC, "leadership"), (CADFAN, "leadership"))
    assert [effort.actor for effort in g.roll.efforts] == [BRANNOC, CADFAN], "none against one"


@pytest.mark.rule("SK-CONT-06")
def test_the_side_behind_throws_again_first_then_the_other_until_both_pass() -> None:
    g = Match(BRANNOC, GUARD)
    g.enter((BRANNOC, "strength"), (GUARD, "strength"))
    g.commit()
    roll = g.roll.id
    guard, hero = 0, 1
    g.throw_all(gate_guard="++++", brannoc_of_the_ford="0000")
    assert g.roll.waiting == ("ana",), "four against six"
    again = Reroll(roll=roll, effort=hero, party=BRANNOC)
    assert g.refused("gm", Reroll(roll=roll, effort=guard)) == "wrong-moment"
    g.do("ana", again, "+++0")
    assert g.roll.waiting == ("gm",), "now the other, although six is less than seven"
    g.do("gm", Reroll(roll=roll, effort=guard), "----")
    assert g.roll.efforts[guard].total == 6, "the better throw counts"
    assert g.roll.waiting == ("ana",)
    g.do("ana", Pass(roll))
    assert g.roll.waiting == ("gm",), "who has just thrown again has not passed yet"
    g.do("gm", Pass(roll))
    assert g.prompt("contest-harm")
    g.take(GUARD)
    assert g.left(GUARD) == 3


# -- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-CONT-07")
def test_whoever_is_at_zero_loses_and_is_not_out_of_the_scene() -> None:
    g = Match(BRANNOC, GUARD)
    g.turn((BRANNOC, "strength"), (GUARD, "strength"), gate_guard="--00")
    events = g.take(GUARD)
    assert g.is_over
    assert first(events, EncounterEnded).result == "Brannoc of the Ford won: a silver ring; Gate Guard lost: laughter"
    assert g.left(GUARD) == 0
    assert not g.condition(GUARD).out
    assert g.prompts() == ()
    assert g.table.state.get(ENCOUNTER) is None


@pytest.mark.rule("SK-CONT-07")
def test_the_damage_of_a_contest_goes_with_some_safe_time() -> None:
    g = Match(BRANNOC, GUARD)
    g.turn((BRANNOC, "strength"), (GUARD, "strength"), gate_guard="++++")
    g.take(BRANNOC)
    g.do("gm", EndContest("the bell rings"))
    assert g.left(BRANNOC) == 5
    g.do("gm", Rest((BRANNOC,)))
    assert g.left(BRANNOC) == 7


@pytest.mark.rule("SK-CONT-07")
def test_whoever_has_nothing_left_does_not_compete_again_before_they_have_rested() -> None:
    g = Match(BRANNOC, GUARD)
    g.turn((BRANNOC, "strength"), (GUARD, "strength"), gate_guard="--00")
    g.take(GUARD)
    assert g.refused("gm", set_up(BRANNOC, GUARD)) == "bad-sides"


# -- consequences ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-CONT-09")
def test_a_consequence_holds_the_end_off_and_more_than_a_mild_one_turns_it_serious() -> None:
    g = Match(BRANNOC, GUARD)
    g.turn((BRANNOC, "strength"), (GUARD, "strength"), gate_guard="++++")
    g.take(BRANNOC, "mild", words="Bent Thumb")
    assert g.left(BRANNOC) == 7
    assert not g.is_serious
    g.turn((BRANNOC, "strength"), (GUARD, "strength"), gate_guard="++++")
    g.take(BRANNOC, "moderate", words="Broken Arm")
    assert g.is_serious
    assert g.card("Broken Arm").free, "the winner has a free use of it"


@pytest.mark.rule("SK-CONT-09")
def test_not_every_contest_is_worth_consequences() -> None:
    g = Match(BRANNOC, GUARD, consequences="none")
    g.turn((BRANNOC, "strength"), (GUARD, "strength"), gate_guard="++++")
    prompt = g.prompt("contest-harm")
    assert prompt is not None
    assert [option.id for option in prompt.options] == ["score"]
    assert g.refused("ana", Answer(prompt.id, "mild", {"words": "Ow"})) == "no-such-answer"


# -- manoeuvres ------------------------------------------------------------------------------------------------------


def trick(actor: ActorId = BRANNOC, target: ActorId = GUARD, words: str = "Flinching") -> ContestManoeuvre:
    return ContestManoeuvre(actor=actor, trait="intimidation", description="glares", words=words, target=target)


@pytest.mark.rule("SK-CONT-08")
def test_a_manoeuvre_with_any_skill_places_an_aspect_instead_of_doing_damage() -> None:
    g = Match(BRANNOC, GUARD)
    g.turn(trick(), (GUARD, "strength"))
    card = g.card("Flinching")
    assert card.bearer == GUARD
    assert [free.holder for free in card.free] == [BRANNOC]
    assert not g.prompt("contest-harm")
    assert g.left(GUARD) == 4


@pytest.mark.rule("SK-CONT-08")
def test_a_drawn_manoeuvre_places_its_aspect_and_a_lost_one_costs_the_difference() -> None:
    drawn = Match(BRANNOC, GUARD)
    drawn.turn(trick(), (GUARD, "strength"), gate_guard="+000")
    assert drawn.has_card("Flinching")
    lost = Match(BRANNOC, GUARD)
    lost.turn(trick(), (GUARD, "strength"), gate_guard="+++0")
    assert not lost.has_card("Flinching")
    lost.take(BRANNOC)
    assert lost.left(BRANNOC) == 7 - 2


@pytest.mark.rule("SK-CONT-08")
def test_if_both_manoeuvre_only_the_winner_places_and_nobody_is_hurt_and_a_tie_places_both() -> None:
    other = trick(GUARD, BRANNOC, words="Sand in the Eyes")
    g = Match(BRANNOC, GUARD)
    g.turn(trick(), other)
    assert g.has_card("Flinching")
    assert not g.has_card("Sand in the Eyes")
    assert not g.prompt("contest-harm")
    tied = Match(BRANNOC, GUARD)
    tied.turn(trick(), other, gate_guard="++00")
    assert tied.has_card("Flinching")
    assert tied.has_card("Sand in the Eyes")


@pytest.mark.rule("SK-CONT-08")
def test_a_manoeuvre_at_nobody_meets_two_but_a_better_opponent_still_hurts() -> None:
    g = Match(BRANNOC, GUARD)
    g.turn(trick(target=NOBODY), (GUARD, "strength"), gate_guard="++++", brannoc_of_the_ford="-000")
    assert g.card("Flinching").bearer == ""
    g.take(BRANNOC)
    assert g.left(BRANNOC) == 7 - 4
    g.turn(trick(target=NOBODY, words="Second"), (GUARD, "strength"), gate_guard="----", brannoc_of_the_ford="--00")
    assert not g.has_card("Second"), "one against two"
    assert not g.prompt("contest-harm")


@pytest.mark.rule("SK-CONT-15")
def test_wrestling_is_a_contest_a_combat_or_either_as_the_table_likes() -> None:
    def ways(choice: str) -> tuple[bool, bool]:
        g = Game(foes=("Gate Guard",), wrestling=choice)
        contest = any(o.command.form == "wrestling" for o in g.offers("gm", SetUpContest))  # type: ignore[attr-defined]
        (start,) = g.offers("gm", StartConflict)
        return contest, start.matches(StartConflict("wrestling", (GUARD,)))

    assert ways("either") == (True, True)
    assert ways("contest") == (True, False)
    assert ways("combat") == (False, True)
    g = Game(foes=("Gate Guard",), wrestling="combat")
    assert g.refused("gm", set_up(BRANNOC, GUARD)) == "no-such-contest"
    g.start_combat("wrestling")


@pytest.mark.rule("SK-CONT-06")
def test_whose_new_throw_is_vetoed_has_the_turn_again() -> None:
    g = Match(BRANNOC, GUARD)
    g.turn(trick(), (GUARD, "strength"))
    card = g.card("Flinching")
    g.enter((BRANNOC, "strength"), (GUARD, "strength"))
    g.commit()
    g.throw_all(gate_guard="++++")
    again = Invoke(
        roll=g.roll.id,
        effort=1,
        effect="reroll",
        aspect=card.id,
        explanation="he flinches",
        payment=card.free[0].id,
        party=BRANNOC,
    )
    g.do("ana", again, "++++")
    assert g.roll.efforts[1].total == 8
    assert g.roll.waiting == ("gm",)
    g.do("gm", VetoInvocation(g.roll.id, "not this time", 0))
    assert g.roll.efforts[1].total == 4
    assert g.card("Flinching").free == card.free
    assert g.roll.waiting == ("ana",)
    g.do("ana", Pass(g.roll.id))
    g.do("gm", Pass(g.roll.id))
    g.take(BRANNOC)
    assert g.left(BRANNOC) == 7 - 2
