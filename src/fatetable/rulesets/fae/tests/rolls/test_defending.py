"""Defending: against what, with which outcomes, and in somebody else's stead."""

from __future__ import annotations

import pytest

from fatetable.engine.prompts import Answer, PromptOpened, PromptWithdrawn
from fatetable.engine.seats import AddSeat
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.encounters.exchanges import EndTurn
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.rolls.actions import CreateAdvantage, Overcome
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.rolls.state import GoalSettled, RollSettled
from fatetable.mechanics.rolls.stepping_in import Interpose
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
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
    boosts,
    create,
    declare,
    join_abigail,
    kinds,
    overcome,
    resisted_by,
    settle,
    strike,
)
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import invoking, seat_of
from fatetable.testing.events import all_of, first

STANCE = "Stance of the Defiant Sun"


def veld_attacks(target: ActorId = VOLTAIRE) -> Game:
    """Both players have had their turns, and Veld attacks one of them."""
    g = Game(foes=("Gang of Thugs", "Veld"))
    g.do("gm", PlaceAspect(words="Narrow Gangplank"))
    g.start_conflict(first="Voltaire")
    for actor in (VOLTAIRE, RETH):
        declare(g, overcome(actor, "quick"))
        g.answer("gm", "opposition", "no-roll")
    declare(g, attack(VELD, target, "forceful"))
    return g


def stepping_in(g: Game, actor: ActorId = RETH, trait: str = "forceful", **more: str) -> Interpose:
    features = (STANCE,) if more.get("stunt") else ()
    aspect = g.card(more["aspect"]).id if "aspect" in more else AspectId("")
    return Interpose(
        roll=g.roll.id,
        actor=actor,
        trait=trait,
        description=more.get("how", "jumps between them"),
        features=features,
        aspect=aspect,
    )


# -- what it is ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-DEF-01")
def test_defending_is_free_and_may_be_done_again_and_again() -> None:
    g = Game(foes=("Gang of Thugs", "Veld"))
    g.start_conflict(first="Voltaire")
    for actor, trait in ((VOLTAIRE, "flashy"), (RETH, "forceful")):
        declare(g, attack(actor, VELD, trait))
        g.defend("gm", "careful")
        settle(g, -1)
    declare(g, attack(VELD, RETH, "forceful"))  # Two defences have cost her nothing.
    conflict = conflict_of(g.table.state)
    assert conflict is not None
    assert VELD not in conflict.acted


@pytest.mark.rule("FAE-DEF-01")
def test_a_defence_answers_attacks_advantages_and_overcoming_alike() -> None:
    g = Game(foes=("Veld",))
    declare(g, create(words="Tripped", target="veld"))
    resisted_by(g, "veld", "quick")
    settle(g, -1)
    g.answer("gm", "opponent-gains", "nothing")
    declare(g, overcome(RETH, "quick"))
    resisted_by(g, "veld", "quick")
    settle(g, -1)
    g.answer("ana", "serious-cost", "fail")
    g.start_conflict(first="Voltaire")
    strike(g, -1)
    assert (g.last_roll.efforts[1].action, g.last_roll.outcome) == ("defend", "fail")


@pytest.mark.rule("FAE-DEF-01")
def test_how_a_foe_could_defend_is_the_game_masters_secret_until_it_does() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    before = g.table.state.seq
    declare(g, attack())
    g.defend("gm", "careful")
    for seat, is_told in (("gm", True), ("ana", False), ("bo", False)):
        told = [record.event for record in g.table.told(seat, after=before)]
        (asked,) = (event.prompt for event in told if isinstance(event, PromptOpened))
        assert (asked.kind, "Veld" in asked.question, bool(asked.options)) == ("defend", True, is_told)
        assert any("Forceful (+3)" in repr(event) for event in told) is is_told
        assert any("Careful (+2)" in repr(event) for event in told)


# -- outcomes --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-DEF-02")
def test_a_failed_defence_suffers_what_the_opponents_success_gives() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    strike(g, 1)
    g.answer("gm", "absorb", "box-1")
    assert g.boxes("veld")[0]
    declare(g, create(RETH, words="Cornered", target="veld"))
    resisted_by(g, "veld")
    settle(g, 1)
    assert g.card("Cornered").bearer == VELD


