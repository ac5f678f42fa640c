"""Rows of ready-made characters, and of quick opponents."""

from __future__ import annotations

from msgspec import Struct

from fatetable.rulesets.strange.book.skills import HeldDrawback, HeldTrapping


class HeroSkill(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A common skill or a ready-made one, by its name; `drawbacks` come on top of those it has.

    `means` are what its attacks are made with.
    """

    name: str
    rating: int
    tier: int | None = None
    ability: str = ""
    tie: str = ""
    invention: bool = False
    means: tuple[str, ...] = ()
    drawbacks: tuple[HeldDrawback, ...] = ()


class BuiltSkill(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str
    kind: str
    rating: int
    tier: int = 0
    trappings: tuple[HeldTrapping, ...]
    drawbacks: tuple[HeldDrawback, ...] = ()


class HeroWard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`against` a means of attack, or a broad one of a `scope`."""

    id: str
    against: str = ""
    scope: str = ""


class Hero(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ready-made character, of a player or of the game master.

    `aspects` are the one of the archetype, the social class, the conviction, and free ones; "" leaves one out.
    """

    name: str
    description: str
    archetype: str = ""
    aspects: tuple[str, ...]
    skills: tuple[HeroSkill, ...]
    built: tuple[BuiltSkill, ...] = ()
    wards: tuple[HeroWard, ...] = ()
    tradition: str = ""


class Foe(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of quick opponent, with common skills from the best down."""

    id: str
    name: str
    skills: tuple[str, ...]
