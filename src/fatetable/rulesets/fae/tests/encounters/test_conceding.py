"""Conceding: until when, on what terms, what happens to the pending action, and what it pays."""

from typing import Any

import msgspec
import pytest

from fatetable.commands import BeginConflict, EndConflict, GiveIn, JoinConflict, StartConflict
from fatetable.engine.messages import SeatId
from fatetable.engine.prompts import Answer
from fatetable.engine.seats import AddSeat, HandOver
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.exchanges import EndTurn, PledgeHelp
from fatetable.mechanics.encounters.state import ENCOUNTER, EncounterEnded
from fatetable.mechanics.harm.absorbing import Inflict
from fatetable.mechanics.harm.state import CONCEDED, is_out
from fatetable.mechanics.points.accounts import DEFERRED, balance, locked_for, purse
from fatetable.mechanics.points.corrections import SetPoints
from fatetable.mechanics.rolls.feature_uses import UseFeature
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.state import RollOver, open_rolls
from fatetable.mechanics.rolls.stepping_in import Interpose
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.lifecycle import EndScene, EnterScene
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.fights import (
    BLANK,
    GANG,
    RETH,
    VELD,
    VOLTAIRE,
    absorb,
    attack,
    create,
    declare,
    end_turn,
    let_fall,
    overcome,
    parry,
    strike,
)
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.testing.events import all_of, first

TERMS = "leaves the quay"


def fight(*foes: str, **dials: Any) -> Game:
    """Reth and Voltaire, in this order, then the foes."""
    g = Game(foes=foes or ("Veld", "Gang of Thugs"), **dials)
    g.start_conflict(first="Reth")
    return g


def give_in(g: Game, actor: ActorId) -> None:
    g.do(g.seat_of(actor), GiveIn(actor, TERMS))


def agree(g: Game, seat: str) -> None:
    g.answer(seat, "concession", "agree")


def is_possible(g: Game, actor: ActorId) -> bool:
    """Is it offered?  What is not offered must be refused as well."""
    seat = g.seat_of(actor)
    offered = any(offer.command == GiveIn(actor, "") for offer in g.offers(seat, GiveIn))
    if not offered:
        g.refused(seat, GiveIn(actor, TERMS))
    return offered


# -- when --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-HARM-13")
def test_one_may_give_in_until_the_dice_fall_and_again_once_their_result_is_dealt_with() -> None:
    g = fight()
    assert is_possible(g, VELD), "on anybody's turn"
    declare(g, RETH, VELD)
    assert is_possible(g, VELD), "an attack on her has only been announced"
    assert is_possible(g, RETH), "the attacker may as well"
    parry(g, VELD)
    assert is_possible(g, VELD)
    g.throw("ana", "++00", BLANK)
    assert g.refused("gm", GiveIn(VELD, TERMS)) == "dice-are-down"
    assert g.refused("ana", GiveIn(RETH, TERMS)) == "dice-are-down"
    assert is_possible(g, GANG), "it is not their roll"
    assert is_possible(g, VOLTAIRE)
    g.everyone_passes()
    assert g.prompt("absorb") is not None
    assert g.refused("gm", GiveIn(VELD, TERMS)) == "dice-are-down", "now it has to be absorbed"
    absorb(g, VELD, "box-3")
    assert is_possible(g, VELD)
    assert is_possible(g, RETH)


@pytest.mark.rule("FAE-HARM-13")
def test_outside_a_conflict_there_is_nothing_to_give_in_to() -> None:
    g = Game(foes=("Veld",))
    assert g.refused("ana", GiveIn(RETH, TERMS)) == "no-conflict"
    assert g.offers("ana", GiveIn) == ()
    g.do("gm", AddOpponent(TABLES.sample("Sky Shark")))
    g.start_conflict(second_side=("veld",), first="Reth")
    assert g.refused("gm", GiveIn(ActorId("sky-shark"), TERMS)) == "no-conflict", "it is not even there"


