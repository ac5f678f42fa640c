"""Arithmetic on Skein's tables: difficulties, numbers of fighters, armies and prices."""

from __future__ import annotations

import math
from collections.abc import Collection
from fractions import Fraction

from fatetable.mechanics.harm import groups
from fatetable.rulesets.skein.book.tables import Tables

# -- Tests -----------------------------------------------------------------------------------------------------------


def support(tables: Tables, main: int, supporting: int) -> int:
    """What a second skill adds: it must be known, and no lower than the first (SK-TEST-07)."""
    is_known = supporting >= tables.figures.skills.lowest
    return tables.rolling.figures.support if is_known and supporting >= main else 0


# -- journeys and magic ----------------------------------------------------------------------------------------------


def travel_difficulty(
    tables: Tables, base: str = "routine", *, hindrances: Collection[str] = (), forced_day: int = 0
) -> int:
    """The Endurance Test of a journey; a forced march is harder each day after the first (SK-END-15)."""
    travel = tables.travel
    forced = travel.modifiers["forced-march"] * max(0, forced_day - 1)
    return travel.base[base] + sum(travel.modifiers[each] for each in hindrances) + forced


def distance(tables: Tables, day: int, *circumstances: str) -> Fraction:
    """How far a day's march goes; each circumstance multiplies it (SK-END-10 to SK-END-13)."""
    halves = tables.travel.halves_of_distance
    return math.prod((Fraction(halves[each], 2) for each in circumstances), start=Fraction(day))


def divination_difficulty(
    tables: Tables,
    *,
    is_distant: bool = False,
    is_obscure: bool = False,
    is_specific: bool = False,
    is_imperfect: bool = False,
) -> int:
    """How hard it is to divine something; all hindrances add up (SK-DIV-03)."""
    figures = tables.magic.divination
    return (
        figures.difficulty
        + figures.distant_past_or_future * is_distant
        + figures.obscure * is_obscure
        + figures.specific * is_specific
        + figures.imperfect_preparation * is_imperfect
    )


def glamour_difficulty(tables: Tables, senses: int = 1, *, is_moving: bool = False) -> int:
    """How hard a glamour is: more than one sense and movement make it harder (SK-GLAM-04)."""
    figures = tables.magic.glamour
    return figures.difficulty + figures.another_sense * max(0, senses - 1) + figures.moving * is_moving


# -- warbands and armies ---------------------------------------------------------------------------------------------


def numbers_bonus(tables: Tables, fighters: int) -> int:
    """The bonus of numbers to the attack of a group; it stops growing at six (SK-WARB-08).

    >>> from fatetable.rulesets.skein.book.tables import read_tables
    >>> tables = read_tables()
    >>> [numbers_bonus(tables, fighters) for fighters in (1, 3, 4, 20)]
    [0, 1, 2, 2]
    """
    return groups.numbers_bonus(tables.combat.numbers, fighters)


def army_stress(tables: Tables, size: int, enemy: int) -> int:
    """The larger army has full stress, the other a point for each begun tenth of the larger's size (SK-BATTLE-07).

    >>> from fatetable.rulesets.skein.book.tables import read_tables
    >>> tables = read_tables()
    >>> army_stress(tables, 1000, 500), army_stress(tables, 500, 1000), army_stress(tables, 11, 100)
    (10, 5, 2)
    """
    figures = tables.battle.figures
    if size >= enemy:
        return figures.largest_stress
    return max(1, math.ceil(Fraction(100 * size, figures.percent_per_stress * enemy)))


def outnumbers(tables: Tables, size: int, enemy: int) -> bool:
    """Is an army at least twice as large as the other (SK-BATTLE-09)?"""
    return size >= tables.battle.figures.outnumbers_from * enemy


def army_damage(tables: Tables, degree: int) -> int:
    """Half the degree of an army's attack, rounded up (SK-BATTLE-24)."""
    return math.ceil(Fraction(max(0, degree), tables.battle.figures.degrees_per_damage))


def army_losses(size: int, stress_lost: int, stress_at_start: int) -> int:
    """How many people an army has lost: in proportion to its lost stress, rounded up (SK-BATTLE-28)."""
    return math.ceil(Fraction(size * stress_lost, stress_at_start))


# -- prices ----------------------------------------------------------------------------------------------------------


def needs_wealth_test(tables: Tables, cost: int, wealth: int, *, for_others: bool = False) -> bool:
    """Whether a purchase needs a Test; what costs nothing needs one only if it is for others (SK-WEALTH-06)."""
    if for_others:
        return True
    return cost > 0 and cost >= wealth - tables.buying.tested_from_below


def value_of_sold(tables: Tables, cost: int) -> int:
    """The Value of the Treasure that selling an item brings (SK-WEALTH-09)."""
    return max(0, cost - tables.buying.sold_for_less)
