"""Rows about companions: what they are by their quality, and what they are improved by."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

CompanionForm: TypeAlias = Literal["aspect", "mode", "bond", "plain"]
"""What has to be said: an aspect, how the two talk, which aspects of its patron are of their bond; or nothing."""


class QualityRow(Struct, frozen=True, forbid_unknown_fields=True):
    """So many tracks have a box more than those of a companion of the lowest quality."""

    number: int
    sturdy: int


class CompanionRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """It counts as so many `slots`, and a companion has it `most` times; the others say what it adds each time."""

    id: str
    name: str
    form: CompanionForm
    rule: str
    slots: int = 1
    most: int = 20
    quality: int = 0
    skill_points: int = 0
    gifts: int = 0
    tiers: int = 0
    copies: int = 0


class CompanionTables(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`consequences` are the sizes that a companion can take.

    `beside_patron` is what it adds to a skill that both have, `act_alone` what it costs to send it off, `link` what the
    quality is added to when somebody breaks their contact, and `bond` how many aspects of its patron it shares.
    One that is summoned `arrives` in so much time, or at once for points.
    """

    consequences: tuple[str, ...]
    beside_patron: int
    act_alone: int
    link: int
    bond: int
    arrives: str
    arrives_at_once: int
    quality: tuple[QualityRow, ...]
    improvement: tuple[CompanionRow, ...]

    def row(self, improvement: str) -> CompanionRow | None:
        return next((row for row in self.improvement if row.id == improvement), None)

    def of_quality(self, number: int) -> QualityRow:
        """The row of a quality; above the highest it is that of the highest."""
        return max((row for row in self.quality if row.number <= number), key=lambda row: row.number)
