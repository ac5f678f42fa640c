"""Helping: an ally's action for +1, how many may, and when it is given back."""

from __future__ import annotations

import pytest

from fatetable.engine.messages import SeatId
from fatetable.engine.offers import RollSide
from fatetable.engine.seats import HandOver
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.encounters.contests import Contend, StartContest
from fatetable.mechanics.encounters.exchanges import EndTurn, NextExchange, PledgeHelp
from fatetable.mechanics.encounters.state import Conflict, conflict_of
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.rolls.state import HelpersChanged, RollSettled, open_rolls
from fatetable.mechanics.rolls.stepping_in import Interpose
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.mechanics.scenes.friends import Befriend
from fatetable.mechanics.scenes.lifecycle import EnterScene, LeaveScene
from fatetable.mechanics.scenes.map_editing import DrawZone, PlaceActor
from fatetable.mechanics.scenes.zones import ZONES
from fatetable.rulesets.fae.tests.support.moves import (
    GANG,
    RETH,
    VELD,
    VOLTAIRE,
    against,
    attack,
    declare,
    join_abigail,
    kinds,
    overcome,
    resisted_by,
    settle,
)
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import seat_of
from fatetable.testing.events import first

ABIGAIL = ActorId("abigail-zhao")


def helping(g: Game, actor: ActorId = VOLTAIRE, effort: int = 0, how: str = "pushes along") -> Help:
    return Help(roll=g.roll.id, effort=effort, actor=actor, description=how)


def conflict(g: Game) -> Conflict:
    found = conflict_of(g.table.state)
    assert found is not None
    return found


def fight() -> Game:
    """Reth acts first, then Voltaire, then the others."""
    g = Game(foes=("Gang of Thugs", "Veld"))
    g.start_conflict(first="Reth")
    return g


# -- one ally, one more ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-HELP-01")
def test_each_ally_who_helps_adds_one_without_a_roll_of_their_own() -> None:
    g = Game()
    join_abigail(g)
    g.do("gm", EnterScene(ABIGAIL))
    declare(g, overcome())
    against(g, 4)
    changed = first(g.do("bo", helping(g)), HelpersChanged)
    assert changed.helpers == {VOLTAIRE: 0}
    g.do("cy", helping(g, ABIGAIL))
    help_parts = [(part.label, part.amount) for part in g.roll.efforts[0].modifiers if part.source == "help"]
    assert help_parts == [("help from Voltaire", 1), ("help from Abigail Zhao", 1)]
    g.throw("ana", "0000")
    assert first(g.everyone_passes(), RollSettled).total == 3 + 2


@pytest.mark.rule("FAE-HELP-01")
def test_help_takes_the_helpers_action_for_this_exchange_even_ahead_of_their_turn() -> None:
    g = fight()
    declare(g, attack(RETH, VELD, "forceful"))
    g.defend("gm", "careful")
    assert VOLTAIRE not in conflict(g).acted
    g.do("bo", helping(g))
    assert VOLTAIRE in conflict(g).acted
    settle(g, -1)
    assert conflict(g).order[conflict(g).turn].actors == (GANG, VELD)  # Without an action her turn is passed over.
    assert g.refused("bo", overcome(VOLTAIRE, "quick")) == "not-your-turn"


@pytest.mark.rule("FAE-HELP-01")
def test_an_ally_who_has_acted_in_this_exchange_cannot_help_any_more() -> None:
    g = fight()
    declare(g, overcome())
    g.answer("gm", "opposition", "no-roll")
    declare(g, attack(VOLTAIRE, VELD))
    assert g.refused("ana", helping(g, RETH)) == "already-acted"
    assert g.offers("ana", Help) == ()
    assert g.roll.waiting == ()


@pytest.mark.rule("FAE-HELP-01")
def test_after_helping_only_the_free_move_of_a_turn_is_left() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", DrawZone(name="Deck"))
    (deck,) = g.table.state.get(ZONES).zones
    g.do("gm", DrawZone(name="Quay", next_to=(deck,)))
    for actor in (RETH, VOLTAIRE, VELD):
        g.do("gm", PlaceActor(actor, deck))
    g.start_conflict(first="Reth")
    declare(g, overcome())
    against(g, 2)
    g.do("bo", helping(g))
    settle(g, 1)
    g.do("ana", EndTurn(RETH))
    assert conflict(g).acting == VOLTAIRE
    assert g.refused("bo", overcome(VOLTAIRE, "quick")) == "already-acted"
    assert {(offer.actor, offer.label) for offer in g.offers("bo") if offer.group == "act"} == {
        (VOLTAIRE, "move to Quay"),
        (VOLTAIRE, "end the turn"),
    }


