"""Fate d6: as many six-sided dice as the level gives, added up (F2-D6-01 to F2-D6-07)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from fatetable.engine.chance import Die
from fatetable.engine.state import State
from fatetable.mechanics.dice.notation import DiceGroup, Groups, numbered_die
from fatetable.mechanics.rolls.comparing.reading import Reading
from fatetable.mechanics.rolls.state import Comparison, Effort, Modifier, Roll
from fatetable.rulesets.fate2.book import SixesFigures, Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.rolls.amendments import POINT_RULE
from fatetable.rulesets.fate2.rolls.margins import bands_of

D6 = numbered_die(6)
SHOWING = "showing"


def showing(number: int) -> Die:
    """A die that is put on the table with this number up."""
    return Die(SHOWING, (number,), (number,))


def thrown_again(die: Die) -> Die:
    """A die that only shows something is thrown like any other (F2-D6-02)."""
    return D6 if die.name == SHOWING else die


def nothing_is_added(_: Modifier) -> bool:
    """Everything is dice."""
    return False


class Sixes(Struct, frozen=True):
    figures: SixesFigures

    def level(self, effort: Effort) -> int:
        return sum(part.amount for part in effort.modifiers if part.source == "trait")

    def die_of(self, level: int, effort: Effort) -> tuple[Die, int]:
        """The dice of a level, and how many: of a low one a single die that shows something, or none."""
        if level + self.figures.more > 0:
            return D6, level + self.figures.more
        if level in self.figures.fixed:
            return showing(self.figures.fixed[level]), 1
        return showing(self.figures.put_down), effort.added

    def notation(self, level: int) -> str:
        """The dice of a level as people write them; a low one throws none (F2-D6-02)."""
        number = level + self.figures.more
        return f"{number}d6" if number > 0 else ""

    def pool(self, _: State, roll: Roll, index: int, __: Comparison) -> Groups:
        """The dice of the level, bonus or penalty dice (F2-D6-05), and the die of a fate point (F2-D6-07).

        The best or the worst of all count, as many as the level gives and the fate die more.
        """
        effort = roll.efforts[index]
        die, number = self.die_of(self.level(effort), effort)
        if not number:
            return (DiceGroup((), "first", 0),)
        bought = sum(part.amount for part in effort.modifiers if part.source == POINT_RULE)
        more = sum(part.amount for part in effort.modifiers if part.source not in ("trait", POINT_RULE))
        dice = (*(die,) * (number + abs(more)), *(D6,) * bought)
        return (DiceGroup(dice, "highest" if more > 0 else "lowest" if more else "first", number + bought),)

    def read(self, state: State, roll: Roll, comparison: Comparison, difference: int) -> Reading:
        """A step of the margin for every five points; who misses a number by less fails by one (F2-D6-03)."""
        is_static, step = comparison.other < 0, self.figures.step
        if not self.can_succeed(roll.efforts[comparison.one]):
            difference = min(difference, -1)
        is_reached = difference >= 0 or is_static
        margin = difference // step if is_reached else -(-difference // step)
        bands = bands_of(state, roll, comparison)
        if is_static:
            return Reading(margin, bands.outcome(margin))
        sign = (difference > 0) - (difference < 0)
        return Reading(margin, bands.outcome(sign), bands.outcome(-sign))

    def can_succeed(self, effort: Effort) -> bool:
        """Is there a die at all (F2-D6-02)?"""
        return self.die_of(self.level(effort), effort)[1] > 0


def dice_of_level(tables: Tables, dials: Dials) -> Callable[[int], str] | None:
    """What a level throws where it is a number of dice; otherwise it is added to those that all throw."""
    return Sixes(tables.sixes).notation if dials.dice == "fate-d6" else None
