"""In the middle of a battle nobody rests, travels, hunts, forges, trades, lies in wait or lets time pass."""

from __future__ import annotations

from fatetable.rulesets.skein.ambushes import LayAmbush, SneakUp
from fatetable.rulesets.skein.battle_muster import CallOffBattle
from fatetable.rulesets.skein.buying import Buy, Sell
from fatetable.rulesets.skein.forging import ForgeMagicItem
from fatetable.rulesets.skein.hunting import Hunt
from fatetable.rulesets.skein.journeys import SetOut
from fatetable.rulesets.skein.mending import Rest
from fatetable.rulesets.skein.passing_time import PassTime
from fatetable.rulesets.skein.tests.battles import Field
from fatetable.rulesets.skein.tests.wounded import BRANNOC, wound

LONG = (PassTime, SetOut, Hunt, Rest, LayAmbush, SneakUp, ForgeMagicItem, Buy, Sell)


def test_a_battle_leaves_no_time_for_anything_that_takes_long() -> None:
    g = Field(musters=False)
    wound(g, BRANNOC, 1)
    offered = {type(offer.command) for seat in ("gm", "ana") for offer in g.offers(seat)}
    assert set(LONG) <= offered
    g.muster()
    assert not {type(offer.command) for seat in ("gm", "ana") for offer in g.offers(seat)} & set(LONG)
    assert g.refused("gm", PassTime("A day")) == "not-finished"
    assert g.refused("gm", Rest((BRANNOC,))) == "not-finished"  # type: ignore[arg-type]
    g.do("gm", CallOffBattle("for the test"))
    assert g.offers("gm", PassTime)
