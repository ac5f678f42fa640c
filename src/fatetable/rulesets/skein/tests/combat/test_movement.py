"""Movement in a fight: the free move, running, borders with pass values."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.offers import Target
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.encounters.exchanges import EndTurn
from fatetable.mechanics.encounters.movement import Move
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.mechanics.view.blocks import ZoneMapBlock
from fatetable.rulesets.skein.combat.availability import unavailable
from fatetable.rulesets.skein.combat.map.borders import Passage, passage_between
from fatetable.rulesets.skein.combat.map.movement import CloseBorder, WorkAtBorder
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.fighting import BRANNOC, GUARD, HESK, Fight, changed
from fatetable.rulesets.skein.tests.support.procedures import run as running

ROW = ("Yard", "Hall", "Stair", "Loft", "Roof")


def fight(**options: Any) -> Fight:
    options.setdefault("places", {GUARD: "Roof"})
    game = Fight("Gate Guard", zones=ROW, **options)
    game.turn_of(BRANNOC)
    return game


def passage(game: Fight, one: str, other: str) -> Passage:
    found = passage_between(game.table.state, game.zone(one), game.zone(other))
    assert found is not None
    return found


def run(game: Fight, actor: str, dice: str) -> None:
    game.do(game.seat(actor), running(actor))
    game.throw(game.seat(actor), dice)


def work(game: Fight, actor: str, zone: str) -> None:
    game.do(game.seat(actor), WorkAtBorder(actor, game.zone(zone)))  # type: ignore[arg-type]


@pytest.mark.rule("SK-CBT-04", "SK-MAP-02")
def test_a_turn_has_one_free_zone_and_an_action_in_either_order() -> None:
    g = fight()
    g.move(BRANNOC, "Hall")
    assert g.where(BRANNOC) == "Hall"
    assert g.cannot_move(BRANNOC, "Stair") == "too-far"
    g.manoeuvre("ana", BRANNOC, "agility", "Up on the table", "++++")
    assert g.acting != BRANNOC, "the free move and the action are both gone"

    g = fight()
    g.manoeuvre("ana", BRANNOC, "agility", "Up on the table", "++++")
    assert g.acting == BRANNOC, "the free move is still to come"
    g.move(BRANNOC, "Hall")
    assert g.acting != BRANNOC


def test_a_step_leads_into_a_neighbouring_zone() -> None:
    assert fight().cannot_move(BRANNOC, "Stair") == "too-far"


@pytest.mark.rule("SK-CBT-05")
def test_running_brings_a_zone_for_each_degree_two_at_most() -> None:
    g = fight()
    run(g, BRANNOC, "+++0")  # Agility 1 + 3 against 2
    assert g.last_roll.margin == 2
    assert g.acting == BRANNOC
    for zone in ("Hall", "Stair", "Loft"):
        g.move(BRANNOC, zone)
    assert g.where(BRANNOC) == "Loft"
    assert g.acting != BRANNOC, "three zones are the most there is"


@pytest.mark.rule("SK-CBT-05")
def test_a_failed_run_leaves_the_free_move() -> None:
    g = fight()
    run(g, BRANNOC, "0000")
    assert g.last_roll.margin == -1
    g.move(BRANNOC, "Hall")
    assert g.where(BRANNOC) == "Hall"
    assert g.acting != BRANNOC


@pytest.mark.rule("SK-CBT-06")
def test_degrees_beyond_three_zones_still_wear_down_borders() -> None:
    g = fight(heroes=(changed("Brannoc of the Ford", traits={"agility": 4, "leadership": 1}), "Mother Hesk"))
    g.bar("Loft", "Roof", 2)
    run(g, BRANNOC, "++0-")  # 4 + 1 against 2: three extra moves
    assert g.last_roll.margin == 3
    for zone in ("Hall", "Stair", "Loft"):
        g.move(BRANNOC, zone)
    work(g, BRANNOC, "Roof")
    assert passage(g, "Loft", "Roof").left == 1
    assert g.acting != BRANNOC


@pytest.mark.rule("SK-CBT-06")
def test_no_degree_leads_farther_than_three_zones() -> None:
    g = fight(heroes=(changed("Brannoc of the Ford", traits={"agility": 4, "leadership": 1}), "Mother Hesk"))
    run(g, BRANNOC, "++++")
    assert g.last_roll.margin == 6
    for zone in ("Hall", "Stair", "Loft"):
        g.move(BRANNOC, zone)
    assert g.cannot_move(BRANNOC, "Roof") == "too-far"


@pytest.mark.rule("SK-CBT-05")
def test_running_leads_into_two_zones_whatever_the_free_move_was_spent_on() -> None:
    g = fight(heroes=(changed("Brannoc of the Ford", traits={"agility": 4, "leadership": 1}), "Mother Hesk"))
    g.bar("Yard", "Hall", 1)
    work(g, BRANNOC, "Hall")
    run(g, BRANNOC, "++++")
    g.move(BRANNOC, "Hall")
    g.move(BRANNOC, "Stair")
    assert g.cannot_move(BRANNOC, "Loft") == "too-far"


def test_running_leaves_no_spin() -> None:
    """The degree of a run buys movement."""
    g = fight(heroes=(changed("Brannoc of the Ford", traits={"agility": 4, "leadership": 1}), "Mother Hesk"))
    run(g, BRANNOC, "++++")
    assert g.table.state.slices.get("spin", ()) == ()


@pytest.mark.rule("SK-CBT-07", "SK-MAP-08")
def test_the_free_move_takes_one_off_a_door_and_leaves_the_action() -> None:
    g = fight()
    g.bar("Yard", "Hall", 2, 0, 2)
    assert g.cannot_move(BRANNOC, "Hall") == "way-blocked"
    work(g, BRANNOC, "Hall")
    assert passage(g, "Yard", "Hall").left == 1
    assert g.acting == BRANNOC
    g.manoeuvre("ana", BRANNOC, "strength", "Splintered planks", "++++")
    assert g.has_card("Splintered planks")


@pytest.mark.rule("SK-CBT-07", "SK-MAP-08")
def test_work_at_a_door_adds_up_over_turns_and_people() -> None:
    g = fight()
    g.bar("Yard", "Hall", 2, 0, 2)
    work(g, BRANNOC, "Hall")
    g.next_turn_of(HESK)
    work(g, HESK, "Hall")
    assert passage(g, "Yard", "Hall").left == 0
    assert g.cannot_move(HESK, "Hall") == "too-far", "opening it has taken the free move"
    g.next_turn_of(BRANNOC)
    g.move(BRANNOC, "Hall")
    assert g.where(BRANNOC) == "Hall"


@pytest.mark.rule("SK-CBT-07")
def test_a_run_opens_a_door_and_goes_through_in_one_turn() -> None:
    g = fight()
    g.bar("Yard", "Hall", 2, 0, 2)
    run(g, BRANNOC, "+++0")
    work(g, BRANNOC, "Hall")
    work(g, BRANNOC, "Hall")
    g.move(BRANNOC, "Hall")
    assert g.where(BRANNOC) == "Hall"


@pytest.mark.rule("SK-CBT-07", "SK-MAP-08")
def test_who_has_steps_enough_opens_a_door_and_goes_through_it_in_one_go() -> None:
    g = fight()
    g.bar("Yard", "Hall", 2, 0, 2)
    run(g, BRANNOC, "+++0")  # two degrees and the free move
    [offer] = g.offers("ana", Move)
    assert (offer.command, offer.cost) == (Move(BRANNOC, g.zone("Hall")), "3 steps")
    g.move(BRANNOC, "Hall")
    assert g.where(BRANNOC) == "Hall"
    assert passage(g, "Yard", "Hall").left == 0
    assert g.acting != BRANNOC, "no step is left"


@pytest.mark.rule("SK-CBT-07")
def test_a_step_too_few_leaves_the_door_to_be_worked_at() -> None:
    g = fight()
    g.bar("Yard", "Hall", 3, 0, 2)
    run(g, BRANNOC, "+++0")
    assert g.cannot_move(BRANNOC, "Hall") == "way-blocked"
    assert g.offers("ana", WorkAtBorder)


@pytest.mark.rule("SK-MAP-08")
def test_rough_ground_crossed_in_one_go_stays_as_rough_as_it_was() -> None:
    g = fight()
    g.bar("Yard", "Hall", 2, is_terrain=True)
    work(g, BRANNOC, "Hall")
    run(g, BRANNOC, "+++0")
    g.move(BRANNOC, "Hall")
    assert g.where(BRANNOC) == "Hall"
    assert [passage(g, "Yard", "Hall").left_for(who) for who in (BRANNOC, HESK)] == [2, 2]


@pytest.mark.rule("SK-CBT-05")
def test_opening_on_the_way_does_not_lead_farther_than_opening_first() -> None:
    g = fight(heroes=(changed("Brannoc of the Ford", traits={"agility": 4, "leadership": 1}), "Mother Hesk"))
    g.bar("Yard", "Hall", 1)
    run(g, BRANNOC, "++++")
    g.move(BRANNOC, "Hall")
    g.move(BRANNOC, "Stair")
    assert g.cannot_move(BRANNOC, "Loft") == "too-far"


def test_outside_a_fight_there_is_time_to_open_the_next_door() -> None:
    g = Fight(zones=ROW, begin=False)
    g.bar("Yard", "Hall", 4, 0, 4)
    [offer] = [each for each in g.offers("ana", Move) if each.command == Move(BRANNOC, g.zone("Hall"))]
    assert offer.cost == ""
    g.move(BRANNOC, "Hall")
    assert g.where(BRANNOC) == "Hall"
    assert passage(g, "Yard", "Hall").left == 0


def test_everybody_sees_how_many_steps_are_left_in_a_turn() -> None:
    def steps(actor: str) -> int | None:
        (area,) = (block for block in g.table.present("bo") if isinstance(block, ZoneMapBlock))
        return next(token.steps for zone in area.zones for token in zone.tokens if token.actor == actor)

    g = fight()
    assert (steps(BRANNOC), steps(HESK)) == (1, None)
    run(g, BRANNOC, "+++0")
    assert steps(BRANNOC) == 3
    g.move(BRANNOC, "Hall")
    assert steps(BRANNOC) == 2


@pytest.mark.rule("SK-MAP-08")
def test_rough_ground_is_worn_down_by_each_for_themselves() -> None:
    g = fight()
    g.bar("Yard", "Hall", 1, is_terrain=True)
    work(g, BRANNOC, "Hall")
    g.next_turn_of(BRANNOC)
    g.move(BRANNOC, "Hall")
    assert g.where(BRANNOC) == "Hall"
    g.turn_of(HESK)
    assert g.cannot_move(HESK, "Hall") == "way-blocked"
    g.next_turn_of(BRANNOC)
    assert g.cannot_move(BRANNOC, "Yard") == "way-blocked", "and on every crossing anew"


@pytest.mark.rule("SK-MAP-08")
def test_each_free_move_takes_one_off_rough_ground_and_no_more() -> None:
    g = fight()
    g.bar("Yard", "Hall", 3, is_terrain=True)
    for left in (2, 1, 0):
        work(g, BRANNOC, "Hall")
        assert [passage(g, "Yard", "Hall").left_for(who) for who in (BRANNOC, HESK)] == [left, 3]
        g.next_turn_of(BRANNOC)
    g.move(BRANNOC, "Hall")


@pytest.mark.rule("SK-MAP-08")
def test_what_has_to_be_climbed_each_time_takes_a_step_more() -> None:
    g = fight()
    g.bar("Yard", "Hall", 0, crossed=1)
    assert g.cannot_move(BRANNOC, "Hall") == "too-far"
    run(g, BRANNOC, "++00")  # Agility 1 + 2 against 2: a zone more
    g.move(BRANNOC, "Hall")
    assert g.where(BRANNOC) == "Hall"
    assert g.acting != BRANNOC, "nothing is left of the move"


@pytest.mark.rule("SK-MAP-08", "SK-MAP-09")
def test_a_heavy_iron_door_is_hard_to_open_stays_open_and_is_hard_to_close() -> None:
    door = next(border for border in TABLES.combat.borders if border.name == "Heavy iron door")
    assert (door.open[0], door.crossed, door.close) == (4, 0, (4, 4))
    g = fight(heroes=(changed("Brannoc of the Ford", traits={"agility": 4, "leadership": 1}), "Mother Hesk"))
    g.bar("Yard", "Hall", 4, 0, 4)
    run(g, BRANNOC, "+000")  # 3 degrees and the free move
    for left in (3, 2, 1, 0):
        work(g, BRANNOC, "Hall")
        assert passage(g, "Yard", "Hall").left == left
    g.next_turn_of(BRANNOC)
    run(g, BRANNOC, "+000")
    for _ in range(3):
        g.do("ana", CloseBorder(BRANNOC, g.zone("Hall")))
        assert passage(g, "Yard", "Hall").left == 0
    g.do("ana", CloseBorder(BRANNOC, g.zone("Hall")))
    assert passage(g, "Yard", "Hall").left == 4, "closed again, it regains its value"


@pytest.mark.rule("SK-MAP-09")
def test_what_cannot_be_put_back_stays_cleared() -> None:
    logs = next(border for border in TABLES.combat.borders if border.name == "Barrier of burning logs")
    assert (logs.open[0], logs.crossed, logs.close) == (8, 0, None)
    g = fight()
    g.bar("Yard", "Hall", 1)
    work(g, BRANNOC, "Hall")
    g.next_turn_of(BRANNOC)
    assert g.refused("ana", CloseBorder(BRANNOC, g.zone("Hall"))) == "cannot-be-closed"


@pytest.mark.rule("SK-STUNT-55")
def test_the_swift_have_two_free_zones_and_four_at_most() -> None:
    g = Fight("Wolf", "Giant Eagle", zones=(*ROW, "Sky"))
    g.turn_of("giant-eagle")
    g.move("giant-eagle", "Hall")
    g.move("giant-eagle", "Stair")
    assert g.cannot_move("giant-eagle", "Loft") == "too-far"
    g = Fight("Wolf", "Giant Eagle", zones=(*ROW, "Sky"))
    g.turn_of("giant-eagle")
    run(g, "giant-eagle", "++++")
    for zone in ROW[1:]:
        g.move("giant-eagle", zone)
    assert g.cannot_move("giant-eagle", "Sky") == "too-far"


@pytest.mark.rule("SK-CBT-04")
def test_a_free_move_of_two_zones_is_not_split_by_the_action() -> None:
    g = Fight("Giant Eagle", zones=ROW)
    g.turn_of("giant-eagle")
    g.move("giant-eagle", "Hall")
    g.manoeuvre("gm", "giant-eagle", "agility", "Out of the sun", "++++")
    assert g.acting != "giant-eagle"


def test_nobody_moves_out_of_turn() -> None:
    g = fight()
    assert g.refused("bo", Move(HESK, g.zone("Hall"))) == "not-your-turn"


def test_the_turn_can_end_with_steps_left() -> None:
    g = fight()
    run(g, BRANNOC, "+++0")
    g.do("ana", EndTurn(BRANNOC))
    assert g.acting != BRANNOC


def test_outside_a_fight_one_walks_where_nothing_is_shut() -> None:
    g = Fight(zones=ROW, begin=False)
    g.bar("Stair", "Loft", 2, 0, 2)
    g.move(BRANNOC, "Stair")
    assert g.cannot_move(BRANNOC, "Roof") == "way-blocked"
    work(g, BRANNOC, "Loft")
    g.move(BRANNOC, "Roof")
    g.move(BRANNOC, "Loft")
    g.do("ana", CloseBorder(BRANNOC, g.zone("Stair")))
    assert g.cannot_move(BRANNOC, "Yard") == "way-blocked"


def test_whatever_is_offered_can_be_done() -> None:
    g = fight()
    g.bar("Yard", "Hall", 1, 0, 1)
    commands = {type(offer.command) for offer in g.offers("ana")}
    assert {Undertake, WorkAtBorder} <= commands
    assert Move not in commands
    work(g, BRANNOC, "Hall")
    g.next_turn_of(BRANNOC)
    commands = {type(offer.command) for offer in g.offers("ana")}
    assert {Undertake, CloseBorder, Move} <= commands
    assert WorkAtBorder not in commands


def test_an_offer_to_move_says_who_goes_where() -> None:
    g = fight()
    [offer] = [offer for offer in g.offers("ana", Move) if offer.command == Move(BRANNOC, g.zone("Hall"))]
    assert (offer.actor, offer.verb, offer.label) == (BRANNOC, "move", "move to Hall")
    assert (offer.target, offer.cost) == (Target("zone", g.zone("Hall")), "1 step")
    [whole] = g.offers("ana", Undertake)
    assert (whole.verb, whole.target, whole.cost) == ("move", None, "")


def test_an_offer_to_work_at_a_border_says_how_much_is_in_the_way() -> None:
    g = fight()
    g.bar("Yard", "Hall", 2, 0, 1)
    [offer] = g.offers("ana", WorkAtBorder)
    assert (offer.verb, offer.target, offer.cost) == ("use", Target("zone", g.zone("Hall")), "pass 2")
    assert offer.label.endswith("(pass 2)")


def test_somebody_in_the_middle_of_a_roll_is_told_so_when_they_want_to_move() -> None:
    g = fight()
    g.do("ana", running(BRANNOC))
    assert g.refused("ana", Move(BRANNOC, g.zone("Hall"))) == "cannot-move"
    refusal = unavailable(g.table.state, g.table.state.get(CAST)[BRANNOC], "cannot-move")
    assert refusal is not None
    assert refusal.message == "Brannoc of the Ford is in the middle of a roll; finish it first."
