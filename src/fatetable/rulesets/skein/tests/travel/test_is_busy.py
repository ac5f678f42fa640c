"""In the middle of a battle nobody rests, travels, hunts, forges, trades, lies in wait or lets time pass."""

from __future__ import annotations

from fatetable.mechanics.time.passing import PassTime
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.skein.battle.muster import CallOffBattle
from fatetable.rulesets.skein.combat.ambushes import LayAmbush, SneakUp
from fatetable.rulesets.skein.magic.item_making import ForgeMagicItem
from fatetable.rulesets.skein.possessions.trading import Buy, Sell
from fatetable.rulesets.skein.recovery.natural_healing import Rest
from fatetable.rulesets.skein.recovery.ordeals import CallEndurance
from fatetable.rulesets.skein.sheet.derived import HEALTH
from fatetable.rulesets.skein.tests.support.battles import Field
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.rulesets.skein.tests.support.wounded import BRANNOC, wound
from fatetable.rulesets.skein.time.busy import why_busy
from fatetable.rulesets.skein.travel.journeys import SetOut

LONG = (PassTime, SetOut, Undertake, Rest, LayAmbush, SneakUp, ForgeMagicItem, Buy, Sell)


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


def test_a_refusal_for_want_of_time_says_what_has_to_be_over_first() -> None:
    g = Game(foes=("Gate Guard",))
    assert why_busy(g.table.state) is None
    g.do("gm", CallEndurance(actors=(BRANNOC,), trait="strength", difficulty=9, score=HEALTH, cause="the flood"))  # type: ignore[arg-type]
    assert _reason(g) == "Finish the open roll first."
    g.throw("ana", "0000")
    assert _reason(g) == "Answer the open question first."
    g.answer("ana", "harm", "score")
    g.start_combat()
    assert _reason(g) == "There is no time in the middle of a fight or contest: it has to be over first."


def _reason(g: Game) -> str:
    refusal = why_busy(g.table.state)
    assert refusal is not None
    assert g.refused("gm", PassTime("A day")) == refusal.code
    return refusal.message
