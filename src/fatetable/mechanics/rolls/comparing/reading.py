"""How a roll is read: what is compared with what, which dice count, and what a margin comes to.

What differs between rulesets is a function here.  Without one, the first effort is compared with every other or with
the difficulty, all dice count, and the outcome is that of the margin.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.chance import Die
from fatetable.engine.state import State
from fatetable.mechanics.book.bands import Bands
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.dice.notation import DiceGroup, Groups, counted_dice
from fatetable.mechanics.rolls.state import Comparison, Modifier, Roll

ALONE = Comparison()
"""The first effort against the difficulty, or no comparison in particular."""
AGAINST_THE_OTHER = Comparison(other=1)


class Pool(Protocol):
    """What is thrown for an effort, and which of it counts in a comparison.

    All comparisons see the same dice in the same order; they differ in which of them count.  What was thrown in
    addition stands at the end.
    """

    def __call__(self, state: State, roll: Roll, index: int, comparison: Comparison, /) -> Groups: ...


class Compare(Protocol):
    """What a roll compares, in the order in which it is read."""

    def __call__(self, state: State, roll: Roll, /) -> tuple[Comparison, ...]: ...


class BandsOf(Protocol):
    """The outcomes of a comparison by its margin."""

    def __call__(self, state: State, roll: Roll, comparison: Comparison, /) -> Bands: ...


class Reading(Struct, frozen=True):
    """What a comparison comes to; `parts` were added to the difference of the totals to give the margin."""

    margin: int
    outcome: str
    opposing_outcome: str = ""
    parts: tuple[Modifier, ...] = ()


class Read(Protocol):
    """What a comparison comes to if the totals differ by that much."""

    def __call__(self, state: State, roll: Roll, comparison: Comparison, difference: int, /) -> Reading: ...


class ChangedDice(Struct, frozen=True):
    """Dice that are not the usual ones: `why` says so in a sentence, `usual` would be thrown otherwise."""

    why: str
    usual: Groups


class DiceChange(Protocol):
    """Whether an effort throws other dice than usual, and why; what is shown beside them."""

    def __call__(self, roll: Roll, index: int, comparison: Comparison, /) -> ChangedDice | None: ...


def usual_dice(_roll: Roll, _index: int, _comparison: Comparison) -> ChangedDice | None:
    return None


class DegreeOf(Protocol):
    """What a margin amounts to, in words; nothing where the rules do not say."""

    def __call__(self, roll: Roll, comparison: Comparison, /) -> str: ...


def no_degrees(_roll: Roll, _comparison: Comparison) -> str:
    return ""


class IsAdded(Protocol):
    """Is this part of an effort added to what its dice show?  What is not may be dice of the pool."""

    def __call__(self, part: Modifier, /) -> bool: ...


PoolOfAll: TypeAlias = Callable[[State], Groups]


def the_same_for_all(pool: PoolOfAll) -> Pool:
    """Every effort throws the same dice, and all of them count."""
    return lambda state, _roll, _index, _comparison: pool(state)


def one_against_each(_: State, roll: Roll) -> tuple[Comparison, ...]:
    """The first effort against every other, or against the difficulty."""
    others = len(roll.efforts)
    if others == 1:
        return (ALONE,)
    return (AGAINST_THE_OTHER,) if others == 2 else tuple(Comparison(other=other) for other in range(1, others))


class ReadingRules(Struct, frozen=True, kw_only=True):
    """`bands` are the usual outcomes, `bands_of` those of a comparison where they differ from roll to roll.

    `read` says what a comparison comes to where that is more than the band of the margin, and `degree` what people are
    told about the margin besides its outcome.  Without `is_added`, all parts of an effort are numbers added to its
    dice.  `dice_change` explains a pool that is not the usual one.  `again` is what a die is thrown as the second time,
    where that is another one.  `totals` is the ladder that totals are told in, where that is not the one of the
    ratings.
    """

    bands: Bands
    pool: Pool
    compare: Compare = one_against_each
    bands_of: BandsOf | None = None
    read: Read | None = None
    degree: DegreeOf = no_degrees
    is_added: IsAdded | None = None
    again: Callable[[Die], Die] | None = None
    totals: Ladder | None = None
    dice_change: DiceChange = usual_dice

    def pool_again(self, state: State, roll: Roll, index: int, comparison: Comparison = ALONE) -> Groups:
        """What is thrown for an effort, the first time or another time."""
        groups = self.pool(state, roll, index, comparison)
        if self.again is None or not roll.efforts[index].throws:
            return groups
        return tuple(DiceGroup(tuple(map(self.again, each.dice)), each.keep, each.kept) for each in groups)

    def values(self, state: State, roll: Roll, index: int, comparison: Comparison = ALONE) -> tuple[int, ...]:
        """What the dice of an effort that count in a comparison count for."""
        values, counted = roll.efforts[index].values, self.counted(state, roll, index, comparison)
        return values if counted is None else tuple(values[place] for place in counted)

    def counted(self, state: State, roll: Roll, index: int, comparison: Comparison = ALONE) -> tuple[int, ...] | None:
        """Which dice of an effort count in a comparison, by their places; none where all do."""
        values = roll.efforts[index].values
        groups = self.pool(state, roll, index, comparison)
        if not values or all(group.keep == "all" for group in groups):
            return None
        return counted_dice(groups, values)

    def total(self, state: State, roll: Roll, index: int, comparison: Comparison = ALONE) -> int:
        """An effort's total in a comparison; what was brought against it is the other side's."""
        return sum(self.values(state, roll, index, comparison)) + self.fixed(roll, index, comparison)

    def fixed(self, roll: Roll, index: int, comparison: Comparison = ALONE) -> int:
        """Everything but the dice that an effort counts in a comparison."""
        own = comparison.opposing if index == comparison.other else comparison.modifiers
        return self._sum(roll.efforts[index].modifiers) + self._sum(own)

    def _sum(self, parts: tuple[Modifier, ...]) -> int:
        is_added = self.is_added
        return sum(part.amount for part in parts if is_added is None or is_added(part))

    def against(self, state: State, roll: Roll, comparison: Comparison) -> int:
        """What the one side of a comparison must beat."""
        hindrance = roll.efforts[comparison.one].hindrance
        if comparison.other < 0:
            return difficulty_in(roll, comparison) + hindrance
        other = self.total(state, roll, comparison.other, comparison)
        return other - roll.efforts[comparison.other].hindrance + hindrance

    def difference(self, state: State, roll: Roll, comparison: Comparison) -> int:
        return self.total(state, roll, comparison.one, comparison) - self.against(state, roll, comparison)

    def bands_for(self, state: State, roll: Roll, comparison: Comparison) -> Bands:
        return self.bands if self.bands_of is None else self.bands_of(state, roll, comparison)

    def reading(self, state: State, roll: Roll, comparison: Comparison, difference: int | None = None) -> Reading:
        """What a comparison comes to with these dice, or if the totals differed by that much."""
        if difference is None:
            difference = self.difference(state, roll, comparison)
        if self.read is not None:
            return self.read(state, roll, comparison, difference)
        return read_by_bands(self.bands_for(state, roll, comparison), comparison, difference)

    def compared(self, state: State, roll: Roll, comparison: Comparison) -> Comparison:
        """The comparison with everything that was read in it."""
        total = self.total(state, roll, comparison.one, comparison)
        difference = total - self.against(state, roll, comparison)
        reading = self.reading(state, roll, comparison, difference)
        return msgspec.structs.replace(
            comparison,
            margin=reading.margin,
            outcome=reading.outcome,
            opposing_outcome=reading.opposing_outcome,
            parts=reading.parts,
            total=total,
            against=total - difference,
        )


def read_by_bands(bands: Bands, comparison: Comparison, margin: int) -> Reading:
    """The plain reading: the outcome is that of the margin, and the other side's that of the margin turned round."""
    return Reading(margin, bands.outcome(margin), bands.outcome(-margin) if comparison.other >= 0 else "")


def difficulty_in(roll: Roll, comparison: Comparison) -> int:
    """What the one side of a comparison without another effort must reach."""
    bare = comparison.difficulty if comparison.difficulty is not None else roll.difficulty or 0
    return bare + sum(modifier.amount for modifier in comparison.opposing)
