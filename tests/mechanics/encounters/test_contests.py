"""A contest: everybody enters an exchange, the best scores, a tie brings a twist, and enough victories win."""

from __future__ import annotations

from fatetable.engine.messages import SeatId
from fatetable.engine.prompts import About, Prompt, PromptId
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.contests import (
    Contend,
    ContendAgain,
    ContestTwist,
    DropOut,
    EndContest,
    StartContest,
    has_all_sides,
)
from fatetable.mechanics.encounters.state import Contest, EncounterEnded, contest_of
from fatetable.mechanics.moments import EffortSentBack, RollIsOver
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.opposition import OppositionToChoose
from fatetable.mechanics.rolls.state import Declaration, Effort, EffortId, Roll, RollDeclared, RollId, RollOver
from fatetable.mechanics.scenes.lifecycle import EnterScene
from tests.mechanics.rolling_game import everybody_passes, rolling, the_roll, throw
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame


def racing(*actors: ActorId) -> SmallGame:
    g = SmallGame().scene()
    g.do("gm", StartContest("the flag", actors or (RETH, VOLT)))
    return g


def contest(g: SmallGame) -> Contest:
    found = contest_of(g.state)
    assert found is not None
    return found


def entry(actor: ActorId) -> Contend:
    return Contend(actor=actor, trait="speed", description="runs")


def exchange(g: SmallGame, *entries: tuple[str, ActorId]) -> None:
    for seat, actor in entries:
        g.do(seat, entry(actor))
    roll = contest(g).roll
    g.run(lambda decision: g.contests.settle(decision, roll, lambda *_: None))


def test_it_needs_a_scene_a_goal_and_two_who_are_there() -> None:
    g = SmallGame()
    assert g.refused("gm", StartContest("the flag", (RETH, VOLT))) == ("encounter-running", "A contest needs a scene.")
    g.scene()
    assert g.refused("ana", StartContest("the flag", (RETH, VOLT)))[0] == "gm-only"
    assert g.refused("gm", StartContest("the flag", (RETH,)))[0] == "bad-sides"
    assert g.refused("gm", StartContest(" ", (RETH, VOLT)))[0] == "no-goal"
    g.do("gm", StartContest("the flag", (RETH, VOLT)))
    assert (contest(g).tally, contest(g).exchange) == ({RETH: 0, VOLT: 0}, 1)


def test_everybody_enters_an_exchange_once() -> None:
    g = racing()
    assert g.refused("gm", entry(THUG)) == ("cannot-contend", "Thug takes part in no contest.")
    (offer,) = g.offers("ana", Contend)
    assert (offer.actor, offer.label, offer.verb) == (RETH, "compete", "overcome")
    g.do("ana", entry(RETH))
    assert g.refused("ana", entry(RETH)) == ("cannot-contend", "Reth has entered this exchange already.")
    assert g.refused("gm", EndContest("rain")) == (
        "cannot-end",
        "A roll or a question is still open; settle it before the contest ends.",
    )


def test_the_best_scores_until_somebody_has_won() -> None:
    g = racing()
    exchange(g, ("ana", RETH), ("bo", VOLT))
    assert (contest(g).tally, contest(g).exchange) == ({RETH: 1, VOLT: 0}, 2)
    exchange(g, ("bo", VOLT), ("ana", RETH))
    assert contest_of(g.state) is None


def test_a_tie_brings_a_twist_and_no_victory() -> None:
    g = SmallGame().scene()
    twin = g.add("Twin", speed=3)
    g.do("gm", EnterScene(twin))
    g.do("gm", StartContest("the flag", (RETH, twin)))
    exchange(g, ("ana", RETH), ("gm", twin))
    assert g.is_asked(ContestTwist)
    g.answer("gm", ContestTwist, "twist", words="A Storm")
    assert (g.card("A Storm").kind, contest(g).tally, contest(g).exchange) == ("situation", {RETH: 0, twin: 0}, 2)


def test_it_is_broken_off_with_a_reason() -> None:
    g = racing()
    assert g.refused("gm", EndContest(" "))[0] == "no-reason"
    g.do("gm", EndContest("rain"))
    assert contest_of(g.state) is None


def test_the_dice_of_an_exchange_decide_it() -> None:
    g = rolling("0000", "++++").scene()
    g.do("gm", StartContest("the flag", (RETH, VOLT)))
    g.do("ana", entry(RETH))
    assert not has_all_sides(g.state, the_roll(g))
    g.do("bo", entry(VOLT))
    assert has_all_sides(g.state, the_roll(g))
    throw(g)
    assert everybody_passes(g).margin == 2 + 4 - 3
    assert (contest(g).tally, contest(g).exchange, contest(g).roll) == ({RETH: 0, VOLT: 1}, 2, "")