@pytest.mark.rule("FAE-HELP-01")
def test_help_works_on_a_defence_too() -> None:
    g = fight()
    for actor in (RETH, VOLTAIRE):
        declare(g, attack(actor, VELD, "forceful"))
        g.defend("gm", "careful")
        if actor == RETH:
            g.do("gm", helping(g, GANG, 1))
            assert g.roll.efforts[1].fixed == 2 + 1
        settle(g, -1)
    assert GANG in conflict(g).acted


@pytest.mark.rule("FAE-HELP-01")
def test_outside_of_exchanges_the_helper_just_helps() -> None:
    g = Game()
    for _ in range(2):
        declare(g, overcome())
        against(g, 4)
        g.do("bo", helping(g))
        settle(g, 0)
        g.answer("gm", "minor-cost", "cost", cost="noise")
    declare(g, overcome(VOLTAIRE, "quick"))


@pytest.mark.rule("FAE-HELP-01")
def test_help_is_declared_before_the_dice_with_words() -> None:
    g = Game()
    declare(g, overcome())
    against(g, 4)
    assert g.refused("bo", helping(g, how=" ")) == "no-description"
    assert g.refused("ana", helping(g)) == "not-yours"
    g.throw("ana", "0000")
    assert g.refused("bo", helping(g)) == "dice-are-down"
    assert g.offers("bo", Help) == ()


@pytest.mark.rule("FAE-HELP-01")
def test_only_an_ally_who_is_there_and_not_in_the_roll_yet_can_help() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"))
    join_abigail(g)
    declare(g, overcome(RETH, "quick"))
    resisted_by(g, "veld")
    assert g.refused("gm", helping(g, GANG, 0)) == "not-an-ally"
    assert g.refused("bo", helping(g, VOLTAIRE, 1)) == "not-an-ally"
    assert g.refused("bo", helping(g, VOLTAIRE, 2)) == "not-an-ally"
    assert g.refused("bo", helping(g, VOLTAIRE, -2)) == "not-an-ally"
    assert g.refused("ana", helping(g, RETH, 0)) == "not-an-ally"
    assert g.refused("cy", helping(g, ABIGAIL, 0)) == "not-there"
    g.do("bo", helping(g))
    assert g.refused("bo", helping(g)) == "already-in-it"
    g.do("gm", helping(g, GANG, 1))
    assert [effort.fixed for effort in g.roll.efforts] == [2 + 1, 2 + 1]


@pytest.mark.rule("FAE-HELP-01")
def test_who_has_left_the_conflict_or_is_not_part_of_it_cannot_help() -> None:
    g = Game(foes=("Veld",))
    join_abigail(g)
    g.start_conflict(first="Reth")
    g.do("gm", EnterScene(ABIGAIL))
    g.do("bo", GiveIn(VOLTAIRE, "falls asleep"))
    g.answer("gm", "concession", "agree")
    declare(g, overcome())
    assert g.refused("bo", helping(g)) == "not-there"
    assert g.refused("cy", helping(g, ABIGAIL)) == "not-in-the-conflict"


@pytest.mark.rule("FAE-HELP-01")
def test_in_a_contest_those_who_do_not_compete_may_help() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"))
    g.do("gm", StartContest("First to the lighthouse", (RETH, VELD)))
    g.do("ana", Contend(actor=RETH, trait="quick", description="runs"))
    g.do("gm", Contend(actor=VELD, trait="quick", description="runs"))
    g.do("bo", helping(g, VOLTAIRE, 0))
    g.do("gm", helping(g, GANG, 1))
    assert [effort.fixed for effort in g.roll.efforts] == [2 + 1, 1 + 1]
    g = Game(foes=("Veld",))
    g.do("gm", StartContest("First to the lighthouse", (RETH, VOLTAIRE)))
    g.do("ana", Contend(actor=RETH, trait="quick", description="runs"))
    assert g.refused("bo", helping(g, VOLTAIRE, 0)) == "already-in-it"


@pytest.mark.rule("FAE-HELP-01")
def test_helping_is_offered_to_allies_with_an_action_and_to_nobody_else() -> None:
    g = fight()
    declare(g, attack(RETH, VELD, "forceful"))
    g.defend("gm", "careful")
    (offer,) = g.offers("bo", Help)
    assert (offer.actor, offer.label, offer.cites, offer.changes) == (
        VOLTAIRE,
        "help Reth (+1)",
        ("FAE-HELP-01",),
        RollSide(g.roll.id, 0),
    )
    (for_gang,) = g.offers("gm", Help)
    assert (for_gang.actor, for_gang.label) == (GANG, "help Veld (+1)")
    g.do("bo", offer.fill(description="distracts her"))
    assert g.roll.efforts[0].fixed == 4


