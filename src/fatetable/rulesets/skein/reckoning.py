"""Sums that Skein's tables leave to whoever plays: steps of time, difficulties, numbers, armies, prices.

Knows neither sheets nor a table in play; numbers go in and come out.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from fractions import Fraction

from fatetable.rulesets.skein.tables import tables

# -- Tests -----------------------------------------------------------------------------------------------------------


def support(main: int, supporting: int) -> int:
    """What a second skill adds: it must be known, and no lower than the first (SK-TEST-07)."""
    is_known = supporting >= tables().figures.skills.lowest
    return tables().rolling.figures.support if is_known and supporting >= main else 0


# -- time ------------------------------------------------------------------------------------------------------------


def shortened(time: str, degree: int) -> str:
    """How long a task takes after all: a step less for each degree, four at most (SK-TIME-01).

    >>> shortened("A day", 1), shortened("A day", 9)
    ('A few hours', '15 minutes')
    """
    track = tables().time
    steps = min(max(0, degree) * track.steps_per_degree, track.most_steps)
    return track.track[max(0, track.track.index(time) - steps)]


def lengthened(time: str, steps: int) -> str:
    """A duration so many steps longer, which nothing bounds but the end of the track (SK-TIME-02)."""
    track = tables().time.track
    return track[min(len(track) - 1, track.index(time) + max(0, steps))]


def steps_between(first: str, second: str) -> int:
    """How many steps of the time track the second lies beyond the first; below zero, before it."""
    track = tables().time.track
    return track.index(second) - track.index(first)


def shorter(first: str, second: str) -> str:
    return first if steps_between(first, second) >= 0 else second


# -- journeys and magic ----------------------------------------------------------------------------------------------


def travel_difficulty(base: str = "routine", *, hindrances: Collection[str] = (), forced_day: int = 0) -> int:
    """The Endurance Test of a journey; a forced march is harder each day after the first (SK-END-15)."""
    travel = tables().travel
    forced = travel.modifiers["forced-march"] * max(0, forced_day - 1)
    return travel.base[base] + sum(travel.modifiers[each] for each in hindrances) + forced


def distance(day: int, *circumstances: str) -> Fraction:
    """How far one gets of what a day's march is, each circumstance multiplying it (SK-END-10 to SK-END-13)."""
    halves = tables().travel.halves_of_distance
    return math.prod((Fraction(halves[each], 2) for each in circumstances), start=Fraction(day))


def divination_difficulty(
    *, is_distant: bool = False, is_obscure: bool = False, is_specific: bool = False, is_imperfect: bool = False
) -> int:
    """How hard it is to divine something; all that makes it harder adds up (SK-DIV-03)."""
    figures = tables().magic.divination
    return (
        figures.difficulty
        + figures.distant_past_or_future * is_distant
        + figures.obscure * is_obscure
        + figures.specific * is_specific
        + figures.imperfect_preparation * is_imperfect
    )


def glamour_difficulty(senses: int = 1, *, is_moving: bool = False) -> int:
    """How hard a glamour is: more than one sense and movement make it harder (SK-GLAM-04)."""
    figures = tables().magic.glamour
    return figures.difficulty + figures.another_sense * max(0, senses - 1) + figures.moving * is_moving


# -- warbands and armies ---------------------------------------------------------------------------------------------


def numbers_bonus(fighters: int) -> int:
    """What numbers add to an attack of a group; beyond six it grows no more (SK-WARB-08).

    >>> [numbers_bonus(fighters) for fighters in (1, 3, 4, 20)]
    [0, 1, 2, 2]
    """
    return max((row.bonus for row in tables().combat.numbers if row.at_least <= fighters), default=0)


def army_stress(size: int, enemy: int) -> int:
    """The larger army has all the stress there is, the other a point for each begun tenth of its size (SK-BATTLE-07).

    >>> army_stress(1000, 500), army_stress(500, 1000), army_stress(11, 100)
    (10, 5, 2)
    """
    figures = tables().battle.figures
    if size >= enemy:
        return figures.largest_stress
    return max(1, math.ceil(Fraction(100 * size, figures.percent_per_stress * enemy)))


def outnumbers(size: int, enemy: int) -> bool:
    """Is an army at least twice as large as the other (SK-BATTLE-09)?"""
    return size >= tables().battle.figures.outnumbers_from * enemy


def army_damage(degree: int) -> int:
    """Half the degree of an army's attack, rounded up (SK-BATTLE-24)."""
    return math.ceil(Fraction(max(0, degree), tables().battle.figures.degrees_per_damage))


def army_losses(size: int, stress_lost: int, stress_at_start: int) -> int:
    """How many an army has lost: its share of stress, rounded up to whole people (SK-BATTLE-28)."""
    return math.ceil(Fraction(size * stress_lost, stress_at_start))


# -- prices ----------------------------------------------------------------------------------------------------------


def needs_wealth_test(cost: int, wealth: int, *, for_others: bool = False) -> bool:
    """Whether a purchase is out of the ordinary; what costs nothing is so only for others (SK-WEALTH-06)."""
    if for_others:
        return True
    return cost > 0 and cost >= wealth - tables().buying.tested_from_below


def value_of_sold(cost: int) -> int:
    """The treasure somebody gets for a thing (SK-WEALTH-09)."""
    return max(0, cost - tables().buying.sold_for_less)
