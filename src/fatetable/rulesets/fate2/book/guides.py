"""What the book says about margins and difficulties, row by row."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class MarginRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a margin amounts to, from so much on: where one side rolls, where both do, and in even steps."""

    static: int
    dynamic: int
    symmetric: int
    degree: str
    magnitude: str
    duration: str

    @property
    def words(self) -> str:
        return f"{self.degree} ({self.magnitude.lower()}, {self.duration.lower()})"


class MarginTable(Struct, frozen=True):
    """The rows from the least margin up; `is_symmetric` where dynamic checks have even steps (F2-TEST-08)."""

    rows: tuple[MarginRow, ...]
    is_symmetric: bool = False

    def least(self, row: MarginRow, *, is_dynamic: bool) -> int:
        """The least margin of a row."""
        if not is_dynamic:
            return row.static
        return row.symmetric if self.is_symmetric else row.dynamic

    def place(self, margin: int, *, is_dynamic: bool) -> int:
        """The place of the row that a margin of success, or of failure, belongs to."""
        return sum(self.least(row, is_dynamic=is_dynamic) <= max(0, margin) for row in self.rows) - 1


class DifficultyClass(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A class of tasks: its level, or the number that six-sided dice have to reach."""

    name: str
    level: int
    number: int
    who: str


class SampleTasks(Struct, frozen=True, forbid_unknown_fields=True):
    """A typical task for each level of some skills."""

    skills: tuple[str, ...]
    levels: Mapping[int, str]


class AspectSort(Struct, frozen=True, forbid_unknown_fields=True):
    """What an aspect may stand for: what there is to say about it, and what follows."""

    id: str
    label: str
    asks: str
    note: str
    cites: tuple[str, ...]


class Relation(Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class AspectGuide(Struct, frozen=True, forbid_unknown_fields=True, rename={"sorts": "sort", "relations": "relation"}):
    sorts: tuple[AspectSort, ...]
    relations: tuple[Relation, ...]


class MoreOfIt(Struct, frozen=True, forbid_unknown_fields=True):
    """What each point of a success gives with skills of these categories."""

    categories: tuple[str, ...]
    gives: str


class Difficulties(Struct, frozen=True, forbid_unknown_fields=True, rename={"classes": "class"}):
    classes: tuple[DifficultyClass, ...]
    tasks: tuple[SampleTasks, ...]
    more: tuple[MoreOfIt, ...]

    def number(self, level: int) -> int:
        """What six-sided dice have to reach for a level; beyond the guide it goes on by the same steps."""
        nearest = min(self.classes, key=lambda each: abs(each.level - level))
        return max(1, nearest.number + (level - nearest.level) * SIXES_STEP)


SIXES_STEP = 5
