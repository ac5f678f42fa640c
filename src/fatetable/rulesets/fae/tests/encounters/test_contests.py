"""Contests: everybody overcomes once in an exchange, the best total scores, three victories win."""

from typing import Any

import pytest

from fatetable.engine.messages import Event
from fatetable.engine.seats import AddSeat
from fatetable.mechanics.aspects.cards import BOOST, SITUATION
from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.challenges import StartChallenge
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.encounters.contests import Contend, EndContest, StartContest
from fatetable.mechanics.encounters.state import ENCOUNTER, Contest, EncounterEnded, contest_of
from fatetable.mechanics.rolls.actions import Attack, CreateAdvantage, Overcome
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.state import RollSettled
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.mechanics.view.encounter_blocks import TallyBlock
from fatetable.rulesets.fae.tests.support.fights import BLANK, RETH, VELD, VOLTAIRE, attack, create, knock_out, overcome
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.testing.events import all_of, first

GOAL = "First to the lighthouse"
SEATS = {RETH: "ana", VOLTAIRE: "bo", VELD: "gm"}

# Quick 2 for Reth and Voltaire, 1 for Veld: the totals below are these and the dice.
LOSE, EVEN = "----", "000-"


def race(*runners: ActorId, **dials: Any) -> Game:
    """A contest between these, or all three."""
    g = Game(foes=("Veld",), **dials)
    g.do("gm", StartContest(GOAL, runners or (RETH, VOLTAIRE, VELD)))
    return g


def contest_in(g: Game) -> Contest:
    contest = contest_of(g.table.state)
    assert contest is not None, "no contest is running"
    return contest


def enter(g: Game, *runners: ActorId) -> None:
    for runner in runners:
        g.do(SEATS[runner], Contend(actor=runner, trait="quick", description="runs"))


def run(g: Game, *dice: str) -> tuple[Event, ...]:
    """Everybody enters, in the order of the tally, and throws these dice; nobody invokes."""
    enter(g, *contest_in(g).tally)
    g.throw("ana", *dice)
    return g.everyone_passes()


def tally(g: Game) -> list[int]:
    return list(contest_in(g).tally.values())


# -- what it is --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CONT-01")
def test_two_or_more_who_are_there_compete_for_one_goal() -> None:
    g = Game(foes=("Veld",), scene=False)
    assert g.refused("gm", StartContest(GOAL, (RETH, VELD))) == "encounter-running"
    g.start_scene()
    assert g.refused("ana", StartContest(GOAL, (RETH, VELD))) == "gm-only"
    assert g.refused("gm", StartContest(GOAL, (RETH,))) == "bad-sides"
    assert g.refused("gm", StartContest(GOAL, (RETH, RETH))) == "bad-sides"
    assert g.refused("gm", StartContest(GOAL, (RETH, ActorId("the-wind")))) == "bad-sides"
    assert g.refused("gm", StartContest(" ", (RETH, VELD))) == "no-goal"
    assert g.offers("ana", StartContest) == ()
    (offer,) = g.offers("gm", StartContest)
    g.do("gm", offer.fill(goal=GOAL, actors=(RETH, VOLTAIRE, VELD)))
    assert contest_in(g).goal == GOAL
    assert contest_in(g).tally == {RETH: 0, VOLTAIRE: 0, VELD: 0}
    assert g.refused("gm", StartContest(GOAL, (RETH, VELD))) == "encounter-running"
    assert g.refused("gm", StartConflict("physical", (VELD,))) == "encounter-running"
    assert g.refused("gm", StartChallenge("the storm")) == "encounter-running"


@pytest.mark.rule("FAE-CONT-01")
def test_nobody_is_hurt_in_a_contest() -> None:
    g = race()
    assert g.refused("ana", attack(g, RETH, VELD)) == "in-a-contest"
    assert g.offers("ana", Attack) == ()


@pytest.mark.rule("FAE-CONT-01", "FAE-HARM-12")
def test_who_is_out_of_the_scene_does_not_compete() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Reth")
    knock_out(g, RETH, VELD)
    assert g.refused("gm", StartContest(GOAL, (RETH, VELD))) == "bad-sides"
    (offer,) = g.offers("gm", StartContest)
    assert VELD not in str(offer.holes)


