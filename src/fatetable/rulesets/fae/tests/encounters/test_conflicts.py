"""Conflicts: setting the scene, exchanges, one turn and one action each, reacting, and how they end."""

from typing import Any

import msgspec
import pytest

from fatetable.engine.seats import AddSeat
from fatetable.mechanics.aspects.cards import SITUATION, AspectId
from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.aspects.editing import PlaceAspect, SuggestAspect
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.encounters.conflicts import BeginConflict, EndConflict, StartConflict
from fatetable.mechanics.encounters.contests import StartContest
from fatetable.mechanics.encounters.exchanges import EndTurn, NextExchange, PledgeHelp
from fatetable.mechanics.encounters.taking_sides import JoinConflict
from fatetable.mechanics.rolls.actions import Attack, CreateAdvantage, Overcome
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.stepping_in import Interpose
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.lifecycle import EnterScene, StartScene, StartSession
from fatetable.mechanics.scenes.map_editing import PlaceActor
from fatetable.mechanics.scenes.sides import SIDES, are_allies
from fatetable.mechanics.view.encounter_blocks import TurnOrderBlock
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.fights import (
    ASSASSIN,
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
    knock_out,
    let_fall,
    miss,
    overcome,
    parry,
    zone_of,
)
from fatetable.rulesets.fae.tests.support.playing import Game

ABIGAIL = ActorId("abigail-zhao")


def fight(*foes: str, **dials: Any) -> Game:
    """Reth, Voltaire, then the foes."""
    g = Game(foes=foes or ("Veld", "Gang of Thugs"), **dials)
    g.start_conflict(first="Reth")
    return g


def with_abigail(*foes: str, **dials: Any) -> Game:
    """As above, and Abigail between the heroes and the foes."""
    g = Game(foes=foes or ("Veld",), scene=False, **dials)
    g.do("gm", AddSeat("Cy", "player"))
    g.bring("cy", "Abigail Zhao")
    g.start_scene()
    g.do("gm", StartConflict("physical", tuple(a.id for a in g.table.state.slices["cast"].values() if not a.is_pc)))
    while prompt := g.prompt("tie"):
        option = next(o.id for name in ("Reth", "Abigail") for o in prompt.options if name in o.label)
        g.answer("gm", "tie", option)
    g.do("gm", BeginConflict())
    return g


# -- what it is and how it is set up -----------------------------------------------------------------------------


@pytest.mark.rule("FAE-CONF-01")
def test_harm_is_done_in_conflicts_only() -> None:
    g = Game(foes=("Veld",))
    assert g.refused("ana", attack(g, RETH, VELD)) == "no-conflict"
    assert g.offers("ana", Attack) == ()
    g.start_conflict(first="Reth")
    assert g.offers("ana", Attack) != ()
    declare(g, RETH, VELD)


@pytest.mark.rule("FAE-CONF-01")
def test_a_conflict_is_physical_or_mental() -> None:
    g = Game(foes=("Veld",))
    offer = next(o for o in g.offers("gm", StartConflict))
    kinds = next(hole for hole in offer.holes if hole.field == "kind")
    assert [choice.value for choice in kinds.options] == ["physical", "mental"]  # type: ignore[union-attr]
    assert g.refused("gm", StartConflict("legal", (VELD,))) == "unknown-kind"
    assert not offer.matches(StartConflict("mental", (RETH, VOLTAIRE, VELD)))
    g.do("gm", offer.fill(kind="mental", second_side=(VELD,)))
    assert g.conflict.kind == "mental"


@pytest.mark.rule("FAE-CONF-02")
def test_the_gm_opens_a_conflict_in_a_scene_with_two_sides_of_people_who_are_there() -> None:
    g = Game(foes=("Veld",), scene=False)
    assert g.refused("gm", StartConflict("physical", (VELD,))) == "encounter-running"
    assert g.offers("gm", StartConflict) == ()
    g.start_scene()
    g.do("gm", AddOpponent(TABLES.sample("Gang of Thugs")))
    assert g.refused("ana", StartConflict("physical", (VELD,))) == "gm-only"
    assert g.refused("ana", EndTurn(RETH)) == "no-conflict"
    assert g.refused("gm", StartConflict("physical", ())) == "bad-sides"
    assert g.refused("gm", StartConflict("physical", (GANG,))) == "bad-sides", "the gang is not there"
    assert g.refused("gm", StartConflict("physical", (RETH, VOLTAIRE, VELD))) == "bad-sides", "nobody would be left"
    g.do("gm", StartConflict("physical", (VELD,)))
    assert g.table.state.get(SIDES) == {RETH: "heroes", VOLTAIRE: "heroes", VELD: "opposition"}
    assert g.refused("gm", StartConflict("physical", (VELD,))) == "encounter-running"
    assert g.refused("gm", StartContest("the flag", (RETH, VELD))) == "encounter-running"


