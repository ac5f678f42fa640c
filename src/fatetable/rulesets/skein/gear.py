"""Things in the words of a sheet, and what each of them costs.

An entry is a name, where needed its cost in brackets, and after a colon the Aspect of a special piece:
`Book (cost 2)`, `Broad sword: Drinker of Kings`.  Knows nothing about who may own what.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from fatetable.rulesets.skein.catalogue import Armour, Good, MeleeWeapon, RangedWeapon
from fatetable.rulesets.skein.tables import tables

Ware = Armour | MeleeWeapon | RangedWeapon | Good

_ENTRY = re.compile(r"(?P<name>[^:]+?)\s*(?:\(cost (?P<cost>\d{1,2})\))?\s*(?::\s*(?P<aspect>.*))?", re.IGNORECASE)


class Item(Struct, frozen=True):
    """Something somebody owns; `ware` is its entry in the tables, if it has one."""

    name: str
    ware: Ware | None
    stated_cost: int | None
    aspect: str

    @property
    def costs(self) -> tuple[int, int] | None:
        """The least and the most it may cost, dearer if it has an Aspect (SK-EQUIP-12); unknown for a thing of its
        own whose cost is not stated."""
        dearer = tables().figures.gear.aspect_cost if self.aspect else 0
        if self.ware is None:
            return None if self.stated_cost is None else (self.stated_cost, self.stated_cost)
        low, high = listed_costs(self.ware)
        return low + dearer, high + dearer

    @property
    def cost(self) -> int | None:
        """What it costs: as stated, or the only cost there is.  Very special pieces may cost more than they must."""
        if self.stated_cost is not None or self.costs is None:
            return self.stated_cost
        low, high = self.costs
        return low if low == high else None

    @property
    def has_wrong_cost(self) -> bool:
        """Is the cost that is stated none this thing can have?"""
        if self.stated_cost is None or self.costs is None:
            return False
        low, high = self.costs
        return self.stated_cost < low or (self.stated_cost > high and not self.aspect)

    @property
    def is_service(self) -> bool:
        return isinstance(self.ware, Good) and self.ware.is_service


def listed_costs(ware: Ware) -> tuple[int, int]:
    """The costs an entry of the tables has; what cannot be bought costs nothing."""
    if isinstance(ware, Good):
        return ware.costs
    return (ware.cost or 0, ware.cost or 0)


@functools.lru_cache(maxsize=4096)
def read_item(entry: str) -> Item:
    """An item as it is written on a sheet.

    >>> item = read_item("broad sword: Drinker of Kings")
    >>> item.name, item.cost, item.aspect
    ('Broad sword', 4, 'Drinker of Kings')
    >>> read_item("Book").cost, read_item("Book (cost 2)").cost, read_item("My boat (cost 4)").cost
    (None, 2, 4)
    """
    plain = " ".join(entry.split())
    found = _ENTRY.fullmatch(plain)
    if found is None:
        return Item(plain, None, None, "")
    ware = wares().get(found["name"].casefold())
    stated = int(found["cost"]) if found["cost"] else None
    return Item(ware.name if ware else found["name"], ware, stated, (found["aspect"] or "").strip())


@functools.cache
def wares() -> Mapping[str, Ware]:
    """Everything the tables know, by name; a weapon that can be thrown is one thing, not two."""
    arms = tables().arms
    by_name: dict[str, Ware] = {}
    rows: Iterable[Ware] = (*tables().goods, *arms.ranged, *arms.melee, *arms.armour)
    for ware in rows:
        names = (ware.name, *(ware.aliases if isinstance(ware, MeleeWeapon) else ()))
        by_name.update({name.casefold(): ware for name in names})
    return by_name


def ownable() -> tuple[tuple[str, int], ...]:
    """What a new character can pick, with its cost; of a range of qualities each for itself (SK-CHAR-33)."""
    found = dict.fromkeys(ware.name for ware in wares().values())
    items = [read_item(name) for name in found]
    return tuple(
        (item.name if low == high else f"{item.name} (cost {cost})", cost)
        for item in items
        if item.ware is not None and not item.is_service and item.name != "Unarmed"
        for low, high in [listed_costs(item.ware)]
        for cost in range(low, high + 1)
    )


def absorption(worn: Iterable[Armour]) -> int:
    """What armour absorbs: one suit and one shield count, the best of each (SK-EQUIP-02, SK-EQUIP-15)."""
    pieces = list(worn)
    suit = max((piece.absorption for piece in pieces if not piece.is_shield), default=0)
    shield = max((piece.absorption for piece in pieces if piece.is_shield), default=0)
    return suit + shield
