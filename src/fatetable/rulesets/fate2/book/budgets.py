"""The table of budgets of interpretive magic (F2-INT-03)."""

from __future__ import annotations

from msgspec import Struct

SORCERY = "sorcery"


class Budget(Struct, frozen=True, forbid_unknown_fields=True):
    level: int
    difficulty: str
    look: str


class Budgets(Struct, frozen=True, forbid_unknown_fields=True, rename={"rows": "row"}):
    """`direct_harm` is the least budget that hurts somebody directly, `in_keeping` what a fitting effect adds."""

    direct_harm: int
    in_keeping: int
    rows: tuple[Budget, ...]

    def row(self, level: int) -> Budget:
        return next(row for row in self.rows if row.level == level)
