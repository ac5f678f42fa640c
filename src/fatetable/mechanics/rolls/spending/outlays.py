"""Parts of an effort that were paid for: adding one with the dice that it brings, and taking it away again."""

from __future__ import annotations

from fatetable.engine.decision import Decision
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import (
    ROLLS,
    DieChange,
    Modifier,
    Outlay,
    OutlaysChanged,
    Roll,
    RollId,
    change_effort,
)


def outlay_of(decision: Decision, roll: Roll, outlay_id: str) -> Outlay:
    found = next((each for each in roll.outlays if each.id == outlay_id), None)
    if found is None:
        raise decision.violation("no-such-outlay", "Nothing of the kind was paid for on this roll.")
    return found


def replace_outlay(decision: Decision, roll_id: RollId, changed: Outlay) -> None:
    outlays = decision.state.get(ROLLS)[roll_id].outlays
    decision.emit(OutlaysChanged(roll_id, tuple(changed if each.id == changed.id else each for each in outlays)))


def add_part(decision: Decision, rules: CheckRules, roll_id: RollId, index: int, part: Modifier) -> None:
    """Give an effort a part more.  Where parts are dice and the effort is thrown already, the new dice fall now."""
    effort = decision.state.get(ROLLS)[roll_id].efforts[index]
    change_effort(decision, roll_id, index, modifiers=(*effort.modifiers, part))
    while missing := rules.missing_dice(decision.state, decision.state.get(ROLLS)[roll_id], index):
        roll = decision.state.get(ROLLS)[roll_id]
        effort = roll.efforts[index]
        place = len(effort.values)
        throw = decision.throw(missing[:1], f"{roll.thrown_for(index)} die {place} {len(effort.changes)}")
        change = DieChange(effort.kept, place, throw.values[0], throw)
        change_effort(decision, roll_id, index, changes=(*effort.changes, change))


def take_part(decision: Decision, roll_id: RollId, index: int, part: Modifier) -> None:
    """Take a part away, if it is there still; dice that came with it do not count any more."""
    effort = decision.state.get(ROLLS)[roll_id].efforts[index]
    if part in effort.modifiers:
        place = effort.modifiers.index(part)
        change_effort(decision, roll_id, index, modifiers=effort.modifiers[:place] + effort.modifiers[place + 1 :])
