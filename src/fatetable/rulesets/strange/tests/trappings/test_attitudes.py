"""Attitudes: first reactions, and conversation that moves them."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.prompts import Answer
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, skill
from fatetable.rulesets.strange.tests.support.trappings import answers, done, undertake
from fatetable.rulesets.strange.trappings.attitudes import Meet, SetAttitude, attitude_of

LEVELS = ("Hostile", "Negative", "Neutral", "Positive", "Friendly")
ASPECT = "aspect"


def meeting(**dials: Any) -> Game:
    return Game(maud=(skill("Presence", 3),), foe=(skill("Resolve", 3),), **dials)


def attitude(g: Game) -> str:
    return attitude_of(g.table.state, FOE, MAUD)


# -- the first reaction ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-CONVERSATION-02")
@pytest.mark.parametrize(("die", "found"), [("-", "Negative"), ("0", "Neutral"), ("+", "Positive")])
def test_a_gm_who_is_unsure_throws_a_fate_die(die: str, found: str) -> None:
    g = meeting()
    g.do("ana", Meet(MAUD, FOE))
    prompt = g.prompt("reaction")
    assert prompt is not None
    g.do("gm", Answer(prompt.id, "die"), die)
    assert attitude(g) == found


@pytest.mark.rule("SF-CONVERSATION-02")
@pytest.mark.parametrize("level", LEVELS)
def test_or_says_how_they_feel_strongly_too_if_they_know_more(level: str) -> None:
    g = meeting()
    g.do("ana", Meet(MAUD, FOE))
    assert g.refused("ana", Meet(MAUD, FOE)) == "met-before"
    g.answer("gm", "reaction", level)
    assert attitude(g) == level
    assert g.refused("ana", Meet(MAUD, FOE)) == "met-before"


@pytest.mark.rule("SF-CONVERSATION-02")
def test_only_the_gms_people_have_attitudes_toward_players_characters() -> None:
    g = meeting()
    assert g.refused("ana", Meet(MAUD, CORA)) == "no-meeting"
    assert g.refused("gm", SetAttitude(FOE, FOE, "Neutral")) == "no-meeting"
    assert g.refused("gm", SetAttitude(MAUD, FOE, "Smitten")) == "no-such-attitude"
    assert g.refused("ana", SetAttitude(MAUD, FOE, "Neutral")) == "gm-only"


# -- moving it -------------------------------------------------------------------------------------------------------

MOVES = {
    "Hostile": (("Negative", "Neutral"), ("", ASPECT)),
    "Negative": (("Neutral", "Positive"), ("Hostile", ASPECT)),
    "Neutral": (("Positive", "Friendly"), ("Negative", "Hostile")),
    "Positive": (("Friendly", ASPECT), ("Neutral", "Negative")),
    "Friendly": (("", ASPECT), ("", "")),
}


@pytest.mark.rule("SF-CONVERSATION-03")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("margin", [-4, -3, -2, -1, 0, 1, 2, 3, 4])
def test_whoever_wins_moves_the_attitude_as_the_table_says(level: str, margin: int) -> None:
    g = meeting()
    g.do("gm", SetAttitude(MAUD, FOE, level))
    undertake(g, "impress", trait="presence", to="foe")
    g.answer("gm", "defend", "defend", trait="resolve/willpower", description="is wary")
    done(g, ("+" if margin > 0 else "-") * abs(margin) + "0" * (4 - abs(margin)), "0000")
    won, lost = MOVES[level]
    wanted = "" if margin == 0 else (won if margin > 0 else lost)[abs(margin) >= 3]
    if wanted != ASPECT:
        assert attitude(g) == (wanted or level)
        assert g.prompt("attitude") is None
        return
    assert attitude(g) == level
    g.answer("ana" if margin > 0 else "gm", "attitude", "word", words="Beyond Words")
    card = g.card("Beyond Words")
    winner = MAUD if margin > 0 else FOE
    assert (card.bearer, card.lasts, [free.holder for free in card.free]) == (FOE, "sticky", [winner])


@pytest.mark.rule("SF-CONVERSATION-03")
def test_willpower_resists_or_conversation_at_mediocre_if_unknown() -> None:
    g = Game(maud=(skill("Presence", 3),))
    g.do("gm", SetAttitude(MAUD, FOE, "Neutral"))
    undertake(g, "impress", trait="presence", to="foe")
    assert answers(g) == ["presence/conversation", "resolve/willpower"]
    g.answer("gm", "defend", "defend", trait="resolve/willpower", description="is wary")
    assert g.roll.efforts[1].fixed == 0


@pytest.mark.rule("SF-CONVERSATION-03")
def test_without_free_tags_the_aspect_comes_without_one_and_a_stranger_is_met_first() -> None:
    g = meeting(free_tags=False)
    first = Undertake(actor=MAUD, procedure="impress", trait="presence", target=FOE, description="smiles")
    assert g.refused("ana", first) == "bad-target"
    g.do("gm", SetAttitude(MAUD, FOE, "Friendly"))
    undertake(g, "impress", trait="presence", to="foe")
    g.answer("gm", "defend", "defend", trait="resolve/willpower", description="is wary")
    done(g, "++++", "0000")
    g.answer("ana", "attitude", "word", words="Devoted")
    assert g.card("Devoted").free == ()


@pytest.mark.rule("SF-CONVERSATION-04")
@pytest.mark.parametrize(
    ("level", "means"),
    [
        ("Hostile", "harm"),
        ("Negative", "will not help"),
        ("Neutral", "incentive"),
        ("Positive", "passive risk"),
        ("Friendly", "active risk"),
    ],
)
def test_what_an_attitude_means_stands_on_the_sheet(level: str, means: str) -> None:
    g = meeting()
    g.do("gm", SetAttitude(MAUD, FOE, level))
    line = dict(g.ruleset.presenting.notes(g.table.state, g.actor("foe")))["Toward Maud"]
    assert line.startswith(f"{level}: ")
    assert means in line


@pytest.mark.rule("SF-CONVERSATION-01")
def test_what_fits_no_other_trapping_is_conversation_against_what_the_gm_says() -> None:
    g = meeting()
    undertake(g, "charm", trait="presence")
    g.answer("gm", "opposition", "difficulty", value=2, scale="0")
    assert done(g) == (1, "succeed")
