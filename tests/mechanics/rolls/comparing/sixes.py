"""The rolling game with six-sided dice: as many as the rating, and a bonus or penalty is a die more."""

from __future__ import annotations

import msgspec

from fatetable.engine.state import State
from fatetable.mechanics.book.bands import Bands
from fatetable.mechanics.dice.notation import DiceGroup, Groups, numbered_die
from fatetable.mechanics.rolls.check_rules import DifficultyRange
from fatetable.mechanics.rolls.comparing.reading import Reading, read_by_bands
from fatetable.mechanics.rolls.state import Comparison, Roll
from tests.mechanics.rolling_game import RULES

DEGREES = ("fail", "tie", "succeed", "style")


def degrees(*lowest: int) -> Bands:
    """Four outcomes, of which the last three begin at these margins; a tie succeeds."""
    return Bands(((None, "fail"), *zip(lowest, DEGREES[1:], strict=True)), success="tie")


STATIC, DYNAMIC = degrees(0, 1, 2), degrees(0, 2, 5)
D6 = numbered_die(6)


def rating_of_dice(_: State, roll: Roll, index: int, __: Comparison) -> Groups:
    """As many dice as the rating; what else the effort has are dice more, of which the best or worst count."""
    effort = roll.efforts[index]
    rating = next(part.amount for part in effort.modifiers if part.source == "trait")
    more = effort.fixed - rating
    if not more:
        return (DiceGroup((D6,) * rating),)
    return (DiceGroup((D6,) * (rating + abs(more)), "highest" if more > 0 else "lowest", rating),)


def in_fives(_: State, __: Roll, comparison: Comparison, difference: int) -> Reading:
    """F2-D6-03: one degree for each full five points; a failure by less than five is a failure by one."""
    if comparison.other < 0:
        return read_by_bands(STATIC, comparison, difference // 5)
    margin = difference // 5 if difference >= 0 else -(-difference // 5)
    return read_by_bands(DYNAMIC, comparison, margin)


SIXES = msgspec.structs.replace(
    RULES,
    pool=rating_of_dice,
    read=in_fives,
    is_added=lambda part: False,
    difficulty_range=DifficultyRange(lowest=1, highest=30, likely=(1, 5, 10, 15)),
)
"""Ratings, bonuses and penalties are dice, so nothing is added as a number."""
