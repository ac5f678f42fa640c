"""What people lift, carry and throw: weights by tier and rating (SF-PFORCE-02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

TON = 2000
IN_POUNDS = 2
IN_TONS = 3
"""So many tiers are counted in pounds, and so many in tons."""


class WeightRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a rating lifts, in pounds on the lower two tiers and in tons on the others; 0 is no entry.

    `from_text` are the tiers of which the book itself tells the entry.
    """

    rating: int
    factor: int
    pounds: tuple[int, int] = (0, 0)
    tons: tuple[int, int, int] = (0, 0, 0)
    from_text: tuple[int, ...] = ()

    def on(self, tier: int) -> int:
        """In pounds."""
        return self.pounds[tier] if tier < IN_POUNDS else self.tons[tier - IN_POUNDS] * TON


class Weight(NamedTuple):
    """One entry of the table."""

    tier: int
    rating: int
    factor: int
    pounds: int

    @property
    def key(self) -> str:
        return f"{self.tier}:{self.rating}"

    @property
    def label(self) -> str:
        return f"{self.pounds:,} lb" if self.tier < IN_POUNDS else f"{self.pounds // TON:,} tons"


class Weights(Struct, frozen=True):
    rows: tuple[WeightRow, ...]

    def column(self, tier: int) -> tuple[Weight, ...]:
        """What there is on one tier, the lightest first."""
        return tuple(Weight(tier, row.rating, row.factor, pounds) for row in self.rows if (pounds := row.on(tier)))

    def all(self) -> Iterator[Weight]:
        return (each for tier in range(IN_POUNDS + IN_TONS) for each in self.column(tier))

    def up_to(self, tier: int) -> tuple[Weight, ...]:
        """All that a tier has to do with: its own column, and of each lower one what is lighter than the next."""
        lower = (
            each
            for below in range(tier)
            for each in self.column(below)
            if each.pounds < self.column(below + 1)[0].pounds
        )
        return (*lower, *self.column(tier))


def weight_problems(rows: tuple[WeightRow, ...]) -> Iterator[str]:
    if [row.rating for row in rows] != sorted({row.rating for row in rows}):
        yield "the rows of the weights stand from the lowest rating to the highest, each once"
    tiers = IN_POUNDS + IN_TONS
    for tier in range(tiers):
        column = [each.pounds for each in Weights(rows).column(tier)]
        if not column or column != sorted(set(column)):
            yield f"weights rise with the rating, on each of {tiers} tiers; tier {tier} does not"
