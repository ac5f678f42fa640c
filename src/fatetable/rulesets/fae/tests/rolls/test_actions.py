"""The table of the four actions, and overcome with all its outcomes."""

from __future__ import annotations

import pytest

from fatetable.engine.offers import Offer
from fatetable.mechanics.aspects.cards import AspectRemoved, AspectReworded
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.book.grants import (
    Boost,
    DiscoverAspect,
    FailOrCost,
    FreeInvokes,
    Goal,
    Grant,
    Hit,
    NewAspect,
    OpponentMayGain,
)
from fatetable.mechanics.harm.absorbing import Inflict
from fatetable.mechanics.rolls.actions import Attack, CreateAdvantage, Overcome
from fatetable.mechanics.rolls.state import GoalSettled, RollSettled
from fatetable.mechanics.rolls.stepping_in import Interpose
from fatetable.mechanics.scenes.lifecycle import LeaveScene
from fatetable.mechanics.scenes.map_editing import DrawZone, PlaceActor, SetBorder
from fatetable.mechanics.scenes.zones import ZONES, ZoneId
from fatetable.rulesets.fae.rolls.checks import bands
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.fights import fight
from fatetable.rulesets.fae.tests.support.moves import (
    RETH,
    VELD,
    VOLTAIRE,
    against,
    attack,
    boosts,
    declare,
    kinds,
    overcome,
    resisted_by,
    settle,
    strike,
)
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.testing.events import all_of, first

# -- the four actions ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ACT-01")
def test_everything_done_with_dice_is_one_of_four_actions() -> None:
    g = fight()
    acting = {type(offer.command) for offer in g.offers("bo") if "trait" in fields_of(offer)}
    assert acting == {Attack, CreateAdvantage, Overcome}
    declare(g, attack())
    g.defend("gm", "careful")
    assert [effort.action for effort in g.roll.efforts] == ["attack", "defend"]
    assert {action for action, _, _ in TABLES.actions.rows} == {"attack", "create-advantage", "defend", "overcome"}


def fields_of(offer: Offer) -> set[str]:
    return {hole.field for hole in offer.holes}


@pytest.mark.rule("FAE-ACT-02")
@pytest.mark.parametrize(
    ("action", "mode", "fail", "tie", "succeed", "style"),
    [
        ("create-advantage", "new", [OpponentMayGain(1)], [Boost()], [NewAspect(1)], [NewAspect(2)]),
        (
            "create-advantage",
            "discover",
            [OpponentMayGain(1)],
            [DiscoverAspect(1)],
            [DiscoverAspect(1)],
            [DiscoverAspect(2)],
        ),
        ("create-advantage", "exploit", [], [FreeInvokes(1)], [FreeInvokes(1)], [FreeInvokes(2)]),
        ("overcome", "", [FailOrCost()], [Goal("minor")], [Goal()], [Goal(), Boost()]),
        ("attack", "", [], [Boost()], [Hit()], [Hit(trade=True)]),
        ("defend", "", [], [], [], [Boost("defender")]),
    ],
)
def test_the_table_of_actions_and_outcomes_is_the_books(
    action: str, mode: str, fail: list[Grant], tie: list[Grant], succeed: list[Grant], style: list[Grant]
) -> None:
    rows = [TABLES.actions.row(action, mode, outcome) for outcome in bands(TABLES).outcomes]
    assert [list(row.grants) for row in rows] == [fail, tie, succeed, style]
    assert all(row.cites for row in rows)


# -- overcome --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-OVR-01")
def test_overcome_is_rolled_against_a_difficulty_or_against_someone_who_can_stop_it() -> None:
    g = Game(foes=("Veld",))
    declare(g, overcome(RETH, "clever", "picks the lock"))
    against(g, 4)
    assert first(settle(g, 1), RollSettled).against == 4
    declare(g, overcome(RETH, "quick", "slips past"))
    resisted_by(g, "veld", "quick")
    g.throw("ana", "0000", "0000")
    assert first(g.everyone_passes(), RollSettled).against == 1


@pytest.mark.rule("FAE-OVR-01")
def test_an_overcome_goes_for_one_goal_that_is_there() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", PlaceAspect(words="Rubble"))
    aspect = g.card("Rubble").id
    assert g.refused("ana", overcome(aspect=aspect, task="t1")) == "one-goal"
    assert g.refused("ana", overcome(task="t1")) == "no-such-task"
    assert g.refused("ana", overcome(aspect="a0")) == "unknown-aspect"
    nowhere = Overcome(actor=RETH, trait="quick", description="climbs", zone=ZoneId("z0"))
    assert g.refused("ana", nowhere) == "no-such-way"


