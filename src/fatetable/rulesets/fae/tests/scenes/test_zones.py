"""Zones: what can be reached from where, one clear zone free, and what takes the action."""

from typing import Any

import pytest

from fatetable.engine.offers import ChoiceHole
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.encounters.exchanges import NextExchange, PledgeHelp
from fatetable.mechanics.encounters.movement import Move
from fatetable.mechanics.rolls.actions import Attack, CreateAdvantage, Overcome
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.state import RollOver
from fatetable.mechanics.rolls.stepping_in import Interpose
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.lifecycle import EndScene, EnterScene
from fatetable.mechanics.scenes.map_editing import DrawZone, HideZone, PlaceActor, RevealZone, SetBorder
from fatetable.mechanics.scenes.zones import NOWHERE, ZONES, Border, ZoneId
from fatetable.mechanics.view.blocks import ZoneMapBlock
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.fights import (
    BLANK,
    GANG,
    RETH,
    VELD,
    VOLTAIRE,
    attack,
    bar,
    create,
    declare,
    end_turn,
    knock_out,
    let_fall,
    miss,
    overcome,
    parry,
    put,
    zone_of,
)
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.testing.events import first

HOUSE = ("Living Room", "Kitchen", "Front Porch", "Yard")


def house(*foes: str, **dials: Any) -> tuple[Game, tuple[ZoneId, ...]]:
    """The book's house, its zones in a row; everybody in the living room, Reth's turn."""
    g = Game(foes=foes or ("Gang of Thugs",), **dials)
    zones = g.draw_zones(*HOUSE)
    put(g, zones[0], *g.table.state.slices["cast"])
    g.start_conflict(first="Reth")
    return g, zones


def moves(g: Game, seat: str = "ana") -> dict[ZoneId, str]:
    """Where this seat's character may go now, and the rule each offer cites."""
    return {offer.command.zone: offer.cites[0] for offer in g.offers(seat, Move)}  # type: ignore[attr-defined]


# -- drawing -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ZONE-01")
def test_the_gm_draws_zones_and_says_which_are_next_to_each_other() -> None:
    g = Game(foes=("Veld",))
    living, kitchen, _, _ = g.draw_zones(*HOUSE)
    area = g.table.state.get(ZONES)
    assert [zone.name for zone in area.zones.values()] == list(HOUSE)
    assert area.borders[0] == Border(living, kitchen)
    assert g.refused("ana", DrawZone(name="Cellar")) == "gm-only"
    assert g.refused("gm", DrawZone(name=" ")) == "no-words"
    assert g.refused("gm", DrawZone(name="Kitchen")) == "named-twice"
    assert g.refused("gm", DrawZone(name="Cellar", next_to=(ZoneId("z0"),))) == "no-such-zone"
    g.do("gm", EndScene())
    assert g.refused("gm", DrawZone(name="Cellar")) == "no-scene"
    g.start_scene("Elsewhere")
    assert g.table.state.get(ZONES).zones == {}, "a new scene has a map of its own"


@pytest.mark.rule("FAE-ZONE-01")
def test_the_map_says_where_everybody_is() -> None:
    g, (living, kitchen, _, _) = house()
    put(g, kitchen, GANG)
    bar(g, living, kitchen, barrier="A Table on Its Side")
    (block,) = [block for block in g.table.present("ana") if isinstance(block, ZoneMapBlock)]
    assert [zone.actors for zone in block.zones] == [("Reth", "Voltaire"), ("Gang of Thugs",), (), ()]
    assert ("Living Room", "Kitchen", "A Table on Its Side") in [(b.one, b.other, b.barrier) for b in block.borders]


# -- reach -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ZONE-02")
def test_punches_are_thrown_within_a_zone_without_further_ado() -> None:
    g, _ = house()
    declare(g, RETH, GANG)
    assert [prompt.kind for prompt in g.prompts()] == ["defend"]