@pytest.mark.rule("FAE-HARM-13")
def test_one_gives_in_for_one_s_own_character_says_the_terms_and_cannot_take_it_back() -> None:
    g = fight()
    assert g.refused("bo", GiveIn(RETH, TERMS)) == "not-yours"
    assert g.refused("ana", GiveIn(RETH, "  ")) == "no-terms"
    give_in(g, RETH)
    assert g.refused("ana", GiveIn(RETH, TERMS)) == "out-of-the-scene"
    agree(g, "gm")
    assert g.condition("reth").out == CONCEDED


@pytest.mark.rule("FAE-HARM-13")
def test_an_effective_target_who_stepped_in_may_give_in_before_the_dice_but_not_after() -> None:
    g = fight()
    g.do("gm", PlaceAspect(words="Narrow Gangplank"))
    g.come_to(VELD)
    declare(g, VELD, RETH)
    step_in = Interpose(
        roll=g.roll.id, actor=VOLTAIRE, trait="quick", description="bars the way", aspect=g.card("Narrow Gangplank").id
    )
    g.do("bo", step_in)
    assert is_possible(g, VOLTAIRE)
    g.throw("gm", BLANK, BLANK)
    assert g.refused("bo", GiveIn(VOLTAIRE, TERMS)) == "dice-are-down"
    assert is_possible(g, RETH), "the blow no longer falls on him"


@pytest.mark.rule("FAE-HARM-13")
def test_one_may_give_in_while_the_turn_order_is_being_made_and_as_a_newcomer() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", StartConflict("physical", (VELD,)))
    assert g.prompt("tie") is not None
    give_in(g, VELD)
    g.answer("ana", "concession", "agree")
    assert g.table.state.get(ENCOUNTER) is None
    assert g.prompt("tie") is None, "the question who goes first has gone with the conflict"

    g = Game(foes=("Veld", "Gang of Thugs"))
    g.do("gm", StartConflict("physical", (VELD, GANG)))
    give_in(g, GANG)
    agree(g, "ana")
    assert g.actors_on_turn() == (), "it has not begun yet"
    assert g.conflict.acting == ""
    g.answer("gm", "tie", "0")
    g.do("gm", BeginConflict())
    assert g.actors_on_turn() == (RETH,)

    g = fight("Veld")
    g.do("gm", AddOpponent(TABLES.sample("Gang of Thugs")))
    g.do("gm", EnterScene(GANG))
    g.do("gm", JoinConflict(GANG, "opposition"))
    assert is_possible(g, GANG)


# -- the pending action ------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-HARM-14")
def test_the_pending_attack_is_not_rolled_and_its_actor_may_do_something_else() -> None:
    g = fight()
    declare(g, RETH, VELD)
    events = g.do("gm", GiveIn(VELD, TERMS))
    assert first(events, RollOver).reason == "Veld conceded."
    assert not any(open_rolls(g.table.state))
    assert g.prompt("defend") is None
    agree(g, "ana")
    assert g.actors_on_turn() == (RETH,)
    assert RETH not in g.conflict.acted
    assert g.refused("ana", attack(g, RETH, VELD)) == "bad-target"
    declare(g, RETH, GANG)


@pytest.mark.rule("FAE-HARM-14", "FAE-HARM-13")
def test_whatever_was_aimed_at_them_is_called_off_before_the_dice_and_too_late_to_escape_after_them() -> None:
    g = fight()
    g.do("ana", create(g, RETH, "Sand in Her Eyes", target=VELD))
    give_in(g, VELD)
    assert not any(open_rolls(g.table.state))
    agree(g, "ana")
    assert g.actors_on_turn() == (RETH,)

    g = fight()
    g.do("ana", create(g, RETH, "Sand in Her Eyes", target=VELD))
    g.answer("gm", "opposition", "difficulty", value=2)
    g.throw("ana", BLANK)
    assert g.refused("gm", GiveIn(VELD, TERMS)) == "dice-are-down"


@pytest.mark.rule("FAE-HARM-14", "FAE-HARM-12")
def test_nobody_resists_any_more_who_gives_in_while_that_is_being_asked() -> None:
    g = fight()
    g.do("ana", overcome(g, RETH))
    prompt = g.prompt("opposition")
    assert prompt is not None
    assert GANG in str(prompt.option("defend"))
    give_in(g, GANG)
    agree(g, "ana")
    assert g.refused("gm", Answer(prompt.id, "defend", {"defender": GANG})) == "prompt-closed"
    again = g.prompt("opposition")
    assert again is not None
    assert GANG not in str(again.option("defend"))
    assert VELD in str(again.option("defend"))