@pytest.mark.rule("FAE-OVR-02")
def test_overcoming_a_situation_aspect_makes_it_go() -> None:
    g = Game()
    g.do("gm", PlaceAspect(words="On Fire"))
    offer = next(o for o in g.offers("ana", Overcome) if "aspect" in fields_of(o))
    aspect = g.card("On Fire").id
    g.do("ana", offer.fill(aspect=aspect, trait="quick", description="pours water", words=""))
    against(g, 2)
    assert first(settle(g, 1), AspectRemoved).aspect == aspect
    assert not g.has_card("On Fire")


@pytest.mark.rule("FAE-OVR-02")
def test_overcoming_a_situation_aspect_may_change_it_instead() -> None:
    g = Game()
    g.do("gm", PlaceAspect(words="On Fire"))
    aspect = g.card("On Fire").id
    declare(g, overcome(aspect=aspect, words="Smouldering"))
    against(g, 2)
    reworded = first(settle(g, 1), AspectReworded)
    assert (reworded.aspect, reworded.text) == (aspect, "Smouldering")
    assert not g.has_card("On Fire")


@pytest.mark.rule("FAE-OVR-02")
def test_a_foe_with_a_method_of_their_own_defends_a_situation_aspect() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", PlaceAspect(words="Barred Door"))
    declare(g, overcome(aspect=g.card("Barred Door").id))
    against(g, 2)
    g.do("gm", Interpose(roll=g.roll.id, actor=VELD, trait="forceful", description="leans against it"))
    for seat in ("ana", "bo", "gm"):
        g.answer(seat, "interpose", "yes")
    assert (g.roll.is_opposed, g.roll.difficulty) == (True, None)
    settle(g, -1)
    g.answer("ana", "serious-cost", "fail")
    assert g.has_card("Barred Door")


@pytest.mark.rule("FAE-OVR-02")
def test_only_a_situation_aspect_of_this_scene_can_be_overcome() -> None:
    g = fight()
    assert g.refused("bo", overcome(VOLTAIRE, aspect=g.card("Must Not Lose Face").id)) == "not-removable"
    strike(g, 0)
    boost = boosts(g)[0]
    assert g.refused("ana", overcome(aspect=boost.id)) == "not-removable"
    g = Game()
    g.do("gm", PlaceAspect(words="Soaking Wet", bearer=VOLTAIRE))
    g.do("gm", LeaveScene(VOLTAIRE))
    assert g.refused("ana", overcome(aspect=g.card("Soaking Wet").id)) == "not-removable"


@pytest.mark.rule("FAE-OVR-03")
def test_a_failed_overcome_asks_the_player_who_may_simply_fail() -> None:
    g = Game()
    g.do("gm", PlaceAspect(words="A Locked Door"))
    declare(g, overcome(aspect=g.card("A Locked Door").id))
    against(g, 4)
    assert all_of(settle(g, -1), GoalSettled) == ()
    prompt = g.prompt("serious-cost")
    assert prompt is not None
    assert (prompt.seats, [option.id for option in prompt.options]) == (("ana",), ["fail", "cost"])
    assert g.last_roll.stage == "settled"
    events = g.answer("ana", "serious-cost", "fail")
    assert first(events, GoalSettled).goal == "failed"
    assert (g.has_card("A Locked Door"), g.last_roll.stage, g.prompts()) == (True, "over", ())


@pytest.mark.rule("FAE-OVR-03")
def test_a_failed_overcome_may_succeed_at_a_serious_cost_the_game_master_names() -> None:
    g = Game()
    g.do("gm", PlaceAspect(words="A Locked Door"))
    declare(g, overcome(aspect=g.card("A Locked Door").id))
    against(g, 4)
    settle(g, -4)
    g.answer("ana", "serious-cost", "cost", cost="the map is lost")
    assert g.has_card("A Locked Door")
    prompt = g.prompt("cost-agreed")
    assert prompt is not None
    assert (prompt.seats, [option.id for option in prompt.options]) == (("@gm",), ["cost", "fail"])
    assert "the map is lost" in prompt.question
    reached = first(g.answer("gm", "cost-agreed", "cost", cost="the map burns"), GoalSettled)
    assert (reached.goal, reached.cost) == ("reached", "the map burns")
    assert not g.has_card("A Locked Door")
    assert g.last_roll.stage == "over"


@pytest.mark.rule("FAE-OVR-03")
def test_the_game_master_may_find_that_no_cost_would_do() -> None:
    g = Game()
    declare(g, overcome())
    against(g, 4)
    settle(g, -1)
    g.answer("ana", "serious-cost", "cost", cost="a scratch")
    assert first(g.answer("gm", "cost-agreed", "fail"), GoalSettled).goal == "failed"