@pytest.mark.rule("FAE-ZONE-02")
def test_things_can_be_thrown_into_the_kitchen_if_it_is_said_how() -> None:
    g, (_, kitchen, _, _) = house()
    put(g, kitchen, GANG)
    assert g.refused("ana", attack(g, RETH, GANG)) == "out-of-reach"
    assert g.refused("ana", attack(g, RETH, GANG, reach="  ")) == "out-of-reach"
    assert g.refused("ana", create(g, RETH, "Covered in Flour", target=GANG)) == "out-of-reach"
    g.do("ana", create(g, RETH, "Fire!"))  # nobody is aimed at
    g.do("gm", SendBack(g.roll.id, "which fire?"))
    (offer,) = [o for o in g.offers("ana", Attack) if "in another zone" in o.label]
    assert offer.cites == ("FAE-ZONE-02",)
    g.do("ana", offer.fill(target=GANG, trait="quick", description="hurls a vase", reach="it is a big vase"))
    assert [prompt.kind for prompt in g.prompts()] == ["defend"], "next door needs no leave"


@pytest.mark.rule("FAE-ZONE-02")
def test_the_gm_may_veto_what_is_said_to_reach_the_next_zone() -> None:
    g, (_, kitchen, _, _) = house()
    put(g, kitchen, GANG)
    declare(g, RETH, GANG, reach="a stern look")
    g.do("gm", SendBack(g.roll.id, "looks do not kill"))
    assert g.actors_on_turn() == (RETH,)
    assert RETH not in g.conflict.acted


@pytest.mark.rule("FAE-ZONE-02")
@pytest.mark.parametrize("agrees", [True, False])
@pytest.mark.parametrize("action", ["attack", "create"])
def test_further_away_the_gm_must_agree(agrees: bool, action: str) -> None:
    g, (_, _, porch, _) = house()
    put(g, porch, GANG)
    if action == "attack":
        declare(g, RETH, GANG, reach="a bow")
    else:
        g.do("ana", create(g, RETH, "Blinded", target=GANG, reach="a mirror"))
    prompt = g.prompt("reach")
    assert prompt is not None
    assert (prompt.seats, prompt.cites) == (("@gm",), ("FAE-ZONE-02",))
    events = g.answer("gm", "reach", "yes" if agrees else "no")
    if agrees:
        assert g.roll.stage == "declared"
        assert g.prompt("reach") is None
    else:
        assert first(events, RollOver).reason == "Too far away."
        assert g.prompts() == ()
        assert RETH not in g.conflict.acted


@pytest.mark.rule("FAE-ZONE-02")
def test_what_bars_the_way_does_not_put_the_next_zone_further_away() -> None:
    g, (living, kitchen, _, _) = house()
    put(g, kitchen, GANG)
    bar(g, living, kitchen, barrier="A Cupboard")
    declare(g, RETH, GANG, reach="over the top")
    assert g.prompt("reach") is None


@pytest.mark.rule("FAE-ZONE-02")
def test_where_no_way_leads_is_further_away() -> None:
    g, _ = house()
    g.do("gm", DrawZone(name="Moon"))
    moon = next(zone.id for zone in g.table.state.get(ZONES).zones.values() if zone.name == "Moon")
    put(g, moon, GANG)
    declare(g, RETH, GANG, reach="a very long bow")
    assert g.prompt("reach") is not None


@pytest.mark.rule("FAE-ZONE-02")
def test_one_steps_in_only_where_one_is() -> None:
    g, (_, kitchen, _, _) = house()
    put(g, kitchen, VOLTAIRE)
    g.come_to(GANG)
    declare(g, GANG, RETH)
    leap = Interpose(roll=g.roll.id, actor=VOLTAIRE, trait="quick", description="leaps")
    assert g.refused("bo", leap) == "cannot-interpose"
    put(g, zone_of(g, RETH), VOLTAIRE)
    g.do("bo", leap)
    assert g.prompt("interpose") is not None


