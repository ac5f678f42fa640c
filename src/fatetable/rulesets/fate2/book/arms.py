"""Weapons, armour and what counts in a fight as typed data; files of `data` hold them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from fatetable.mechanics.book.own_tables import OwnTable


class Weapon(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Wounds by a `mild` one heal quickly."""

    name: str
    rating: int
    melee: bool = True
    mild: bool = False


class Armour(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str
    rating: int


class ArmourType(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`least` are the least margins of the rows of the wound track."""

    type: int
    least: tuple[int, ...]


class WeaponTrait(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an advanced weapon does: to attacks with it, to armour (`worn` only above nothing), to manoeuvres.

    `open` counts in a fight in which both sides move freely; one that `locks` cannot be struck from the hand.
    """

    name: str
    cites: tuple[str, ...]
    to_use: int = 0
    armour: int = 0
    worn: int = 0
    damage: int = 0
    manoeuvres: int = 0
    open: int = 0
    finesse: int = 0
    locks: bool = False


class FightModifier(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What may be claimed in a fight; `of` says which rules take its place."""

    name: str
    amount: int
    cites: tuple[str, ...]
    of: Literal["", "weapons", "armour", "numbers"] = ""


_OWN_WEAPONS = """\
[[weapon]]
name = "Trebuchet"
rating = 9
melee = false
"""

_OWN_ARMOUR = """\
[[armour]]
name = "Dragon Hide"
rating = 6
"""

OWN_ARMS = (
    OwnTable(
        name="weapons",
        meaning="Weapons and what each adds to a blow, as much as a campaign likes.",
        heading="weapon",
        row=Weapon,
        key=lambda weapon: weapon.name,
        example=_OWN_WEAPONS,
        cites=("F2-ARM-07", "F2-ARM-09"),
    ),
    OwnTable(
        name="armours",
        meaning="Armour and what each takes off a blow, as much as a campaign likes.",
        heading="armour",
        row=Armour,
        key=lambda armour: armour.name,
        example=_OWN_ARMOUR,
        cites=("F2-ARM-08", "F2-ARM-09"),
    ),
)
