"""The end of a fight: nobody is left to fight, or both sides stop."""

from __future__ import annotations

import pytest

from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.fight_end import end_if_one_side_left, finish_fight
from fatetable.mechanics.encounters.state import ENCOUNTER, EncounterEnded
from fatetable.mechanics.harm.state import TAKEN_OUT, Condition, ConditionSet
from fatetable.mechanics.scenes.sides import SIDES
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame, only


def fighting() -> SmallGame:
    g = SmallGame().scene()
    g.do("gm", StartConflict("fight", (THUG,)))
    g.do("gm", BeginConflict())
    return g


def test_a_fight_goes_on_while_two_sides_are_left() -> None:
    g = fighting()
    g.run(lambda decision: end_if_one_side_left(decision))
    assert g.state.get(ENCOUNTER) is not None


@pytest.mark.parametrize(
    ("out", "result"),
    [
        ((THUG,), "The heroes win"),
        ((RETH, VOLT), "The opposition wins"),
        ((RETH, VOLT, THUG), "Nobody is left standing"),
    ],
)
def test_the_side_that_is_left_wins(out: tuple[str, ...], result: str) -> None:
    g = fighting()
    for actor in out:
        g.tell(ConditionSet(actor, Condition(out=TAKEN_OUT)))  # type: ignore[arg-type]
    before = len(g.log)
    g.run(lambda decision: end_if_one_side_left(decision))
    assert only(tuple(record.event for record in g.log[before:]), EncounterEnded).result == result
    assert (g.state.get(ENCOUNTER), g.state.get(SIDES)) == (None, {})


def test_both_sides_stop_and_nobody_has_a_side_any_more() -> None:
    g = fighting()
    g.run(lambda decision: finish_fight(decision, "They talk"))
    assert (g.state.get(ENCOUNTER), g.state.get(SIDES)) == (None, {})