@pytest.mark.rule("FAE-DEF-03")
@pytest.mark.parametrize("action", ["attack", "new", "discover", "exploit", "overcome"])
def test_a_tied_defence_lets_the_tie_of_the_opponents_action_happen(action: str) -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    g.do("gm", PlaceAspect(words="Crates"))
    if action == "attack":
        g.start_conflict(first="Voltaire")
        strike(g, 0)
        assert [boost.owner for boost in boosts(g)] == [VOLTAIRE]
        return
    commands: dict[str, CreateAdvantage | Overcome] = {
        "new": create(words="Tripped", target="veld"),
        "discover": create(mode="discover", target="veld"),
        "exploit": create(aspect=g.card("Crates").id),
        "overcome": overcome(aspect=g.card("Crates").id),
    }
    declare(g, commands[action])
    if action == "discover":
        g.answer("gm", "discover", "hidden", aspect=g.card("Must Not Lose Face").id)
    resisted_by(g, "veld")
    settled = first(settle(g, 0), RollSettled)
    assert (settled.outcome, settled.opposing_outcome) == ("tie", "tie")
    if action == "new":
        assert ([boost.owner for boost in boosts(g)], g.has_card("Tripped")) == ([RETH], False)
    elif action == "discover":
        assert (g.card("Must Not Lose Face").known_to, len(g.card("Must Not Lose Face").free)) == (None, 1)
    elif action == "exploit":
        assert len(g.card("Crates").free) == 1
    else:
        assert kinds(g) == ["minor-cost"]


@pytest.mark.rule("FAE-DEF-04")
@pytest.mark.parametrize("margin", [-1, -2])
def test_a_successful_defence_keeps_the_opponent_from_what_they_want(margin: int) -> None:
    g = Game(foes=("Veld",))
    g.do("gm", PlaceAspect(words="Crates"))
    declare(g, overcome(aspect=g.card("Crates").id))
    resisted_by(g, "veld")
    settled = first(settle(g, margin), RollSettled)
    assert (settled.opposing_outcome, boosts(g)) == ("succeed", [])
    assert first(g.answer("ana", "serious-cost", "fail"), GoalSettled).goal == "failed"
    assert g.has_card("Crates")
    declare(g, create(aspect=g.card("Crates").id))
    resisted_by(g, "veld")
    settle(g, margin)
    assert g.card("Crates").free == ()


@pytest.mark.rule("FAE-DEF-05")
@pytest.mark.parametrize("margin", [-3, -6])
def test_a_defence_with_style_gains_the_defender_a_boost_as_well(margin: int) -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    before = g.condition("veld")
    strike(g, margin)
    (boost,) = boosts(g)
    assert (boost.owner, [free.holder for free in boost.free]) == (VELD, [VELD])
    assert g.condition("veld") == before
    prompt = g.prompt("name-boost")
    assert prompt is not None
    assert (prompt.seats, prompt.blocking, g.last_roll.stage) == (("@gm",), False, "over")


@pytest.mark.rule("FAE-DEF-05")
def test_a_difficulty_gains_no_boost_however_badly_somebody_fails() -> None:
    g = Game()
    declare(g, overcome())
    against(g, 7)
    settle(g, -4)
    g.answer("ana", "serious-cost", "fail")
    assert boosts(g) == []


# -- in somebody's stead ---------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-DEF-06")
def test_a_situation_aspect_justifies_stepping_in_at_once_and_makes_one_the_target() -> None:
    g = veld_attacks(VOLTAIRE)
    withdrawn = g.do("ana", stepping_in(g, aspect="Narrow Gangplank", stunt="yes"))
    assert len(all_of(withdrawn, PromptWithdrawn)) == 1  # Voltaire need not defend any more.
    assert (g.prompts(), g.roll.defender, g.roll.has_interposer) == ((), RETH, True)
    effort = g.roll.efforts[1]
    assert (effort.actor, effort.trait, effort.features, effort.fixed) == (RETH, "forceful", (STANCE,), 5)
    settle(g, 2)
    prompt = g.prompt("absorb")
    assert prompt is not None
    assert (prompt.seats, prompt.about["actor"]) == (("ana",), RETH)
    g.answer("ana", "absorb", "box-2")
    assert (g.boxes("reth"), g.boxes("voltaire")) == ((False, True, False), (False,) * 3)


