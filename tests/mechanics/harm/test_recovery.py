"""Getting better: what heals by itself, what is asked about when, and who agrees."""

from __future__ import annotations

from fatetable.engine.messages import GM
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.harm.absorbing import Inflict, SetBox
from fatetable.mechanics.harm.recovery import RecoveryToRule, RecoveryToTell
from fatetable.mechanics.harm.state import STRESS, ConditionSet, condition_of, set_condition
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession
from tests.mechanics.rolling_game import rolling
from tests.mechanics.small_game import RETH, SmallGame, only


def hurt(slot: str) -> SmallGame:
    g = rolling().scene()
    g.do("gm", Inflict(actor=RETH, slot=slot, words="Burned Hand", reason="a serious cost"))
    return g


def test_stress_and_being_out_end_with_the_scene() -> None:
    g = rolling().scene()
    g.do("gm", SetBox(actor=RETH, box=2, checked=True, reason="a fall"))
    g.run(lambda decision: set_condition(decision, RETH, "test", out="taken-out", fate="asleep"))
    rested = only(g.do("gm", EndScene()), ConditionSet)
    assert (rested.actor, rested.reason) == (RETH, "scene ended")
    after = condition_of(g.state, RETH)
    assert (after.tracks, after.out, after.fate) == ({STRESS: (False, False)}, "", "")
    assert not g.has_prompts()


def test_the_player_tells_how_and_the_game_master_agrees() -> None:
    g = hurt("mild")
    g.do("gm", EndScene())
    assert (g.prompt(RecoveryToTell).seats, "mild" in condition_of(g.state, RETH).marks) == (("ana",), True)
    g.answer("ana", RecoveryToTell, "how", how="cold water")
    ruling = g.prompt(RecoveryToRule)
    assert (ruling.seats, "cold water" in ruling.question) == ((GM,), True)
    card = g.card("Burned Hand").id
    g.answer("gm", RecoveryToRule, "yes")
    assert condition_of(g.state, RETH).marks == {}
    assert card not in g.state.get(ASPECTS)


def test_it_stays_if_either_says_not_yet() -> None:
    g = hurt("mild")
    g.do("gm", EndScene())
    g.answer("ana", RecoveryToTell, "no")
    assert ("mild" in condition_of(g.state, RETH).marks, g.has_prompts()) == (True, False)
    g = hurt("mild")
    g.do("gm", EndScene())
    g.answer("ana", RecoveryToTell, "how", how="cold water")
    g.answer("gm", RecoveryToRule, "no")
    assert ("mild" in condition_of(g.state, RETH).marks, g.has_prompts()) == (True, False)


def test_each_slot_is_asked_about_in_its_own_time() -> None:
    for scenario_ends in (False, True):
        g = hurt("severe")
        g.do("gm", EndScene())
        assert not g.is_asked(RecoveryToTell)
        g.do("gm", EndSession(scenario_ends))
        assert g.is_asked(RecoveryToTell) is scenario_ends
