"""Reading a margin: outcomes of static and dynamic checks, and what a margin amounts to."""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.state import State
from fatetable.mechanics.book.bands import Bands
from fatetable.mechanics.rolls.actions import ATTACK
from fatetable.mechanics.rolls.state import Comparison, Roll
from fatetable.rulesets.fate2.book import MarginTable

STATIC = Bands(((None, "fail"), (0, "succeed")), success="succeed")
"""Who reaches the difficulty succeeds (F2-CORE-05, F2-TEST-02)."""
DYNAMIC = Bands(((None, "fail"), (0, "tie"), (1, "succeed")), success="succeed")
"""Between opponents a tie has no winner (F2-TEST-11)."""


def bands_of(_: State, _roll: Roll, comparison: Comparison) -> Bands:
    return STATIC if comparison.other < 0 else DYNAMIC


class Margins(Struct, frozen=True):
    table: MarginTable

    def degree(self, roll: Roll, comparison: Comparison) -> str:
        """What a margin amounts to; a blow is read from the wound track instead."""
        is_dynamic, margin = comparison.other >= 0, comparison.margin
        if roll.declaration.action == ATTACK or (comparison.outcome == "fail" and not is_dynamic):
            return ""
        words = self.table.rows[self.table.place(abs(margin), is_dynamic=is_dynamic)].words
        return words if comparison.outcome != "fail" else f"{words} for the other side"
