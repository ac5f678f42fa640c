"""The fold of the encounter, and the turns that end when a conflict changes."""

from __future__ import annotations

import pytest

from fatetable.engine.state import State
from fatetable.mechanics.encounters.state import (
    ENCOUNTER,
    Challenge,
    Conflict,
    Contest,
    Encounter,
    EncounterEnded,
    EncounterSet,
    Place,
    challenge_of,
    conflict_of,
    contest_of,
)
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame

CONFLICT = Conflict(kind="fight", order=(Place((RETH, VOLT), 2), Place((THUG,), 1)))
CONTEST = Contest(goal="the flag", tally={RETH: 0})
CHALLENGE = Challenge(situation="a fire")


@pytest.mark.parametrize("encounter", [CONFLICT, CONTEST, CHALLENGE])
def test_there_is_one_encounter_at_a_time(encounter: Encounter) -> None:
    g = SmallGame()
    g.tell(EncounterSet(encounter))
    assert found(g.state) == [encounter]
    g.tell(EncounterEnded("over"))
    assert found(g.state) == []
    assert g.state.get(ENCOUNTER) is None


def found(state: State) -> list[Encounter]:
    return [each for each in (conflict_of(state), contest_of(state), challenge_of(state)) if each is not None]


def test_a_conflict_involves_those_in_the_order_and_newcomers() -> None:
    assert CONFLICT.actors == (RETH, VOLT, THUG)
    late = Conflict(kind="fight", order=(Place((RETH,), 1),), newcomers=(THUG,))
    assert [late.involves(actor) for actor in (RETH, VOLT, THUG)] == [True, False, True]
