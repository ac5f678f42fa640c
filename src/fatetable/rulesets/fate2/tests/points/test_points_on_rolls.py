"""Fate points on a roll: one for a better result, help for two, and points that cancel points (FP)."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.engine.seats import AddSeat
from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.rulesets.fate2.tests.support.playing import Game
from fatetable.rulesets.fate2.tests.support.rolling import (
    CYRUS,
    FINN,
    attempt,
    cancel,
    helping,
    invoke,
    opposed,
    point,
    renew,
    shown,
    thrown,
)


@pytest.mark.rule("F2-FP-01")
def test_a_fate_point_adds_one_before_or_after_the_dice_or_after_aspects() -> None:
    early = Game()
    attempt(early)
    early.answer("gm", "opposition", "difficulty", value=5)
    early.do("ana", point(early))
    early.throw("ana", "+000")
    after = thrown("+000")
    after.do("ana", point(after))
    last = thrown("----")
    last.do("ana", invoke(last), "+000")
    last.do("ana", point(last))
    for g in (early, after, last):
        assert (g.roll.margin_now(), g.points("cyrus")) == (0, 2)
        g.everyone_passes()
        assert g.last_roll.outcome == "succeed"


@pytest.mark.rule("F2-FP-01", "F2-FP-02")
def test_four_plusses_and_a_point_make_five() -> None:
    g = thrown("++++", difficulty=9)
    g.do("ana", point(g))
    assert g.roll.efforts[0].total - 3 == 5


@pytest.mark.rule("F2-FP-01")
def test_it_takes_a_point_and_the_defender_may_pay_as_well() -> None:
    g = opposed("0000", "++++")
    g.do("bo", point(g, FINN, 1))
    assert g.roll.margin_now() == -1
    g.set_points(cyrus=0)
    assert g.refused("ana", point(g)) == "not-enough-fate-points"


@pytest.mark.rule("F2-FP-02")
def test_only_one_point_goes_on_a_roll() -> None:
    g = thrown("0000")
    g.do("ana", point(g))
    assert g.refused("ana", point(g)) == "once-only"


@pytest.mark.rule("F2-FP-02")
def test_the_point_stays_with_the_roll_when_the_dice_are_thrown_again() -> None:
    g = thrown("0000")
    g.do("ana", point(g))
    g.do("ana", invoke(g), "+000")
    assert g.roll.margin_now() == 0
    assert g.refused("ana", point(g)) == "once-only"


@pytest.mark.rule("F2-FP-02", "F2-FP-05")
def test_a_point_that_was_cancelled_may_be_paid_again() -> None:
    g = thrown("+000")
    g.set_points(pool=1)
    g.do("ana", point(g))
    g.do("gm", cancel(g))
    assert g.refused("ana", point(g)) == "once-only", "the first is paid anew instead"
    g.do("ana", renew(g))
    assert (g.roll.margin_now(), g.points("cyrus"), g.points("pool")) == (0, 1, 0)


@pytest.mark.rule("F2-FP-05")
def test_both_points_are_gone_and_it_goes_on_while_both_pay() -> None:
    g = thrown("+000")
    g.set_points(pool=2)
    g.do("ana", point(g))
    stood = []
    for _ in range(2):
        g.do("gm", cancel(g))
        stood.append(g.roll.margin_now())
        g.do("ana", renew(g))
        stood.append(g.roll.margin_now())
    assert stood == [-1, 0, -1, 0]
    assert (g.points("cyrus"), g.points("pool")) == (0, 0)
    assert g.refused("gm", cancel(g)) == "not-enough-fate-points"


@pytest.mark.rule("F2-FP-05")
def test_anybody_with_points_cancels_but_not_their_own() -> None:
    g = thrown("+000")
    g.do("ana", point(g))
    assert g.refused("ana", cancel(g, CYRUS)) == "own-outlay"
    assert g.refused("gm", cancel(g, NOBODY)) == "not-enough-fate-points"
    g.do("bo", cancel(g, FINN))
    assert g.refused("ana", cancel(g, CYRUS)), "a cancelling point cannot be cancelled"
    g.everyone_passes()
    assert (g.last_roll.outcome, g.points("cyrus"), g.points("finn")) == ("fail", 2, 2)


@pytest.mark.rule("F2-FP-09")
def test_two_points_help_somebody_who_has_paid_already() -> None:
    g = thrown("0000", joint_help=True)
    g.do("ana", point(g))
    g.do("bo", helping(g))
    assert (g.roll.margin_now(), g.points("finn")) == (0, 1)
    assert g.refused("bo", helping(g)) == "once-only"


@pytest.mark.rule("F2-FP-09")
def test_each_further_point_takes_another_helper_for_two() -> None:
    g = Game(joint_help=True, scene=False)
    g.do("gm", AddSeat("Cy", "player"))
    g.bring("cy", "Sybil")
    g.start_scene()
    attempt(g)
    g.answer("gm", "opposition", "difficulty", value=5)
    g.throw("ana", "0000")
    g.do("bo", helping(g))
    g.do("cy", helping(g, ActorId("sybil")))
    assert g.roll.margin_now() == 0
    assert (g.points("finn"), g.points("sybil"), shown(g)) == (1, 1, (0, 0, 0, 0))
    assert g.refused("ana", helping(g, CYRUS)) == "wrong-side", "nobody helps themselves"


@pytest.mark.rule("F2-FP-09")
def test_help_has_to_be_explained_and_needs_two_points() -> None:
    g = thrown("0000", joint_help=True)
    assert g.refused("bo", msgspec.structs.replace(helping(g), explanation=" ")) == "no-explanation"
    g.set_points(finn=1)
    assert g.refused("bo", helping(g)) == "not-enough-fate-points"


@pytest.mark.rule("F2-FP-09")
def test_help_for_points_is_the_tables_choice() -> None:
    g = thrown("0000")
    assert g.refused("bo", helping(g)) == "no-such-effect"
