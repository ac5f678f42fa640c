"""Rows about skills: trappings, extras, drawbacks, the common skills and the ready-made ones."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Trapping(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing a skill can be good for.  Each of its `kinds`, or of the types of one that `is_typed`, is another.

    One that has `fields` is for one of them alone.
    """

    id: str
    name: str
    category: str
    theme: str
    kinds: tuple[str, ...] = ()
    is_typed: bool = False
    fields: tuple[str, ...] = ()
    has_benefits: bool = False
    is_bodily: bool = False


class HeldTrapping(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A trapping as a skill has it: of which kind, with which extras, and a `note` on what is unusual about it.

    `terms` are those on which minions come that it changes, or the field that it is for.
    """

    id: str
    of: str = ""
    extras: tuple[str, ...] = ()
    note: str = ""
    terms: tuple[str, ...] = ()


class CommonSkill(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    name: str
    theme: str
    trappings: tuple[HeldTrapping, ...]


class Extra(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What refines one trapping; only one that `repeats` can be put on the same trapping again."""

    id: str
    name: str
    price: int
    repeats: bool = False


class Drawback(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a skill is cheaper for.  Each grade of a `kind` is a row; one with a `form` of its own says more of itself.

    An "aspect" turns a free aspect into another one for good, a "transform" while it lasts, a "device" has an aspect.
    """

    id: str
    name: str
    kind: str
    value: int
    form: Literal["aspect", "transform", "device", "flaw"] = "flaw"


class HeldDrawback(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A drawback as a skill has it: in what words, with which aspect of its owner, and what that becomes meanwhile.

    A transformation `can_fail` if somebody may prevent it or its owner has no control over it; a delay may be due to
    `each_use`.  A snag may be that it `spares` everybody of an archetype, or that its illusions are `broken_by` a
    material.
    """

    id: str
    text: str = ""
    aspect: str = ""
    becomes: str = ""
    can_fail: bool = False
    each_use: bool = False
    spares: str = ""
    broken_by: str = ""


class PsychicRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What Psychic means for some trappings, or for all of some categories."""

    says: str
    categories: tuple[str, ...] = ()
    trappings: tuple[str, ...] = ()


class UnusualRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something unusual about trappings that has rules of its own: the `consequences` it causes, or an illusion."""

    id: str
    name: str
    trappings: tuple[str, ...]
    consequences: str = ""
    is_illusion: bool = False


class SecondSkillRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a skill with a trapping adds to the roll of another, and what that `says`; `in_calm` alone, perhaps.

    One that `limits` caps what is rolled; one that `compares` adds if it is the higher, and takes off if the lower.

    One with something it is `beside` counts for rolls of that trapping alone.
    """

    id: str
    trapping: str
    says: str
    amount: int = 0
    beside: str = ""
    limits: bool = False
    compares: bool = False
    in_calm: bool = False


class SampleSkill(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ready-made skill, by social class or archetype; no `tier` is its own where the book names none.

    `printed` is what the book says its trappings cost, drawbacks taken off; `erratum` says why that is not what we
    count.
    """

    name: str
    kind: Literal["unique", "strange"]
    group: str
    printed: int
    trappings: tuple[HeldTrapping, ...]
    drawbacks: tuple[HeldDrawback, ...]
    tier: int = 0
    erratum: str = ""