@pytest.mark.rule("FAE-DEF-06")
def test_stepping_in_costs_no_action_and_a_style_boost_goes_to_who_stepped_in() -> None:
    g = Game(foes=("Gang of Thugs", "Veld"))
    g.do("gm", PlaceAspect(words="Narrow Gangplank"))
    g.start_conflict(first="Voltaire")
    declare(g, attack(VOLTAIRE, VELD))
    g.do("gm", stepping_in(g, GANG, "other", aspect="Narrow Gangplank"))
    settle(g, -3)
    (boost,) = boosts(g)
    assert boost.owner == GANG
    conflict = conflict_of(g.table.state)
    assert conflict is not None
    assert GANG not in conflict.acted


@pytest.mark.rule("FAE-DEF-06")
def test_without_an_aspect_everybody_at_the_table_is_asked_and_most_must_agree() -> None:
    g = veld_attacks(VOLTAIRE)
    g.do("ana", stepping_in(g))
    prompt = g.prompt("interpose")
    assert prompt is not None
    assert (set(prompt.seats), [option.id for option in prompt.options]) == ({"gm", "ana", "bo"}, ["yes", "no"])
    assert "jumps between them" in prompt.question
    g.answer("ana", "interpose", "yes")
    assert g.refused("ana", Answer(prompt.id, "yes")) == "already-answered"
    g.answer("gm", "interpose", "no")
    assert g.roll.defender == VOLTAIRE
    g.answer("bo", "interpose", "yes")
    assert (g.roll.defender, g.roll.efforts[1].fixed, g.prompts()) == (RETH, 3, ())


@pytest.mark.rule("FAE-DEF-06")
@pytest.mark.parametrize(
    ("votes", "is_in"),
    [
        ({"ana": "yes", "bo": "no", "gm": "no"}, False),
        ({"ana": "yes", "bo": "yes", "gm": "no"}, True),
        ({"ana": "no", "bo": "no", "gm": "no"}, False),
        ({"ana": "yes", "bo": "yes", "cy": "no", "gm": "no"}, False),  # half is not most
        ({"ana": "yes", "bo": "yes", "cy": "yes", "gm": "no"}, True),
    ],
)
def test_more_than_half_of_all_people_must_find_it_reasonable(votes: dict[str, str], is_in: bool) -> None:
    g = veld_attacks(VOLTAIRE)
    if "cy" in votes:
        join_abigail(g)
    g.do("gm", AddSeat("Uma", "spectator"))  # Spectators have no vote.
    g.do("ana", stepping_in(g))
    for seat, vote in votes.items():
        g.answer(seat, "interpose", vote)
    assert (g.roll.defender == RETH) is is_in
    assert kinds(g) == ([] if is_in else ["defend"])


@pytest.mark.rule("FAE-DEF-06")
def test_it_is_settled_before_the_dice_and_while_the_table_votes_nobody_throws() -> None:
    g = veld_attacks(VOLTAIRE)
    g.defend("bo", "quick")
    g.do("ana", stepping_in(g))
    g.do("ana", Pass(g.roll.id))
    assert g.refused("gm", ThrowDice(g.roll.id), "0000", "0000") == "still-waiting"
    for seat in ("ana", "bo", "gm"):
        g.answer(seat, "interpose", "no")
    g.do("gm", ThrowDice(g.roll.id), "0000", "0000")
    assert g.refused("ana", stepping_in(g)) == "cannot-interpose"


@pytest.mark.rule("FAE-DEF-06")
def test_the_roll_of_who_steps_in_replaces_a_defence_already_chosen() -> None:
    g = veld_attacks(VOLTAIRE)
    g.defend("bo", "quick")
    assert g.roll.efforts[1].actor == VOLTAIRE
    g.do("ana", stepping_in(g, aspect="Narrow Gangplank"))
    assert [effort.actor for effort in g.roll.efforts] == [VELD, RETH]


@pytest.mark.rule("FAE-DEF-06")
def test_only_one_may_step_in() -> None:
    g = Game(foes=("Gang of Thugs", "Veld", "Steel Assassin"))
    g.do("gm", PlaceAspect(words="Narrow Gangplank"))
    g.start_conflict(first="Voltaire")
    declare(g, attack(VOLTAIRE, VELD))
    g.do("gm", stepping_in(g, GANG, "other", aspect="Narrow Gangplank"))
    second = stepping_in(g, ActorId("steel-assassin"), "other", aspect="Narrow Gangplank")
    assert g.refused("gm", second) == "cannot-interpose"
    assert g.offers("gm", Interpose) == ()


