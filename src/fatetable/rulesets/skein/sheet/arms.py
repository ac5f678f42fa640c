"""What somebody carries, holds in hand and wears, and what it counts for in a fight.

What happens to weapons in a fight is in `combat/weapon_state.py`.
"""

from __future__ import annotations

from fatetable.engine.identity import remembered
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.skein.book import Armour, MeleeWeapon, Possess, RangedWeapon, Tables
from fatetable.rulesets.skein.sheet.derived import natural_absorption
from fatetable.rulesets.skein.sheet.gear import absorption as absorbed_by
from fatetable.rulesets.skein.sheet.gear import read_item
from fatetable.rulesets.skein.sheet.stunts import Taken, all_effects

CARRIED = ("gear", "occupation", "items")
WIELDED = "wielded"
UNARMED = "Unarmed"
HANDS = 2


def melee_weapon(tables: Tables, name: str) -> MeleeWeapon | None:
    ware = read_item(tables, name).ware
    return ware if isinstance(ware, MeleeWeapon) else None


def ranged_weapon(tables: Tables, name: str) -> RangedWeapon | None:
    """A weapon of the ranged table; one that is also wielded hand to hand stands there under its throwing name."""
    wanted = (name, read_item(tables, name).name)
    return next((weapon for weapon in tables.arms.ranged if weapon.name in wanted), None)


def armour(tables: Tables, name: str) -> Armour | None:
    ware = read_item(tables, name).ware
    return ware if isinstance(ware, Armour) else None


@remembered(limit=2048)
def carried(tables: Tables, sheet: Sheet) -> tuple[str, ...]:
    """Everything somebody has, also what a stunt brought them."""
    return (*listed(sheet), *(item for found in belongings(tables, sheet) if (item := found.choice("item"))))


def listed(sheet: Sheet) -> tuple[str, ...]:
    return tuple(item for name in CARRIED for item in sheet.lists.get(name, ()))


@remembered(limit=2048)
def belongings(tables: Tables, sheet: Sheet) -> tuple[Taken, ...]:
    """The stunts that stand for a thing; one thing taken twice is still one (SK-STUNT-12)."""
    found = {each.choice("item"): each for each, effect in all_effects(tables, sheet) if isinstance(effect, Possess)}
    return tuple(found.values())


def hands_for(tables: Tables, name: str) -> int:
    """How many hands a thing takes; bows and crossbows need both while shooting (SK-EQUIP-13)."""
    melee, ranged = melee_weapon(tables, name), ranged_weapon(tables, name)
    if melee is not None:
        return HANDS if melee.two_handed else 1
    if ranged is not None:
        return HANDS if ranged.runs_out else 1
    worn = armour(tables, name)
    return 1 if worn is not None and worn.is_shield else 0


@remembered(limit=2048)
def wielded(tables: Tables, sheet: Sheet) -> tuple[str, ...]:
    """What is in hand: as chosen, or else the first weapon and whatever the other hand can hold."""
    if WIELDED in sheet.lists:
        return sheet.lists[WIELDED]
    held: list[str] = []
    for item in carried(tables, sheet):
        if 0 < hands_for(tables, item) <= HANDS - sum(hands_for(tables, other) for other in held):
            held.append(item)
    return tuple(held)


@remembered(limit=2048)
def weapons_in_hand(tables: Tables, actor: Actor) -> tuple[str, ...]:
    """What is in hand, as everybody may read it.

    For the Storyteller's people the Aspect of an item is left out, because players may not know it yet.
    """
    held = wielded(tables, actor.sheet)
    return held if actor.is_pc else tuple(dict.fromkeys(without_aspect(tables, item) for item in held))


def without_aspect(tables: Tables, item: str) -> str:
    """An item as it is written on a sheet, without its Aspect.

    >>> from fatetable.rulesets.skein.book.tables import read_tables
    >>> tables = read_tables()
    >>> without_aspect(tables, "Club: Knotted Like an Old Hand"), without_aspect(tables, "Club")
    ('Club', 'Club')
    """
    return item.partition(":")[0].strip() if read_item(tables, item).aspect else item


def has_shield(tables: Tables, sheet: Sheet) -> bool:
    return any((found := armour(tables, item)) is not None and found.is_shield for item in wielded(tables, sheet))


@remembered(limit=2048)
def worn_armour(tables: Tables, sheet: Sheet) -> Armour | None:
    """One body armour counts, the best of those carried."""
    body = [
        found for item in carried(tables, sheet) if (found := armour(tables, item)) is not None and not found.is_shield
    ]
    return max(body, key=lambda found: found.absorption, default=None)


@remembered(limit=2048)
def absorption(tables: Tables, sheet: Sheet) -> int:
    """How much damage of a hit is absorbed by armour, a shield in hand and natural armour (SK-EQUIP-01, 15)."""
    worn = worn_armour(tables, sheet)
    shields = tuple(
        found for item in wielded(tables, sheet) if (found := armour(tables, item)) is not None and found.is_shield
    )
    return absorbed_by((*((worn,) if worn else ()), *shields)) + natural_absorption(tables, sheet)
