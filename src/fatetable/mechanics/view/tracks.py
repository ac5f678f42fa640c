"""Parts of the block of a sheet: tracks of boxes, and rows of wounds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from msgspec import Struct

from fatetable.mechanics.harm.rows import Rows, WoundRow
from fatetable.mechanics.harm.state import STRESS, Condition


class TrackView(Struct, frozen=True, gc=False):
    """A track of stress boxes, true for those that are checked."""

    name: str
    boxes: tuple[bool, ...]


class WoundsView(Struct, frozen=True, gc=False, omit_defaults=True):
    """A row of wounds: which hits belong to it, how many of its boxes are checked, what that means, and the wounds."""

    name: str
    boxes: int
    marked: int = 0
    effect: str = ""
    words: tuple[str, ...] = ()
    range: str = ""


def tracks_of(condition: Condition) -> Iterator[TrackView]:
    """The tracks with names of their own."""
    return (TrackView(name, boxes) for name, boxes in condition.tracks.items() if name != STRESS)


def wounds_of(rows: Rows, condition: Condition) -> Iterator[WoundsView]:
    for row, following in zip_longest(rows, rows[1:]):
        if row.boxes:
            wounds = [wound for wound in condition.wounds if wound.row == row.name]
            words = tuple(wound.words for wound in wounds if wound.words)
            yield WoundsView(row.name, row.boxes, len(wounds), row.effect, words, _range(row, following))


def _range(row: WoundRow, following: WoundRow | None) -> str:
    """Which hits belong to the row: those below the next."""
    if following is None:
        return f"{row.least}+"
    most = following.least - 1
    return str(most) if row.least == most else f"{row.least}\N{EN DASH}{most}"
