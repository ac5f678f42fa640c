"""What somebody carries, holds in hand and wears, and what it counts for in a fight.

Knows sheets and tables; nothing of turns, rolls or who may own what.
"""

from __future__ import annotations

from fatetable.engine.identity import remembered
from fatetable.mechanics.cast import Actor
from fatetable.mechanics.sheets import Sheet
from fatetable.rulesets.skein.catalogue import Armour, MeleeWeapon, RangedWeapon
from fatetable.rulesets.skein.effects import Possess
from fatetable.rulesets.skein.figures import natural_absorption
from fatetable.rulesets.skein.gear import absorption as absorbed_by
from fatetable.rulesets.skein.gear import read_item
from fatetable.rulesets.skein.stunts import Taken, all_effects
from fatetable.rulesets.skein.tables import tables

CARRIED = ("gear", "occupation", "items")
WIELDED = "wielded"
UNARMED = "Unarmed"
HANDS = 2


def melee_weapon(name: str) -> MeleeWeapon | None:
    ware = read_item(name).ware
    return ware if isinstance(ware, MeleeWeapon) else None


def ranged_weapon(name: str) -> RangedWeapon | None:
    """A weapon of the ranged table; one that is also wielded hand to hand stands there under its throwing name."""
    wanted = (name, read_item(name).name)
    return next((weapon for weapon in tables().arms.ranged if weapon.name in wanted), None)


def armour(name: str) -> Armour | None:
    ware = read_item(name).ware
    return ware if isinstance(ware, Armour) else None


@remembered(limit=2048)
def carried(sheet: Sheet) -> tuple[str, ...]:
    """Everything somebody has, also what a stunt brought them."""
    return (*listed(sheet), *(item for found in belongings(sheet) if (item := found.choice("item"))))


def listed(sheet: Sheet) -> tuple[str, ...]:
    return tuple(item for name in CARRIED for item in sheet.lists.get(name, ()))


@remembered(limit=2048)
def belongings(sheet: Sheet) -> tuple[Taken, ...]:
    """The stunts that stand for a thing; one thing taken twice is still one (SK-STUNT-12)."""
    found = {each.choice("item"): each for each, effect in all_effects(sheet) if isinstance(effect, Possess)}
    return tuple(found.values())


def hands_for(name: str) -> int:
    """How many hands a thing takes; bows and crossbows need both while shooting (SK-EQUIP-13)."""
    melee, ranged = melee_weapon(name), ranged_weapon(name)
    if melee is not None:
        return HANDS if melee.two_handed else 1
    if ranged is not None:
        return HANDS if ranged.runs_out else 1
    worn = armour(name)
    return 1 if worn is not None and worn.is_shield else 0


@remembered(limit=2048)
def wielded(sheet: Sheet) -> tuple[str, ...]:
    """What is in hand: as chosen, or else the first weapon and whatever the other hand can hold."""
    if WIELDED in sheet.lists:
        return sheet.lists[WIELDED]
    held: list[str] = []
    for item in carried(sheet):
        if 0 < hands_for(item) <= HANDS - sum(hands_for(other) for other in held):
            held.append(item)
    return tuple(held)


@remembered(limit=2048)
def weapons_in_hand(actor: Actor) -> tuple[str, ...]:
    """What is in hand as it is called before everybody.

    Of the Storyteller's people the Aspect of a thing is no part of that; it may still be unknown.
    """
    held = wielded(actor.sheet)
    return held if actor.is_pc else tuple(dict.fromkeys(map(without_aspect, held)))


def without_aspect(item: str) -> str:
    """A thing as it stands on a sheet, but for its Aspect.

    >>> without_aspect("Club: Knotted Like an Old Hand"), without_aspect("Club")
    ('Club', 'Club')
    """
    return item.partition(":")[0].strip() if read_item(item).aspect else item


def has_shield(sheet: Sheet) -> bool:
    return any(found is not None and found.is_shield for found in map(armour, wielded(sheet)))


@remembered(limit=2048)
def worn_armour(sheet: Sheet) -> Armour | None:
    """One body armour counts, the best of those carried."""
    body = [found for item in carried(sheet) if (found := armour(item)) is not None and not found.is_shield]
    return max(body, key=lambda found: found.absorption, default=None)


@remembered(limit=2048)
def absorption(sheet: Sheet) -> int:
    """What comes off the damage of a hit: armour, a shield in hand, and a hide of one's own (SK-EQUIP-01, 15)."""
    worn = worn_armour(sheet)
    shields = tuple(found for found in map(armour, wielded(sheet)) if found is not None and found.is_shield)
    return absorbed_by((*((worn,) if worn else ()), *shields)) + natural_absorption(sheet)