@pytest.mark.rule("FAE-ZONE-02")
def test_without_a_map_everybody_is_in_reach() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Reth")
    declare(g, RETH, VELD)


# -- free moves --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ZONE-03", "FAE-ZONE-04")
def test_the_kitchen_is_free_and_porch_and_yard_take_the_action() -> None:
    g, (_, kitchen, porch, yard) = house()
    assert moves(g) == {kitchen: "FAE-ZONE-03", porch: "FAE-ZONE-04", yard: "FAE-ZONE-04"}


@pytest.mark.rule("FAE-ZONE-03")
def test_one_zone_is_free_before_the_action() -> None:
    g, (_, kitchen, _, _) = house()
    g.do("ana", Move(RETH, kitchen))
    assert zone_of(g, RETH) == kitchen
    assert RETH not in g.conflict.acted
    declare(g, RETH, GANG, reach="a frying pan")
    parry(g, GANG)
    let_fall(g, -1)
    assert g.actors_on_turn() == (VOLTAIRE,), "with move and action gone the turn is over"


@pytest.mark.rule("FAE-ZONE-03")
def test_one_zone_is_free_after_the_action() -> None:
    g, (_, kitchen, porch, _) = house()
    miss(g, RETH, GANG)
    assert moves(g) == {kitchen: "FAE-ZONE-03"}
    assert g.refused("ana", Move(RETH, porch)) == "too-far"
    g.do("ana", Move(RETH, kitchen))
    assert g.actors_on_turn() == (VOLTAIRE,)


@pytest.mark.rule("FAE-ZONE-03")
def test_the_free_zone_comes_once_a_turn_and_again_in_the_next_exchange() -> None:
    g, (living, kitchen, porch, _) = house()
    g.do("ana", Move(RETH, kitchen))
    assert moves(g) == dict.fromkeys((living, porch, zone_row(g)[3]), "FAE-ZONE-04"), "not even back for free"
    end_turn(g, RETH)
    g.come_to(RETH)
    assert g.conflict.exchange == 2
    assert moves(g)[living] == "FAE-ZONE-03"


def zone_row(g: Game) -> tuple[ZoneId, ...]:
    return tuple(g.table.state.get(ZONES).zones)


@pytest.mark.rule("FAE-ZONE-03")
def test_nobody_moves_on_other_people_s_turns_nor_while_something_is_being_settled() -> None:
    g, (_, kitchen, _, _) = house()
    assert g.refused("bo", Move(VOLTAIRE, kitchen)) == "not-your-turn"
    assert g.offers("bo", Move) == ()
    declare(g, RETH, GANG)
    assert g.refused("ana", Move(RETH, kitchen)) == "cannot-move"
    assert g.refused("bo", Move(VOLTAIRE, kitchen)) == "not-finished"
    assert g.refused("bo", Move(RETH, kitchen)) == "not-yours"


@pytest.mark.rule("FAE-ZONE-03", "FAE-HELP-01")
def test_who_has_given_up_the_action_still_has_the_free_move_of_the_turn() -> None:
    g, (_, kitchen, porch, _) = house()
    g.do("ana", PledgeHelp(RETH, VOLTAIRE))
    assert g.actors_on_turn() == (RETH,)
    assert g.refused("ana", Move(RETH, porch)) == "too-far"
    g.do("ana", Move(RETH, kitchen))
    assert g.actors_on_turn() == (VOLTAIRE,)


@pytest.mark.rule("FAE-ZONE-03")
def test_a_turn_without_a_way_to_go_ends_with_the_action() -> None:
    g, (living, kitchen, _, _) = house()
    bar(g, living, kitchen, barrier="Locked Door")
    miss(g, RETH, GANG)
    assert g.actors_on_turn() == (VOLTAIRE,)


