"""Attack with all its outcomes."""

from __future__ import annotations

import pytest

from fatetable.engine.offers import ChoiceHole
from fatetable.engine.prompts import Answer
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.aspects.lending import LendInvoke
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.contests import StartContest
from fatetable.mechanics.harm.state import TAKEN_OUT
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.rulesets.fae.tests.support.fights import fight
from fatetable.rulesets.fae.tests.support.moves import (
    GANG,
    RETH,
    VELD,
    VOLTAIRE,
    attack,
    boosts,
    create,
    declare,
    kinds,
    overcome,
    strike,
)
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import invoking


@pytest.mark.rule("FAE-ATK-01")
@pytest.mark.parametrize("kind", ["physical", "mental"])
def test_the_target_of_an_attack_always_gets_to_defend(kind: str) -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(kind, first="Voltaire")
    seat, actor = ("bo", VOLTAIRE) if kind == "physical" else ("ana", RETH)  # by Quick, by Careful
    declare(g, attack(actor, VELD, "clever"))
    assert kinds(g) == ["defend"]  # No difficulty is asked for.
    assert g.refused(seat, ThrowDice(g.roll.id), "0000") == "no-opposition-yet"
    g.defend("gm", "careful")
    assert g.roll.is_opposed


@pytest.mark.rule("FAE-ATK-01")
def test_a_player_whose_character_is_attacked_is_asked_how_they_defend() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    for seat, actor in (("bo", VOLTAIRE), ("ana", RETH)):
        g.do(seat, overcome(actor, "quick"))
        g.answer("gm", "opposition", "no-roll")
    declare(g, attack(VELD, RETH, "forceful"))
    prompt = g.prompt("defend")
    assert prompt is not None
    assert (prompt.seats, [option.id for option in prompt.options]) == (("ana",), ["defend", "defend-1"])
    assert g.refused("bo", g.offers("ana")[0].command) == "not-asked"
    g.defend("ana", "forceful", "defend-1")  # with the Stance of the Defiant Sun
    assert g.roll.efforts[1].fixed == 5


@pytest.mark.rule("FAE-ATK-01")
@pytest.mark.parametrize(
    ("target", "code"),
    [("voltaire", "bad-target"), ("reth", "bad-target"), ("nobody", "unknown-actor")],
)
def test_an_attack_needs_one_opponent(target: str, code: str) -> None:
    g = fight()
    assert g.refused("bo", attack(VOLTAIRE, ActorId(target))) == code
    (who,) = (hole for hole in g.offers("bo", Attack)[0].holes if hole.field == "target")
    assert isinstance(who, ChoiceHole)
    assert [choice.value for choice in who.options] == ["gang-of-thugs", "veld"]


@pytest.mark.rule("FAE-ATK-01")
def test_a_group_is_one_target_with_one_defence() -> None:
    g = fight()
    declare(g, attack(VOLTAIRE, GANG))
    assert kinds(g) == ["defend"]
    g.defend("gm", "other")
    assert g.roll.efforts[1].actor == GANG


@pytest.mark.rule("FAE-ATK-01")
def test_enough_harm_removes_the_target_and_nobody_attacks_it_any_more() -> None:
    g = fight()
    strike(g, 3, VOLTAIRE, GANG)
    g.answer("bo", "trade", "full")
    assert g.condition("gang-of-thugs").out == TAKEN_OUT
    g.answer("bo", "taken-out", "tell", fate="run for it")
    assert g.refused("ana", attack(RETH, GANG, "forceful")) == "bad-target"


@pytest.mark.rule("FAE-ATK-01")
def test_harm_is_done_in_conflicts_only() -> None:
    g = Game(foes=("Veld",))
    assert g.refused("ana", attack(RETH, VELD, "forceful")) == "no-conflict"
    assert g.offers("ana", Attack) == ()
    g.do("gm", StartContest("First to the lighthouse", (RETH, VELD)))
    assert g.refused("ana", attack(RETH, VELD, "forceful")) == "in-a-contest"


@pytest.mark.rule("FAE-ATK-02")
@pytest.mark.parametrize("margin", [-1, -2])
def test_a_failed_attack_does_nothing(margin: int) -> None:
    g = fight()
    before = g.condition("veld")
    strike(g, margin)
    assert (g.condition("veld"), boosts(g), g.prompts()) == (before, [], ())
    assert g.last_roll.stage == "over"