@pytest.mark.rule("FAE-HELP-01")
def test_a_friend_the_game_master_plays_helps_a_hero_outside_of_fights_too() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"))
    g.do("gm", Befriend(VELD))
    declare(g, overcome())
    against(g, 4)
    assert g.refused("gm", helping(g, GANG)) == "not-an-ally"
    g.do("gm", helping(g, VELD, how="shows the way"))
    assert g.roll.helpers == {VELD: 0}
    settle(g, 0)
    g.answer("gm", "minor-cost", "cost", cost="noise")
    g.do("gm", Befriend(VELD, is_friend=False))
    declare(g, overcome())
    against(g, 4)
    assert g.refused("gm", helping(g, VELD)) == "not-an-ally"


@pytest.mark.rule("FAE-HELP-01", "FAE-CAA-11")
def test_in_a_fight_a_friend_the_game_master_plays_helps_a_hero_and_a_foe_does_not() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"))
    g.start_conflict(second_side=("gang-of-thugs",), first="Reth")
    declare(g, attack(RETH, GANG))
    g.defend("gm", "other")
    g.do("gm", helping(g, VELD))
    assert g.roll.helpers == {VELD: 0}
    g = fight()
    declare(g, overcome(RETH))
    against(g, 2)
    assert g.refused("gm", helping(g, VELD)) == "not-an-ally"


@pytest.mark.rule("FAE-HELP-01")
def test_whoever_helps_does_nothing_else_meanwhile() -> None:
    g = Game()
    join_abigail(g)
    g.do("gm", EnterScene(ABIGAIL))
    declare(g, overcome())
    against(g, 4)
    first_roll = g.roll.id
    g.do("bo", helping(g))
    assert g.refused("bo", overcome(VOLTAIRE, "quick")) == "already-acted"
    g.do("cy", overcome(ABIGAIL, "quick"))
    second = next(roll for roll in open_rolls(g.table.state) if roll.id != first_roll)
    also = Help(roll=second.id, effort=0, actor=VOLTAIRE, description="pushes here too")
    assert g.refused("bo", also) == "already-acted"


# -- help that comes to nothing --------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-HELP-01")
def test_help_for_a_roll_that_does_not_happen_is_given_back() -> None:
    g = fight()
    declare(g, attack(RETH, VELD, "forceful"))
    g.do("bo", helping(g))
    g.do("gm", SendBack(g.roll.id, "There is a wall between you"))
    assert VOLTAIRE not in conflict(g).acted
    declare(g, attack(RETH, VELD, "quick"))
    g.do("bo", helping(g))
    assert g.roll.efforts[0].fixed == 3


@pytest.mark.rule("FAE-HELP-01")
def test_an_action_given_up_ahead_helps_when_the_ally_acts() -> None:
    g = fight()
    g.do("ana", PledgeHelp(RETH, VOLTAIRE))
    assert RETH in conflict(g).acted
    declare(g, attack(VOLTAIRE, VELD))
    assert [part.label for part in g.roll.efforts[0].modifiers][1:] == ["help from Reth"]
    g.defend("gm", "careful")
    settle(g, -1)
    assert conflict(g).pledges == {}


@pytest.mark.rule("FAE-HELP-01")
def test_a_pledge_is_for_an_ally_who_still_acts_and_lapses_with_the_exchange() -> None:
    g = fight()
    assert g.refused("ana", PledgeHelp(RETH, VELD)) == "not-an-ally"
    assert g.refused("ana", PledgeHelp(RETH, RETH)) == "not-an-ally"
    assert g.refused("bo", PledgeHelp(VOLTAIRE, RETH)) == "not-your-turn"
    g.do("ana", PledgeHelp(RETH, VOLTAIRE))
    g.do("bo", EndTurn(VOLTAIRE))
    for actor in (GANG, VELD):
        g.do("gm", EndTurn(actor))
    g.do("gm", NextExchange())
    assert conflict(g).pledges == {}
    declare(g, overcome())


@pytest.mark.rule("FAE-HELP-01")
def test_help_stays_with_a_side_that_describes_its_effort_anew() -> None:
    g = fight()
    declare(g, attack(RETH, VELD, "forceful"))
    g.defend("gm", "forceful")
    g.do("gm", helping(g, GANG, 1))
    g.do("gm", SendBack(g.roll.id, "In fetters?", 1))
    g.defend("gm", "clever")
    assert (g.roll.efforts[1].fixed, GANG in conflict(g).acted) == (0 + 1, True)