@pytest.mark.rule("FAE-CONF-02")
def test_nothing_happens_before_the_gm_begins_the_first_exchange() -> None:
    g = Game(foes=("Veld",))
    assert g.refused("gm", BeginConflict()) == "no-conflict"
    g.do("gm", StartConflict("physical", (VELD,)))
    g.answer("gm", "tie", "0")
    assert g.refused("ana", attack(g, RETH, VELD)) == "not-begun"
    assert g.refused("ana", EndTurn(RETH)) == "not-begun"
    assert g.refused("gm", NextExchange()) == "exchange-running"
    assert g.refused("ana", BeginConflict()) == "gm-only"
    g.do("gm", BeginConflict())
    assert (g.conflict.exchange, g.actors_on_turn()) == (1, (RETH,))
    assert g.refused("gm", BeginConflict()) == "no-conflict"


@pytest.mark.rule("FAE-CONF-02")
def test_nobody_fights_alone() -> None:
    g = Game(scene=False)
    g.do("gm", StartSession())
    g.do("gm", StartScene("An empty quay", (RETH,)))
    assert g.offers("gm", StartConflict) == ()
    assert g.refused("gm", StartConflict("physical", (RETH,))) == "bad-sides"


@pytest.mark.rule("FAE-CONF-02")
def test_heroes_may_stand_against_each_other() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", StartConflict("mental", (VOLTAIRE, VELD)))
    assert are_allies(g.table.state, VOLTAIRE, VELD)
    assert not are_allies(g.table.state, VOLTAIRE, RETH)
    g.answer("gm", "tie", "0")
    g.do("gm", BeginConflict())
    g.come_to(RETH)
    declare(g, RETH, VOLTAIRE)
    come = g.prompt("defend")
    assert come is not None
    assert come.seats == ("bo",)


@pytest.mark.rule("FAE-CONF-03")
def test_the_gm_lays_out_situation_aspects_without_free_invocations_and_players_suggest_some() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", PlaceAspect(words="Slick Wet Planks"))
    g.do("ana", SuggestAspect("Stacked Powder Kegs"))
    prompt = g.prompt("suggestion")
    assert prompt is not None
    assert prompt.seats == ("@gm",)
    assert "Stacked Powder Kegs" in prompt.question
    assert not g.has_card("Stacked Powder Kegs")
    g.answer("gm", "suggestion", "yes")
    g.do("bo", SuggestAspect("Everybody Is Asleep"))
    g.answer("gm", "suggestion", "no")
    for words in ("Slick Wet Planks", "Stacked Powder Kegs"):
        assert (g.card(words).kind, g.card(words).free) == (SITUATION, ())
    assert not g.has_card("Everybody Is Asleep")
    assert g.refused("ana", PlaceAspect(words="Ladder")) == "gm-only"


@pytest.mark.rule("FAE-CONF-03", "FAE-ZONE-01")
def test_players_place_their_own_characters_while_the_scene_is_set() -> None:
    g = Game(foes=("Veld",))
    deck, quay = g.draw_zones("Deck", "Quay")
    offers = g.offers("ana", PlaceActor)
    assert [offer.command.actor for offer in offers] == [RETH]  # type: ignore[attr-defined]
    g.do("ana", offers[0].fill(zone=deck))
    assert zone_of(g, RETH) == deck
    assert g.refused("ana", PlaceActor(RETH, quay)) == "already-there"
    assert g.refused("ana", PlaceActor(VOLTAIRE, quay)) == "not-yours"
    g.start_conflict(first="Reth")
    assert g.refused("bo", PlaceActor(VOLTAIRE, quay)) == "already-there"


# -- exchanges ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CONF-02", "FAE-CONF-04")
def test_everybody_has_one_turn_in_an_exchange_and_then_the_gm_goes_on_or_ends_it() -> None:
    g = fight()
    taken = []
    while waiting := g.actors_on_turn():
        taken.append(waiting[0])
        assert g.refused("gm", NextExchange()) == "exchange-running"
        assert g.refused("gm", EndConflict()) == "exchange-running"
        end_turn(g, waiting[0])
    assert taken == [RETH, VOLTAIRE, VELD, GANG]
    assert {type(offer.command) for offer in g.offers("gm") if offer.group == "moment"} == {NextExchange, EndConflict}
    assert g.refused("ana", NextExchange()) == "gm-only"
    assert g.refused("ana", EndConflict()) == "gm-only"
    g.do("gm", NextExchange())
    assert (g.conflict.exchange, g.actors_on_turn()) == (2, (RETH,))