@pytest.mark.rule("FAE-ATK-03")
def test_a_tied_attack_harms_nobody_but_gains_a_boost() -> None:
    g = fight()
    before = g.condition("veld")
    strike(g, 0)
    (boost,) = boosts(g)
    assert (boost.owner, g.condition("veld"), kinds(g)) == (VOLTAIRE, before, ["name-boost"])
    assert g.last_roll.stage == "over"


@pytest.mark.rule("FAE-ATK-04")
@pytest.mark.parametrize("margin", [1, 2])
def test_an_attack_that_succeeds_hits_for_its_shifts(margin: int) -> None:
    g = fight()
    strike(g, margin)
    prompt = g.prompt("absorb")
    assert prompt is not None
    assert (prompt.seats, prompt.about["shifts"], kinds(g)) == (("@gm",), margin, ["absorb"])
    g.answer("gm", "absorb", f"box-{margin}")
    assert g.boxes("veld")[margin - 1]
    assert (g.last_roll.stage, boosts(g)) == ("over", [])


@pytest.mark.rule("FAE-ATK-05")
@pytest.mark.parametrize("margin", [3, 5])
def test_with_style_the_attacker_chooses_before_the_hit_is_absorbed(margin: int) -> None:
    g = fight()
    strike(g, margin)
    prompt = g.prompt("trade")
    assert prompt is not None
    assert (prompt.seats, [option.id for option in prompt.options]) == (("bo",), ["full", "boost"])
    assert kinds(g) == ["trade"]
    g.answer("bo", "trade", "full")
    absorb = g.prompt("absorb")
    assert absorb is not None
    assert (absorb.about["shifts"], boosts(g)) == (margin, [])


@pytest.mark.rule("FAE-ATK-05")
def test_one_shift_less_buys_a_boost() -> None:
    g = fight()
    strike(g, 3)
    g.answer("bo", "trade", "boost")
    absorb = g.prompt("absorb")
    assert absorb is not None
    assert absorb.about["shifts"] == 2
    (boost,) = boosts(g)
    assert boost.owner == VOLTAIRE
    g.answer("gm", "absorb", "box-2")
    assert (g.boxes("veld"), g.last_roll.stage) == ((False, True, False), "over")


@pytest.mark.rule("FAE-ATK-03")
def test_a_boost_that_is_used_before_it_has_a_name_needs_none_any_more() -> None:
    g = fight()
    strike(g, 0)
    (boost,) = boosts(g)
    g.do("bo", LendInvoke(boost.id, boost.free[0].id, RETH))
    declare(g, attack(RETH, VELD, "forceful"))
    g.defend("gm", "careful")
    g.throw("ana", "0000", "0000")
    g.do("ana", invoking(g, "bonus", "Boost", RETH, payment=boost.free[0].id))
    assert (boosts(g), g.prompts(), g.roll.margin_now()) == ([], (), 3)


def test_an_aspect_that_went_away_meanwhile_is_not_missed_by_the_roll_about_it() -> None:
    g = Game()
    g.do("gm", PlaceAspect(words="Rubble"))
    rubble = g.card("Rubble").id
    declare(g, create(aspect=rubble))
    declare(g, overcome(VOLTAIRE, "quick", aspect=rubble))
    about_exploiting, about_removing = g.prompts()
    g.do("gm", Answer(about_removing.id, "no-roll"))
    assert not g.has_card("Rubble")
    g.do("gm", Answer(about_exploiting.id, "no-roll"))
    assert g.prompts() == ()


@pytest.mark.rule("FAE-ATK-01")
def test_who_was_taken_out_of_the_scene_does_nothing_more_in_it() -> None:
    g = fight()
    strike(g, 3, VOLTAIRE, GANG)
    g.answer("bo", "trade", "full")
    g.answer("bo", "taken-out", "tell", fate="run for it")
    assert g.refused("gm", overcome(GANG, "other")) == "out-of-the-scene"


def test_a_search_for_what_somebody_did_away_with_meanwhile_finds_nothing() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", PlaceAspect(words="A Trapdoor", is_hidden=True))
    trapdoor = g.card("A Trapdoor").id
    declare(g, create(mode="discover"))
    g.answer("gm", "discover", "hidden", aspect=trapdoor)
    (about_finding,) = g.prompts()
    declare(g, overcome(VELD, "forceful", aspect=trapdoor))
    (about_removing,) = (prompt for prompt in g.prompts() if prompt.id != about_finding.id)
    g.do("gm", Answer(about_removing.id, "no-roll"))
    g.do("gm", Answer(about_finding.id, "no-roll"))
    assert (g.has_card("A Trapdoor"), g.prompts()) == (False, ())