# -- how many --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-HELP-02")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_beyond_the_usual_number_the_game_master_decides(answer: str) -> None:
    g = Game(helpers=1)
    join_abigail(g)
    g.do("gm", EnterScene(ABIGAIL))
    declare(g, overcome())
    against(g, 4)
    g.do("bo", helping(g))
    g.do("cy", helping(g, ABIGAIL, how="shouts advice"))
    prompt = g.prompt("helper")
    assert prompt is not None
    assert (prompt.seats, [option.id for option in prompt.options]) == (("@gm",), ["yes", "no"])
    assert prompt.question.startswith("Abigail Zhao wants to help too. Allow it? shouts advice")
    assert g.roll.helpers == {VOLTAIRE: 0}
    assert g.refused("cy", helping(g, ABIGAIL)) == "already-in-it"
    for seat in g.roll.waiting:
        g.do(seat, Pass(g.roll.id))
    assert g.refused("ana", ThrowDice(g.roll.id), "0000") == "still-waiting"
    g.answer("gm", "helper", answer)
    assert g.roll.efforts[0].fixed == (5 if answer == "yes" else 4)
    assert kinds(g) == []


@pytest.mark.rule("FAE-HELP-02")
def test_two_help_by_default_without_asking_and_each_side_is_counted_for_itself() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"))
    join_abigail(g)
    g.do("gm", EnterScene(ABIGAIL))
    declare(g, overcome(RETH, "quick"))
    resisted_by(g, "veld")
    g.do("bo", helping(g))
    g.do("cy", helping(g, ABIGAIL))
    g.do("gm", helping(g, GANG, 1))
    assert (kinds(g), [effort.fixed for effort in g.roll.efforts]) == ([], [2 + 2, 2 + 1])


@pytest.mark.rule("FAE-HELP-02")
def test_refused_help_costs_no_action() -> None:
    g = Game(foes=("Veld",), helpers=1)
    join_abigail(g)
    g.do("gm", EnterScene(ABIGAIL))
    g.start_conflict(first="Reth")
    declare(g, overcome())
    against(g, 2)
    g.do("bo", helping(g))
    g.do("cy", helping(g, ABIGAIL))
    g.answer("gm", "helper", "no")
    assert set(conflict(g).acted) == {VOLTAIRE}


@pytest.mark.rule("FAE-HELP-02")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_the_game_master_decides_about_too_many_pledges_as_well(answer: str) -> None:
    g = Game(foes=("Veld",), helpers=1)
    join_abigail(g)
    g.do("gm", EnterScene(ABIGAIL))
    g.start_conflict(first="Reth")  # Reth, then Voltaire, Abigail and Veld with Quick 2, 1 and 1
    g.do("ana", PledgeHelp(RETH, ABIGAIL))
    g.do("bo", PledgeHelp(VOLTAIRE, ABIGAIL))
    while conflict(g).acting != ABIGAIL:
        g.do(seat_of(conflict(g).acting), EndTurn(conflict(g).acting))
    declare(g, overcome(ABIGAIL, "quick"))
    assert "helper" in kinds(g)
    g.answer("gm", "helper", answer)
    assert g.roll.efforts[0].fixed == (3 if answer == "yes" else 2)


@pytest.mark.rule("FAE-HELP-02")
def test_a_yes_for_a_helper_who_is_out_meanwhile_adds_nothing() -> None:
    g = Game(foes=("Veld",), helpers=1)
    join_abigail(g)
    g.do("gm", EnterScene(ABIGAIL))
    g.start_conflict(first="Reth")
    declare(g, overcome())
    against(g, 2)
    g.do("bo", helping(g))
    g.do("cy", helping(g, ABIGAIL))
    g.do("cy", GiveIn(ABIGAIL, "runs away"))
    g.answer("gm", "helper", "yes")
    assert g.roll.efforts[0].fixed == 4


@pytest.mark.rule("FAE-HELP-02")
def test_a_would_be_helper_still_waiting_for_an_answer_does_not_step_in() -> None:
    g = Game(foes=("Veld", "Gang of Thugs", "Steel Assassin"), helpers=1)
    g.start_conflict(first="Reth")
    declare(g, attack(RETH, VELD, "forceful"))
    g.defend("gm", "careful")
    g.do("gm", helping(g, GANG, 1))
    assassin = ActorId("steel-assassin")
    g.do("gm", helping(g, assassin, 1))
    step_in = Interpose(roll=g.roll.id, actor=assassin, trait="other", description="leaps")
    assert g.refused("gm", step_in) == "cannot-interpose"


def test_who_runs_the_foes_helps_with_them_after_the_chair_is_handed_over() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"))
    g.do("gm", LeaveScene(VOLTAIRE))
    g.do("gm", HandOver(SeatId("bo")))
    declare(g, overcome(RETH, "quick"))
    g.answer("bo", "opposition", "defend", defender="veld")
    g.defend("bo", "careful")
    assert g.refused("gm", helping(g, GANG, 1)) == "not-yours"
    g.do("bo", helping(g, GANG, 1))