@pytest.mark.rule("FAE-HARM-14")
def test_help_pledged_to_the_pending_action_is_given_back() -> None:
    g = fight()
    declare(g, RETH, VELD)
    g.do("bo", Help(roll=g.roll.id, effort=0, actor=VOLTAIRE, description="distracts her"))
    assert VOLTAIRE in g.conflict.acted
    give_in(g, VELD)
    agree(g, "bo")
    assert VOLTAIRE not in g.conflict.acted, "her action is hers again"
    declare(g, RETH, GANG)
    parry(g, GANG)
    let_fall(g, -1)
    assert g.actors_on_turn() == (VOLTAIRE,)
    declare(g, VOLTAIRE, GANG)


@pytest.mark.rule("FAE-HARM-14")
def test_an_action_given_up_on_an_earlier_turn_stays_pledged_to_the_ally_s_next_declaration() -> None:
    g = fight()
    g.do("ana", PledgeHelp(RETH, VOLTAIRE))
    declare(g, VOLTAIRE, VELD)
    assert g.roll.helpers == {RETH: 0}
    give_in(g, VELD)
    agree(g, "ana")
    assert g.conflict.pledges == {RETH: VOLTAIRE}
    assert RETH in g.conflict.acted, "his turn is over, so his action cannot come back"
    declare(g, VOLTAIRE, GANG)
    assert [m.amount for m in g.roll.efforts[0].modifiers if m.source == "help"] == [1]
    assert g.conflict.pledges == {}


@pytest.mark.rule("FAE-HARM-14")
def test_help_on_the_defence_is_given_back_when_the_attacker_gives_in() -> None:
    g = fight()
    declare(g, RETH, VELD)
    parry(g, VELD)
    g.do("gm", Help(roll=g.roll.id, effort=1, actor=GANG, description="crowd around her"))
    give_in(g, RETH)
    agree(g, "gm")
    assert g.conflict.acted == ()
    assert g.actors_on_turn() == (VOLTAIRE,), "his own turn went with him"


@pytest.mark.rule("FAE-HARM-14", "FAE-HARM-12")
def test_a_helper_who_gives_in_before_the_dice_fall_helps_no_more() -> None:
    g = fight()
    declare(g, RETH, VELD)
    parry(g, VELD)
    g.do("bo", Help(roll=g.roll.id, effort=0, actor=VOLTAIRE, description="distracts her"))
    with_help = g.roll.efforts[0].fixed
    give_in(g, VOLTAIRE)
    assert g.roll.efforts[0].fixed == with_help - 1
    assert g.roll.helpers == {}


@pytest.mark.rule("FAE-HARM-14", "FAE-HARM-12")
def test_an_action_pledged_by_someone_who_gives_in_meanwhile_helps_nobody() -> None:
    g = fight()
    g.do("ana", PledgeHelp(RETH, VOLTAIRE))
    give_in(g, RETH)
    agree(g, "gm")
    declare(g, VOLTAIRE, VELD)
    assert g.roll.helpers == {}


# -- the terms ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-HARM-14")
def test_the_other_side_is_asked_whether_the_terms_will_do_and_they_are_recorded() -> None:
    g = fight()
    give_in(g, VELD)
    prompt = g.prompt("concession")
    assert prompt is not None
    assert prompt.seats == ("ana", "bo")
    assert TERMS in prompt.question
    assert [option.id for option in prompt.options] == ["agree", "object"]
    assert g.refused("ana", EndTurn(RETH)) == "not-finished", "everything waits for the terms"
    assert g.refused("gm", Answer(prompt.id, "agree")) == "not-asked"
    agree(g, "bo")
    assert (g.condition("veld").out, g.condition("veld").fate) == (CONCEDED, TERMS)


