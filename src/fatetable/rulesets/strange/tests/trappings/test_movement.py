"""Covering ground: borders, moving beside the action or as the action, and what tiers give."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.sheet import Entry
from fatetable.mechanics.encounters.conflicts import EndConflict
from fatetable.mechanics.encounters.exchanges import EndTurn
from fatetable.mechanics.encounters.movement import Move
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.scenes.lifecycle import EndScene, StartScene
from fatetable.mechanics.scenes.map_editing import SetBorder
from fatetable.mechanics.scenes.zones import ZONES as ZONES_ON_MAP
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, skill
from fatetable.rulesets.strange.tests.support.trappings import done, undertake, with_trapping
from fatetable.rulesets.strange.trappings.borders import SetBorderValue

ZONES = ("Street", "Roof", "Tower", "Spire", "Cloud", "Moon")


def rooftops(*skills: Entry) -> Game:
    """Six zones in a row; Maud stands in the first, everybody else too."""
    g = Game(maud=skills or (skill("Athletics", 3), skill("Fisticuffs", 4), skill("Burglary", 4)))
    g.draw_zones(*ZONES)
    for actor in ("maud", "cora", "foe"):
        g.place(actor, "Street")
    return g


def border(g: Game, value: int, by: str, one: str = "Street", other: str = "Roof") -> None:
    g.do("gm", SetBorderValue(one=g.zone(one), other=g.zone(other), value=value, by=by))


def fight(g: Game) -> Game:
    g.start_conflict("physical", first="Maud")
    return g


def next_penalty(g: Game) -> int:
    """What is taken off Maud's next roll."""
    g.do("ana", Overcome(actor=MAUD, trait="burglary", description="disarms the bomb"))
    return g.roll.efforts[0].fixed - 4


# -- borders ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-CLIMB-01", "SF-LEAP-01")
@pytest.mark.parametrize("by", ["climb", "leap"])
@pytest.mark.parametrize(("value", "penalty"), [(2, 0), (3, 0), (4, -1), (6, -3)])
def test_a_border_above_the_rating_is_crossed_for_the_difference_off_the_next_action(
    by: str, value: int, penalty: int
) -> None:
    """The book's own examples: Athletics +3 and a border of 4, by wall or gap, are -1."""
    g = rooftops()
    border(g, value, by)
    g.move("maud", "Roof")
    assert g.where("maud") == "Roof"
    assert next_penalty(g) == penalty


@pytest.mark.rule("SF-CLIMB-01", "SF-LEAP-01")
def test_the_penalty_is_gone_with_the_action_and_stays_if_that_does_not_happen() -> None:
    g = rooftops()
    border(g, 5, "climb")
    g.move("maud", "Roof")
    assert next_penalty(g) == -2
    g.answer("gm", "opposition", "send-back", reason="it is no bomb")
    assert next_penalty(g) == -2
    g.answer("gm", "opposition", "difficulty", value=0, scale="0")
    done(g)
    assert next_penalty(g) == 0


@pytest.mark.rule("SF-CLIMB-01", "SF-LEAP-01")
def test_the_trapping_that_crosses_it_counts_and_tiers_do_not() -> None:
    g = rooftops(with_trapping(1, 3, "climb", "move", name="Spider"), skill("Burglary", 4))
    border(g, 3, "climb")
    border(g, 3, "leap", "Roof", "Tower")
    g.move("maud", "Roof")
    assert next_penalty(g) == -(3 - 1)
    g.answer("gm", "opposition", "difficulty", value=0, scale="0")
    done(g)
    g.move("maud", "Tower")
    assert next_penalty(g) == -3


@pytest.mark.rule("SF-CLIMB-01")
def test_only_an_action_of_ones_own_bears_it() -> None:
    g = rooftops()
    border(g, 5, "climb")
    g.move("maud", "Roof")
    g.move("maud", "Street")
    fight(g)
    g.do("ana", Attack(actor=MAUD, target=FOE, trait="fisticuffs/strike", description="leaps down"))
    assert g.roll.efforts[0].fixed == 4 - 2 - 2
    assert [(part.label, part.amount) for part in g.roll.efforts[0].modifiers][-1] == ("moving", -4)


