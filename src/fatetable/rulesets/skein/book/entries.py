"""The types of the entries in Skein's lists: skills, stunts, arms, goods, tales and ready-made sheets.

The entries themselves are in the folder `data`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from fatetable.mechanics.characters.effects import Limit
from fatetable.rulesets.skein.book.stunt_effects import AttackKind, Score, StuntEffect

Category = Literal["mental", "physical", "social", "magical"]
Range = Literal["short", "medium", "long"]
Kind = Literal["hero", "major", "significant", "minor", "animal", "warband", "army"]
Severity = Literal["mild", "moderate", "severe"]

MAGICAL = "magical"


class Opposes(Struct, frozen=True, forbid_unknown_fields=True):
    """A skill of the other side, or only one use of it."""

    skill: str
    use: str = ""


class PerLevel(Struct, frozen=True, forbid_unknown_fields=True):
    """What each level of a skill brings."""

    what: Literal["languages", "infusions", "forms"]
    number: int


class Skill(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A skill; with `asks` a group of many kinds, of which each is a skill."""

    id: str
    name: str
    category: Category
    text: str
    cites: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    asks: str = ""
    examples: tuple[str, ...] = ()
    specialisms: tuple[str, ...] = ()
    order: Mapping[Literal["combat", "social"], int] = {}
    attacks: tuple[AttackKind, ...] = ()
    defends: tuple[AttackKind, ...] = ()
    defends_with_shield: tuple[AttackKind, ...] = ()
    opposes: tuple[Opposes, ...] = ()
    supports: tuple[str, ...] = ()
    never_supports: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    needs: str = ""
    raises: Score | None = None
    per_level: PerLevel | None = None
    difficulty: int | None = None
    price: int = 0
    price_for_others: int | None = None
    time: str = ""
    free_uses: int = 0
    calling: str = ""
    language: str = ""
    is_combat: bool = False
    is_compulsory: bool = False
    hindered_by_armour: bool = False

    @property
    def is_group(self) -> bool:
        return bool(self.asks)


class Price(Struct, frozen=True, forbid_unknown_fields=True):
    """Fate Points for each use, or once for each scene with a use."""

    points: int
    per: Literal["use", "scene"]


class StuntType(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of the types every stunt belongs to; players may compose those that are `own`."""

    id: str
    name: str
    text: str
    own: bool
    cites: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    bonus: int = 0
    narrow_bonus: int = 0
    factor: int = 0
    strong_price: Price | None = None
    strike_back_price: Price | None = None
    magic_needs_aspect: bool = False


class Blank(Struct, frozen=True, forbid_unknown_fields=True):
    """Something a stunt leaves to its owner: words, or one of these options."""

    name: str
    label: str
    options: tuple[str, ...] = ()
    optional: bool = False


class Stunt(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ready-made stunt.  `group` is the heading it stands under, for a path of magic the name of its skill."""

    id: str
    name: str
    group: str
    type: str
    text: str
    effects: tuple[StuntEffect, ...]
    cites: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    shown_as: str = ""
    skills: tuple[str, ...] = ()
    aspect: str = ""
    price: Price | None = None
    limit: Limit | None = None
    repeatable: bool = False
    most: int | None = None
    hero_most: int | None = None
    most_per_item: int | None = None
    blanks: tuple[Blank, ...] = ()
    house_reading: bool = False
    reserved_for_creatures: bool = False

    @property
    def needs_aspect(self) -> bool:
        return bool(self.aspect)

    @property
    def is_calling(self) -> bool:
        return self.type == "magical-calling"


class God(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A god of the campaign, with Aspects that worshippers may have and the stunts those Aspects permit."""

    name: str
    stunts: tuple[str, ...]
    aspects: tuple[str, ...] = ()
    text: str = ""

    def grants(self, aspect: str) -> bool:
        """Is this an Aspect of the god: one of those named, or one that names the god (SK-GOD-01)?"""
        return any(words.casefold() in aspect.casefold() for words in (self.name, *self.aspects))


class Armour(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str
    absorption: int
    cost: int
    cites: tuple[str, ...]
    penalty: int = 0
    aspect: str = ""
    is_shield: bool = False
    weapon_damage: int = 0


class MeleeWeapon(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`skills` use it at full damage; `thrown` names its entry among the ranged weapons."""

    name: str
    damage: int
    cites: tuple[str, ...]
    cost: int | None = None
    aliases: tuple[str, ...] = ()
    skills: tuple[str, ...] = ("melee-combat",)
    two_handed: bool = False
    defence: int = 0
    thrown: str = ""
    ignores_absorption: int = 0
    is_spear: bool = False
    stabs: bool = False
    mounted_only: bool = False


class RangedWeapon(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str
    damage: int
    cost: int
    range: Range
    cites: tuple[str, ...]
    runs_out: bool = False
    attack_bonus: int = 0
    reload_actions: int = 0
    stabs: bool = False


class ToolModifier(Struct, frozen=True, forbid_unknown_fields=True):
    """What a piece of equipment adds to one use of a skill."""

    skill: str
    use: str
    amount: int


class Good(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Anything else that has a cost; where that is a range, the quality decides."""

    name: str
    kind: Literal["clothing", "household", "transport", "equipment"]
    cost: int | tuple[int, int]
    cites: tuple[str, ...] = ()
    per: str = ""
    note: str = ""
    needs: Mapping[Literal["horses", "crew"], int] = {}
    animal: str = ""
    modifier: ToolModifier | None = None
    is_service: bool = False

    @property
    def costs(self) -> tuple[int, int]:
        return (self.cost, self.cost) if isinstance(self.cost, int) else self.cost


class Tale(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A chapter of a character's past and the slot of the Aspect drawn from it."""

    slot: str
    name: str
    text: str
    cites: tuple[str, ...]
    prompts: tuple[str, ...] = ()
    companions: int = 0
    witnesses: int = 0
    is_shared_event: bool = False
    is_optional: bool = False


class TakenStunt(Struct, frozen=True, forbid_unknown_fields=True):
    """A stunt on a ready-made sheet, with its blanks filled in."""

    id: str
    choices: Mapping[str, str] = {}


class SheetRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ready-made sheet as it is written down."""

    name: str
    kind: Kind
    aspects: Mapping[str, str]
    skills: Mapping[str, int]
    cites: tuple[str, ...]
    description: str = ""
    stunts: tuple[TakenStunt, ...] = ()
    numbers: Mapping[str, int] = {}
    lists: Mapping[str, tuple[str, ...]] = {}
    texts: Mapping[str, str] = {}


class Trade(Struct, frozen=True, forbid_unknown_fields=True):
    """What a minor character is good at: skills, the best first, and what they carry."""

    id: str
    skills: tuple[str, ...]
    gear: tuple[str, ...]


class Quick(Struct, frozen=True, rename={"trades": "trade"}, forbid_unknown_fields=True):
    """Defaults for quick opponents."""

    trades: tuple[Trade, ...]
    band_gear: tuple[str, ...]
    usual_band: int
