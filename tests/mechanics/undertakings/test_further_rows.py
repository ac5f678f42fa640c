"""What else rows of procedures may say: who answers, how often, for how much, what they bring."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.modifiers.menus import MenuRow
from fatetable.mechanics.points.accounts import PointsMoved, balance, purse
from fatetable.mechanics.scenes.facts import FACTS
from fatetable.mechanics.undertakings.procedures import Undertake, once_limits
from fatetable.mechanics.undertakings.questions import ProcedureToOppose
from fatetable.mechanics.undertakings.rows import Rung, Yield
from tests.mechanics.procedure_game import (
    TRACK,
    do_row,
    game,
    plain_row,
    throw,
)
from tests.mechanics.small_game import RETH, THUG


def test_whom_it_is_done_to_is_the_one_who_answers_if_the_row_says_with_what() -> None:
    g = game(rows=(plain_row("grip", target="other", opposed_by=("athletics",)), plain_row("touch", target="other")))
    assert do_row(g, "grip", target=THUG).defender == THUG
    assert do_row(game(rows=(plain_row("touch", target="other"),)), "touch", target=THUG).defender == ""


@pytest.mark.parametrize(("dice", "facts"), [("----", []), ("0000", ["1 clues"]), ("++++", ["3 clues"])])
def test_a_success_brings_what_the_row_says(dice: str, facts: list[str]) -> None:
    search = plain_row("search", difficulty=2, yields=(Yield(shifts=0, says="{number} clues", every=2),))
    g = game(dice, rows=(search,))
    do_row(g, "search")
    throw(g)
    assert [fact.fact for fact in g.state.get(FACTS)] == facts


def test_of_several_things_a_success_brings_the_best() -> None:
    rumour = plain_row("rumour", yields=(Yield(shifts=0, says="a mention"), Yield(shifts=3, says="talk")))
    assert [rumour.yielded(margin) for margin in (-1, 0, 2, 3, 9)] == ["", "a mention", "a mention", "talk", "talk"]


def test_once_a_scene_is_once_to_each_target() -> None:
    rows = (plain_row("look", target="other", once="scene", difficulty=0), plain_row("buy", once="scene", difficulty=0))
    g = game("0000", "0000", rows=rows)
    do_row(g, "look", target=THUG)
    throw(g)
    look = Undertake(actor=RETH, procedure="look", trait="athletics", description="so", target=THUG)
    assert g.refused("ana", look)[0] == "bad-target"
    do_row(g, "buy")
    throw(g)
    buy = Undertake(actor=RETH, procedure="buy", trait="athletics", description="so")
    assert g.refused("ana", buy) == ("used-up", "Buy: once a scene only.")
    assert set(once_limits(rows)(g.state, g.state.get(CAST)[RETH])) >= {"buy", f"look {THUG}"}


def test_what_takes_calm_is_not_done_in_a_fight() -> None:
    g = game(rows=(plain_row("study", calm=True, difficulty=0),))
    assert g.offers("ana", Undertake)
    g.do("gm", StartConflict("fight", (RETH, THUG)))
    assert g.refused("ana", Undertake(actor=RETH, procedure="study", trait="athletics"))[0] == "no-calm"
    assert not g.offers("ana", Undertake)


def test_modifiers_that_always_count_are_not_claimed() -> None:
    steal = plain_row("steal", difficulty=0, always=(MenuRow(name="stealing", amount=-2, family="stealing"),))
    g = game(rows=(steal,))
    assert do_row(g, "steal").efforts[0].fixed == 3 - 2
    assert "what counts" not in [hole.label for offer in g.offers("ana", Undertake) for hole in offer.holes]


def test_an_aspect_is_worded_where_the_row_makes_one() -> None:
    g = game(rows=(plain_row("inspire", difficulty=3, aspect="mood"),))
    (offer,) = g.offers("ana", Undertake)
    assert [hole.label for hole in offer.holes] == ["mood", "how?"]
    assert do_row(g, "inspire", words=" Somber ").declaration.words == "Somber"


@pytest.mark.parametrize(
    ("margin", "time"),
    [(1, "Half an Hour"), (2, "15 Minutes"), (3, "Half an Hour"), (5, "A Few Minutes"), (9, "One Minute")],
)
def test_only_shifts_that_nothing_else_takes_save_time(margin: int, time: str) -> None:
    yields = (Yield(shifts=1, says="some aspect"), Yield(shifts=3, says="the aspect sought"))
    insight = plain_row("insight", time="Half an Hour", saves=3, yields=yields, spares=True)
    assert insight.time_taken(TRACK, "Half an Hour", margin) == time


def test_what_costs_points_is_paid_for_and_given_back_if_it_does_not_happen() -> None:
    g = game(rows=(plain_row("call", price=2, asks="How far?", rungs=(Rung(name="near", difficulty=0),)),))
    call = Undertake(actor=RETH, procedure="call", trait="athletics", description="so")
    g.tell(PointsMoved(purse(RETH), "bank", balance(g.state, purse(RETH)) - 1, "spent"))
    assert g.refused("ana", call)[0] == "not-enough-fate-points"
    assert not g.offers("ana", Undertake)
    g.tell(PointsMoved("bank", purse(RETH), 2, "a gift"))
    (offer,) = g.offers("ana", Undertake)
    assert offer.price is not None
    assert offer.price.points == 2
    g.do("ana", call)
    assert balance(g.state, purse(RETH)) == 1
    g.answer("gm", ProcedureToOppose, "send-back", reason="nobody is near")
    assert balance(g.state, purse(RETH)) == 3
