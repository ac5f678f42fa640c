"""Which snapshots of a table are kept."""

from __future__ import annotations

from collections.abc import Iterable


def snapshots_to_drop(positions: Iterable[int]) -> list[int]:
    """The positions of snapshots that are not needed: the older they are, the fewer are kept.

    Most rewinds go back only a few steps.  For any rewind there is a snapshot not much more than twice as far back,
    and the number of snapshots grows with the logarithm of the length of the log.

    >>> snapshots_to_drop(range(0, 1600, 100))
    [100, 200, 300, 600, 700, 800, 1100]
    """
    newest_first = sorted(positions, reverse=True)
    by_distance: dict[int, list[int]] = {}
    for position in newest_first:
        by_distance.setdefault((newest_first[0] - position).bit_length(), []).append(position)
    # Of each distance the newest is needed now, and the oldest will be when the log has grown.
    return sorted(position for same in by_distance.values() for position in same[1:-1])
