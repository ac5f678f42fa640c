"""Parts of the block of a sheet: tracks of boxes, and rows of wounds."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.mechanics.harm.rows import Rows
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
    ends = (*(row.least - 1 for row in rows[1:]), None)
    for row, most in zip(rows, ends, strict=True):
        if row.boxes:
            wounds = [wound for wound in condition.wounds if wound.row == row.name]
            words = tuple(wound.words for wound in wounds if wound.words)
            yield WoundsView(row.name, row.boxes, len(wounds), row.effect, words, _range(row.least, most))


def _range(least: int, most: int | None) -> str:
    if most is None:
        return f"{least}+"
    return str(least) if least == most else f"{least}\N{EN DASH}{most}"
