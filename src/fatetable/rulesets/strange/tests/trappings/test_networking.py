"""Asking around, checking in, and rumors."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.offers import ChoiceHole
from fatetable.mechanics.aspects.cards import ASPECTS, AspectCard
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.scenes.lifecycle import EndScene, StartScene
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.rolls import KEPT
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, skill
from fatetable.rulesets.strange.tests.support.trappings import (
    answers,
    done,
    facts,
    ruled,
    took,
    undertake,
    with_trapping,
)
from fatetable.testing import faces

CLASS = "Upper Class"
RUMOR = "The Beer Is Poisonous"


def connected(rating: int = 3, tier: int = 0, **more: Any) -> Game:
    """Maud knows people, and Cora does too (+2)."""
    return Game(
        maud=(with_trapping(rating, tier, "networking"),),
        cora=(skill("Contacting", 2),),
        aspects={"social-class": CLASS},
        **more,
    )


def picks(g: Game, row: str, seat: str = "ana") -> list[str]:
    offers = (offer for offer in g.offers(seat, Undertake) if offer.command.procedure == row)  # type: ignore[attr-defined]
    return [
        choice.label or choice.value
        for offer in offers
        for hole in offer.holes
        if isinstance(hole, ChoiceHole) and hole.field == "pick"
        for choice in hole.options
    ]


def test_what_is_named_stays_closed_to_those_who_do_not_know_the_sheet() -> None:
    g = connected(open_sheets=False)
    undertake(g, "ask-around", pick=CLASS)
    told = " ".join(str(record.event) for record in g.table.told("bo"))
    assert ("ask-around" in told, CLASS in told) == (True, False)


# -- asking around -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-NETWORKING-01")
@pytest.mark.parametrize("row", ["ask-around", "check-in", "spread-rumor", "spread-rumor-about"])
def test_an_aspect_of_ones_own_or_of_the_world_is_named_first(row: str) -> None:
    g = connected()
    named = picks(g, row)
    assert set(named) == {"Maud of the Club", CLASS, "Always Repay a Debt", "Malum Necessarium"}
    command = Undertake(actor=MAUD, procedure=row, trait="knack", description="so", words="Word", target=_target(row))
    assert g.refused("ana", command) == "bad-pick"


def _target(row: str) -> Any:
    return FOE if row == "spread-rumor-about" else ""


@pytest.mark.rule("SF-NETWORKING-01")
def test_it_is_neither_invoked_nor_paid_for() -> None:
    g = connected()
    g.set_points(maud=1)
    undertake(g, "ask-around", pick=CLASS)
    assert g.roll.invocations == ()
    assert g.points("maud") == 1
    assert [part.source for part in g.roll.efforts[0].modifiers] == ["trait"]


@pytest.mark.rule("SF-NETWORKING-02")
@pytest.mark.parametrize("difficulty", [0, 3, 6])
def test_the_gm_says_how_hard_it_is_and_it_takes_an_afternoon(difficulty: int) -> None:
    g = connected()
    undertake(g, "ask-around", pick=CLASS)
    assert ruled(g, "figures", difficulty=difficulty).difficulty == difficulty
    margin, outcome = done(g, faces(max(0, difficulty - 3)))
    assert (outcome, took(g)) == ("succeed" if margin < 3 else "style", "An Afternoon")


@pytest.mark.rule("SF-NETWORKING-02", "SF-ROLL-04")
@pytest.mark.parametrize(
    ("missing", "time"), [(1, "A Day"), (2, "A Few Days"), (3, "A Week"), (4, "A Few Weeks"), (5, ""), (7, "")]
)
def test_a_failure_is_raised_by_one_for_each_step_of_time_four_at_most(missing: int, time: str) -> None:
    g = connected()
    undertake(g, "ask-around", pick=CLASS)
    ruled(g, "figures", difficulty=3 + missing)
    done(g)
    prompt = g.prompt("shortfall")
    assert (prompt is not None) == bool(time)
    if prompt is not None:
        assert len(prompt.options) == 2, "as long as it takes, or not at all"
        g.answer("ana", "shortfall", prompt.options[0].id)
        assert took(g) == time
        assert facts(g) == ["a clear course of action, by what people believe"]


@pytest.mark.rule("SF-NETWORKING-03")
def test_success_gives_a_clear_course_and_who_is_shut_out_gains_nothing_by_time() -> None:
    g = connected()
    undertake(g, "ask-around", pick=CLASS)
    ruled(g, "figures", difficulty=0)
    done(g)
    assert facts(g) == ["a clear course of action, by what people believe"]
    undertake(g, "ask-around", pick=CLASS)
    prompt = g.prompt("procedure-opposition")
    assert prompt is not None
    assert "shut out" in prompt.question
    g.answer("gm", "procedure-opposition", "send-back", reason="Find out first why nobody talks")
    assert g.prompt("shortfall") is None


@pytest.mark.rule("SF-NETWORKING-04")
@pytest.mark.parametrize(
    ("margin", "told"),
    [
        (-1, []),
        (0, ["a rumor"]),
        (2, ["a rumor"]),
        (3, ["a rumor, and more rumors or details: 1"]),
        (4, ["a rumor, and more rumors or details: 1"]),
        (5, ["a rumor, and more rumors or details: 2"]),
        (7, ["a rumor, and more rumors or details: 3"]),
    ],
)
def test_checking_in_brings_a_rumor_and_more_from_three_on(margin: int, told: list[str]) -> None:
    g = connected(rating=3)
    undertake(g, "check-in", pick=CLASS)
    assert (g.roll.difficulty, g.roll.scale) == (0, 0)
    done(g, faces(margin - 3))
    assert facts(g) == told
    assert g.prompt("shortfall") is None


@pytest.mark.rule("SF-NETWORKING-02")
def test_there_is_no_time_for_it_in_a_conflict() -> None:
    g = connected()
    g.start_conflict("social", first="Maud")
    command = Undertake(actor=MAUD, procedure="ask-around", trait="knack", description="so", pick=CLASS)
    assert g.refused("ana", command) == "no-calm"


# -- planting rumors ---------------------------------------------------------------------------------------------------


def rumor(g: Game) -> AspectCard | None:
    return next((card for card in g.table.state.get(ASPECTS).values() if card.slot == "rumor"), None)


def planted(shifts: int, *, rating: int = 4, tier: int = 0, difficulty: int | None = None, **dials: Any) -> Game:
    """Maud plants a rumor about nobody, by so many shifts."""
    g = connected(rating, tier, **dials)
    undertake(g, "spread-rumor", pick=CLASS, words=RUMOR)
    ruled(g, "figures", difficulty=rating if difficulty is None else difficulty)
    done(g, faces(shifts if difficulty is None else shifts + difficulty - rating))
    return g


@pytest.mark.rule("SF-NETWORKING-06")
@pytest.mark.parametrize(
    ("shifts", "lasts", "told"),
    [
        (-1, None, []),
        (0, "fragile", []),
        (2, "fragile", []),
        (3, "sticky", ["people pass it on"]),
        (5, "sticky", ["people pass it on"]),
        (6, "sticky", ["somebody will do something about it"]),
        (7, "sticky", ["somebody will do something about it"]),
        (8, "sticky", ["it spreads in several versions, and somebody will do something about it"]),
    ],
)
def test_shifts_say_how_far_a_rumor_spreads(shifts: int, lasts: str | None, told: list[str]) -> None:
    g = planted(shifts, rating=4 if shifts > 3 else 3, difficulty=0)
    card = rumor(g)
    assert (card.lasts if card is not None else None) == lasts
    assert facts(g) == told
    if card is not None:
        assert (card.text, card.bearer, [free.holder for free in card.free]) == (RUMOR, "", ["maud"])
    assert g.prompt("rumor") is None


@pytest.mark.rule("SF-NETWORKING-06")
@pytest.mark.parametrize(
    ("hide", "faster"), [(0, ["it spreads faster by 2 steps"]), (1, ["it spreads faster by 1 step"]), (2, [])]
)
def test_shifts_beyond_eight_hide_its_source_or_speed_it_up(hide: int, faster: list[str]) -> None:
    g = connected(rating=4)
    undertake(g, "spread-rumor", pick=CLASS, words=RUMOR)
    ruled(g, "figures", difficulty=-2)
    done(g, "++++")
    assert g.last_roll.margin == 10
    g.answer("ana", "rumor", "shape", hide=hide)
    assert facts(g)[1:] == faster
    card = rumor(g)
    assert card is not None
    undertake(g, "trace-rumor", by="cora", trait="contacting", pick=card.id)
    assert g.roll.difficulty == 8 + hide
    done(g, "----", by="cora")
    undertake(g, "refute-rumor", by="cora", trait="contacting", pick=card.id)
    assert g.roll.difficulty == 8, "its source alone is hidden"


@pytest.mark.rule("SF-NETWORKING-05", "SF-NETWORKING-06")
@pytest.mark.parametrize(("margin", "lasts"), [(-1, None), (0, "fragile"), (1, "fragile"), (3, "sticky")])
def test_a_rumor_about_a_person_is_opposed_by_them_and_a_tie_plants_it(margin: int, lasts: str | None) -> None:
    g = connected(rating=3)
    undertake(g, "spread-rumor-about", pick=CLASS, words="She Has Debts", to="cora")
    assert {answer.partition("/")[2] for answer in answers(g)} == {"networking", "esteem"}
    g.answer("bo", "defend", "defend", trait="contacting/networking", description="denies it")
    done(g, faces(margin - 1), "0000")
    card = rumor(g)
    assert (card.lasts if card is not None else None) == lasts
    if card is not None:
        assert card.bearer == CORA


# -- meeting rumors ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-NETWORKING-05", "SF-TIER-12")
@pytest.mark.parametrize("row", ["trace-rumor", "refute-rumor", "replace-rumor"])
@pytest.mark.parametrize("tier", [0, 2])
def test_the_effort_is_the_difficulty_for_the_networking_of_others(row: str, tier: int) -> None:
    g = planted(3, rating=4, tier=tier)
    card = rumor(g)
    assert card is not None
    assert g.last_roll.scale == tier, "four Fate dice, and no six-siders"
    more = {"words": "The Wine Is"} if row == "replace-rumor" else {}
    undertake(g, row, by="cora", trait="contacting", pick=card.id, **more)
    assert (g.roll.difficulty, g.roll.scale) == (7, tier)


def meeting(row: str, dice: str, **more: Any) -> Game:
    """Cora (+2) meets a rumor that was planted with a total of 4."""
    g = planted(0, rating=4)
    card = rumor(g)
    assert card is not None
    undertake(g, row, by="cora", trait="contacting", pick=card.id, **more)
    done(g, dice, by="cora")
    return g


@pytest.mark.rule("SF-NETWORKING-05")
@pytest.mark.parametrize(("dice", "is_met"), [("+000", False), ("++00", True), ("+++0", True)])
def test_meeting_it_traces_refutes_or_replaces_it(dice: str, is_met: bool) -> None:
    assert ("it was Maud who spread it" in facts(meeting("trace-rumor", dice))) == is_met
    assert (rumor(meeting("refute-rumor", dice)) is None) == is_met
    g = meeting("replace-rumor", dice, words="The Wine Is")
    card = rumor(g)
    assert card is not None
    assert card.text == ("The Wine Is" if is_met else RUMOR)
    kept = g.table.state.get(KEPT)[card.id]
    assert (kept.by, kept.total) == ((CORA, 2 + dice.count("+")) if is_met else (MAUD, 4))


@pytest.mark.rule("SF-NETWORKING-05")
def test_nothing_but_asking_around_meets_a_rumor_and_it_outlasts_the_scene() -> None:
    g = planted(3)
    card = rumor(g)
    assert card is not None
    away = Overcome(actor=CORA, trait="contacting", description="shouts", aspect=card.id)
    assert g.refused("bo", away) == "not-removable"
    g.do("gm", EndScene())
    g.do("gm", StartScene("Later", (MAUD, CORA, FOE)))
    assert picks(g, "refute-rumor", "bo") == [RUMOR]


@pytest.mark.rule("SF-NETWORKING-05")
@pytest.mark.parametrize("free_tags", [True, False])
def test_without_free_tags_a_rumor_has_none(free_tags: bool) -> None:
    card = rumor(planted(3, free_tags=free_tags))
    assert card is not None
    assert len(card.free) == free_tags
