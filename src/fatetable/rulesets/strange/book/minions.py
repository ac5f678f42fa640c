"""Rows about minions: what they cost and are rated, how a tier raises them, and on what terms they come."""

from __future__ import annotations

from msgspec import Struct


class MinionRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Each of this quality costs so many `shifts`, and has scopes or skills of these ratings."""

    number: int
    shifts: int
    simple: tuple[int, ...]
    advanced: tuple[int, ...]


class RaiseRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a Tier Benefit on this tier raises: one of these choices, each a tier for one scope or skill."""

    tier: int
    to: tuple[tuple[int, ...], ...]


class NumbersRow(Struct, frozen=True, forbid_unknown_fields=True):
    at_least: int
    bonus: int


class ScopeOfMinions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    trappings: tuple[str, ...]


class TermRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    label: str


class MinionTables(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"raises": "raise"}):
    """`hasten` are the fate points for which they are there sooner."""

    hasten: int
    quality: tuple[MinionRow, ...]
    raises: tuple[RaiseRow, ...]
    numbers: tuple[NumbersRow, ...]
    scope: tuple[ScopeOfMinions, ...]
    term: tuple[TermRow, ...]

    def raised(self, tier: int) -> tuple[tuple[int, ...], ...]:
        """The choices of what is raised by a benefit on a tier; none below the first."""
        rows = (row for row in self.raises if row.tier <= tier)
        best = max(rows, key=lambda row: row.tier, default=None)
        return best.to if best is not None else ()