@pytest.mark.rule("FAE-DEF-06")
def test_one_vote_at_a_time() -> None:
    g = Game(foes=("Gang of Thugs", "Veld", "Steel Assassin"))
    g.start_conflict(first="Voltaire")
    declare(g, attack(VOLTAIRE, VELD))
    g.do("gm", stepping_in(g, GANG, "other"))
    assert g.refused("gm", stepping_in(g, ActorId("steel-assassin"), "other")) == "cannot-interpose"


@pytest.mark.rule("FAE-DEF-06")
def test_neither_the_target_nor_the_attackers_side_steps_in_nor_who_is_out_or_away() -> None:
    g = veld_attacks(VOLTAIRE)
    assert g.refused("bo", stepping_in(g, VOLTAIRE, "quick")) == "cannot-interpose"
    assert g.refused("gm", stepping_in(g, VELD, "quick")) == "cannot-interpose"
    assert g.refused("gm", stepping_in(g, GANG, "other")) == "cannot-interpose"
    assert g.refused("gm", stepping_in(g, RETH)) == "not-yours"
    g.do("ana", GiveIn(RETH, "drops his guard"))
    g.answer("gm", "concession", "agree")
    assert g.refused("ana", stepping_in(g)) == "cannot-interpose"
    join_abigail(g)
    assert g.refused("cy", stepping_in(g, ActorId("abigail-zhao"), "quick")) == "cannot-interpose"
    g.do("gm", EnterScene(ActorId("abigail-zhao")))
    g.do("cy", stepping_in(g, ActorId("abigail-zhao"), "quick", aspect="Narrow Gangplank"))
    assert g.roll.defender == "abigail-zhao"


@pytest.mark.rule("FAE-DEF-06")
def test_stepping_in_needs_words_a_fitting_approach_and_a_situation_aspect() -> None:
    g = veld_attacks(VOLTAIRE)
    assert g.refused("ana", stepping_in(g, how=" ")) == "no-description"
    assert g.refused("ana", stepping_in(g, trait="lucky")) == "unknown-trait"
    assert g.refused("ana", stepping_in(g, trait="quick", stunt="yes")) == "feature-does-not-fit"
    assert g.refused("ana", stepping_in(g, aspect="Crush On Avasa")) == "not-a-situation-aspect"


@pytest.mark.rule("FAE-DEF-06")
def test_one_must_stand_where_the_blow_falls() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", DrawZone(name="Deck"))
    (deck,) = g.table.state.get(ZONES).zones
    g.do("gm", DrawZone(name="Quay", next_to=(deck,)))
    quay = next(zone for zone in g.table.state.get(ZONES).zones if zone != deck)
    for actor, zone in ((VELD, deck), (VOLTAIRE, deck), (RETH, quay)):
        g.do("gm", PlaceActor(actor, zone))
    g.start_conflict(first="Voltaire")
    for actor in (VOLTAIRE, RETH):
        declare(g, overcome(actor, "quick"))
        g.answer("gm", "opposition", "no-roll")
        g.do(seat_of(actor), EndTurn(actor))
    declare(g, attack(VELD, VOLTAIRE, "forceful"))
    assert g.refused("ana", stepping_in(g)) == "cannot-interpose"
    assert g.offers("ana", Interpose) == ()


@pytest.mark.rule("FAE-DEF-06")
def test_stepping_in_is_offered_with_and_without_an_aspect_and_with_stunts() -> None:
    g = veld_attacks(VOLTAIRE)
    offers = g.offers("ana", Interpose)
    assert [offer.label for offer in offers] == [
        "step in (the table votes)",
        "step in because of an aspect",
        f"step in with {STANCE} (the table votes)",
        f"step in with {STANCE} because of an aspect",
    ]
    assert g.offers("bo", Interpose) == ()
    aspect = g.card("Narrow Gangplank").id
    g.do("ana", offers[3].fill(trait="forceful", description="bars the way", aspect=aspect))
    assert g.roll.efforts[1].fixed == 5


@pytest.mark.rule("FAE-DEF-06")
def test_an_opponent_may_oppose_an_action_that_is_not_aimed_at_them() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", PlaceAspect(words="Barricade"))
    declare(g, overcome(VELD, "forceful", aspect=g.card("Barricade").id))
    assert g.refused("ana", stepping_in(g)) == "cannot-interpose"  # Nothing opposes it yet.
    assert "ana" in g.roll.waiting
    against(g, 1)
    g.do("ana", stepping_in(g, aspect="Barricade"))
    assert (g.roll.difficulty, g.roll.defender, g.roll.is_opposed) == (None, RETH, True)
    settled = first(settle(g, -3), RollSettled)
    assert (settled.opposing_outcome, [boost.owner for boost in boosts(g)]) == ("style", [RETH])


