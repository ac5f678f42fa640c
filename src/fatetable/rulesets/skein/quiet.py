"""Is there time for something longer: no fight, contest or battle, nothing thrown and not read, no question open?"""

from __future__ import annotations

from fatetable.engine.prompts import is_blocked
from fatetable.engine.recollection import asking
from fatetable.engine.state import State
from fatetable.mechanics.encounters import ENCOUNTER
from fatetable.mechanics.rolls import a_roll_is_open
from fatetable.rulesets.skein.armies import BATTLE


@asking
def is_busy(state: State) -> bool:
    """A battle keeps everybody busy from its muster to the end of its aftermath."""
    is_fighting = state.get(ENCOUNTER) is not None or state.get(BATTLE) is not None
    return is_fighting or a_roll_is_open(state) or is_blocked(state)
