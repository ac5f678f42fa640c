"""Items as they are written on a sheet, and what each of them costs.

An entry is a name, where needed its cost in brackets, and after a colon the Aspect of a special piece:
`Book (cost 2)`, `Broad sword: Drinker of Kings`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from fatetable.rulesets.skein.book import Armour, Good, MeleeWeapon, RangedWeapon, Tables

Ware = Armour | MeleeWeapon | RangedWeapon | Good

_ENTRY = re.compile(r"(?P<name>[^:]+?)\s*(?:\(cost (?P<cost>\d{1,2})\))?\s*(?::\s*(?P<aspect>.*))?", re.IGNORECASE)


class Item(Struct, frozen=True):
    """Something somebody owns.

    `ware` is its entry in the tables, if it has one.  `costs` are the least and the most it may cost; they are unknown
    for a thing of its own whose cost is not stated.
    """

    name: str
    ware: Ware | None
    stated_cost: int | None
    aspect: str
    costs: tuple[int, int] | None

    @property
    def cost(self) -> int | None:
        """What it costs: as stated, or the only cost there is.  Very special pieces may cost more than they must."""
        if self.stated_cost is not None or self.costs is None:
            return self.stated_cost
        low, high = self.costs
        return low if low == high else None

    @property
    def has_wrong_cost(self) -> bool:
        """Is the stated cost one that this item cannot have?"""
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
def read_item(tables: Tables, entry: str) -> Item:
    """An item as it is written on a sheet.

    >>> from fatetable.rulesets.skein.book.tables import read_tables
    >>> tables = read_tables()
    >>> item = read_item(tables, "broad sword: Drinker of Kings")
    >>> item.name, item.cost, item.aspect
    ('Broad sword', 4, 'Drinker of Kings')
    >>> [read_item(tables, entry).cost for entry in ("Book", "Book (cost 2)", "My boat (cost 4)")]
    [None, 2, 4]
    """
    plain = " ".join(entry.split())
    found = _ENTRY.fullmatch(plain)
    if found is None:
        return Item(plain, None, None, "", None)
    ware = wares(tables).get(found["name"].casefold())
    stated = int(found["cost"]) if found["cost"] else None
    aspect = (found["aspect"] or "").strip()
    if ware is None:
        return Item(found["name"], None, stated, aspect, None if stated is None else (stated, stated))
    low, high = listed_costs(ware)
    dearer = tables.figures.gear.aspect_cost if aspect else 0  # SK-EQUIP-12
    return Item(ware.name, ware, stated, aspect, (low + dearer, high + dearer))


@functools.lru_cache(maxsize=16)
def wares(tables: Tables) -> Mapping[str, Ware]:
    """Everything the tables know, by name; a weapon that can be thrown is one thing, not two."""
    arms = tables.arms
    by_name: dict[str, Ware] = {}
    rows: Iterable[Ware] = (*tables.goods, *arms.ranged, *arms.melee, *arms.armour)
    for ware in rows:
        names = (ware.name, *(ware.aliases if isinstance(ware, MeleeWeapon) else ()))
        by_name.update({name.casefold(): ware for name in names})
    return by_name


def ownable(tables: Tables) -> tuple[tuple[str, int], ...]:
    """What a new character can pick, with its cost; one row for each quality (SK-CHAR-33)."""
    found = dict.fromkeys(ware.name for ware in wares(tables).values())
    items = [read_item(tables, name) for name in found]
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
