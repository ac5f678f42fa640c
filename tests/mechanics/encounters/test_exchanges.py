"""One turn each in an exchange, an action in it, and help for characters who act later."""

from __future__ import annotations

from typing import Any

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.exchanges import EndTurn, NextExchange, PledgeHelp
from fatetable.mechanics.harm.state import Condition, ConditionSet
from fatetable.mechanics.moments import ActorIsOut, TurnLost
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.rolls.opposition import OppositionToChoose
from tests.mechanics.rolling_game import everybody_passes, overcome, rolling, the_roll, throw
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame


def fighting() -> SmallGame:
    """Reth, then Volt, then the thug."""
    g = SmallGame().scene()
    g.do("gm", StartConflict("fight", (THUG,)))
    g.do("gm", BeginConflict())
    return g


def test_turns_come_one_after_the_other_and_then_the_exchange_is_over() -> None:
    g = fighting()
    assert g.refused("bo", EndTurn(VOLT)) == ("not-your-turn", "It is not Volt's turn but Reth's.")
    assert g.refused("bo", EndTurn(RETH))[0] == "not-yours"
    for seat, actor in (("ana", RETH), ("bo", VOLT), ("gm", THUG)):
        assert g.conflict.acting == actor
        assert g.refused("gm", NextExchange())[0] == "exchange-running"
        g.do(seat, EndTurn(actor))
    assert list(g.conflict.done) == [RETH, VOLT, THUG]
    assert g.refused("ana", NextExchange()) == ("gm-only", "Only the person who runs the conflict may do that.")
    g.do("gm", NextExchange())
    assert (g.conflict.exchange, g.conflict.acting, len(g.conflict.done)) == (2, RETH, 0)


def test_an_action_given_up_is_pledged_to_an_ally_who_acts_later() -> None:
    g = fighting()
    assert g.refused("ana", PledgeHelp(RETH, THUG))[0] == "not-an-ally"
    g.do("ana", PledgeHelp(RETH, VOLT))
    assert (g.conflict.pledges, g.conflict.acting) == ({RETH: VOLT}, VOLT)
    assert g.refused("bo", PledgeHelp(VOLT, RETH)) == (
        "not-an-ally",
        "Help can be pledged to an ally who acts later in this exchange.",
    )
    assert not g.offers("bo", PledgeHelp)


def test_those_who_are_out_have_no_turn() -> None:
    g = fighting()
    g.tell(ConditionSet(VOLT, Condition(out="taken-out")))
    g.do("ana", EndTurn(RETH))
    assert g.conflict.acting == THUG


def test_a_lost_turn_is_spent() -> None:
    g = fighting()
    g.run(lambda decision: decision.moment(TurnLost(RETH)))
    assert (g.conflict.acted, g.conflict.acting) == ((RETH,), VOLT)


def test_offers_name_the_actor_apart_from_what_they_do() -> None:
    g = fighting()
    offers = {(offer.actor, offer.label, offer.verb) for offer in g.offers("ana") if offer.group == "act"}
    assert offers == {(RETH, "pass", "end-turn"), (RETH, "help an ally (uses your turn)", "help")}


# -- help in a fight --------------------------------------------------------------------------------------------------


def rolling_fight(*dice: str, **options: Any) -> SmallGame:
    """The same order, with every stage of a roll."""
    g = rolling(*dice, **options).scene()
    g.do("gm", StartConflict("fight", (THUG,)))
    g.do("gm", BeginConflict())
    return g


def run(actor: ActorId) -> Overcome:
    return Overcome(actor=actor, trait="speed", description="runs")


def test_pledged_help_goes_to_the_allys_next_roll() -> None:
    g = rolling_fight()
    g.do("ana", PledgeHelp(RETH, VOLT))
    g.do("bo", run(VOLT))
    assert (the_roll(g).helpers, the_roll(g).efforts[0].fixed, g.conflict.pledges) == ({RETH: 0}, 2 + 1, {})


def test_pledged_help_goes_to_nobody_else() -> None:
    g = rolling_fight()
    g.do("ana", PledgeHelp(RETH, VOLT))
    g.do("bo", EndTurn(VOLT))
    g.do("gm", run(THUG))
    assert (the_roll(g).helpers, g.conflict.pledges) == ({}, {RETH: VOLT})


def test_a_pledge_stands_when_the_roll_does_not_happen() -> None:
    g = rolling_fight()
    g.do("ana", PledgeHelp(RETH, VOLT))
    g.do("bo", run(VOLT))
    g.do("gm", SendBack(the_roll(g).id, "too fast"))
    assert (g.conflict.pledges, g.conflict.acted) == ({RETH: VOLT}, (RETH,))
    g.do("bo", run(VOLT))
    assert the_roll(g).helpers == {RETH: 0}


def test_who_helped_a_roll_that_does_not_happen_may_act_again() -> None:
    g = rolling_fight()
    g.do("ana", run(RETH))
    g.do("bo", Help(roll=the_roll(g).id, effort=0, actor=VOLT, description="he lifts her up"))
    assert VOLT in g.conflict.acted
    g.do("gm", SendBack(the_roll(g).id, "too fast"))
    assert (g.conflict.acted, g.conflict.pledges, g.conflict.acting) == ((), {}, RETH)


def test_who_is_out_helps_no_longer_unless_the_dice_are_down() -> None:
    for is_thrown, helpers in ((False, {}), (True, {VOLT: 0})):
        g = rolling_fight("0000")
        g.do("ana", run(RETH))
        g.answer("gm", OppositionToChoose, "difficulty", value=2)
        g.do("bo", Help(roll=the_roll(g).id, effort=0, actor=VOLT, description="he lifts her up"))
        if is_thrown:
            throw(g)
        g.run(lambda decision: decision.moment(ActorIsOut(VOLT, "taken-out")))
        assert the_roll(g).helpers == helpers


def test_a_pledge_of_somebody_who_is_out_is_worth_nothing() -> None:
    g = rolling_fight()
    g.do("ana", PledgeHelp(RETH, VOLT))
    g.tell(ConditionSet(RETH, Condition(out="taken-out")))
    g.do("bo", run(VOLT))
    assert the_roll(g).helpers == {}


def test_a_roll_takes_the_action_and_is_settled_before_anybody_else_acts() -> None:
    g = rolling_fight("0000")
    overcome(g)
    assert g.refused("ana", EndTurn(RETH)) == ("not-finished", "A roll is still open; settle it first.")
    throw(g)
    everybody_passes(g)
    assert (g.conflict.acted, g.conflict.acting) == ((RETH,), VOLT)


def test_without_a_conflict_there_is_no_turn_to_end() -> None:
    g = SmallGame().scene()
    assert g.refused("ana", EndTurn(RETH)) == ("no-conflict", "There is no conflict.")
    why = "No exchange of a conflict has been played to its end."
    assert g.refused("gm", NextExchange()) == ("exchange-running", why)