@pytest.mark.rule("FAE-HARM-14")
def test_if_the_other_side_wants_something_else_the_gm_has_the_last_word() -> None:
    g = fight("Veld")
    give_in(g, VELD)
    g.answer("ana", "concession", "object", terms="hands over the harbour papers, too")
    assert g.table.state.get(ENCOUNTER) is not None, "the terms are still open"
    ruling = g.prompt("concession-ruling")
    assert ruling is not None
    assert ruling.seats == ("@gm",)
    assert "harbour papers" in ruling.question
    events = g.answer("gm", "concession-ruling", "rule", terms="hands over copies of the papers")
    assert g.condition("veld").fate == "hands over copies of the papers"
    assert first(events, EncounterEnded).result == "The heroes win"


@pytest.mark.rule("FAE-HARM-14")
def test_a_player_s_terms_go_to_the_gm_or_to_the_player_they_fought() -> None:
    g = fight()
    give_in(g, RETH)
    prompt = g.prompt("concession")
    assert prompt is not None
    assert prompt.seats == ("@gm",)

    g = Game()
    g.start_conflict(second_side=("voltaire",), first="Reth")
    give_in(g, VOLTAIRE)
    prompt = g.prompt("concession")
    assert prompt is not None
    assert prompt.seats == ("ana",)


@pytest.mark.rule("FAE-HARM-14")
def test_where_no_opponent_is_left_standing_the_gm_hears_the_terms() -> None:
    g = Game()
    g.start_conflict(second_side=("voltaire",), first="Reth")
    give_in(g, VOLTAIRE)
    give_in(g, RETH)
    assert [prompt.seats for prompt in g.prompts()] == [("ana",), ("@gm",)]
    agree(g, "ana")
    assert g.table.state.get(ENCOUNTER) is not None
    agree(g, "gm")
    assert g.table.state.get(ENCOUNTER) is None


def test_the_terms_are_asked_of_whoever_sits_in_the_gm_s_chair() -> None:
    g = fight()
    give_in(g, RETH)
    g.do("gm", HandOver(SeatId("bo")))
    agree(g, "bo")
    assert g.prompt("concession") is None


@pytest.mark.rule("FAE-HARM-14")
def test_one_who_gave_in_acts_again_in_the_next_scene() -> None:
    g = fight("Veld")
    give_in(g, RETH)
    agree(g, "gm")
    give_in(g, VOLTAIRE)
    agree(g, "gm")
    assert is_out(g.table.state, RETH), "the conflict is over, the scene is not"
    g.do("gm", EndScene())
    assert not is_out(g.table.state, RETH)
    g.start_scene("The morning after")
    g.start_conflict(first="Reth")
    assert g.actors_on_turn() == (RETH,)


# -- what it pays ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-HARM-15")
@pytest.mark.parametrize(
    ("shifts", "way", "words", "pays"),
    [
        (1, "box-1", {}, 1),
        (2, "mild", {"mild": "Cracked Ribs"}, 2),
        (6, "mild+moderate", {"mild": "Cracked Ribs", "moderate": "Broken Arm"}, 3),
    ],
)
def test_giving_in_pays_one_and_one_for_each_consequence_of_this_conflict(
    shifts: int, way: str, words: dict[str, str], pays: int
) -> None:
    g = fight()
    strike(g, VELD, RETH, shifts)
    absorb(g, RETH, way, **words)
    offer = next(offer for offer in g.offers("ana", GiveIn))
    assert offer.price is not None
    assert offer.price.points == -pays
    give_in(g, RETH)
    assert balance(g.table.state, locked_for(RETH)) == pays
    assert [(e.source, e.target, e.amount) for e in g.table.ledger()][-1] == ("bank", "locked:reth", pays)


@pytest.mark.rule("FAE-HARM-15")
def test_a_consequence_taken_as_the_price_of_something_counts_as_well() -> None:
    g = fight()
    g.do("gm", Inflict(actor=RETH, slot="mild", words="Soaked", reason="the price of the jump"))
    give_in(g, RETH)
    assert balance(g.table.state, locked_for(RETH)) == 2


@pytest.mark.rule("FAE-HARM-15", "FAE-CONF-07")
def test_consequences_of_an_earlier_conflict_do_not_count_even_in_the_same_scene() -> None:
    g = fight("Veld")
    strike(g, VELD, RETH, 2)
    absorb(g, RETH, "mild", mild="Cracked Ribs")
    g.come_to(VELD)
    end_turn(g, VELD)
    g.do("gm", EndConflict())
    g.start_conflict(first="Reth")
    assert "mild" in g.condition("reth").marks
    give_in(g, RETH)
    assert balance(g.table.state, locked_for(RETH)) == 1


