"""The tables of improvisational magic: what makes a spell harder, and the traditions of mages."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from fatetable.rulesets.fate2.book.skills import Skill

IMPROVISATIONAL = "improvisational"
Family = Literal["scope", "targets", "severity", "mind", "time", "components", "duration", "story", "timing", "law"]


class SpellRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that may be said of a spell, and how much harder it makes it; with `or_more` that is the least."""

    family: Family
    name: str
    amount: int
    or_more: bool = False
    impossible: bool = False

    @property
    def label(self) -> str:
        return f"{self.name} ({self.amount:+d})"


class Improvised(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"rows": "row"}):
    base: int
    researched: int
    extreme: int
    safe_from: int
    rows: tuple[SpellRow, ...]

    def family(self, family: str) -> tuple[SpellRow, ...]:
        """What can be said of a spell in one respect."""
        return tuple(row for row in self.rows if row.family == family and not row.impossible)

    def row(self, family: str, name: str) -> SpellRow | None:
        return next((row for row in self.rows if (row.family, row.name) == (family, name)), None)


class Tradition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tradition: the aspect and the skill of its mages, and what adds to that skill or takes from it.

    A spell is cast `in_haste` that takes less than a few hours.
    """

    aspect: str
    skill: str
    with_components: int = 0
    in_haste: int = 0

    @property
    def learnt(self) -> Skill:
        skill_id = "-".join(self.skill.lower().split())
        return Skill(id=skill_id, name=self.skill, category="magical", magic=IMPROVISATIONAL)
