"""The price list: what can be bought, as it will be written on a sheet, and its Cost."""

from __future__ import annotations

import functools

from msgspec import Struct

from fatetable.engine.offers import Choice
from fatetable.rulesets.skein.book import Tables, value_of_sold
from fatetable.rulesets.skein.sheet import UNARMED, listed_costs, read_item, wares

UNLISTED = -1
"""Stands for the Cost in the tables."""


class Ware(Struct, frozen=True):
    """Something to buy, as it will be written on a sheet, and its Cost."""

    entry: str
    cost: int


def ware(tables: Tables, item: str, cost: int, aspect: str) -> Ware:
    """An item and its Cost; one from the tables never costs less than they say.

    >>> from fatetable.rulesets.skein.book.tables import read_tables
    >>> tables = read_tables()
    >>> ware(tables, "Broad sword", UNLISTED, "Drinker of Kings")
    Ware(entry='Broad sword: Drinker of Kings', cost=4)
    >>> ware(tables, "Jewellery (cost 5)", UNLISTED, ""), ware(tables, "A boat", 4, "").entry
    (Ware(entry='Jewellery (cost 5)', cost=5), 'A boat (cost 4)')
    """
    found = read_item(tables, item)
    asked = cost if cost != UNLISTED else found.stated_cost or 0
    if found.ware is None:
        total = max(0, asked)  # What the table agrees on is the price of the whole piece.
        is_usual = False
    else:
        low, high = listed_costs(found.ware)
        total = min(max(low, asked), high) + (tables.figures.gear.aspect_cost if aspect else 0)
        is_usual = low == high
    stated = "" if is_usual else f" (cost {total})"
    return Ware(f"{found.name}{stated}{f': {aspect}' if aspect else ''}", total)


@functools.lru_cache(maxsize=16)
def for_sale(tables: Tables) -> tuple[tuple[str, int], ...]:
    """Everything the tables have for sale, with one row for each quality."""
    rows = {each.name: listed_costs(each) for each in wares(tables).values() if each.name != UNARMED}
    return tuple(
        (name if low == high else f"{name} (cost {cost})", cost)
        for name, (low, high) in rows.items()
        for cost in range(low, high + 1)
    )


@functools.lru_cache(maxsize=256)
def listed_up_to(tables: Tables, most: int) -> tuple[Choice, ...]:
    return tuple(Choice(item, f"{item} (Cost {cost})") for item, cost in for_sale(tables) if cost <= most)


def worth(tables: Tables, entry: str) -> int:
    """The Value of the Treasure for a sold item; where its Cost is a range, the lowest counts."""
    item = read_item(tables, entry)
    return value_of_sold(tables, item.cost if item.cost is not None else (item.costs or (0, 0))[0])