@pytest.mark.rule("FAE-HARM-15")
def test_a_player_s_points_are_credited_at_once_but_spent_only_after_the_conflict() -> None:
    g = fight("Veld", out_may_invoke=True)
    give_in(g, RETH)
    agree(g, "gm")
    assert (g.points("reth"), balance(g.table.state, locked_for(RETH))) == (3, 1)
    declare(g, VOLTAIRE, VELD)
    parry(g, VELD)
    g.throw("bo", BLANK, BLANK)
    g.everyone_passes()
    give_in(g, VELD)
    agree(g, "bo")
    assert g.table.state.get(ENCOUNTER) is None
    assert (g.points("reth"), balance(g.table.state, locked_for(RETH))) == (4, 0)


@pytest.mark.rule("FAE-HARM-15")
def test_locked_points_buy_nothing_while_the_conflict_lasts() -> None:
    g = fight("Veld", out_may_invoke=True)
    g.do("gm", SetPoints(purse(RETH), 0, "spent earlier"))
    give_in(g, RETH)
    agree(g, "gm")
    declare(g, VOLTAIRE, VELD)
    parry(g, VELD)
    g.throw("bo", BLANK, BLANK)
    aid = Invoke(
        roll=g.roll.id,
        effort=0,
        effect="aid",
        aspect=g.card("*Yawn*").id,
        explanation="it is catching",
        party=RETH,
    )
    assert g.refused("ana", aid) == "not-enough-fate-points"


@pytest.mark.rule("FAE-HARM-15", "FAE-NPC-10", "FAE-FP-09")
def test_what_an_npc_earns_waits_for_the_pool_of_the_next_scene() -> None:
    g = fight("Veld")
    strike(g, RETH, VELD, 2)
    absorb(g, VELD, "mild", mild="Slashed Sword Arm")
    give_in(g, VELD)
    agree(g, "ana")
    assert (g.points("pool"), balance(g.table.state, DEFERRED)) == (2, 2)
    g.do("gm", EndScene())
    g.answer("gm", "recover", "no")
    g.start_scene("Later")
    assert (g.points("pool"), balance(g.table.state, DEFERRED)) == (4, 0)


@pytest.mark.rule("FAE-NPC-10")
def test_a_mook_that_gives_in_yields_one_point_having_no_consequences() -> None:
    g = fight()
    strike(g, RETH, GANG, 2)
    absorb(g, GANG, "box-2")
    give_in(g, GANG)
    assert balance(g.table.state, DEFERRED) == 1


# -- the end -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CONF-05", "FAE-HARM-14")
def test_the_conflict_ends_when_the_terms_of_the_last_of_a_side_are_settled() -> None:
    g = fight()
    give_in(g, GANG)
    agree(g, "ana")
    assert g.table.state.get(ENCOUNTER) is not None, "Veld still stands"
    declare(g, RETH, VELD)
    events = g.do("gm", GiveIn(VELD, TERMS))
    assert all_of(events, EncounterEnded) == ()
    events = g.answer("ana", "concession", "agree")
    assert first(events, EncounterEnded).result == "The heroes win"


@pytest.mark.rule("FAE-CONF-05")
def test_a_question_that_has_nothing_to_do_with_the_fight_does_not_keep_it_from_ending() -> None:
    g = Game(foes=("Veld",), scene=False)
    g.do("gm", AddSeat("Cy", "player"))
    connected = next(s.feature for s in TABLES.stunts if s.feature.name == "Well Connected")
    g.bring("cy", msgspec.structs.replace(TABLES.sample("Abigail Zhao"), features=(connected,)))
    g.start_scene()
    g.start_conflict(first="Reth")
    use = UseFeature(actor=ActorId("abigail-zhao"), feature="Well Connected", description="a friend rows by")
    g.do("cy", use)
    give_in(g, VELD)
    events = g.answer("ana", "concession", "agree")
    assert first(events, EncounterEnded).result == "The heroes win"
    assert g.prompt("feature") is not None
