"""Lifting and carrying: what is lifted without a roll, what it takes off other actions, and help with it."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.sheet import Entry
from fatetable.mechanics.encounters.movement import Move
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.rolls.effort_rulings import Disallow
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.rulesets.strange.force.lifting import PutDown, TakeUp
from fatetable.rulesets.strange.force.loads import held_by
from fatetable.rulesets.strange.tests.support.playing import FOE, MAUD, Game, held, skill
from fatetable.rulesets.strange.tests.support.trappings import done, offered, undertake, with_trapping

TALKER = (skill("Athletics", 2), skill("Presence", 2), skill("Fisticuffs", 2))


def strong(rating: int, tier: int = 0, *more: Entry) -> Game:
    return Game(maud=(with_trapping(rating, tier, "physical-force", name="Might"), *TALKER, *more))


def lift(g: Game, weight: str) -> None:
    g.do("ana", TakeUp(actor=MAUD, weight=weight))


def less(g: Game) -> int:
    """What is taken off physical actions."""
    g.do("ana", Overcome(actor=MAUD, trait="athletics", description="vaults"))
    taken = g.roll.efforts[0].fixed - 2
    g.answer("gm", "opposition", "send-back", reason="never mind")
    return taken


@pytest.mark.rule("SF-PFORCE-01")
@pytest.mark.parametrize(
    ("weight", "taken", "moves"),
    [
        ("0:-4", 0, True),
        ("0:-1", 0, True),
        ("0:0", -1, True),
        ("0:3", -4, True),
        ("0:4", -5, False),
        ("0:5", -6, False),
    ],
)
def test_somebody_good_at_it_carries_as_the_book_says(weight: str, taken: int, moves: bool) -> None:
    """Good (+3): 50 lb freely, 150 lb at -1, 300 lb at -4, and 400 lb standing still."""
    g = strong(3)
    g.draw_zones("Street", "Yard")
    g.place("maud", "Street")
    lift(g, weight)
    assert less(g) == taken
    to_the_yard = Move(MAUD, g.zone("Yard"))
    if moves:
        g.do("ana", to_the_yard)
    else:
        assert g.refused("ana", to_the_yard) == "too-heavy"


@pytest.mark.rule("SF-PFORCE-01", "SF-PFORCE-03")
def test_more_than_two_steps_above_the_rating_takes_a_roll() -> None:
    g = strong(3)
    assert g.refused("ana", TakeUp(actor=MAUD, weight="0:6")) == "too-heavy"
    assert g.refused("ana", TakeUp(actor=MAUD, weight="nonsense")) == "too-heavy"


@pytest.mark.rule("SF-PFORCE-01")
def test_on_a_higher_tier_its_own_column_counts_and_lighter_things_are_no_load() -> None:
    """Good (+3) (E): 400 lb is -1, although the mundane column has it too."""
    g = strong(3, 1)
    weights = offered(g, "ana", TakeUp, "weight")
    assert "0:5" not in weights
    lift(g, "1:0")
    assert less(g) == -1
    for light in ("0:2", "1:-1"):
        g.do("ana", PutDown(MAUD))
        lift(g, light)
        assert less(g) == 0


@pytest.mark.rule("SF-PFORCE-01")
def test_everybody_lifts_a_little_and_the_strongest_skill_counts() -> None:
    g = Game(maud=TALKER)
    lift(g, "0:2")
    assert less(g) == -6
    g = strong(2, 0, with_trapping(1, 1, "physical-force", name="Engine"))
    lift(g, "1:3")


@pytest.mark.rule("SF-PFORCE-01")
def test_a_load_weighs_on_what_the_body_does_and_on_nothing_else() -> None:
    g = strong(3)
    lift(g, "0:3")
    undertake(g, "charm", trait="presence")
    g.answer("gm", "opposition", "difficulty", value=0, scale="0")
    assert g.roll.efforts[0].fixed == 2
    done(g)
    g.start_conflict("physical", first="Maud")
    g.do("ana", Attack(actor=MAUD, target=FOE, trait="fisticuffs/strike", description="swings"))
    assert g.roll.efforts[0].fixed == 2 - 4
    g.answer("gm", "defend", "defend", trait="athletics/dodge", description="ducks")
    done(g, "0000", "++++")
    g.come_to("foe")
    g.do("gm", Attack(actor=FOE, target=MAUD, trait="arms/strike", description="kicks"))
    g.answer("ana", "defend", "defend", trait="athletics/dodge", description="stumbles")
    assert g.roll.efforts[1].fixed == 2 - 4


@pytest.mark.rule("SF-PFORCE-01")
def test_where_the_body_has_no_part_in_it_the_gm_leaves_the_load_out() -> None:
    g = strong(3)
    lift(g, "0:3")
    g.do("ana", Overcome(actor=MAUD, trait="presence", description="sums it up"))
    assert g.roll.efforts[0].fixed == 2 - 4
    g.answer("gm", "opposition", "difficulty", value=0, scale="0")
    g.do("gm", Disallow(g.roll.id, 0, "holds 300 lb"))
    assert g.roll.efforts[0].fixed == 2


@pytest.mark.rule("SF-PFORCE-01")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_pulleys_lift_a_tier_more_if_the_gm_says_that_there_are_any(answer: str) -> None:
    g = strong(3)
    assert g.refused("ana", TakeUp(actor=MAUD, weight="1:0")) == "too-heavy"
    for too_easy_or_too_much in ("0:3", "1:6", "2:-1"):
        assert g.refused("ana", TakeUp(actor=MAUD, weight=too_easy_or_too_much, is_aided=True)) == "too-heavy"
    g.do("ana", TakeUp(actor=MAUD, weight="1:3", is_aided=True))
    assert g.refused("ana", TakeUp(actor=MAUD, weight="0:0")) == "asked-already"
    g.answer("gm", "lifting-aid", answer)
    assert (held_by(g.table.state, MAUD) is not None) == (answer == "yes")
    if answer == "yes":
        assert less(g) == -4


@pytest.mark.rule("SF-PFORCE-01")
def test_no_help_goes_beyond_the_last_tier() -> None:
    g = strong(1, 4)
    assert offered(g, "ana", TakeUp, "weight")
    assert [offer.command.is_aided for offer in g.offers("ana") if isinstance(offer.command, TakeUp)] == [False]


@pytest.mark.rule("SF-PFORCE-01")
def test_one_load_at_a_time_until_it_is_put_down_or_the_scene_is_over() -> None:
    g = strong(3)
    assert g.refused("ana", PutDown(MAUD)) == "holds-nothing"
    lift(g, "0:0")
    assert ("Holds", "150 lb, -1 to physical actions") in g.ruleset.presenting.notes(g.table.state, g.actor("maud"))
    assert g.refused("ana", TakeUp(actor=MAUD, weight="0:-1")) == "hands-full"
    g.do("ana", PutDown(MAUD))
    lift(g, "0:-1")
    assert ("Holds", "50 lb") in g.ruleset.presenting.notes(g.table.state, g.actor("maud"))
    g.do("gm", EndScene())
    assert held_by(g.table.state, MAUD) is None


@pytest.mark.rule("SF-EXT-02")
def test_what_a_mind_lifts_does_not_weigh_on_the_body() -> None:
    mind = skill("Mind", 3, 0, held("physical-force", "", "psychic"))
    g = Game(maud=(mind, *TALKER))
    g.draw_zones("Street", "Yard")
    g.place("maud", "Street")
    lift(g, "0:3")
    assert less(g) == 0
    assert g.refused("ana", Move(MAUD, g.zone("Yard"))) == "too-heavy"
    g.do("ana", PutDown(MAUD))
    lift(g, "0:-1")
    g.do("ana", Move(MAUD, g.zone("Yard")))
