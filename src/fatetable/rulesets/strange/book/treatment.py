"""Rows about treatment: how hard it is to treat what somebody suffers, and what a success does."""

from __future__ import annotations

from msgspec import Struct


class GradeRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A consequence of this name is lowered by so many grades; `tier` is that of the difficulty, and needed for it.

    Some take `calm`.  What `leaves_its_mark` changes an aspect of the patient.  A `part` of the body is missing.
    """

    name: str
    difficulty: int
    success: int
    style: int
    tier: int = 0
    calm: bool = False
    leaves_its_mark: bool = False
    part: bool = False
    scope: str = ""


class TreatmentTables(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`grade` is what anybody can treat, `better` what takes a Tier Benefit."""

    shifts_per_box: int
    retry: str
    grade: tuple[GradeRow, ...]
    better: tuple[GradeRow, ...]
