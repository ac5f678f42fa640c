"""Answering questions: how obscure something is."""

from __future__ import annotations

import pytest

from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.tests.support.playing import MAUD, Game, skill
from fatetable.rulesets.strange.tests.support.trappings import done, ruled, undertake, with_trapping


@pytest.mark.rule("SF-INFORMATION-01", "SF-INFORMATION-02")
@pytest.mark.parametrize(
    ("rung", "obscurity", "difficulty", "tier"),
    [
        (0, "common", 0, 0),
        (1, "widespread", 1, 0),
        (2, "specialized", 2, 0),
        (3, "esoteric", 3, 0),
        (4, "very esoteric", 4, 0),
        (5, "secret", 6, 0),
        (6, "private", 8, 1),
        (7, "lost", 10, 2),
    ],
)
def test_how_obscure_a_fact_is_says_how_hard_it_is(rung: int, obscurity: str, difficulty: int, tier: int) -> None:
    g = Game(maud=(with_trapping(4, 0, "information"),))
    undertake(g, "information")
    prompt = g.prompt("procedure-opposition")
    assert prompt is not None
    assert obscurity in prompt.options[rung].label
    roll = ruled(g, f"rung-{rung}", **({"difficulty": difficulty} if obscurity == "lost" else {}))
    assert (roll.difficulty, roll.scale) == (difficulty, tier)


@pytest.mark.rule("SF-INFORMATION-02")
def test_lost_knowledge_may_be_harder_still() -> None:
    g = Game(maud=(with_trapping(4, 0, "information"),))
    undertake(g, "information")
    assert ruled(g, "rung-7", difficulty=13).difficulty == 13


@pytest.mark.rule("SF-INFORMATION-01")
def test_only_skills_about_something_answer_questions_and_meeting_the_difficulty_is_enough() -> None:
    g = Game(maud=(skill("Academics", 3), skill("Brawn", 4)))
    brawn = Undertake(actor=MAUD, procedure="information", trait="brawn", description="so")
    assert g.refused("ana", brawn) == "unknown-trait"
    undertake(g, "information", trait="academics")
    ruled(g, "rung-3")
    assert done(g, "0000") == (0, "succeed")


@pytest.mark.rule("SF-INFORMATION-01")
def test_what_cannot_be_known_no_roll_finds() -> None:
    g = Game(maud=(skill("Academics", 3),))
    undertake(g, "information", trait="academics")
    g.answer("gm", "procedure-opposition", "send-back", reason="That was never written down")
    assert g.last_roll.margin is None
