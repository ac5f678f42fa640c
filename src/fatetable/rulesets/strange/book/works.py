"""Rows about works: how long they take, what equipment is worth, and what Craft reveals by its Tier Benefit."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class RepairRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long it takes to repair stress or a consequence of this name."""

    name: str
    time: str


class RevealRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """From a tier on: a work with so many `improvements`, or so many `added` to another piece, once `per` that time.

    Either lasts as long as this says.
    """

    tier: int
    per: Literal["session", "story"]
    improvements: int
    added: int
    lasts: Literal["scene", "session"]


class WorkTables(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The usual times of `research`, of making something (`craft`) and of restoring a lost quality.

    Restoring is harder by one for every so many `restoring_points` that were lost.
    """

    research: str
    craft: str
    restoring: str
    restoring_points: int
    quality_per_improvement: int
    reveal_price: int
    repair: tuple[RepairRow, ...]
    reveal: tuple[RevealRow, ...]

    def repair_time(self, name: str) -> str:
        return next(row.time for row in self.repair if row.name == name)

    def revealed(self, tier: int) -> RevealRow | None:
        """What the benefit of a tier reveals."""
        return max((row for row in self.reveal if row.tier <= tier), key=lambda row: row.tier, default=None)
