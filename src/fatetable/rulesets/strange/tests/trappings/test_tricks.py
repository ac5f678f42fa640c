"""Stealing from people, and lying to them."""

from __future__ import annotations

import pytest

from fatetable.rulesets.strange.tests.support.playing import FOE, Game, skill
from fatetable.rulesets.strange.tests.support.trappings import answers, done, undertake


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
    assert answers(g) == ["empathy/insight", "resolve/willpower"]
    g.answer("gm", "defend", "defend", trait="resolve/willpower", description="doubts it")
    assert done(g, "0000", "0000") == (2, "succeed")
    assert not any(g.condition("foe").tracks["composure"])