@pytest.mark.rule("FAE-DEF-06")
def test_in_a_fight_those_whose_action_is_spent_are_asked_as_well() -> None:
    g = veld_attacks(VOLTAIRE)
    assert g.roll.waiting == ("ana",)  # Reth has acted, but he could step in.


@pytest.mark.rule("FAE-DEF-06")
def test_help_and_hindrance_of_the_defence_stay_with_it_when_somebody_steps_in() -> None:
    g = Game(foes=("Gang of Thugs", "Veld", "Steel Assassin"))
    g.do("gm", PlaceAspect(words="Narrow Gangplank"))
    g.start_conflict(first="Voltaire")
    declare(g, attack(VOLTAIRE, VELD))
    g.defend("gm", "careful")
    g.do("gm", Help(roll=g.roll.id, effort=1, actor=ActorId("steel-assassin"), description="pulls her back"))
    g.do("bo", invoking(g, "hinder", "Must Not Lose Face", VOLTAIRE, effort=1))
    g.do("gm", stepping_in(g, GANG, "other", aspect="Narrow Gangplank"))
    effort = g.roll.efforts[1]
    assert (effort.actor, effort.fixed, effort.hindrance) == (GANG, 0 + 1, 2)


@pytest.mark.rule("FAE-DEF-06")
def test_stepping_in_leaves_other_questions_about_the_roll_open() -> None:
    g = Game(foes=("Gang of Thugs", "Veld"), helpers=1)
    join_abigail(g)
    g.do("gm", EnterScene(ActorId("abigail-zhao")))
    g.do("gm", PlaceAspect(words="Narrow Gangplank"))
    g.start_conflict(first="Voltaire")
    declare(g, attack(VOLTAIRE, VELD))
    g.do("ana", Help(roll=g.roll.id, effort=0, actor=RETH, description="shoves"))
    g.do("cy", Help(roll=g.roll.id, effort=0, actor=ActorId("abigail-zhao"), description="shoves"))
    g.do("gm", stepping_in(g, GANG, "other", aspect="Narrow Gangplank"))
    assert kinds(g) == ["helper"]


@pytest.mark.rule("FAE-DEF-06")
def test_who_helps_a_roll_does_not_step_into_it_nor_the_other_way_round() -> None:
    g = Game(foes=("Gang of Thugs", "Veld"), helpers=1)
    g.start_conflict(first="Voltaire")
    declare(g, attack(VOLTAIRE, VELD))
    g.defend("gm", "careful")
    g.do("gm", Help(roll=g.roll.id, effort=1, actor=GANG, description="crowd around her"))
    assert g.refused("gm", stepping_in(g, GANG, "other")) == "cannot-interpose"

    g = Game(foes=("Gang of Thugs", "Veld"))
    g.start_conflict(first="Voltaire")
    declare(g, attack(VOLTAIRE, VELD))
    g.defend("gm", "careful")
    g.do("gm", stepping_in(g, GANG, "other"))
    helping = Help(roll=g.roll.id, effort=1, actor=GANG, description="crowd around her")
    assert g.refused("gm", helping) == "already-in-it"


@pytest.mark.rule("FAE-DEF-06")
def test_a_vote_for_someone_who_has_given_in_meanwhile_comes_to_nothing() -> None:
    g = veld_attacks(VOLTAIRE)
    g.do("ana", stepping_in(g))
    g.do("ana", GiveIn(RETH, "drops his guard"))
    for seat in ("ana", "bo", "gm"):
        g.answer(seat, "interpose", "yes")
    assert g.roll.defender == VOLTAIRE


@pytest.mark.rule("FAE-DEF-06")
def test_players_at_odds_may_step_in_between_each_other() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", PlaceAspect(words="Narrow Gangplank"))
    g.start_conflict(second_side=("voltaire", "veld"), first="Reth")
    declare(g, attack(RETH, VELD, "forceful"))
    g.do("bo", stepping_in(g, VOLTAIRE, "quick", aspect="Narrow Gangplank"))
    assert g.roll.defender == VOLTAIRE


@pytest.mark.rule("FAE-DEF-06")
def test_nobody_is_asked_to_step_in_who_has_left_the_scene() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", LeaveScene(VOLTAIRE))
    declare(g, overcome(VELD, "quick"))
    assert g.roll.waiting == ("ana",)