@pytest.mark.rule("FAE-OVR-03")
def test_a_serious_cost_may_be_a_consequence() -> None:
    g = Game()
    declare(g, overcome())
    against(g, 4)
    settle(g, -1)
    g.answer("ana", "serious-cost", "cost", cost="harm")
    g.answer("gm", "cost-agreed", "cost", cost="a burnt hand")
    g.do("gm", Inflict(actor=RETH, slot="mild", words="Burnt Hand", reason="the cost of it"))
    assert "mild" in g.condition("reth").marks


@pytest.mark.rule("FAE-OVR-03")
@pytest.mark.parametrize(
    ("dial", "margin", "is_asked"),
    [("gm-consent", -3, True), ("never", -3, False), ("never", -2, True), ("never", -1, True)],
)
def test_a_cost_against_a_defence_with_style_is_up_to_the_table(dial: str, margin: int, is_asked: bool) -> None:
    g = Game(foes=("Veld",), cost_against_style=dial)
    declare(g, overcome(RETH, "quick"))
    resisted_by(g, "veld")
    events = settle(g, margin)
    assert ("serious-cost" in kinds(g)) is is_asked
    assert [settled.goal for settled in all_of(events, GoalSettled)] == ([] if is_asked else ["failed"])
    if not is_asked:
        assert g.last_roll.stage == "over"


@pytest.mark.rule("FAE-OVR-03")
def test_a_fixed_difficulty_is_never_a_defence_with_style() -> None:
    g = Game(cost_against_style="never")
    declare(g, overcome())
    against(g, 6)
    settle(g, -4)
    assert kinds(g) == ["serious-cost"]


@pytest.mark.rule("FAE-OVR-04")
def test_a_tied_overcome_succeeds_at_a_minor_cost_the_game_master_names() -> None:
    g = Game()
    g.do("gm", PlaceAspect(words="A Locked Door"))
    declare(g, overcome(aspect=g.card("A Locked Door").id))
    against(g, 2)
    settle(g, 0)
    prompt = g.prompt("minor-cost")
    assert prompt is not None
    assert (prompt.seats, [option.id for option in prompt.options]) == (("@gm",), ["cost"])
    assert g.has_card("A Locked Door")
    reached = first(g.answer("gm", "minor-cost", "cost", cost="the hinge squeaks"), GoalSettled)
    assert (reached.goal, reached.cost) == ("reached", "the hinge squeaks")
    assert (g.has_card("A Locked Door"), g.last_roll.stage) == (False, "over")


@pytest.mark.rule("FAE-OVR-05")
@pytest.mark.parametrize("margin", [1, 2])
def test_an_overcome_that_succeeds_reaches_its_goal_and_nothing_more(margin: int) -> None:
    g = Game()
    declare(g, overcome())
    against(g, 2)
    reached = first(settle(g, margin), GoalSettled)
    assert (reached.goal, reached.cost) == ("reached", "")
    assert (boosts(g), g.prompts(), g.last_roll.stage) == ([], (), "over")


@pytest.mark.rule("FAE-OVR-06")
def test_an_overcome_with_style_reaches_its_goal_and_gains_a_boost() -> None:
    g = Game()
    declare(g, overcome())
    against(g, 2)
    assert first(settle(g, 3), GoalSettled).goal == "reached"
    (boost,) = boosts(g)
    assert (boost.owner, [free.holder for free in boost.free]) == (RETH, [RETH])
    prompt = g.prompt("name-boost")
    assert prompt is not None
    assert (prompt.seats, prompt.blocking) == (("ana",), False)
    assert g.last_roll.stage == "over"  # Naming it holds nobody up.
    g.answer("ana", "name-boost", "name", words="In Full Swing")
    assert boosts(g)[0].text == "In Full Swing"


@pytest.mark.rule("FAE-OVR-05")
def test_forcing_an_obstructed_way_brings_the_actor_there() -> None:
    g = Game()
    g.do("gm", DrawZone(name="Deck"))
    deck = next(iter(g.table.state.get(ZONES).zones))
    g.do("gm", DrawZone(name="Quay", next_to=(deck,)))
    quay = next(zone for zone in g.table.state.get(ZONES).zones if zone != deck)
    g.do("gm", PlaceActor(RETH, deck))
    g.do("gm", SetBorder(one=deck, other=quay, barrier="a wall of crates"))
    g.do("ana", Overcome(actor=RETH, trait="quick", description="vaults over", zone=quay))
    against(g, 2)
    settle(g, 1)
    assert g.table.state.get(ZONES).places[RETH] == quay
