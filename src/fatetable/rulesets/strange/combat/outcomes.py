"""Which answers an attack got past, on one target or on several."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from fatetable.mechanics.rolls.state import Effort, Roll


def answers(roll: Roll, successes: Collection[str]) -> Iterator[tuple[Effort, bool]]:
    """Each answer, and whether the attack got past it."""
    if not roll.declaration.targets:
        yield from ((effort, roll.outcome in successes) for effort in roll.efforts[1:2])
        return
    for each in roll.comparisons:
        if each.other > 0:
            yield roll.efforts[each.other], each.outcome in successes
