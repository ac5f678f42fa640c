"""What a rewind keeps of the dice: the randomness that the seats added, and the throws that everybody knows."""

from __future__ import annotations

from collections.abc import Iterable

from fatetable.engine.chance import Position
from fatetable.engine.messages import LogRecord
from fatetable.engine.opening import DiceThrown, KnownThrow, Rewound, Throws, ThrowsKept


def kept_throws(before: Throws, after: Throws, since: Iterable[LogRecord]) -> ThrowsKept | None:
    """What to keep of the throws before a rewind, given those after it; `None` if nothing would change.

    `since` are all records after the position that was rewound to, this rewind and those of other branches included.
    A throw is known until somebody rewinds with fresh dice; it matters only where its number comes again.
    """
    known: dict[tuple[int, str], Position] = {(each.position.number, each.what): each.position for each in after.known}
    for record in since:
        event = record.event
        if isinstance(event, DiceThrown) and event.what:
            known[event.throw.position.number, event.what] = event.throw.position
        elif isinstance(event, Rewound) and event.has_fresh_dice(record.seq):
            known.clear()
    left = tuple(KnownThrow(at, what) for (number, what), at in known.items() if number >= after.count)
    kept = ThrowsKept(after.epoch, before.stir, left)
    return None if (kept.stir, kept.known) == (after.stir, after.known) else kept
