"""Interpretive magic: an aspect is a budget, the roll spends it, and the GM judges how it looks."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.rulesets.fate2.book import read_tables
from fatetable.rulesets.fate2.magic.budgets.boosts import BoostBudget
from fatetable.rulesets.fate2.magic.budgets.shows import EffectShown, ShowEffect
from fatetable.rulesets.fate2.tests.magic.mages import MagicGame
from fatetable.rulesets.fate2.tests.support.playing import all_of

DOROTHEA, FINN, WATCH = ActorId("dorothea"), ActorId("finn"), ActorId("city-watch")
HOW = "headlights where there is no road"


def show(g: MagicGame, budget: int, aspect: str = "Street Wizard", target: ActorId = NOBODY) -> ShowEffect:
    card = g.card(aspect)
    return ShowEffect(actor=DOROTHEA, aspect=card.id, budget=str(budget), target=target, description=HOW)


def boost(g: MagicGame, aspect: str) -> BoostBudget:
    return BoostBudget(DOROTHEA, g.card(aspect).id)


@pytest.mark.rule("F2-INT-03")
@pytest.mark.parametrize(
    ("level", "difficulty", "look"),
    [
        (1, "Fair", "bongos"),
        (2, "Good", "camcorder"),
        (3, "Great", "cable television"),
        (4, "Superb", "mini-series"),
        (5, "Epic", "blockbuster"),
        (6, "Legendary", "extravaganza"),
    ],
)
def test_each_budget_has_a_difficulty_and_a_look(level: int, difficulty: str, look: str) -> None:
    row = read_tables().budgets.row(level)
    assert row.difficulty == difficulty
    assert look in row.look


@pytest.mark.rule("F2-INT-02")
@pytest.mark.rule("F2-INT-03")
@pytest.mark.parametrize(("budget", "difficulty"), [(1, 1), (2, 2)])
def test_the_level_of_the_aspect_is_the_largest_budget(budget: int, difficulty: int) -> None:
    g = MagicGame("interpretive")
    assert g.refused("ana", show(g, 3)) == "budget-too-small"
    assert g.refused("ana", show(g, 2, "Carries a Gun")) == "budget-too-small"
    g.do("ana", show(g, budget))
    g.answer("gm", "budget", "accept")
    assert (g.roll.difficulty, g.roll.efforts[0].trait) == (difficulty, "sorcery")
    g.throw("ana", "0000")
    events = g.everyone_passes()
    assert [event.words for event in all_of(events, EffectShown)] == [HOW]


@pytest.mark.rule("F2-INT-02")
def test_a_spell_that_misses_its_difficulty_does_nothing() -> None:
    g = MagicGame("interpretive")
    g.do("ana", show(g, 2))
    g.answer("gm", "budget", "accept")
    g.throw("ana", "-000")
    assert all_of(g.everyone_passes(), EffectShown) == ()


@pytest.mark.rule("F2-INT-02")
def test_what_fits_the_aspect_gets_a_bonus_and_what_does_not_is_refused() -> None:
    g = MagicGame("interpretive")
    g.do("ana", show(g, 2))
    g.answer("gm", "budget", "fits")
    assert {part.source: part.amount for part in g.roll.efforts[0].modifiers}["fit"] == 1
    g.throw("ana", "-000")
    assert all_of(g.everyone_passes(), EffectShown)
    g.do("ana", show(g, 1, "Carries a Gun"))
    g.answer("gm", "budget", "refuse", reason="a gun is no magic")
    assert g.last_roll.margin is None
    assert g.refused("bo", ShowEffect(actor=FINN, aspect=g.card("Acrobat").id, budget="1")) == "no-such-magic-known"


@pytest.mark.rule("F2-INT-01")
def test_the_gm_makes_a_flat_description_harder() -> None:
    g = MagicGame("interpretive")
    g.do("ana", show(g, 1))
    prompt = g.prompt("budget")
    assert prompt is not None
    assert HOW in prompt.question
    assert "bongos" in prompt.question
    g.answer("gm", "budget", "flat", harder=2)
    assert g.roll.difficulty == 3


@pytest.mark.rule("F2-INT-04")
def test_more_area_or_targets_take_more_budget() -> None:
    g = MagicGame("interpretive")
    g.do("ana", show(g, 1))
    g.answer("gm", "budget", "wider", budget=2)
    assert g.roll.difficulty == 2


@pytest.mark.rule("F2-INT-04")
@pytest.mark.rule("F2-INT-05")
def test_direct_harm_takes_a_budget_of_three() -> None:
    """F2-EX-54: with an aspect at 2 one box reaches cable television, and that is Great."""
    g = MagicGame("interpretive")
    g.fight()
    assert g.refused("ana", show(g, 2, target=WATCH)) == "budget-too-small"
    assert g.refused("ana", show(g, 3, target=WATCH)) == "budget-too-small"
    g.do("ana", boost(g, "Street Wizard"))
    assert g.refused("ana", show(g, 2, target=WATCH)) == "budget-too-small"
    g.do("ana", show(g, 3, target=WATCH))
    g.answer("gm", "budget", "accept")
    assert g.roll.difficulty == 3
    g.throw("ana", "++00")
    g.everyone_passes()
    g.answer("gm", "strike", "defend", trait="watchman", description="drops the lantern")
    g.throw("gm", "0000")
    g.everyone_passes()
    # Good and two pluses against Fair.
    assert [wound.row for wound in g.condition("city-watch").wounds] == ["Hurt"]


@pytest.mark.rule("F2-INT-04")
def test_indirect_harm_needs_no_more_than_any_other_effect() -> None:
    g = MagicGame("interpretive")
    g.fight()
    assert g.is_offered("ana", show(g, 1))


@pytest.mark.rule("F2-INT-05")
def test_any_aspect_may_be_checked_and_the_boost_is_for_the_next_effect_alone() -> None:
    g = MagicGame("interpretive")
    g.do("ana", boost(g, "Film School Dropout"))
    g.do("ana", boost(g, "Carries a Gun"))
    assert (g.card("Film School Dropout").ticked, g.card("Carries a Gun").ticked) == (1, 1)
    assert g.notes()["budget"] == "2 more for the next effect"
    assert g.refused("ana", boost(g, "Carries a Gun")) == "no-open-box"
    assert g.refused("bo", BoostBudget(FINN, g.card("Acrobat").id)) == "no-open-box"
    g.do("ana", show(g, 4))
    g.answer("gm", "budget", "accept")
    assert g.roll.difficulty == 4
    g.throw("ana", "0000")
    g.everyone_passes()
    assert g.refused("ana", show(g, 3)) == "budget-too-small"


@pytest.mark.rule("F2-INT-05")
def test_a_refused_effect_keeps_the_boost() -> None:
    g = MagicGame("interpretive")
    g.do("ana", boost(g, "Street Wizard"))
    g.do("ana", show(g, 3))
    g.answer("gm", "budget", "refuse", reason="not on this street")
    assert g.is_offered("ana", show(g, 3))