# -- one exchange ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CONT-02")
def test_in_each_exchange_everybody_overcomes_once_and_all_totals_are_compared() -> None:
    g = race()
    enter(g, RETH, VELD)
    assert g.refused("ana", ThrowDice(g.roll.id)) == "no-opposition-yet", "Voltaire has not said what she does"
    assert g.refused("ana", Contend(actor=RETH, trait="quick", description="again")) == "cannot-contend"
    assert g.refused("bo", Contend(actor=RETH, trait="quick", description="for him")) == "not-yours"
    assert g.refused("bo", Contend(actor=VOLTAIRE, trait="quick", description=" ")) == "no-description"
    (offer,) = [o for o in g.offers("bo", Contend) if not o.command.features]  # type: ignore[attr-defined]
    g.do("bo", offer.fill(trait="flashy", description="somersaults"))
    assert {effort.action for effort in g.roll.efforts} == {"overcome"}
    g.throw("bo", "+000", BLANK, "++00")
    assert [(effort.actor, effort.total) for effort in g.roll.efforts] == [(RETH, 3), (VELD, 1), (VOLTAIRE, 5)]
    settled = first(g.everyone_passes(), RollSettled)
    assert (settled.total, settled.against, settled.margin) == (5, 3, 2)
    assert contest_in(g).tally == {RETH: 0, VOLTAIRE: 1, VELD: 0}
    assert contest_in(g).exchange == 2


@pytest.mark.rule("FAE-CONT-02")
def test_outside_a_contest_and_for_onlookers_there_is_no_roll_to_make() -> None:
    g = Game(foes=("Veld",))
    run_along = Contend(actor=VOLTAIRE, trait="quick", description="runs along")
    assert g.refused("bo", run_along) == "cannot-contend"
    g.do("gm", StartContest(GOAL, (RETH, VELD)))
    assert g.refused("bo", run_along) == "cannot-contend"
    assert g.offers("bo", Contend) == ()


@pytest.mark.rule("FAE-CONT-02")
def test_the_contest_s_scoring_takes_the_place_of_costs_and_boosts() -> None:
    g = race(RETH, VELD)
    run(g, "++++", LOSE)
    assert g.prompts() == ()
    assert not [card for card in g.table.state.slices["aspects"].values() if card.kind == BOOST]


@pytest.mark.rule("FAE-CONT-02")
def test_an_onlooking_ally_may_help_and_someone_who_competes_may_not() -> None:
    g = race(RETH, VELD)
    enter(g, RETH)
    g.do("bo", Help(roll=g.roll.id, effort=0, actor=VOLTAIRE, description="throws him a rope"))
    assert g.roll.efforts[0].fixed == 3
    g = race()
    enter(g, RETH)
    against_herself = Help(roll=g.roll.id, effort=0, actor=VOLTAIRE, description="throws him a rope")
    assert g.refused("bo", against_herself) == "already-in-it"
    assert g.offers("bo", Help) == ()


@pytest.mark.rule("FAE-CONT-02", "FAE-ASP-16")
def test_a_hindrance_takes_two_off_that_participant_s_total() -> None:
    g = race()
    g.do("gm", PlaceAspect(words="Loose Cobbles"))
    enter(g, RETH, VOLTAIRE, VELD)
    g.throw("ana", "+000", BLANK, BLANK)
    trip = Invoke(
        roll=g.roll.id,
        effort=0,
        effect="hinder",
        aspect=g.card("Loose Cobbles").id,
        explanation="he stumbles",
        party=VOLTAIRE,
    )
    g.do("bo", trip)
    settled = first(g.everyone_passes(), RollSettled)
    assert contest_in(g).tally == {RETH: 0, VOLTAIRE: 1, VELD: 0}, "3 - 2 against 2 and 1"
    assert settled.margin == 1


