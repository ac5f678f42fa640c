"""Stealing from people, and lying to them."""

from __future__ import annotations

import pytest

from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, skill
from fatetable.rulesets.strange.tests.support.trappings import answers, done, ruled, undertake, with_trapping


@pytest.mark.rule("SF-DEXTERITY-01")
def test_stealing_is_at_minus_two_against_notice() -> None:
    g = Game(maud=(skill("Deceit", 4),), foe=(skill("Alertness", 2), skill("Resolve", 4)))
    roll = undertake(g, "steal", trait="deceit", to="foe")
    assert roll.efforts[0].fixed == 4 - 2
    assert answers(g) == ["alertness"]
    g.answer("gm", "defend", "defend", trait="alertness", description="looks up")
    assert done(g, "+000", "0000") == (1, "succeed")
    assert g.last_roll.defender == FOE


@pytest.mark.rule("SF-DEXTERITY-01")
def test_whose_notice_is_unknown_has_it_at_mediocre() -> None:
    g = Game(maud=(skill("Deceit", 3),))
    undertake(g, "steal", trait="deceit", to="foe")
    g.answer("gm", "defend", "defend", trait="alertness", description="looks up")
    assert g.roll.efforts[1].fixed == 0


@pytest.mark.rule("SF-GUILE-01")
def test_a_simple_lie_is_one_roll_that_insight_or_willpower_answers() -> None:
    g = Game(maud=(skill("Deceit", 3),), foe=(skill("Empathy", 2), skill("Resolve", 1), skill("Alertness", 4)))
    undertake(g, "bluff", trait="deceit", to="foe")
    ruled(g, "resist")
    assert answers(g) == ["empathy/insight", "resolve/willpower"]
    g.answer("gm", "defend", "defend", trait="resolve/willpower", description="doubts it")
    assert done(g, "0000", "0000") == (2, "succeed")
    assert not any(g.condition("foe").tracks["composure"])


# -- tricks of the hand ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-DEXTERITY-02")
@pytest.mark.parametrize(("dice", "is_seen"), [("-000", False), ("0000", True)])
def test_a_trick_is_the_difficulty_for_onlookers_to_see_how_it_was_done(dice: str, is_seen: bool) -> None:
    g = Game(maud=(skill("Deceit", 3),), cora=(skill("Alertness", 4),))
    undertake(g, "sleight", trait="deceit")
    done(g, "+000")
    roll = undertake(g, "see-through", by="cora", trait="alertness/notice", to="maud")
    assert (roll.difficulty, roll.takes_action) == (4, False)
    done(g, dice, by="cora")
    again = Undertake(actor=CORA, procedure="see-through", trait="alertness/notice", target=MAUD, description="looks")
    assert g.is_offered("bo", again) != is_seen


@pytest.mark.rule("SF-DEXTERITY-03")
@pytest.mark.parametrize("tier", range(5))
def test_from_extraordinary_on_a_fate_point_makes_it_a_free_action(tier: int) -> None:
    g = Game(maud=(skill("Deceit", 3, tier), skill("Fisticuffs", 2)))
    g.set_points(maud=2)
    steal = Undertake(actor=MAUD, procedure="steal-at-once", trait="deceit", target=FOE, description="in passing")
    assert g.refused("ana", steal) == "no-conflict"
    g.start_conflict("physical", first="Maud")
    if tier == 0:
        assert g.refused("ana", steal) == "unknown-trait"
        return
    g.do("ana", steal)
    assert g.points("maud") == 1
    assert g.roll.efforts[0].fixed == 3 - 2
    g.answer("gm", "defend", "defend", trait="alertness", description="looks")
    dice = " ".join("0" * (4 - tier) + "1" * tier)
    assert done(g, dice, "0000") == (3 - 2 + tier, "style" if tier > 1 else "succeed")
    undertake(g, "sleight-at-once", trait="deceit")
    done(g)
    assert g.points("maud") == 0
    attack = Attack(actor=MAUD, target=FOE, trait="fisticuffs/strike", description="and hits")
    assert g.is_offered("ana", attack)
    assert g.refused("ana", steal) == "not-enough-fate-points"


@pytest.mark.rule("SF-DEXTERITY-03")
def test_without_the_benefit_chosen_or_out_of_turn_nothing_is_done_at_once() -> None:
    plain = with_trapping(1, 1, "dexterity", "leap", benefits=("leap",))
    g = Game(maud=(plain,), foe=(skill("Deceit", 3, 1),))
    g.set_points(maud=2)
    g.start_conflict("physical", first="Maud")
    steal = Undertake(actor=MAUD, procedure="steal-at-once", trait="knack", target=FOE, description="in passing")
    assert g.refused("ana", steal) == "unknown-trait"
    theirs = Undertake(actor=FOE, procedure="steal-at-once", trait="deceit", target=MAUD, description="in passing")
    assert g.refused("gm", theirs) == "not-your-turn"
