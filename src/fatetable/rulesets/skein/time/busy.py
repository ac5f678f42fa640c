"""Whether something is going on that leaves no time for anything longer: here a battle does not either."""

from __future__ import annotations

from fatetable.engine.errors import Refusal
from fatetable.engine.recollection import tracked
from fatetable.engine.state import State
from fatetable.mechanics.time import busy
from fatetable.mechanics.time.busy import NOT_FINISHED
from fatetable.rulesets.skein.battle import BATTLE


@tracked
def why_busy(state: State, code: str = NOT_FINISHED, topic: str = "") -> Refusal | None:
    """What has to be over first.  A battle lasts from its muster to the end of its aftermath."""
    if state.get(BATTLE) is not None:
        return Refusal(code, "There is no time in the middle of a battle: it has to be over first.", topic)
    return busy.why_busy(state, code, topic)


def there_is_time(state: State) -> bool:
    return why_busy(state) is None