@pytest.mark.rule("FAE-CONT-02")
def test_invoking_and_compelling_work_as_always() -> None:
    g = race(RETH, VELD)
    enter(g, RETH, VELD)
    assert g.offers("bo", OfferCompel) != ()
    g.throw("ana", BLANK, "++00")
    legs = Invoke(
        roll=g.roll.id,
        effort=0,
        effect="bonus",
        aspect=g.card("My Kung Fu Is The Strongest").id,
        explanation="strong legs",
        party=RETH,
    )
    g.do("ana", legs)
    assert g.points("reth") == 2
    g.everyone_passes()
    assert tally(g) == [1, 0], "2 + 2 against 1 + 2"


@pytest.mark.rule("FAE-CONT-02")
def test_the_gm_may_want_an_effort_described_differently() -> None:
    g = race(RETH, VELD)
    enter(g, RETH, VELD)
    g.do("gm", SendBack(g.roll.id, "how is running quick?"))
    assert g.refused("ana", ThrowDice(g.roll.id)) == "still-waiting"
    g.answer("ana", "contend", "contend", trait="forceful", description="stomps")
    assert g.roll.efforts[0].fixed == 3


@pytest.mark.rule("FAE-CONT-02")
def test_by_default_nobody_creates_an_advantage_beside_the_roll() -> None:
    g = race()
    assert g.refused("ana", create(g, RETH, "Shortcut")) == "in-a-contest"
    assert g.refused("ana", overcome(g, RETH)) == "in-a-contest"
    assert g.offers("ana", CreateAdvantage) + g.offers("ana", Overcome) == ()


@pytest.mark.rule("FAE-CONT-02")
def test_a_table_may_allow_one_advantage_in_each_exchange_beside_the_roll() -> None:
    g = race(RETH, VELD, contest_advantages=True)
    g.do("ana", create(g, RETH, "Shortcut"))
    assert g.refused("gm", Contend(actor=VELD, trait="quick", description="runs")) == "cannot-contend"
    g.answer("gm", "opposition", "difficulty", value=0)
    g.throw("ana", BLANK)
    g.everyone_passes()
    assert len(g.card("Shortcut").free) == 1
    assert g.refused("ana", create(g, RETH, "Another Shortcut")) == "already-acted"
    assert g.refused("ana", overcome(g, RETH)) == "in-a-contest"
    run(g, BLANK, LOSE)
    assert g.refused("ana", attack(g, RETH, VELD)) == "in-a-contest"
    g.do("ana", create(g, RETH, "Another Shortcut"))


@pytest.mark.rule("FAE-CONT-02")
def test_an_advantage_that_was_sent_back_does_not_count_as_the_one_of_the_exchange() -> None:
    g = race(RETH, VELD, contest_advantages=True)
    g.do("ana", create(g, RETH, "Wings"))
    g.do("gm", SendBack(g.roll.id, "you have none"))
    g.do("ana", create(g, RETH, "Shortcut"))


# -- scoring -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CONT-03", "FAE-CONT-04")
@pytest.mark.parametrize(
    ("dice", "victories"),
    [
        (("+000", BLANK, BLANK), [1, 0, 0]),  # 3, 2, 1
        (("++00", BLANK, BLANK), [1, 0, 0]),  # 4, 2, 1
        (("+++0", BLANK, BLANK), [2, 0, 0]),  # 5, 2, 1: three ahead of the second
        (("++++", "+++0", LOSE), [1, 0, 0]),  # 6, 5, -3: far ahead of the last is not enough
        ((LOSE, LOSE, BLANK), [0, 0, 2]),  # -2, -2, 1
        ((BLANK, "+000", "++++"), [0, 0, 1]),  # 2, 3, 5
    ],
)
def test_the_highest_total_scores_one_and_two_if_it_is_three_ahead_of_the_second(
    dice: tuple[str, ...], victories: list[int]
) -> None:
    g = race()
    run(g, *dice)
    assert tally(g) == victories


