"""The encounter being played: turn order, tally or tasks."""

from __future__ import annotations

import msgspec

from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.exchanges import EndTurn
from fatetable.mechanics.encounters.state import Challenge, Contest, EncounterSet, Task
from fatetable.mechanics.harm.state import Condition, ConditionSet
from fatetable.mechanics.view.encounter_blocks import TallyBlock, TasksBlock, TaskView, TurnOrderBlock
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame
from tests.mechanics.view.showing import PRESENTING, shown


def test_the_turn_order_says_who_is_done_acting_waiting_and_out() -> None:
    g = SmallGame().scene()
    g.do("gm", StartConflict("fight", (THUG,)))
    g.do("gm", BeginConflict())
    g.tell(ConditionSet(THUG, Condition(out="taken-out")))
    g.do("ana", EndTurn(RETH))
    (block,) = shown(g, "ana", TurnOrderBlock)
    assert [(place.name, place.value, place.state, place.is_mine) for place in block.places] == [
        ("Reth", 3, "done", True),
        ("Volt", 2, "acting", False),
        ("Thug", 1, "out", False),
    ]


def test_a_contest_is_a_tally_where_victories_are_counted() -> None:
    g = SmallGame().scene()
    g.tell(EncounterSet(Contest(goal="the flag", tally={RETH: 1, VOLT: 0}, exchange=2)))
    assert shown(g, "ana", TallyBlock) == [TallyBlock("the flag", 2, {"Reth": 1, "Volt": 0}, 2)]
    uncounted = msgspec.structs.replace(PRESENTING, victories=0)
    assert shown(g, "ana", TallyBlock, uncounted) == []


def test_a_challenge_is_a_list_of_tasks() -> None:
    g = SmallGame().scene()
    g.tell(EncounterSet(Challenge(situation="A fire", tasks=(Task("t1", "Dig", result="done", by=RETH),))))
    (block,) = shown(g, "ana", TasksBlock)
    assert (block.situation, block.tasks) == ("A fire", (TaskView("t1", "Dig", "done", False, "", "Reth"),))