@pytest.mark.rule("FAE-ZONE-03")
def test_outside_a_conflict_people_walk_as_they_like() -> None:
    g = Game(foes=("Veld",))
    zones = g.draw_zones(*HOUSE)
    put(g, zones[0], RETH)
    g.do("ana", Move(RETH, zones[3]))
    g.do("ana", Move(RETH, zones[0]))
    assert zone_of(g, RETH) == zones[0]
    assert g.refused("ana", Move(RETH, zones[0])) == "no-such-zone", "he is there"
    assert g.refused("ana", Move(RETH, ZoneId("z0"))) == "no-such-zone"
    assert g.refused("bo", Move(VOLTAIRE, zones[1])) == "no-such-zone", "she has no place on the map yet"


# -- moves that take the action ----------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ZONE-04")
@pytest.mark.parametrize("steps", [2, 3])
def test_two_or_more_clear_zones_take_the_action_and_no_roll(steps: int) -> None:
    g, zones = house()
    (offer,) = [o for o in g.offers("ana", Move) if o.command == Move(RETH, zones[steps])]
    assert offer.label.endswith("(uses your action)")
    g.do("ana", offer.command)
    assert zone_of(g, RETH) == zones[steps]
    assert RETH in g.conflict.acted
    assert g.actors_on_turn() == (VOLTAIRE,), "nothing is left: the whole movement of a turn counts together"


@pytest.mark.rule("FAE-ZONE-04")
def test_a_second_zone_takes_the_action_also_when_the_first_was_walked_earlier_in_the_turn() -> None:
    g, (_, kitchen, porch, _) = house()
    g.do("ana", Move(RETH, kitchen))
    assert moves(g)[porch] == "FAE-ZONE-04"
    g.do("ana", Move(RETH, porch))
    assert zone_of(g, RETH) == porch
    assert g.actors_on_turn() == (VOLTAIRE,)


@pytest.mark.rule("FAE-ZONE-04")
def test_who_has_acted_moves_one_clear_zone_at_most() -> None:
    g, (_, _, porch, yard) = house()
    miss(g, RETH, GANG)
    assert g.refused("ana", Move(RETH, porch)) == "too-far"
    assert g.refused("ana", Move(RETH, yard)) == "too-far"


@pytest.mark.rule("FAE-ZONE-04")
@pytest.mark.parametrize("obstacle", ["barrier", "blocker"])
def test_a_blocked_doorway_cannot_simply_be_walked_through(obstacle: str) -> None:
    g, (living, kitchen, porch, _) = house()
    if obstacle == "barrier":
        bar(g, living, kitchen, barrier="A Cupboard")
    else:
        bar(g, living, kitchen, blocker=GANG)
    assert g.refused("ana", Move(RETH, kitchen)) == "way-blocked"
    assert g.refused("ana", Move(RETH, porch)) == "way-blocked"
    assert moves(g) == {}
    assert [o for o in g.offers("ana", Overcome) if "force a way" in o.label]


@pytest.mark.rule("FAE-ZONE-04")
def test_a_longer_clear_way_around_an_obstacle_may_be_walked_for_the_action() -> None:
    g, (living, kitchen, porch, _) = house()
    g.do("gm", SetBorder(one=living, other=porch))
    bar(g, living, kitchen, barrier="A Cupboard")
    assert moves(g)[kitchen] == "FAE-ZONE-04"
    assert moves(g)[porch] == "FAE-ZONE-03"