@pytest.mark.rule("FAE-CONT-05")
def test_a_tie_for_the_best_scores_nobody_and_the_gm_lays_out_a_twist() -> None:
    g = race()
    run(g, "+000", "+000", LOSE)
    prompt = g.prompt("twist")
    assert prompt is not None
    assert (prompt.seats, prompt.cites) == (("@gm",), ("FAE-CONT-05",))
    assert g.refused("ana", Contend(actor=RETH, trait="quick", description="runs on")) == "cannot-contend"
    g.answer("gm", "twist", "twist", words="The Tide Comes In")
    card = g.card("The Tide Comes In")
    assert (card.kind, card.free, card.bearer) == (SITUATION, (), "")
    assert tally(g) == [0, 0, 0]
    assert contest_in(g).exchange == 2
    run(g, "+000", BLANK, LOSE)
    assert tally(g) == [1, 0, 0]


@pytest.mark.rule("FAE-CONT-05")
def test_a_tie_among_the_others_is_none() -> None:
    g = race()
    run(g, BLANK, LOSE, EVEN)
    assert g.prompt("twist") is None
    assert tally(g) == [1, 0, 0]
    run(g, "--00", "--00", BLANK)
    assert tally(g) == [1, 0, 1], "Reth and Voltaire are level behind Veld"


# -- winning -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CONT-06")
def test_the_first_with_three_victories_wins() -> None:
    g = race(RETH, VELD)
    for _ in range(2):
        run(g, BLANK, BLANK)
        assert contest_in(g).winner == ""
    run(g, LOSE, BLANK)
    assert tally(g) == [2, 2]
    events = run(g, BLANK, BLANK)
    assert first(events, EncounterEnded).result == f"Reth wins: {GOAL}"
    assert g.table.state.get(ENCOUNTER) is None


@pytest.mark.rule("FAE-CONT-06")
def test_two_on_top_of_two_are_as_good_as_three() -> None:
    g = race(RETH, VELD)
    run(g, BLANK, LOSE)
    assert tally(g) == [2, 0]
    events = run(g, BLANK, LOSE)
    assert first(events, EncounterEnded).result == f"Reth wins: {GOAL}"


@pytest.mark.rule("FAE-CONT-06")
def test_the_gm_may_break_it_off_between_exchanges() -> None:
    g = race(RETH, VELD)
    assert g.refused("ana", EndContest("tired")) == "gm-only"
    assert g.refused("gm", EndContest(" ")) == "no-reason"
    enter(g, RETH)
    assert g.refused("gm", EndContest("fog")) == "cannot-end"
    assert g.refused("gm", EndScene()) == "not-finished"
    enter(g, VELD)
    g.throw("ana", BLANK, BLANK)
    g.everyone_passes()
    assert g.offers("ana", EndContest) == ()
    (offer,) = g.offers("gm", EndContest)
    events = g.do("gm", offer.fill(reason="the fog rolls in"))
    assert [event.result for event in all_of(events, EncounterEnded)] == ["the fog rolls in"]
    assert g.refused("gm", EndContest("again")) == "cannot-end"


def test_everybody_sees_the_tally() -> None:
    g = race(RETH, VELD)
    run(g, BLANK, LOSE)
    (block,) = [block for block in g.table.present("bo") if isinstance(block, TallyBlock)]
    assert block == TallyBlock(GOAL, 2, {"Reth": 2, "Veld": 0}, 3)


@pytest.mark.rule("FAE-CONT-02")
def test_players_compete_against_each_other_and_others_help_either() -> None:
    g = Game(scene=False)
    g.do("gm", AddSeat("Cy", "player"))
    g.bring("cy", "Abigail Zhao")
    g.start_scene()
    g.do("gm", StartContest(GOAL, (RETH, VOLTAIRE)))
    enter(g, RETH, VOLTAIRE)
    cheer = {"roll": g.roll.id, "actor": ActorId("abigail-zhao"), "description": "cheers"}
    g.do("cy", Help(effort=1, **cheer))  # type: ignore[arg-type]
    assert [effort.fixed for effort in g.roll.efforts] == [2, 3]
    assert g.refused("cy", Help(effort=0, **cheer)) == "already-in-it"  # type: ignore[arg-type]