@pytest.mark.rule("FAE-CONF-04")
def test_nobody_acts_on_another_s_turn() -> None:
    g = fight()
    for seat, actor in (("bo", VOLTAIRE), ("gm", VELD)):
        foe = RETH if actor == VELD else VELD
        assert g.refused(seat, attack(g, actor, foe)) == "not-your-turn"
        assert g.refused(seat, overcome(g, actor)) == "not-your-turn"
        assert g.refused(seat, create(g, actor, "Dust")) == "not-your-turn"
        assert g.refused(seat, EndTurn(actor)) == "not-your-turn"
    assert not g.offers("bo", Attack) + g.offers("bo", EndTurn) + g.offers("bo", PledgeHelp)
    assert g.refused("bo", EndTurn(RETH)) == "not-yours"


@pytest.mark.rule("FAE-CONF-04")
def test_a_turn_allows_one_action_which_is_resolved_at_once() -> None:
    g = fight()
    zones = g.draw_zones("Deck", "Quay")
    for actor in (RETH, VOLTAIRE, VELD, GANG):
        g.do("gm", PlaceActor(actor, zones[0]))
    declare(g, RETH, VELD)
    assert g.refused("ana", attack(g, RETH, GANG)) == "roll-open"
    assert g.refused("ana", EndTurn(RETH)) == "not-finished"
    parry(g, VELD)
    let_fall(g, -1)
    assert g.actors_on_turn() == (RETH,), "a free move is left"
    assert g.refused("ana", attack(g, RETH, GANG)) == "already-acted"
    assert g.refused("ana", PledgeHelp(RETH, VOLTAIRE)) == "already-acted"
    assert [offer.label for offer in g.offers("ana", EndTurn)] == ["end the turn"]
    end_turn(g, RETH)
    assert g.actors_on_turn() == (VOLTAIRE,)


@pytest.mark.rule("FAE-CONF-04")
@pytest.mark.parametrize("action", ["attack", "overcome", "create"])
def test_each_of_the_actions_takes_the_turn(action: str) -> None:
    g = fight()
    match action:
        case "attack":
            miss(g, RETH, VELD)
        case "overcome":
            g.do("ana", overcome(g, RETH))
            g.answer("gm", "opposition", "difficulty", value=0)
            g.throw("ana", BLANK)
            g.everyone_passes()
        case _:
            g.do("ana", create(g, RETH, "Sand in Her Eyes", target=VELD))
            g.answer("gm", "opposition", "no-roll")
    assert g.actors_on_turn() == (VOLTAIRE,)


@pytest.mark.rule("FAE-CONF-04")
def test_a_declaration_sent_back_does_not_count_as_the_action() -> None:
    g = fight()
    declare(g, RETH, VELD)
    g.do("gm", SendBack(g.roll.id, "how is that careful?"))
    assert g.actors_on_turn() == (RETH,)
    miss(g, RETH, VELD)
    assert g.actors_on_turn() == (VOLTAIRE,)


@pytest.mark.rule("FAE-CONF-04")
def test_passing_is_allowed_and_forfeits_the_action_of_this_exchange() -> None:
    g = fight()
    assert [offer.label for offer in g.offers("ana", EndTurn)] == ["pass"]
    end_turn(g, RETH)
    assert g.refused("ana", attack(g, RETH, VELD)) == "not-your-turn"
    declare(g, VOLTAIRE, VELD)
    helping = Help(roll=g.roll.id, effort=0, actor=RETH, description="a bit late")
    assert g.refused("ana", helping) == "already-acted"
    parry(g, VELD)
    let_fall(g, -1)
    g.come_to(RETH)
    assert g.conflict.exchange == 2


