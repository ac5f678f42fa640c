"""Rows of the Skill Trapping Diagram: boxes with their prices and places, and the lines between them.

The printed diagram is missing from the text; this one is fitted to the totals of the book's sample skills.
Who owns the printed one can enter it instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from msgspec import Struct

LINE_PRICES: Mapping[str, int] = {"thin": 1, "dotted": 2, "thick": 0}


class Box(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A trapping, or one kind of it, on the diagram: `id` is what it is called, with its kind behind it.

    `free_in` are the kinds of skills that do not pay for it, and `repeats` says that a skill may have it again.
    """

    id: str
    price: int = 1
    column: int
    row: int
    repeats: bool = False
    free_in: tuple[str, ...] = ()


class Line(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`confidence` says what it rests on: the text, many totals or few, or nothing but a guess."""

    one: str
    other: str
    style: Literal["thin", "dotted", "thick"]
    confidence: Literal["stated", "inferred", "high", "medium", "low", "guess", "printed"] = "printed"

    @property
    def id(self) -> str:
        return f"{self.one}--{self.other}"

    @property
    def price(self) -> int:
        return LINE_PRICES[self.style]


def diagram_problems(boxes: Iterable[Box], lines: Iterable[Line], wanted: Iterable[str]) -> Iterator[str]:
    """What is wrong with a diagram that must have a box for each of the wanted trappings."""
    known = {box.id for box in boxes}
    missing = [name for name in wanted if name not in known]
    if missing:
        yield f"the diagram has no box for {', '.join(missing)}"
    for line in lines:
        for end in (line.one, line.other):
            if end not in known:
                yield f"the line {line.id} leads to {end!r}, which is no box"
        if line.one == line.other:
            yield f"the line {line.id} leads from a box to itself"
    for box in boxes:
        if box.price < 0:
            yield f"the box {box.id} costs less than nothing"
