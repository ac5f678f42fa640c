"""Who can still do something: those in the scene who are not out of it."""

from __future__ import annotations

from fatetable.mechanics.harm.state import Condition, ConditionSet
from fatetable.mechanics.scenes.lifecycle import EndScene, LeaveScene
from fatetable.mechanics.scenes.presence import is_active, people_there
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame


def test_an_actor_is_active_while_present_and_not_out() -> None:
    g = SmallGame().scene()
    g.do("gm", LeaveScene(VOLT))
    g.tell(ConditionSet(THUG, Condition(out="taken-out")))
    assert [is_active(g.state, actor) for actor in (RETH, VOLT, THUG)] == [True, False, False]
    g.do("gm", EndScene())
    assert not is_active(g.state, RETH)


def test_those_there_are_named_but_for_who_asks() -> None:
    g = SmallGame().scene()
    assert [choice.value for choice in people_there(g.state)] == [RETH, VOLT, THUG]
    g.tell(ConditionSet(THUG, Condition(out="taken-out")))
    assert [(choice.value, choice.label) for choice in people_there(g.state, besides=RETH)] == [(VOLT, "Volt")]
    g.do("gm", EndScene())
    assert people_there(g.state) == ()
