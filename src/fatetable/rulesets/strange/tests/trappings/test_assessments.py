"""Reading people by insight, and declaring by examining."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.engine.messages import GM
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.actions import CreateAdvantage
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.tests.support.playing import FOE, MAUD, Game, held, person, skill
from fatetable.rulesets.strange.tests.support.trappings import answers, aspect_of, done, facts, took, undertake
from fatetable.rulesets.strange.trappings.assessments import assessed_by

SPY = ActorId("spy")


def reading(dice: str, **dials: Any) -> Game:
    """Maud (Insight +3) reads a spy (Willpower +1) for an emotion."""
    g = Game(maud=(skill("Empathy", 3),), scene=False, **dials)
    g.add_opponent(person("Spy", skill("Resolve", 1), skill("Alertness", 4), kind="npc"), open_aspects=False)
    g.start_scene()
    undertake(g, "insight", trait="empathy", to="spy", words="an emotion")
    assert answers(g) == ["resolve"]
    g.answer("gm", "defend", "defend", trait="resolve", description="keeps a straight face")
    done(g, dice, "0000")
    return g


@pytest.mark.rule("SF-INSIGHT-01")
@pytest.mark.parametrize("dice", ["----", "--00"])
def test_it_has_to_be_won(dice: str) -> None:
    g = reading(dice)
    assert g.prompt("aspect-to-show") is None
    assert assessed_by(g.table.state, MAUD, SPY) == ()


@pytest.mark.rule("SF-INSIGHT-01")
@pytest.mark.parametrize(
    ("dice", "asks"), [("-000", "shown"), ("0000", "shown"), ("+000", "nearest"), ("++++", "nearest")]
)
def test_up_to_two_shifts_are_an_aspect_of_their_choice_three_the_nearest(dice: str, asks: str) -> None:
    g = reading(dice)
    prompt = g.prompt("aspect-to-show")
    assert prompt is not None
    assert asks in prompt.question
    assert prompt.question.endswith("an emotion")
    secret = aspect_of(g, SPY)
    assert secret.known_to is not None
    g.answer("gm", "aspect-to-show", "show", aspect=secret.id)
    shown = g.table.state.get(ASPECTS)[secret.id]
    assert shown.known_to is None
    assert [free.holder for free in shown.free] == [MAUD]
    assert assessed_by(g.table.state, MAUD, SPY) == (secret.id,)


@pytest.mark.rule("SF-INSIGHT-01")
def test_the_player_of_who_is_read_chooses_and_the_gm_tells_the_nearest() -> None:
    for dice, seats in (("0000", ("bo",)), ("++++", (GM,))):
        g = Game(maud=(skill("Empathy", 3),), cora=(skill("Resolve", 1),))
        undertake(g, "insight", trait="empathy", to="cora", words="her past")
        g.answer("bo", "defend", "defend", trait="resolve", description="smiles")
        done(g, dice, "0000")
        prompt = g.prompt("aspect-to-show")
        assert prompt is not None
        assert prompt.seats == seats


@pytest.mark.rule("SF-INSIGHT-01")
def test_somebody_the_gm_runs_may_turn_out_to_be_more_than_was_written_down() -> None:
    g = reading("0000", free_tags=False)
    g.answer("gm", "aspect-to-show", "invent", words="Afraid of the Dark")
    card = g.card("Afraid of the Dark")
    assert (card.bearer, card.kind, card.free) == (SPY, "character", ())


@pytest.mark.rule("SF-INSIGHT-02")
@pytest.mark.parametrize(
    ("dice", "time"),
    [
        ("----", "Half an Hour"),
        ("-000", "Half an Hour"),
        ("0000", "15 Minutes"),
        ("+000", "Half an Hour"),
        ("++00", "15 Minutes"),
        ("++++", "One Minute"),
    ],
)
def test_only_shifts_that_the_result_does_not_take_save_time(dice: str, time: str) -> None:
    """Margins are 2 and more: 1 is needed for any aspect, 3 for the nearest."""
    assert took(reading(dice)) == time


@pytest.mark.rule("SF-INSIGHT-02")
def test_it_takes_more_calm_than_a_fight_leaves() -> None:
    g = Game(maud=(skill("Empathy", 3),))
    g.start_conflict("mental", first="Maud")
    read = Undertake(actor=MAUD, procedure="insight", trait="empathy", target=FOE, words="fear", description="so")
    assert g.refused("ana", read) == "no-calm"


@pytest.mark.rule("SF-INSIGHT-03")
@pytest.mark.parametrize("tier", range(5))
@pytest.mark.parametrize("is_related", [True, False])
def test_each_tier_makes_related_mental_attacks_heavier(tier: int, is_related: bool) -> None:
    """The book's own example: Empathy (S) is +2 Composure stress to Intimidation."""
    empathy = skill("Empathy", 1, tier, benefits=("insight",) if tier else ())
    if is_related:
        empathy = msgspec.structs.replace(empathy, lists={**empathy.lists, "helps": ("Intimidation",)})
    g = Game(maud=(empathy, skill("Intimidation", 4)), foe=(skill("Resolve", 1),))
    g.start_conflict("mental", first="Maud")
    g.attack("intimidation/menace", "resolve/willpower", "+000", "0000")
    g.everyone_passes()
    prompt = g.prompt("absorb")
    assert prompt is not None
    assert prompt.about["shifts"] == 4 + (tier if is_related else 0)
    assert prompt.about["track"] == "composure"


# -- examining -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-EXAMINE-03")
@pytest.mark.parametrize(
    ("skill_name", "words"), [("Investigation", "A Struggle Took Place"), ("Burglary", "Fresh Tracks")]
)
def test_examining_declares_details_against_what_the_gm_says(skill_name: str, words: str) -> None:
    g = Game(maud=(skill(skill_name, 3),))
    declare = CreateAdvantage(actor=MAUD, mode="new", trait=skill_name.lower(), description="looks", words=words)
    g.do("ana", declare)
    g.answer("gm", "opposition", "difficulty", value=2, scale="0")
    done(g, "0000")
    assert g.has_card(words)


@pytest.mark.rule("SF-EXAMINE-03")
@pytest.mark.parametrize(("dice", "found"), [("--00", []), ("0000", ["surface thoughts are open"])])
def test_a_telepath_reads_surface_thoughts_against_willpower(dice: str, found: list[str]) -> None:
    g = Game(
        maud=(skill("Telepathy", 3, 0, held("examine", "", "psychic")), skill("Investigation", 3)),
        foe=(skill("Resolve", 1),),
    )
    ordinary = Undertake(actor=MAUD, procedure="read-thoughts", trait="investigation", target=FOE, description="so")
    assert g.refused("ana", ordinary) == "unknown-trait"
    undertake(g, "read-thoughts", trait="telepathy", to="foe")
    assert answers(g) == ["resolve"]
    g.answer("gm", "defend", "defend", trait="resolve", description="thinks of nothing")
    done(g, dice, "0000")
    assert facts(g) == found
