"""What can be bought: everything of the tables and more, as it will stand on a sheet, with its Cost.

Knows nothing about who has the money.
"""

from __future__ import annotations

import functools

from msgspec import Struct

from fatetable.engine.offers import Choice
from fatetable.rulesets.skein.arms import UNARMED
from fatetable.rulesets.skein.gear import listed_costs, read_item, wares
from fatetable.rulesets.skein.reckoning import value_of_sold
from fatetable.rulesets.skein.tables import tables

UNLISTED = -1
"""Instead of a Cost: the one of the tables."""


class Ware(Struct, frozen=True):
    """What is asked for, as it will stand on a sheet, and its Cost."""

    entry: str
    cost: int


def ware(item: str, cost: int, aspect: str) -> Ware:
    """A thing and its Cost; one of the tables never costs less than they say.

    >>> ware("Broad sword", UNLISTED, "Drinker of Kings")
    Ware(entry='Broad sword: Drinker of Kings', cost=4)
    >>> ware("Jewellery (cost 5)", UNLISTED, ""), ware("A boat", 4, "").entry
    (Ware(entry='Jewellery (cost 5)', cost=5), 'A boat (cost 4)')
    """
    found = read_item(item)
    asked = cost if cost != UNLISTED else found.stated_cost or 0
    if found.ware is None:
        total = max(0, asked)  # What the table agrees on is the price of the whole piece.
        is_usual = False
    else:
        low, high = listed_costs(found.ware)
        total = min(max(low, asked), high) + (tables().figures.gear.aspect_cost if aspect else 0)
        is_usual = low == high
    stated = "" if is_usual else f" (cost {total})"
    return Ware(f"{found.name}{stated}{f': {aspect}' if aspect else ''}", total)


@functools.cache
def for_sale() -> tuple[tuple[str, int], ...]:
    """Everything the tables have for sale, each quality for itself."""
    rows = {each.name: listed_costs(each) for each in wares().values() if each.name != UNARMED}
    return tuple(
        (name if low == high else f"{name} (cost {cost})", cost)
        for name, (low, high) in rows.items()
        for cost in range(low, high + 1)
    )


@functools.cache
def listed_up_to(most: int) -> tuple[Choice, ...]:
    return tuple(Choice(item, f"{item} (Cost {cost})") for item, cost in for_sale() if cost <= most)


def worth(entry: str) -> int:
    """The Value of the Treasure that selling a thing brings; of a range of costs the least."""
    item = read_item(entry)
    return value_of_sold(item.cost if item.cost is not None else (item.costs or (0, 0))[0])
