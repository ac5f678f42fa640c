"""Players against each other: whose fate point it becomes when an aspect is turned against its own player."""

from __future__ import annotations

import pytest

from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.encounters.contests import Contend, StartContest
from fatetable.mechanics.points.accounts import PointsMoved
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.taking_back import VetoInvocation
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import (
    RETH,
    VOLTAIRE,
    free_on,
    invoking,
    lay_out,
    try_against,
    try_alone,
)

KUNG_FU = "My Kung Fu Is The Strongest"
YAWN = "*Yawn*"


def moves(g: Game) -> list[PointsMoved]:
    return [record.event for record in g.table.records if isinstance(record.event, PointsMoved)]


def duel(g: Game) -> None:
    """Voltaire attacks Reth in a conflict between the two, the dice on the table."""
    g.start_conflict(second_side=("reth",), first="Voltaire")
    g.do("bo", Attack(actor=VOLTAIRE, target=RETH, trait="flashy", description="lunges"))
    g.defend("ana", "quick")
    g.throw("bo", "0000", "0000")


@pytest.mark.rule("FAE-ASP-22", "FAE-FP-03")
def test_an_aspect_turned_against_its_player_earns_them_the_point_when_the_scene_is_over() -> None:
    g = Game()
    duel(g)
    g.do("bo", invoking(g, "bonus", "Steel Assassins Want Me Dead", "voltaire"))
    last = g.table.ledger()[-1]
    assert (last.source, last.target) == ("purse:voltaire", "owed:reth")
    assert [move.cites for move in moves(g)][-1] == ("FAE-ASP-22",)
    assert (g.points("voltaire"), g.points("reth")) == (2, 3), "charged at once, paid later"
    g.do("ana", invoking(g, "bonus", KUNG_FU, "reth", effort=1))
    assert g.table.ledger()[-1].target == "bank", "one's own aspect pays nobody"
    assert "FAE-FP-07" in [move.cites for move in moves(g)][-1]
    g.everyone_passes()
    g.answer("ana", "absorb", "box-1")
    g.do("ana", GiveIn(RETH, "yields"))
    g.answer("bo", "concession", "agree")
    assert g.points("reth") == 2 + 1, "giving in pays at once, the debt is not due yet"
    g.do("gm", EndScene())
    assert g.points("reth") == 2 + 1 + 1
    assert g.table.ledger()[-1].reason == "the scene is over"


@pytest.mark.rule("FAE-ASP-22")
def test_a_single_opposed_roll_between_players_counts_too() -> None:
    g = Game()
    try_against(g, "voltaire", "reth")
    g.do("bo", invoking(g, "bonus", "Crush On Avasa", "voltaire"))
    assert g.table.ledger()[-1].target == "owed:reth"
    g.do("ana", invoking(g, "hinder", YAWN, "reth"))
    assert g.table.ledger()[-1].target == "owed:voltaire"


@pytest.mark.rule("FAE-ASP-22")
def test_a_contest_between_players_counts_too() -> None:
    g = Game()
    g.do("gm", StartContest("the last peach", (RETH, VOLTAIRE)))
    g.do("ana", Contend(actor=RETH, trait="quick", description="grabs"))
    g.do("bo", Contend(actor=VOLTAIRE, trait="quick", description="grabs"))
    g.throw("ana", "0000", "0000")
    g.do("ana", invoking(g, "bonus", YAWN, "reth"))
    assert g.table.ledger()[-1].target == "owed:voltaire"
    g.do("bo", invoking(g, "hinder", KUNG_FU, "voltaire"))
    assert g.table.ledger()[-1].target == "owed:reth"


@pytest.mark.rule("FAE-ASP-22")
def test_a_players_aspect_that_helps_that_player_pays_the_bank() -> None:
    g = Game()
    try_alone(g, "reth")
    g.do("bo", invoking(g, "aid", KUNG_FU, "voltaire"))
    assert g.table.ledger()[-1].target == "bank"


@pytest.mark.rule("FAE-ASP-22")
def test_what_merely_hangs_on_a_character_is_not_on_their_sheet_and_pays_the_bank() -> None:
    g = Game()
    lay_out(g, "Dazzled", bearer="reth")
    try_against(g, "voltaire", "reth")
    g.do("bo", invoking(g, "bonus", "Dazzled", "voltaire"))
    assert g.table.ledger()[-1].target == "bank"


@pytest.mark.rule("FAE-ASP-22")
def test_a_consequence_counts_as_on_the_sheet_and_a_free_invocation_yields_no_point() -> None:
    g = Game()
    duel(g)
    g.everyone_passes()
    g.answer("ana", "absorb", "mild", mild="Slashed Sleeve")
    g.do("ana", Attack(actor=RETH, target=VOLTAIRE, trait="quick", description="kicks"))
    g.defend("bo", "quick")
    g.throw("ana", "0000", "0000")
    before = g.table.ledger()
    g.do("bo", invoking(g, "hinder", "Slashed Sleeve", "voltaire", payment=free_on(g, "Slashed Sleeve")))
    assert g.table.ledger() == before
    g.do("gm", VetoInvocation(g.roll.id, "not on a kick", 0))
    g.do("bo", invoking(g, "hinder", "Slashed Sleeve", "voltaire"))
    assert g.table.ledger()[-1].target == "owed:reth"


@pytest.mark.rule("FAE-ASP-22", "FAE-ASP-12")
def test_a_vetoed_point_comes_back_from_where_it_was_held() -> None:
    g = Game()
    duel(g)
    g.do("bo", invoking(g, "bonus", KUNG_FU, "voltaire"))
    g.do("gm", VetoInvocation(g.roll.id, "no", 0))
    last = g.table.ledger()[-1]
    assert (last.source, last.target, g.points("voltaire")) == ("owed:reth", "purse:voltaire", 3)


@pytest.mark.rule("FAE-ASP-22")
@pytest.mark.parametrize(("dial", "paid"), [("nobody", 3), ("bearer", 4)])
def test_a_dial_says_whether_the_game_masters_invocation_pays_the_bearer(dial: str, paid: int) -> None:
    g = Game(foes=("Veld",), pool_invoke_pays=dial)
    try_against(g, "veld", "reth")
    g.do("gm", invoking(g, "bonus", "Steel Assassins Want Me Dead"))
    assert (g.points("reth"), g.points("pool")) == (3, 1)
    g.everyone_passes()
    g.do("gm", EndScene())
    assert g.points("reth") == paid
