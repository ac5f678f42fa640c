"""The holder of a free invocation lets an ally use it."""

from __future__ import annotations

from fatetable.mechanics.aspects.cards import SITUATION, AspectCard, AspectId, AspectPlaced, FreeInvoke
from fatetable.mechanics.aspects.lending import LendInvoke
from fatetable.mechanics.scenes.lifecycle import LeaveScene
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame

FOG = AspectId("fog")


def with_free_invoke() -> SmallGame:
    g = SmallGame().scene()
    free = (FreeInvoke("f1", RETH, "create"), FreeInvoke("f2", THUG, "create"))
    g.tell(AspectPlaced(AspectCard(id=FOG, text="Fog", kind=SITUATION, free=free)))
    return g


def test_it_is_lent_to_an_ally_once() -> None:
    g = with_free_invoke()
    g.do("ana", LendInvoke(FOG, "f1", VOLT))
    assert [free.lent_to for free in g.card("Fog").free] == [VOLT, ""]
    assert g.refused("ana", LendInvoke(FOG, "f1", VOLT))[0] == "not-an-ally"


def test_it_is_the_holders_to_lend_and_stays_on_their_side() -> None:
    g = with_free_invoke()
    assert g.refused("bo", LendInvoke(FOG, "f1", VOLT)) == ("not-yours", "It is not yours to lend.")
    assert g.refused("ana", LendInvoke(FOG, "f1", THUG))[0] == "not-an-ally"
    assert g.refused("ana", LendInvoke(FOG, "f9", VOLT))[0] == "no-free-invoke"
    g.do("gm", LeaveScene(VOLT))
    assert g.refused("ana", LendInvoke(FOG, "f1", VOLT))[0] == "not-an-ally"
    assert not g.offers("ana", LendInvoke)