@pytest.mark.rule("FAE-ZONE-04")
@pytest.mark.parametrize(("dice", "gets_there"), [("+000", True), ("--00", False)])
def test_the_one_in_the_way_defends_against_forcing_it(dice: str, gets_there: bool) -> None:
    g, (living, kitchen, _, _) = house()
    bar(g, living, kitchen, blocker=GANG)
    g.do("ana", Overcome(actor=RETH, trait="forceful", description="shoulders through", zone=kitchen))
    prompt = g.prompt("opposition")
    assert prompt is not None
    option = prompt.option("defend")
    assert option is not None
    assert option.holes[0].options[0].value == GANG, "the one in the way is named first"  # type: ignore[union-attr]
    g.answer("gm", "opposition", "defend", defender=GANG)
    g.defend("gm", "skilled-1")
    g.throw("ana", dice, BLANK)
    g.everyone_passes()
    if not gets_there:
        g.answer("ana", "serious-cost", "fail")
    assert zone_of(g, RETH) == (kitchen if gets_there else living)
    assert RETH in g.conflict.acted


@pytest.mark.rule("FAE-ZONE-04")
def test_a_mere_obstacle_is_overcome_against_a_difficulty() -> None:
    g, (living, kitchen, _, _) = house()
    bar(g, living, kitchen, barrier="A Cupboard")
    g.do("ana", Overcome(actor=RETH, trait="forceful", description="topples it", zone=kitchen))
    g.answer("gm", "opposition", "difficulty", value=2)
    g.throw("ana", BLANK)
    g.everyone_passes()
    assert zone_of(g, RETH) == kitchen
    assert g.actors_on_turn() == (RETH,), "one clear zone is still free"
    assert set(moves(g).values()) == {"FAE-ZONE-03"}


@pytest.mark.rule("FAE-ZONE-04")
def test_only_an_obstructed_way_next_to_one_is_forced() -> None:
    g, (living, kitchen, porch, _) = house()
    force = Overcome(actor=RETH, trait="forceful", description="pushes", zone=kitchen)
    assert g.refused("ana", force) == "no-such-way", "the doorway is clear"
    bar(g, kitchen, porch, barrier="A Cupboard")
    assert g.refused("ana", Overcome(actor=RETH, trait="forceful", description="pushes", zone=porch)) == "no-such-way"
    bar(g, living, kitchen, barrier="A Table")
    g.do("ana", force)


@pytest.mark.rule("FAE-ZONE-04", "FAE-HARM-12")
@pytest.mark.parametrize("how", ["taken out", "gives in", "walks off"])
def test_nobody_bars_a_way_any_more_who_is_out_or_gone(how: str) -> None:
    g, (living, kitchen, porch, _) = house("Gang of Thugs", "Veld")
    bar(g, living, kitchen, blocker=GANG)
    match how:
        case "taken out":
            knock_out(g, RETH, GANG)
        case "gives in":
            g.do("gm", GiveIn(GANG, "run"))
            g.answer("ana", "concession", "agree")
        case _:
            put(g, kitchen, GANG)
            g.come_to(GANG)
            g.do("gm", Move(GANG, porch))
    border = g.table.state.get(ZONES).border(living, kitchen)
    assert border is not None
    assert border.is_clear


def test_who_bars_a_way_may_change_to_its_other_side() -> None:
    g, (living, kitchen, porch, _) = house()
    bar(g, kitchen, porch, blocker=GANG)
    g.come_to(GANG)
    g.do("gm", Move(GANG, kitchen))
    border = g.table.state.get(ZONES).border(kitchen, porch)
    assert border == Border(kitchen, porch, blocker=GANG)
    assert zone_of(g, GANG) != living


# -- the GM's map ------------------------------------------------------------------------------------------------


def test_a_hidden_zone_is_no_way_to_anywhere_until_it_is_shown() -> None:
    g, (living, kitchen, porch, yard) = house()
    g.do("gm", DrawZone(name="Secret Passage", next_to=(living, yard), is_hidden=True))
    passage = zone_row(g)[-1]
    bar(g, living, kitchen, barrier="A Cupboard")
    assert g.refused("ana", Move(RETH, passage)) == "no-such-zone"
    assert g.refused("ana", Move(RETH, yard)) == "way-blocked", "not even through it"
    miss(g, RETH, GANG)
    assert g.actors_on_turn() == (VOLTAIRE,), "so there is no free move to wait for"
    assert passage not in g.table.view("bo").get(ZONES).zones
    g.do("gm", RevealZone(passage))
    assert moves(g, "bo") == {
        passage: "FAE-ZONE-03",
        yard: "FAE-ZONE-04",
        porch: "FAE-ZONE-04",
        kitchen: "FAE-ZONE-04",
    }
    g.do("bo", Move(VOLTAIRE, yard))


