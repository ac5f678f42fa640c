"""Rows about people: archetypes, invulnerabilities and weaknesses, social classes, and what tiers bring."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Archetype(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an archetype asks of its strange skills.

    They are `bodies_and_minds` or nothing; each invention has a drawback of one kind; one of them has a drawback of
    `one_with`, or "any"; each has a tie to the archetype.  It may ask for a `weakness`, a `skill` by name, or the skill
    of one of its `traditions` and an obsession.  Who `is_repaired` is not healed.
    """

    id: str
    name: str
    rule: str
    bodies_and_minds: bool = False
    inventions_need: str = ""
    one_with: tuple[str, ...] = ()
    needs_ties: bool = False
    weakness: str = ""
    skill: str = ""
    traditions: dict[str, str] = {}
    has_obsession: bool = False
    is_repaired: bool = False
    aspects: tuple[str, ...] = ()
    invoke: tuple[str, ...] = ()
    compel: tuple[str, ...] = ()

    @property
    def needs_strange_skills(self) -> bool:
        """Whether it asks for something that only a strange skill brings (SF-CHAR-10)."""
        return bool(self.one_with or self.skill or self.traditions)


class WardRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An invulnerability or a weakness: so many `tiers` on defenses, for so much `refresh`."""

    id: str
    name: str
    form: Literal["invulnerability", "weakness"]
    tiers: int
    refresh: int
    is_broad: bool = False


class Benefit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a trapping brings from a tier up, until a row of a higher tier takes its place.

    It may bring more `languages`, as many exotic ones as the rating, all of Earth, and for a fate point any other, or
    one that was to be met.
    One that is a gate is open to every skill of the tier and is not counted; `opens` is what else a trapping may be
    about from there on.
    """

    trapping: str
    tier: int
    text: str
    scope: str = ""
    weapon: int = 0
    armour: int = 0
    mild: int = 0
    moderate: int = 0
    zones: int = 0
    aspects: int = 0
    is_gate: bool = False
    opens: str = ""
    languages: int = 0
    is_exotic: bool = False
    all_of_earth: bool = False
    learns: Literal["", "any", "met"] = ""


class SocialClass(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    income: int


class AspectIdeas(Struct, frozen=True, kw_only=True, rename={"classes": "class"}, forbid_unknown_fields=True):
    """Example aspects by type, those of the world, and the social classes."""

    free: tuple[str, ...]
    convictions: tuple[str, ...]
    complications: tuple[str, ...]
    world: tuple[str, ...]
    classes: tuple[SocialClass, ...]
