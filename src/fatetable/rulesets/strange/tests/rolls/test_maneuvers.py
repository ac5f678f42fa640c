"""Maneuvers, declarations and assessments: what they place, how long it stays, and the free tag."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.rolls.actions import DISCOVER, CreateAdvantage, Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.rulesets.strange.tests.support.playing import FOE, MAUD, Game, skill
from fatetable.testing import faces

MUD = "Mud in the Eyes"


def maneuver(shifts: int, *, opposed: bool = True, **dials: Any) -> Game:
    """Maud's maneuver on the foe, or against a difficulty, that comes to so many shifts."""
    g = Game(maud=(skill("Stealth", 2),), foe=(skill("Alertness", 2),), **dials)
    g.do("ana", CreateAdvantage(actor=MAUD, mode="new", trait="stealth", description="throws", words=MUD, target=FOE))
    if opposed:
        g.answer("gm", "opposition", "defend", defender="foe")
        g.answer("gm", "defend", "defend", trait="alertness", description="blinks")
        g.throw("ana", faces(shifts), "0000")
    else:
        g.answer("gm", "opposition", "difficulty", value=2, scale="0")
        g.throw("ana", faces(shifts))
    g.everyone_passes()
    return g


@pytest.mark.rule("SF-ROLL-05")
@pytest.mark.parametrize(
    ("shifts", "opposed", "lasts"),
    [
        *((-1, True, None), (0, True, None), (1, True, "fragile"), (2, True, "fragile"), (3, True, "sticky")),
        *((-1, False, None), (0, False, "fragile"), (2, False, "fragile"), (3, False, "sticky")),
    ],
)
def test_shifts_say_whether_an_aspect_is_placed_and_how_long_it_stays(
    shifts: int, opposed: bool, lasts: str | None
) -> None:
    g = maneuver(shifts, opposed=opposed)
    assert g.has_card(MUD) == (lasts is not None)
    if lasts is not None:
        card = g.card(MUD)
        assert (card.lasts, card.bearer, [free.holder for free in card.free]) == (lasts, "foe", ["maud"])


def use(g: Game, text: str = MUD, *, paid: bool = False) -> None:
    """Maud tags the aspect on another roll, or invokes it for a point."""
    g.attempt("stealth", 2)
    card = g.card(text)
    payment = "point" if paid else card.free[0].id
    invoke = Invoke(
        roll=g.roll.id, effort=0, effect="bonus", aspect=card.id, explanation="so", payment=payment, party=MAUD
    )
    g.do("ana", invoke)
    g.everyone_passes()


@pytest.mark.rule("SF-ROLL-05")
@pytest.mark.parametrize(("shifts", "stays"), [(1, False), (3, True)])
@pytest.mark.parametrize("aspects_last", ["by-shifts", "until-removed"])
def test_a_fragile_aspect_is_gone_after_its_first_use_unless_the_table_keeps_all(
    shifts: int, stays: bool, aspects_last: str
) -> None:
    g = maneuver(shifts, aspects_last=aspects_last)
    use(g)
    assert g.last_roll.margin == 2
    assert g.has_card(MUD) == (stays or aspects_last == "until-removed")


@pytest.mark.rule("SF-ROLL-05")
def test_a_use_that_is_paid_for_is_a_use_too_and_one_that_is_taken_back_is_none() -> None:
    g = maneuver(2)
    g.set_points(maud=1)
    use(g, paid=True)
    assert not g.has_card(MUD)
    g = maneuver(2)
    g.attempt("stealth", 2)
    card = g.card(MUD)
    g.do(
        "ana",
        Invoke(
            roll=g.roll.id,
            effort=0,
            effect="bonus",
            aspect=card.id,
            explanation="so",
            payment=card.free[0].id,
            party=MAUD,
        ),
    )
    g.choose("gm", "Veto the invoke", reason="no mud here")
    g.everyone_passes()
    assert len(g.card(MUD).free) == 1


@pytest.mark.rule("SF-ROLL-05")
@pytest.mark.parametrize("free_tags", [True, False])
def test_a_table_may_play_without_free_tags(free_tags: bool) -> None:
    assert len(maneuver(3, free_tags=free_tags).card(MUD).free) == free_tags
    g = Game(maud=(skill("Empathy", 4),), free_tags=free_tags)
    g.do("ana", CreateAdvantage(actor=MAUD, mode=DISCOVER, trait="empathy", description="watches", target=FOE))
    g.answer("gm", "discover", "invent", words="Afraid of Rats")
    g.answer("gm", "opposition", "difficulty", value=2, scale="0")
    g.throw("ana", "0000")
    g.everyone_passes()
    card = g.card("Afraid of Rats")
    assert card.known_to is None
    assert len(card.free) == free_tags


@pytest.mark.rule("SF-ROLL-05")
@pytest.mark.parametrize(("dice", "goes"), [("-000", False), ("0000", True)])
def test_an_aspect_is_taken_off_by_a_maneuver_against_fair(dice: str, goes: bool) -> None:
    g = maneuver(3)
    card = g.card(MUD)
    g.do("gm", Overcome(actor=FOE, trait="alertness", description="wipes them", aspect=card.id))
    assert (g.prompt("opposition"), g.roll.difficulty) == (None, 2)
    g.throw("gm", dice)
    g.everyone_passes()
    assert g.has_card(MUD) != goes
