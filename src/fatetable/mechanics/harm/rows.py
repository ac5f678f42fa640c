"""Rows of boxes, from the least result to the worst: wounds are marked in them, and the rungs of a challenge are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct


class WoundRow(Struct, frozen=True, kw_only=True):
    """A result of being hit, for hits of `least` and more; the `effect` is in words.

    `penalty` is taken off while a box of the row is checked, or for each box where it `adds_up`; where it `waits`,
    only from the exchange after.  Its boxes are empty again after the exchange that follows, with the scene, or with
    time.  Where people take turns and it names the `next_action`, it counts for the next one of these alone and is
    gone after it.
    """

    name: str
    least: int
    boxes: int
    effect: str = ""
    penalty: int = 0
    adds_up: bool = False
    waits: bool = False
    clears: Literal["exchange", "scene", "time"] = "scene"
    takes_out: bool = False
    next_action: str = ""


Rows: TypeAlias = tuple[WoundRow, ...]


def mark(rows: Sequence[int], marked: Sequence[int], at: int, *, overflow: bool = True) -> int | None:
    """The row in which a result of row `at` is marked, or `None` if it leaves no mark.

    `rows` are the numbers of boxes and `marked` how many of them are checked.  A full row passes the mark on to the
    next one with `overflow`; a result worse than the last row belongs to it, and one in a row without boxes is nothing.

    >>> mark((0, 2, 2, 1), (0, 2, 0, 0), at=1)
    2
    """
    at = min(at, len(rows) - 1)
    if at < 0 or not rows[at]:
        return None
    reached = range(at, len(rows)) if overflow else (at,)
    return next((row for row in reached if marked[row] < rows[row]), None)