def test_what_is_invoked_against_somebody_counts_in_an_exchange() -> None:
    g = rolling("0000", "0000").scene()
    g.do("gm", StartContest("the flag", (RETH, VOLT)))
    g.do("ana", entry(RETH))
    g.do("bo", entry(VOLT))
    throw(g)
    motto = g.card("Born to Run").id
    g.do("gm", Invoke(roll=the_roll(g).id, effort=0, effect="against", aspect=motto, explanation="too fast"))
    assert everybody_passes(g).margin == 1
    assert contest(g).tally == {RETH: 0, VOLT: 1}


def test_an_effort_that_is_sent_back_is_made_anew_in_its_place() -> None:
    g = racing()
    g.do("ana", entry(RETH))
    g.do("bo", entry(VOLT))
    g.run(lambda decision: decision.moment(EffortSentBack(contest(g).roll, 0, "too fast")))
    assert g.prompt(ContendAgain).seats == ("ana",)
    g.answer("ana", ContendAgain, "contend", trait="speed", description="she climbs")
    assert [effort.description for effort in the_roll(g).efforts] == ["she climbs", "runs"]


def test_an_advantage_beside_the_contest_counts_for_its_exchange() -> None:
    g = racing()
    effort = Effort(id=EffortId("r9.0"), actor=RETH, action="create", trait="speed")
    beside = Declaration(actor=RETH, action="create", trait="speed", description="throws sand")
    g.tell(RollDeclared(Roll(id=RollId("r9"), declaration=beside, efforts=(effort,))))
    why = "A roll or a question is still open; settle it before the next exchange."
    assert g.refused("ana", entry(RETH)) == ("cannot-contend", why)
    g.tell(RollOver(RollId("r9")))
    g.run(lambda decision: decision.moment(RollIsOver("r9", was_cancelled=True)))
    assert contest(g).advantages_by == ()
    g.run(lambda decision: decision.moment(RollIsOver("r9")))
    assert contest(g).advantages_by == (RETH,)
    exchange(g, ("ana", RETH), ("bo", VOLT))
    assert contest(g).advantages_by == ()


def test_without_a_contest_there_is_nothing_to_break_off() -> None:
    g = SmallGame().scene()
    assert g.refused("gm", EndContest("rain")) == ("cannot-end", "There is no contest to end.")
    assert g.refused("ana", entry(RETH)) == ("cannot-contend", "Reth takes part in no contest.")


def test_a_stored_question_is_read() -> None:
    about: About = {"roll": "r1", "effort": 1, "actor": RETH}
    stored = Prompt(id=PromptId("p"), kind="contend", seats=(SeatId("ana"),), question="?", about=about)
    assert stored.read(ContendAgain) == ContendAgain(RollId("r1"), 1, RETH)


def test_a_contestant_drops_out_and_the_last_one_wins() -> None:
    g = racing(RETH, VOLT, THUG)
    assert g.refused("ana", DropOut(VOLT))[0] == "not-yours"
    g.do("ana", DropOut(RETH))
    assert contest(g).tally == {VOLT: 0, THUG: 0}
    assert g.refused("ana", DropOut(RETH)) == ("cannot-contend", "Reth takes part in no contest.")
    events = g.do("gm", DropOut(VOLT))
    assert [event.result for event in events if isinstance(event, EncounterEnded)] == ["Thug wins: the flag"]


def test_who_has_entered_an_exchange_plays_it() -> None:
    g = rolling("0000", "0000").scene()
    g.do("gm", StartContest("the flag", (RETH, VOLT)))
    g.do("ana", entry(RETH))
    assert g.refused("ana", DropOut(RETH)) == ("cannot-contend", "Reth has entered this exchange already.")
    g.do("bo", DropOut(VOLT))
    assert contest_of(g.state) is None
    assert the_roll(g).stage == "over"


def test_the_dice_do_not_wait_for_who_dropped_out() -> None:
    g = rolling("++++", "0000").scene()
    g.do("gm", StartContest("the flag", (RETH, VOLT, THUG)))
    g.do("ana", entry(RETH))
    g.do("gm", entry(THUG))
    assert not has_all_sides(g.state, the_roll(g))
    g.do("bo", DropOut(VOLT))
    assert has_all_sides(g.state, the_roll(g))


def test_onlookers_may_act_once_in_an_exchange_and_contestants_not_at_all() -> None:
    g = rolling("0000", harmful="attack").scene()
    g.do("gm", StartContest("the flag", (RETH, THUG)))
    deed = Overcome(actor=VOLT, trait="speed", description="clears the way")
    assert g.refused("ana", Overcome(actor=RETH, trait="speed", description="x"))[0] == "in-a-contest"
    harm = Attack(actor=VOLT, trait="speed", description="x", target=THUG)
    assert g.refused("bo", harm)[0] == "in-a-contest"
    g.do("bo", deed)
    g.answer("gm", OppositionToChoose, "difficulty", value=0)
    throw(g, "bo")
    everybody_passes(g)
    assert g.refused("bo", deed) == ("already-acted", "One such action for each exchange of a contest.")
