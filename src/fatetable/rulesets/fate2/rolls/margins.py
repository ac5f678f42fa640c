"""Reading a margin: outcomes of static and dynamic checks, and what a margin amounts to."""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.state import State
from fatetable.mechanics.book.bands import Bands
from fatetable.mechanics.rolls.actions import ATTACK
from fatetable.mechanics.rolls.state import Comparison, Roll
from fatetable.rulesets.fate2.book import MarginRow

STATIC = Bands(((None, "fail"), (0, "succeed")), success="succeed")
"""Who reaches the difficulty succeeds (F2-CORE-05, F2-TEST-02)."""
DYNAMIC = Bands(((None, "fail"), (0, "tie"), (1, "succeed")), success="succeed")
"""Between opponents a tie has no winner (F2-TEST-11)."""


def bands_of(_: State, _roll: Roll, comparison: Comparison) -> Bands:
    return STATIC if comparison.other < 0 else DYNAMIC


class Margins(Struct, frozen=True, kw_only=True):
    """`rows` from the least margin up; `is_symmetric` where dynamic checks have even steps (F2-TEST-08)."""

    rows: tuple[MarginRow, ...]
    is_symmetric: bool

    def least(self, row: MarginRow, *, is_dynamic: bool) -> int:
        """The least margin of a row."""
        if not is_dynamic:
            return row.static
        return row.symmetric if self.is_symmetric else row.dynamic

    def row(self, margin: int, *, is_dynamic: bool) -> MarginRow:
        """The row that a margin of success belongs to."""
        return [row for row in self.rows if self.least(row, is_dynamic=is_dynamic) <= max(0, margin)][-1]

    def degree(self, roll: Roll, comparison: Comparison) -> str:
        """What a margin amounts to; a blow is read from the wound track instead."""
        is_dynamic, margin = comparison.other >= 0, comparison.margin
        if roll.declaration.action == ATTACK or (comparison.outcome == "fail" and not is_dynamic):
            return ""
        words = self.row(abs(margin), is_dynamic=is_dynamic).words
        return words if comparison.outcome != "fail" else f"{words} for the other side"