@pytest.mark.rule("FAE-CONF-04", "FAE-HELP-01")
def test_an_action_may_be_given_up_for_an_ally_who_acts_later_in_the_exchange() -> None:
    g = with_abigail()
    end_turn(g, RETH)
    assert g.refused("bo", PledgeHelp(VOLTAIRE, RETH)) == "not-an-ally", "his turn is over"
    assert g.refused("bo", PledgeHelp(VOLTAIRE, VELD)) == "not-an-ally"
    assert g.refused("bo", PledgeHelp(VOLTAIRE, VOLTAIRE)) == "not-an-ally"
    offer = next(o for o in g.offers("bo", PledgeHelp))
    assert "Reth" not in str(offer.holes)
    g.do("bo", offer.fill(ally=ABIGAIL))
    assert g.actors_on_turn() == (ABIGAIL,)
    declare(g, ABIGAIL, VELD)
    assert [(m.label, m.amount) for m in g.roll.efforts[0].modifiers if m.source == "help"] == [
        ("help from Voltaire", 1)
    ]


@pytest.mark.rule("FAE-CONF-04", "FAE-HELP-01")
def test_help_on_an_ally_s_turn_spends_the_action_ahead_of_one_s_own_turn() -> None:
    g = fight()
    declare(g, RETH, VELD)
    g.do("bo", Help(roll=g.roll.id, effort=0, actor=VOLTAIRE, description="flanks her"))
    parry(g, VELD)
    let_fall(g, -1)
    assert set(g.actors_on_turn()) == {VELD, GANG}, "her turn has nothing left in it"


@pytest.mark.rule("FAE-CONF-04", "FAE-HELP-01")
def test_a_pledge_not_called_upon_lapses_with_the_exchange() -> None:
    g = fight()
    g.do("ana", PledgeHelp(RETH, VOLTAIRE))
    end_turn(g, VOLTAIRE)
    g.come_to(VOLTAIRE)
    assert g.conflict.pledges == {}
    declare(g, VOLTAIRE, VELD)
    assert g.roll.helpers == {}


@pytest.mark.rule("FAE-HELP-02")
@pytest.mark.parametrize("is_room", [True, False])
def test_beyond_the_usual_number_the_gm_decides_about_pledged_help_too(is_room: bool) -> None:
    g = with_abigail(helpers=1)
    g.do("ana", PledgeHelp(RETH, ABIGAIL))
    g.do("bo", PledgeHelp(VOLTAIRE, ABIGAIL))
    declare(g, ABIGAIL, VELD)
    assert set(g.roll.helpers) == {RETH}
    prompt = g.prompt("helper")
    assert prompt is not None
    assert prompt.seats == ("@gm",)
    assert prompt.question == "Voltaire wants to help too. Allow it?"
    g.answer("gm", "helper", "yes" if is_room else "no")
    assert set(g.roll.helpers) == ({RETH, VOLTAIRE} if is_room else {RETH})


@pytest.mark.rule("FAE-CONF-04")
def test_a_compel_cannot_take_an_action_that_is_spent() -> None:
    g = fight()
    miss(g, RETH, VELD)
    before = g.conflict
    crush = OfferCompel(
        target=RETH, aspect=g.card("Crush On Avasa").id, kind="event", text="he stares", takes_action=True
    )
    g.do("gm", crush)
    g.answer("ana", "compel", "accept")
    assert g.conflict == before
    assert g.points("reth") == 4


@pytest.mark.rule("FAE-CONF-04")
def test_a_compel_may_take_the_action_on_one_s_turn_or_before_it() -> None:
    g = fight()
    yawn = OfferCompel(
        target=VOLTAIRE, aspect=g.card("*Yawn*").id, kind="event", text="she nods off", takes_action=True
    )
    g.do("gm", yawn)
    g.answer("bo", "compel", "accept")
    assert VOLTAIRE in g.conflict.acted
    declare(g, RETH, VELD)
    crush = OfferCompel(
        target=RETH, aspect=g.card("Crush On Avasa").id, kind="event", text="he stares", takes_action=True
    )
    g.do("gm", crush)
    g.answer("ana", "compel", "accept")
    assert set(g.actors_on_turn()) == {VELD, GANG}, "both heroes have lost their actions"
    g.come_to(VOLTAIRE)
    assert g.conflict.exchange == 2


# -- reacting ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CONF-06")
def test_on_another_s_turn_one_defends_as_often_as_needed_and_keeps_one_s_action() -> None:
    g = fight("Veld", "Gang of Thugs", "Steel Assassin")
    g.come_to(VELD)
    for foe in (VELD, GANG, ASSASSIN):
        miss(g, foe, RETH)
    g.do("gm", NextExchange())
    assert g.actors_on_turn() == (RETH,)
    assert g.conflict.acted == ()