def test_borders_and_places_are_the_gm_s_to_set() -> None:
    g, (living, kitchen, porch, _) = house()
    assert g.refused("ana", SetBorder(one=living, other=kitchen)) == "gm-only"
    assert g.refused("gm", SetBorder(one=living, other=living)) == "no-such-way"
    assert g.refused("gm", SetBorder(one=living, other=ZoneId("z0"))) == "no-such-zone"
    assert g.refused("gm", PlaceActor(GANG, NOWHERE)) == "no-such-zone"
    g.do("gm", PlaceActor(GANG, porch))
    assert zone_of(g, GANG) == porch
    assert g.refused("gm", RevealZone(porch)) == "not-hidden"
    g.do("gm", AddOpponent(TABLES.sample("Veld")))
    g.do("gm", EnterScene(VELD))
    assert zone_of(g, VELD) == NOWHERE


def test_moving_among_npcs_who_act_together_settles_whose_turn_it_is() -> None:
    g, (_, kitchen, _, _) = house("Gang of Thugs", "Veld")
    g.come_to(GANG)
    g.do("gm", Move(VELD, kitchen))
    assert g.actors_on_turn() == (VELD,)
    end_turn(g, VELD)
    assert g.actors_on_turn() == (GANG,)
    end_turn(g, GANG)
    g.do("gm", NextExchange())


def test_offers_into_other_zones_ask_how_they_are_reached() -> None:
    g, (_, kitchen, _, _) = house()
    put(g, kitchen, GANG)
    for kind in (Attack, CreateAdvantage):
        far = [o for o in g.offers("ana", kind) if any(hole.field == "reach" for hole in o.holes)]
        assert far
        assert all(GANG in str(offer.holes) and VOLTAIRE not in str(offer.holes) for offer in far)
    assert all(GANG not in str(o.holes) for o in g.offers("ana", Attack) if "another zone" not in o.label)
    g.do("ana", overcome(g, RETH))


def test_a_zone_is_drawn_next_to_zones_that_everybody_knows() -> None:
    g = Game()
    g.do("gm", DrawZone(name="The cellar", is_hidden=True))
    (cellar,) = g.table.state.get(ZONES).zones
    for is_hidden in (False, True):
        vault = DrawZone(name="The vault", next_to=(cellar,), is_hidden=is_hidden)
        assert g.refused("gm", vault) == "still-hidden"
        assert not any(offer.matches(vault) for offer in g.offers("gm"))


def test_a_card_in_a_hidden_zone_would_give_it_away() -> None:
    g = Game()
    g.do("gm", DrawZone(name="The cellar", is_hidden=True))
    cellar = next(iter(g.table.state.get(ZONES).zones))
    assert g.refused("gm", PlaceAspect(words="Damp walls", zone=cellar)) == "still-hidden"
    (offer,) = g.offers("gm", PlaceAspect)
    zones = next(hole for hole in offer.holes if hole.field == "zone")
    assert isinstance(zones, ChoiceHole)
    assert [option.label for option in zones.options] == ["everywhere"]
    g.do("gm", RevealZone(cellar))
    g.do("gm", PlaceAspect(words="Damp walls", zone=cellar))
    assert g.card("Damp walls").zone == cellar


def test_no_zone_is_hidden_while_a_roll_may_have_to_do_with_it() -> None:
    g, (_, _, _, yard) = house()
    declare(g, RETH, GANG)
    assert g.refused("gm", HideZone(yard)) == "in-use"
