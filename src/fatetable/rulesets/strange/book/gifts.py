"""Rows about gifts: the kinds there are, what equipment is improved by, and what a theme gives its skills."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Form: TypeAlias = Literal["aspect", "stress", "skill", "instead", "when", "plain"]
"""What has to be said about one: an aspect, a kind of stress, a skill, another one in whose place, when; or nothing."""


class GiftRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    name: str
    meaning: str


class ImprovementRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """It counts as so many `slots`; one piece has it `most` times.  Some are for things that `protects` alone."""

    id: str
    name: str
    form: Form
    rule: str
    slots: int = 1
    most: int = 20
    weapon: int = 0
    armour: int = 0
    boxes: int = 0
    mild: int = 0
    bonus: int = 0
    tiers: int = 0
    protects: bool = False


class ThemeRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    name: str
    form: Form
    bonus: int = 0


class GiftFigures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Each gift buys so many `improvements`; each drawback of one so many more; a theme links so many `skills`."""

    improvements: int
    improvements_per_drawback: int
    theme_skills: int
    drawbacks: tuple[str, ...]
    """The kinds of drawbacks that a gift may have."""
