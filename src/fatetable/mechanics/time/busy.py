"""Whether something is going on that leaves no time for anything longer, and what it is."""

from __future__ import annotations

from fatetable.engine.errors import Refusal
from fatetable.engine.prompts import is_blocked
from fatetable.engine.recollection import tracked
from fatetable.engine.state import State
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.rolls.state import a_roll_is_open

NOT_FINISHED = "not-finished"


@tracked
def why_busy(state: State, code: str = NOT_FINISHED, topic: str = "") -> Refusal | None:
    """What has to be over first: an encounter, a roll, or a question that holds up play."""
    if state.get(ENCOUNTER) is not None:
        return Refusal(code, "There is no time in the middle of a fight or contest: it has to be over first.", topic)
    if a_roll_is_open(state):
        return Refusal(code, "Finish the open roll first.", topic)
    if is_blocked(state):
        return Refusal(code, "Answer the open question first.", topic)
    return None