@pytest.mark.rule("FAE-CONF-06")
def test_the_reactions_to_an_attack_are_all_open_before_and_after_its_dice() -> None:
    g = fight("Veld")
    g.do("gm", PlaceAspect(words="Slick Wet Planks"))
    end_turn(g, RETH)
    end_turn(g, VOLTAIRE)
    declare(g, VELD, RETH)
    prompt = g.prompt("defend")
    assert prompt is not None
    assert prompt.seats == ("ana",)
    bo = {type(offer.command) for offer in g.offers("bo")}
    assert {Interpose, OfferCompel, GiveIn, Invoke} <= bo, "stepping in, compelling, giving in, hindering"
    assert Help not in bo, "she has passed"
    assert {OfferCompel, GiveIn} <= {type(offer.command) for offer in g.offers("ana")}
    parry(g, RETH)
    g.throw("gm", BLANK, BLANK)
    effects = {offer.command.effect for offer in g.offers("ana", Invoke)}  # type: ignore[attr-defined]
    assert effects == {"bonus", "reroll", "hinder"}
    effects = {offer.command.effect for offer in g.offers("bo", Invoke)}  # type: ignore[attr-defined]
    assert effects == {"aid", "hinder"}
    assert g.offers("ana", GiveIn) == (), "for this roll it is too late"
    assert g.offers("bo", OfferCompel) == (), "a compel waits for the end of the roll"


@pytest.mark.rule("FAE-CONF-06")
def test_one_may_step_in_for_an_ally_on_a_foe_s_turn_and_still_act_later() -> None:
    g = fight("Veld")
    g.do("gm", PlaceAspect(words="Slick Wet Planks"))
    g.come_to(VELD)
    declare(g, VELD, RETH)
    slide = Interpose(
        roll=g.roll.id, actor=VOLTAIRE, trait="quick", description="slides in", aspect=g.card("Slick Wet Planks").id
    )
    g.do("bo", slide)
    let_fall(g, 1)
    absorb(g, VOLTAIRE, "box-1")
    assert (g.boxes("voltaire")[0], g.boxes("reth")[0]) == (True, False)
    g.come_to(VOLTAIRE)
    declare(g, VOLTAIRE, VELD)


# -- who is in it ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CONF-02")
def test_only_who_is_in_the_conflict_can_be_attacked_or_help_in_it() -> None:
    g = fight("Veld")
    g.do("gm", AddOpponent(TABLES.sample("Gang of Thugs")))
    g.do("gm", EnterScene(GANG))
    assert g.refused("ana", attack(g, RETH, GANG)) == "not-in-the-conflict"
    assert all(GANG not in str(offer.holes) for offer in g.offers("ana", Attack))
    declare(g, RETH, VELD)
    parry(g, VELD)
    lend_a_hand = Help(roll=g.roll.id, effort=1, actor=GANG, description="crowd in")
    assert g.refused("gm", lend_a_hand) == "not-in-the-conflict"
    g.do("gm", JoinConflict(GANG, "opposition"))
    assert g.refused("gm", lend_a_hand) == "not-in-the-conflict", "they have no action before the next exchange"
    let_fall(g, -1)
    declare(g, VOLTAIRE, GANG)
    parry(g, GANG)
    let_fall(g, 1)
    absorb(g, GANG, "box-1")


def test_attacks_are_aimed_at_opponents() -> None:
    g = fight("Veld")
    assert g.refused("ana", attack(g, RETH, VOLTAIRE)) == "bad-target"
    assert g.refused("ana", attack(g, RETH, RETH)) == "bad-target"
    unknown = msgspec.structs.replace(attack(g, RETH, VELD), target=ActorId("nobody-knows"))
    assert g.refused("ana", unknown) == "unknown-actor"


def test_everybody_sees_the_order_and_who_is_done() -> None:
    g = fight()
    knock_out(g, RETH, GANG)
    (block,) = [block for block in g.table.present("bo") if isinstance(block, TurnOrderBlock)]
    assert [(place.name, place.state) for place in block.places] == [
        ("Reth", "done"),
        ("Voltaire", "acting"),
        ("Veld", "waiting"),
        ("Gang of Thugs", "out"),
    ]


def test_actions_of_a_turn_are_offered_only_to_whose_turn_it_is() -> None:
    g = fight()
    acting = {Attack, Overcome, CreateAdvantage, PledgeHelp, EndTurn}
    assert acting <= {type(offer.command) for offer in g.offers("ana")}
    assert not acting & {type(offer.command) for offer in g.offers("bo")}
    assert g.refused("ana", Overcome(actor=RETH, trait="quick", description="runs", aspect=AspectId("a0"))) == (
        "unknown-aspect"
    )