@pytest.mark.rule("SF-CLIMB-01")
def test_the_gm_sets_borders_between_neighbours_and_the_map_shows_them() -> None:
    g = rooftops()
    border(g, 4, "climb")
    assert g.refused("ana", SetBorderValue(one=g.zone("Street"), other=g.zone("Roof"), value=1, by="leap")) == "gm-only"
    for one, other, value, by, code in (
        ("Street", "Tower", 1, "leap", "no-such-way"),
        ("Street", "Roof", 21, "leap", "bad-value"),
        ("Street", "Roof", 1, "swim", "no-such-trapping"),
    ):
        assert g.refused("gm", SetBorderValue(one=g.zone(one), other=g.zone(other), value=value, by=by)) == code
    (shown, *_) = g.table.state.get(ZONES_ON_MAP).borders
    assert g.ruleset.presenting.barrier(g.table.state, shown) == "Climb 4"
    border(g, 0, "climb")
    assert g.ruleset.presenting.barrier(g.table.state, shown) == ""


@pytest.mark.rule("SF-LEAP-02")
def test_whether_a_jump_is_rolled_for_is_the_gms_to_say() -> None:
    """Where failing is interesting it is an obstacle to overcome; a failure leaves everybody where they are."""
    g = rooftops()
    g.do("gm", SetBorder(one=g.zone("Street"), other=g.zone("Roof"), barrier="a trapdoor below"))
    assert g.refused("ana", Move(MAUD, g.zone("Roof"))) == "way-blocked"
    leap = Overcome(actor=MAUD, trait="athletics", description="leaps", zone=g.zone("Roof"))
    for dice, where in (("----", "Street"), ("0000", "Roof")):
        g.do("ana", leap)
        g.answer("gm", "opposition", "difficulty", value=3, scale="0")
        done(g, dice)
        assert g.where("maud") == where


# -- in a conflict ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-MOVE-01")
def test_one_zone_beside_the_action_is_at_minus_one() -> None:
    g = fight(rooftops())
    g.move("maud", "Roof")
    assert g.refused("ana", Move(MAUD, g.zone("Tower"))) == "too-far"
    g.do("ana", Overcome(actor=MAUD, trait="burglary", description="and on"))
    assert g.roll.efforts[0].fixed == 4 - 1


@pytest.mark.rule("SF-MOVE-01")
def test_it_is_taken_off_that_turns_action_alone_and_not_done_after_it() -> None:
    g = fight(rooftops())
    g.move("maud", "Roof")
    g.do("ana", EndTurn(MAUD))
    g.come_to("maud")
    assert next_penalty(g) == 0
    g.answer("gm", "opposition", "difficulty", value=0, scale="0")
    done(g)
    assert MAUD not in g.actors_on_turn()


@pytest.mark.rule("SF-MOVE-01")
@pytest.mark.parametrize(("dice", "zones"), [("----", 1), ("-000", 2), ("0000", 3), ("+000", 4)])
def test_as_an_action_it_is_a_zone_for_each_shift_and_at_least_one(dice: str, zones: int) -> None:
    g = fight(rooftops())
    undertake(g, "run", trait="athletics", description="")
    done(g, dice)
    assert g.actors_on_turn() == (MAUD,)
    if zones < 5:
        assert g.refused("ana", Move(MAUD, g.zone(ZONES[zones + 1]))) == "too-far"
    g.move("maud", ZONES[zones])
    assert g.where("maud") == ZONES[zones]
    assert MAUD not in g.actors_on_turn()


@pytest.mark.rule("SF-MOVE-01")
def test_without_a_conflict_nobody_counts_zones() -> None:
    g = rooftops()
    run = Undertake(actor=MAUD, procedure="run", trait="athletics")
    assert g.refused("ana", run) == "no-need"
    g.move("maud", "Moon")
    assert next_penalty(g) == 0


