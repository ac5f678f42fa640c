"""Aspects invoked by ticking a box: one's own, with an open box, as often as there are boxes."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.points.accounts import balance, purse
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.taking_back import VetoInvocation
from tests.mechanics.rolling_game import everybody_passes, situation, the_roll, throw
from tests.mechanics.rolls.spending.buying import buying, with_box
from tests.mechanics.small_game import RETH, VOLT


def test_a_box_pays_and_no_point_is_spent() -> None:
    g = buying("-000")
    throw(g)
    g.do("ana", with_box(g, "plus", die="0"))
    assert (the_roll(g).efforts[0].values, g.card("Born to Run").ticked) == ((1, 0, 0, 0), 1)
    assert balance(g.state, purse(RETH)) == 3
    assert everybody_passes(g).margin == 0


def test_several_boxes_of_one_aspect_go_on_one_roll_until_none_is_open() -> None:
    g = buying("--00", "0000")
    throw(g)
    g.do("ana", with_box(g, "plus", die="0"))
    g.do("ana", with_box(g, "again"))
    assert the_roll(g).efforts[0].values == (0, 0, 0, 0), "all dice are picked up, the turned one too"
    assert g.refused("ana", with_box(g, "again"))[0] == "no-open-box"
    g.do("ana", with_box(g, "plus", "Weak", die="0"))
    assert the_roll(g).margin_now() == 0


def test_a_die_that_would_gain_nothing_leaves_the_box_open() -> None:
    g = buying("+---")
    throw(g)
    assert g.refused("ana", with_box(g, "plus", die="0"))[0] == "no-such-die"
    assert g.card("Born to Run").ticked == 0


def test_only_the_bearer_uses_a_box_and_only_a_box_pays() -> None:
    g = buying("----")
    throw(g)
    dust = situation(g, "Dust", free_for=RETH)
    loud = with_box(g, "again", "Loud")
    assert g.refused("ana", loud)[0] == "not-your-aspect"
    assert g.refused("bo", msgspec.structs.replace(loud, party=VOLT))[0] == "wrong-side"
    assert g.refused("ana", with_box(g, "again", "Dust"))[0] == "not-your-aspect"
    paid = msgspec.structs.replace(with_box(g, "again"), payment="point")
    assert g.refused("ana", paid)[0] == "wrong-payment"
    assert [offer.cost for offer in g.offers("ana", Invoke)].count("a box") == 2
    assert dust.free


def test_a_veto_opens_the_box_again() -> None:
    g = buying("----", "++++")
    throw(g)
    g.do("ana", with_box(g, "again"))
    g.do("gm", VetoInvocation(the_roll(g).id, "not here"))
    assert (g.card("Born to Run").ticked, the_roll(g).efforts[0].dice) == (0, -4)


@pytest.mark.parametrize("seat", ["gm", "bo"])
def test_nobody_else_is_offered_the_boxes(seat: str) -> None:
    g = buying("----")
    throw(g)
    assert not g.offers(seat, Invoke)
