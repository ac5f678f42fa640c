"""Fate points: refresh, the game master's pool, and a ledger in which every point comes from and goes somewhere."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.aspects.compel_state import COMPELS
from fatetable.mechanics.aspects.compels import OfferCompel, RefuseCompel
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.harm.absorbing import Inflict
from fatetable.mechanics.points.accounts import BANK, POINTS, account_label, balance, owed_to, purse
from fatetable.mechanics.points.corrections import SetPoints
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, EnterScene, StartScene, StartSession
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import (
    BETHESDA,
    GANG,
    RETH,
    VELD,
    VOLTAIRE,
    invoking,
    join_third,
    lay_out,
    margin,
    next_session,
    try_against,
    try_alone,
)

KUNG_FU = "My Kung Fu Is The Strongest"
YAWN = "*Yawn*"
FACE = "Must Not Lose Face"


def with_stunts(name: str, number: int) -> Sheet:
    """A sample character with so many stunts, refresh worked out."""
    sheet = TABLES.sample(name)
    ready = [stunt.feature for stunt in TABLES.stunts if stunt.feature not in sheet.features]
    features = (*sheet.features, *ready)[:number]
    refresh = 3 - max(0, number - 3)
    return msgspec.structs.replace(sheet, features=features, numbers={**sheet.numbers, "refresh": refresh})


# -- refresh -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CHAR-21", "FAE-FP-01", "FAE-CLOCK-03")
def test_in_the_first_session_everybody_starts_with_their_refresh() -> None:
    g = Game(scene=False)
    join_third(g, with_stunts("Abigail Zhao", 5))
    assert g.points("reth") == 0
    g.do("gm", StartSession())
    assert [g.points(who) for who in ("reth", "voltaire", "abigail-zhao")] == [3, 3, 1]
    entry = g.table.ledger()[0]
    assert (entry.source, entry.target, entry.amount, entry.reason) == ("bank", "purse:reth", 3, "refresh")


@pytest.mark.rule("FAE-CHAR-21")
def test_who_joins_during_a_session_starts_with_their_refresh_too() -> None:
    g = Game()
    join_third(g, "Abigail Zhao")
    assert g.points("abigail-zhao") == 3


@pytest.mark.rule("FAE-FP-01", "FAE-CLOCK-03")
@pytest.mark.parametrize(("stunts", "left_over", "start"), [(4, 5, 5), (1, 1, 3), (1, 3, 3), (1, 0, 3), (5, 0, 1)])
def test_a_session_starts_with_refresh_or_what_was_left_if_that_is_more(
    stunts: int, left_over: int, start: int
) -> None:
    g = Game(scene=False)
    join_third(g, with_stunts("Abigail Zhao", stunts))
    g.do("gm", StartSession())
    g.do("gm", SetPoints("purse:abigail-zhao", left_over, "what an evening left"))
    next_session(g)
    assert g.points("abigail-zhao") == start


@pytest.mark.rule("FAE-FP-04", "FAE-CLOCK-04")
def test_unspent_points_are_on_record_between_sessions() -> None:
    g = Game()
    g.set_points(reth=5, voltaire=1)
    g.do("gm", EndScene())
    before = len(g.table.ledger())
    g.do("gm", EndSession())
    g.answer("gm", "milestone", "none")
    assert (g.points("reth"), g.points("voltaire")) == (5, 1), "unspent points are never lost"
    assert len(g.table.ledger()) == before
    g.do("gm", StartSession())
    assert [(e.target, e.amount) for e in g.table.ledger()[before:]] == [("purse:voltaire", 2)]


# -- spending and earning ----------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-FP-02")
def test_a_point_is_spent_to_invoke_and_to_refuse_a_compel() -> None:
    g = Game()
    try_alone(g, dice="++++")
    g.do("ana", invoking(g, "bonus", KUNG_FU, "reth"))
    assert g.points("reth") == 2
    g.everyone_passes()
    g.do("gm", OfferCompel(target=RETH, aspect=g.card(KUNG_FU).id, kind="event", text="a challenger"))
    (compel,) = g.table.state.get(COMPELS)
    g.do("ana", RefuseCompel(compel))
    assert g.points("reth") == 1


@pytest.mark.rule("FAE-FP-03")
def test_points_are_earned_by_giving_way_giving_in_and_being_invoked_against() -> None:
    g = Game()
    g.do("gm", OfferCompel(target=RETH, aspect=g.card(KUNG_FU).id, kind="event", text="a challenger"))
    g.answer("ana", "compel", "accept")
    assert g.points("reth") == 4
    g.start_conflict(second_side=("reth",), first="Voltaire")
    g.do("bo", Attack(actor=VOLTAIRE, target=RETH, trait="flashy", description="lunges"))
    g.defend("ana", "quick")
    g.throw("bo", "0000", "0000")
    g.do("bo", invoking(g, "bonus", KUNG_FU, "voltaire"))
    g.everyone_passes()
    g.answer("bo", "trade", "full")
    g.answer("ana", "absorb", "box-1+mild", mild="Slashed Sleeve")
    g.do("ana", GiveIn(RETH, "yields the point"))
    g.answer("bo", "concession", "agree")
    assert g.points("reth") == 4 + 1 + 1, "one for giving in and one for the consequence of this conflict"
    g.do("gm", EndScene())
    assert g.points("reth") == 6 + 1, "and one for the aspect, now that the scene is over"


@pytest.mark.rule("FAE-FP-03")
def test_points_for_giving_in_wait_until_the_conflict_is_over() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Reth")
    g.do("ana", GiveIn(RETH, "runs"))
    g.answer("gm", "concession", "agree")
    assert g.points("reth") == 3
    assert balance(g.table.state, "locked:reth") == 1
    last = g.table.ledger()[-1]
    assert (last.source, last.target, last.reason) == ("bank", "locked:reth", "Reth conceded")
    g.do("bo", GiveIn(VOLTAIRE, "follows him"))
    g.answer("gm", "concession", "agree")
    assert (g.points("reth"), g.points("voltaire")) == (4, 4)
    assert balance(g.table.state, "locked:reth") == 0


@pytest.mark.rule("FAE-FP-03")
def test_locked_points_cannot_be_spent() -> None:
    g = Game(foes=("Veld",), out_may_invoke=True)
    g.set_points(reth=0)
    g.start_conflict(first="Reth")
    g.do("ana", GiveIn(RETH, "runs"))
    g.answer("gm", "concession", "agree")
    g.do("bo", Attack(actor=VOLTAIRE, target=VELD, trait="flashy", description="lunges"))
    g.defend("gm", "careful")
    g.throw("bo", "0000", "0000")
    assert balance(g.table.state, "locked:reth") == 1
    assert g.refused("ana", invoking(g, "aid", KUNG_FU, "reth")) == "not-enough-fate-points"
    assert "ana" not in g.roll.waiting


@pytest.mark.rule("FAE-FP-07")
def test_no_point_that_a_player_spends_ever_joins_the_pool() -> None:
    g = Game(foes=("Veld",))
    try_against(g, "reth", "veld", "----", "++++")
    for aspect in (KUNG_FU, "Suncaller of the Andral Desert", FACE):
        g.do("ana", invoking(g, "bonus", aspect, "reth"))
    assert (g.points("reth"), g.points("pool")) == (0, 2)
    assert {entry.target for entry in g.table.ledger()[-3:]} == {BANK}


# -- the pool ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-FP-05", "FAE-CLOCK-02")
def test_every_scene_starts_with_one_point_for_each_player_character_in_it() -> None:
    g = Game(scene=False, foes=("Veld",))
    join_third(g, "Bethesda Flushing, PhD")
    g.do("gm", StartSession())
    for present, pool in (((RETH, VOLTAIRE, BETHESDA, VELD), 3), ((RETH, VELD), 1), ((VELD,), 0)):
        g.do("gm", StartScene("A scene", present))
        assert g.points("pool") == pool
        g.do("gm", EndScene())


@pytest.mark.rule("FAE-FP-05", "FAE-CLOCK-02")
def test_what_is_left_in_the_pool_does_not_carry_over() -> None:
    g = Game()
    g.set_points(pool=7)
    g.do("gm", EndScene())
    g.start_scene("The next")
    assert g.points("pool") == 2
    assert [(e.source, e.target, e.amount) for e in g.table.ledger()[-2:]] == [("pool", "bank", 7), ("bank", "pool", 2)]


@pytest.mark.rule("FAE-FP-05")
def test_latecomers_do_not_change_the_pool_but_the_game_master_may() -> None:
    g = Game(scene=False)
    g.do("gm", StartSession())
    g.do("gm", StartScene("The quay", (RETH,)))
    g.do("gm", EnterScene(VOLTAIRE))
    assert g.points("pool") == 1
    g.do("gm", SetPoints("pool", 2, "Voltaire came along"))
    assert g.points("pool") == 2


@pytest.mark.rule("FAE-FP-05")
def test_the_pool_pays_for_invoking_consequences_against_players_and_then_is_empty() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", Inflict(actor=RETH, slot="mild", words="Cracked Ribs", reason="a fall"))
    lay_out(g, "Slick Wet Planks")
    try_alone(g)
    g.do("gm", invoking(g, "hinder", "Cracked Ribs"))
    g.do("gm", invoking(g, "hinder", "Slick Wet Planks"))
    assert (margin(g), g.points("pool")) == (1 - 4, 0)
    assert g.refused("gm", invoking(g, "hinder", KUNG_FU)) == "not-enough-fate-points"
    assert g.points("reth") == 3, "no point for the one it is invoked against"


@pytest.mark.rule("FAE-FP-08")
def test_compels_leave_the_pool_alone_whether_they_are_accepted_or_refused() -> None:
    g = Game()
    for answer in ("accept", "refuse"):
        g.do("gm", OfferCompel(target=VOLTAIRE, aspect=g.card(YAWN).id, kind="event", text="a nap"))
        if answer == "accept":
            g.answer("bo", "compel", "accept")
        else:
            (compel,) = g.table.state.get(COMPELS)
            g.do("bo", RefuseCompel(compel))
        assert g.points("pool") == 2


@pytest.mark.rule("FAE-FP-09", "FAE-FP-06", "FAE-CLOCK-02")
def test_an_opponent_who_gives_in_fills_the_pool_of_the_next_scene() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Reth")
    g.do("ana", Attack(actor=RETH, target=VELD, trait="forceful", description="strikes"))
    g.defend("gm", "careful")
    g.throw("ana", "000+", "0000")
    g.everyone_passes()
    g.answer("gm", "absorb", "mild", mild="Slashed Sword Arm")
    g.do("gm", GiveIn(VELD, "leaves the harbour papers behind"))
    g.answer("ana", "concession", "agree")
    assert (g.points("pool"), balance(g.table.state, "deferred")) == (2, 2)
    g.do("gm", EndScene())
    g.answer("gm", "recover", "no")
    g.start_scene("The chase")
    assert (g.points("pool"), balance(g.table.state, "deferred")) == (2 + 2, 0)


@pytest.mark.rule("FAE-FP-09")
def test_a_nameless_foe_who_gives_in_yields_one_point() -> None:
    g = Game(foes=("Gang of Thugs",))
    g.start_conflict(first="Reth")
    g.do("gm", GiveIn(GANG, "they scatter"))
    assert balance(g.table.state, "deferred") == 1


# -- the ledger --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-FP-02", "FAE-FP-03", "FAE-FP-07")
def test_points_are_only_ever_moved_so_that_all_accounts_add_up_to_nothing() -> None:
    g = Game(foes=("Veld",))
    g.do("ana", OfferCompel(target=VELD, aspect=g.card(FACE).id, kind="decision", text="she must duel"))
    g.answer("gm", "compel", "accept")
    try_against(g, "reth", "veld")
    g.do("ana", invoking(g, "bonus", KUNG_FU, "reth"))
    g.do("gm", invoking(g, "bonus", FACE, effort=1))
    points = g.table.state.get(POINTS)
    assert sum(points.values()) == 0
    assert -points[BANK] == sum(number for account, number in points.items() if account != BANK)
    replayed: dict[str, int] = {}
    for entry in g.table.ledger():
        assert entry.amount > 0
        assert entry.reason
        replayed[entry.source] = replayed.get(entry.source, 0) - entry.amount
        replayed[entry.target] = replayed.get(entry.target, 0) + entry.amount
    assert replayed == dict(points), "the ledger alone tells every balance"


def test_the_game_master_corrects_balances_with_a_reason() -> None:
    g = Game()
    for number, is_offered in ((0, True), (99, True), (100, False), (-1, False)):
        correction = SetPoints(purse(RETH), number, "a bet")
        assert any(offer.matches(correction) for offer in g.offers("gm")) is is_offered
    assert g.refused("ana", SetPoints(purse(RETH), 5, "a bet")) == "gm-only"
    assert g.refused("gm", SetPoints(purse(VELD), 5, "a bet")) == "unknown-account"
    assert g.refused("gm", SetPoints(owed_to(RETH), 5, "a bet")) == "unknown-account"
    assert g.refused("gm", SetPoints(purse(RETH), -1, "a bet")) == "bad-number"
    assert g.refused("gm", SetPoints(purse(RETH), 100, "a bet")) == "bad-number"
    assert g.refused("gm", SetPoints(purse(RETH), 5, " ")) == "no-reason"
    g.do("gm", SetPoints(purse(RETH), 5, "a bet"))
    g.do("gm", SetPoints(purse(RETH), 1, "lost it"))
    assert [(e.source, e.target, e.amount) for e in g.table.ledger()[-2:]] == [
        (BANK, "purse:reth", 2),
        ("purse:reth", BANK, 4),
    ]
    assert g.do("gm", SetPoints(purse(RETH), 1, "nothing to correct")) == ()


def test_accounts_have_names_people_can_read() -> None:
    g = Game()
    names = [
        account_label(g.table.state, account, g.table.ruleset.engine.words)
        for account in ("bank", "pool", "deferred", "purse:reth", "owed:reth", "locked:reth", "stake:c1", "elsewhere")
    ]
    assert names == [
        "the bank",
        "the GM's pool",
        "the pool of the next scene",
        "Reth",
        "Reth (when the scene ends)",
        "Reth (when the conflict ends)",
        "the compel",
        "elsewhere",
    ]