@pytest.mark.rule("SF-MOVE-03")
@pytest.mark.parametrize("tier", range(5))
def test_each_tier_above_mundane_is_a_zone_for_free(tier: int) -> None:
    g = fight(rooftops(with_trapping(1, tier, "move"), skill("Burglary", 4)))
    if tier < 4:
        assert g.refused("ana", Move(MAUD, g.zone(ZONES[tier + 2]))) == "too-far"
    if tier:
        g.move("maud", ZONES[tier])
    assert next_penalty(g) == 0
    g.answer("gm", "opposition", "difficulty", value=0, scale="0")
    done(g)


@pytest.mark.rule("SF-MOVE-03")
def test_free_zones_come_back_with_the_turn_and_are_left_after_the_action() -> None:
    g = fight(rooftops(with_trapping(1, 2, "move"), skill("Burglary", 4)))
    g.move("maud", "Roof")
    assert next_penalty(g) == 0
    g.answer("gm", "opposition", "difficulty", value=0, scale="0")
    done(g)
    assert g.refused("ana", Move(MAUD, g.zone("Spire"))) == "too-far"
    g.move("maud", "Tower")
    assert MAUD not in g.actors_on_turn()
    g.come_to("maud")
    g.move("maud", "Cloud")
    g.do("ana", EndTurn(MAUD))


@pytest.mark.rule("SF-MOVE-03")
def test_a_new_conflict_has_new_turns() -> None:
    g = fight(rooftops(with_trapping(1, 1, "move"), skill("Burglary", 4)))
    g.move("maud", "Roof")
    g.do("ana", EndTurn(MAUD))
    g.come_to("cora")
    g.do("bo", EndTurn(CORA))
    g.do("gm", EndTurn(FOE))
    g.do("gm", EndConflict())
    fight(g)
    g.move("maud", "Tower")
    assert next_penalty(g) == 0


@pytest.mark.rule("SF-LEAP-03")
@pytest.mark.parametrize("tier", range(5))
def test_each_tier_of_leaping_is_a_zone_or_a_point_of_a_border(tier: int) -> None:
    leaper = with_trapping(1, tier, "leap")
    g = fight(rooftops(leaper, skill("Burglary", 4)))
    g.move("maud", ZONES[tier] if tier else "Roof")
    assert next_penalty(g) == (0 if tier else -1)
    g = rooftops(leaper, skill("Burglary", 4))
    border(g, 6, "leap")
    g.move("maud", "Roof")
    assert next_penalty(g) == -(6 - 1 - tier)


@pytest.mark.rule("SF-LEAP-03")
def test_zones_and_borders_share_what_a_turn_has_of_leaps() -> None:
    """Superhuman: of two, one zone leaves one point; a second zone is then hurried."""
    g = fight(rooftops(with_trapping(1, 2, "leap"), skill("Burglary", 4)))
    border(g, 3, "leap")
    g.move("maud", "Roof")
    g.move("maud", "Tower")
    assert next_penalty(g) == -(3 - 1 - 1) - 1


@pytest.mark.rule("SF-LEAP-03", "SF-MOVE-03")
def test_a_benefit_that_was_not_chosen_gives_nothing() -> None:
    g = fight(rooftops(with_trapping(1, 2, "leap", "move", "insight", benefits=("insight",)), skill("Burglary", 4)))
    assert g.refused("ana", Move(MAUD, g.zone("Tower"))) == "too-far"


@pytest.mark.rule("SF-MOVE-01")
def test_a_new_scene_has_a_new_map_and_takes_nothing_off() -> None:
    g = rooftops()
    border(g, 9, "climb")
    g.move("maud", "Roof")
    g.do("gm", EndScene())
    g.do("gm", StartScene("Later", (MAUD, CORA, FOE)))
    assert next_penalty(g) == 0
