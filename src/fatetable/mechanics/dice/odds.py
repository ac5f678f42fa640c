"""Exact odds: what dice may show, how a comparison may end, and what invokes are worth when they are played well.

Counts equally likely cases in whole numbers and turns them into fractions last, so nothing is ever rounded.
The ruleset passes in its outcomes and amounts.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd
from typing import Self

from msgspec import Struct

from fatetable.engine.chance import Die
from fatetable.engine.errors import MalformedCommand
from fatetable.mechanics.book.bands import Bands
from fatetable.mechanics.dice.notation import DiceGroup, DiceNotation, Groups, fate_dice


class Weights(Struct, frozen=True):
    """In how many of all equally likely cases each number comes up, from the lowest number that can on upwards.

    >>> coins = Weights.of({0: 1, 1: 2, 2: 1})
    >>> coins.total, coins.chance_at_least(1), coins.plus(3).lowest
    (4, Fraction(3, 4), 3)
    """

    lowest: int
    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.counts or self.counts[0] < 1 or self.counts[-1] < 1 or min(self.counts) < 0:
            raise ValueError("weights need a lowest and a highest number that can come up")

    @classmethod
    def of(cls, cases: Mapping[int, int]) -> Self:
        """Weights from the number of cases of each number, in lowest terms, so that equal odds are equal weights."""
        possible = {number: count for number, count in cases.items() if count}
        shared = gcd(*possible.values())
        lowest, highest = min(possible), max(possible)
        return cls(lowest, tuple(possible.get(number, 0) // shared for number in range(lowest, highest + 1)))

    @property
    def highest(self) -> int:
        """The highest number that can come up."""
        return self.lowest + len(self.counts) - 1

    @property
    def total(self) -> int:
        """The number of all cases."""
        return sum(self.counts)

    @property
    def mean(self) -> Fraction:
        """The average."""
        return Fraction(sum(number * count for number, count in self.items()), self.total)

    def items(self) -> Iterator[tuple[int, int]]:
        """Each number that can come up with its number of cases, lowest first."""
        return ((number, count) for number, count in enumerate(self.counts, self.lowest) if count)

    def plus(self, other: "int | Weights") -> "Weights":
        """The sum with a number, or with something thrown independently."""
        if isinstance(other, int):
            return Weights(self.lowest + other, self.counts)
        return Weights(self.lowest + other.lowest, _product(self.counts, other.counts))

    def minus(self, other: "int | Weights") -> "Weights":
        """The difference to a number, or to something thrown independently."""
        if isinstance(other, int):
            return Weights(self.lowest - other, self.counts)
        return Weights(self.lowest - other.highest, _product(self.counts, other.counts[::-1]))

    def at_least(self, lowest: int) -> "Weights":
        """The same, with everything below a number raised to it: what is left when the better of two is kept."""
        cases: Counter[int] = Counter()
        for number, count in self.items():
            cases[max(number, lowest)] += count
        return Weights.of(cases)

    def cases_between(self, start: int | None, end: int | None) -> int:
        """The number of cases from `start` on (included) up to `end` (not included)."""
        first = 0 if start is None else max(start - self.lowest, 0)
        last = len(self.counts) if end is None else max(end - self.lowest, 0)
        return sum(self.counts[first:last])

    def chance_of(self, number: int) -> Fraction:
        """How likely exactly this number is."""
        return Fraction(self.cases_between(number, number + 1), self.total)

    def chance_at_least(self, number: int) -> Fraction:
        """How likely this number or a higher one is."""
        return Fraction(self.cases_between(number, None), self.total)

    def outcomes(self, bands: Bands) -> dict[str, Fraction]:
        """How likely each outcome is if this is the margin, worst outcome first."""
        total = self.total
        starts = (None, *bands.thresholds)
        ends = (*bands.thresholds, None)
        return {
            outcome: Fraction(self.cases_between(start, end), total)
            for outcome, start, end in zip(bands.outcomes, starts, ends, strict=True)
        }


Uncertain = int | Weights
"""A number that is known already, or one that dice have yet to decide."""


def certain(number: int) -> Weights:
    """A number that is known already, as weights."""
    return Weights(number, (1,))


def _weights(number: Uncertain) -> Weights:
    return certain(number) if isinstance(number, int) else number


# --- multiplying -------------------------------------------------------------------------------------------------
# Adding independent dice multiplies polynomials. Python multiplies long integers quickly, so the counts are laid side
# by side in one integer, in lanes wide enough for any count of the result, multiplied there and read back.

MOST_BYTES = 600_000
"""The longest integer anyone's question may lead to: enough for a thousand Fate dice, worked out while one waits."""


def _product(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    # The pools of ordinary play meet again and again; large ones are not worth their memory.
    return _remembered_product(left, right) if len(left) + len(right) < 100 else _new_product(left, right)


def _new_product(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    if left == (1,):
        return right
    length = len(left) + len(right) - 1
    lane = _lane(sum(left) * sum(right), length)
    return _unpacked(_packed(left, lane) * _packed(right, lane), lane, length)


_remembered_product = lru_cache(maxsize=256)(_new_product)


def _power(counts: tuple[int, ...], exponent: int) -> tuple[int, ...]:
    length = (len(counts) - 1) * exponent + 1
    lane = _lane(sum(counts) ** exponent, length)
    return _unpacked(_packed(counts, lane) ** exponent, lane, length)


def _lane(largest: int, length: int) -> int:
    """The bytes each count needs."""
    lane = largest.bit_length() // 8 + 1
    if lane * length > MOST_BYTES:
        raise _too_many()
    return lane


def _packed(counts: Sequence[int], lane: int) -> int:
    return int.from_bytes(b"".join([count.to_bytes(lane, "little") for count in counts]), "little")


def _unpacked(number: int, lane: int, length: int) -> tuple[int, ...]:
    raw = number.to_bytes(lane * length, "little")
    return tuple([int.from_bytes(raw[at : at + lane], "little") for at in range(0, lane * length, lane)])


# --- what dice may show ------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def dice_weights(dice: tuple[Die, ...]) -> Weights:
    """What the values of these dice may add up to.

    >>> dice_weights(fate_dice(2)).counts
    (1, 2, 3, 2, 1)
    """
    result = certain(0)
    for die, number in Counter(dice).items():
        one = Weights.of(Counter(die.values))
        result = result.plus(Weights(one.lowest * number, _power(one.counts, number)))
    return result


def fate_weights(number: int = 4) -> Weights:
    """What that many Fate dice may add up to."""
    return dice_weights(fate_dice(number))


def notation_weights(notation: DiceNotation) -> Weights:
    """What dice in the notation people type may add up to, modifier and dice that do not count included."""
    return groups_weights(notation.groups).plus(notation.modifier)


@lru_cache(maxsize=256)
def groups_weights(groups: Groups) -> Weights:
    """What the dice that count of these groups may add up to."""
    result = certain(0)
    for group in groups:
        result = result.plus(_group_weights(group))
    return result


def _group_weights(group: DiceGroup) -> Weights:
    if group.keep == "all" or group.kept >= len(group.dice):
        return dice_weights(group.dice)
    if group.keep in ("first", "last"):
        counted = group.counted(range(len(group.dice)))
        return dice_weights(tuple(group.dice[index] for index in counted))
    return _kept_weights(group) if len(set(group.dice)) == 1 else _kept_of_unlike(group)


MOST_HANDS = 2_000_000
"""The most combinations of kept dice and faces to go through for dice that are not all alike."""


def _kept_of_unlike(group: DiceGroup) -> Weights:
    """The sum of the few dice that are kept where some are not like the others, adding one die after another.

    All that matters of the dice so far is what the kept ones show and count for.
    """
    wants_highest = group.keep == "highest"
    hands: dict[tuple[tuple[int, int], ...], int] = {(): 1}
    for die in group.dice:
        faces = Counter(zip(die.shown, die.values, strict=True))
        if len(hands) * len(faces) > MOST_HANDS:
            raise _too_many()
        following: Counter[tuple[tuple[int, int], ...]] = Counter()
        for hand, ways in hands.items():
            for face, times in faces.items():
                kept = sorted((*hand, face), key=_shown, reverse=wants_highest)[: group.kept]
                following[tuple(kept)] += ways * times
        hands = following
    cases: Counter[int] = Counter()
    for hand, ways in hands.items():
        cases[sum(value for _, value in hand)] += ways
    return Weights.of(cases)


MOST_STEPS = 50_000_000_000
"""A generous estimate of the work on dice of which some are kept, in products of single bytes."""


def _kept_weights(group: DiceGroup) -> Weights:
    """The sum of the few dice that are kept, going through the faces from the first to be kept to the last.

    At each face all that matters is how many dice are still to show it or a lesser one, and the sums so far, which
    are in lanes as above: adding to every sum is a shift.
    """
    die, number, kept = group.dice[0], len(group.dice), group.kept
    faces = sorted(Counter(zip(die.shown, die.values, strict=True)).items(), reverse=group.keep == "highest")
    lowest, spread = min(die.values), max(die.values) - min(die.values)
    length = spread * kept + 1
    lane = _lane(len(die.shown) ** number, length)
    if len(faces) * number * kept * length * lane**2 > MOST_STEPS:
        raise _too_many()
    lesser = len(die.shown)
    complete = 0
    open_sums = {number: 1}
    for (_, value), times in faces:
        lesser -= times
        following: dict[int, int] = {}
        for undecided, sums in open_sums.items():
            wanted = kept - (number - undecided)
            for showing in range(undecided + 1):
                ways = comb(undecided, showing) * times**showing
                raised = sums * ways << 8 * lane * (value - lowest) * min(showing, wanted)
                if showing >= wanted:
                    complete += raised * lesser ** (undecided - showing)
                else:
                    following[undecided - showing] = following.get(undecided - showing, 0) + raised
        open_sums = following
    return Weights.of(dict(enumerate(_unpacked(complete, lane, length), lowest * kept)))


def _shown(face: tuple[int, int]) -> int:
    return face[0]


def _too_many() -> MalformedCommand:
    return MalformedCommand("odds-too-large", "The exact odds of that many dice take too long; ask for fewer.")


# --- how a comparison may end ------------------------------------------------------------------------------------


def chances(total: Uncertain, opposition: Uncertain, bands: Bands) -> dict[str, Fraction]:
    """How likely each outcome is, worst first; each side is a known total or one that dice have yet to decide.

    Before any throw both sides are uncertain; once both are thrown neither is; to see what a reroll would do, put
    `fate_weights().plus(bonus)` in the place of the side that throws again.

    >>> bands = Bands(((None, "fail"), (0, "tie"), (1, "succeed"), (3, "style")), success="succeed")
    >>> chances(fate_weights().plus(2), 2, bands)["tie"]
    Fraction(19, 81)
    """
    return _weights(total).minus(opposition).outcomes(bands)


class Prospect(Struct, frozen=True):
    """What may come of a roll when invokes are played well: the odds of each outcome, and the average spent on it."""

    chances: dict[str, Fraction]
    spent: Fraction


def play_invokes(
    thrown: Uncertain,
    ahead: Uncertain,
    *,
    reroll: Weights,
    invokes: int,
    bands: Bands,
    goal: str,
    amount: int = 2,
) -> Prospect:
    """The prospect of a roll whose owner may spend invokes one by one, each seeing what the last one brought.

    `thrown` is what the owner's dice show (or may come to show), `ahead` by how much the rest of the total beats the
    opposition. An invoke adds `amount` or throws all own dice again (`reroll`). Of all ways to play, the owner takes
    the one that reaches the goal or better most often; of those, the one that spends fewest invokes on average; and
    of those, the one that gives the best outcome most often.
    """
    if invokes < 0 or amount < 1:
        raise ValueError("there cannot be less than no invokes, and an invoke must add something")
    own, rest = _weights(thrown), _weights(ahead)
    lowest, highest = min(own.lowest, reroll.lowest), max(own.highest, reroll.highest)
    faces = range(lowest, highest + 1)
    lanes = _Lanes.of(bands, goal, (invokes + 1) * reroll.total**invokes * own.total * rest.total)
    margins = range(lowest + rest.lowest, highest + rest.highest + amount * invokes + 1)
    ends = [lanes.ended(bands.outcome(margin)) for margin in margins]
    reached = [end >= lanes.goal_reached for end in ends]

    first = reroll.lowest - lowest
    last = first + len(reroll.counts)
    # plays[g][a]: the best play with the invokes left, the rest being g above its lowest, the dice a above theirs.
    plays = [ends[at : at + len(faces)] for at in range(len(margins) - len(faces) + 1)]
    scale = 1
    for left in range(1, invokes + 1):
        fewer, plays = plays, []
        scale *= reroll.total
        unspent = lanes.kept(left)
        for at in range(len(margins) - len(faces) + 1 - amount * left):
            again = sum([count * play for count, play in zip(reroll.counts, fewer[at][first:last], strict=True)])
            raised = fewer[at + amount]
            row: list[int] = []
            for face in range(len(faces)):
                stop = (ends[at + face] + unspent) * scale
                row.append(stop if reached[at + face] else max(stop, raised[face] * reroll.total, again))
            plays.append(row)
    start = own.lowest - lowest
    summed = sum(
        weight * count * play
        for weight, row in zip(rest.counts, plays, strict=True)
        for count, play in zip(own.counts, row[start : start + len(own.counts)], strict=True)
    )
    return lanes.prospect(summed, invokes)


class _Lanes(Struct, frozen=True):
    """Everything that is known about a way to play, side by side in one integer, most wanted first.

    From the highest lane down: cases in which the goal is reached, invokes kept, cases of the best outcome, and so on
    to the worst. Weighted sums of such integers add up each lane, and the greater one is the better way to play.
    """

    width: int
    outcomes: tuple[str, ...]
    goal: str

    @classmethod
    def of(cls, bands: Bands, goal: str, most: int) -> Self:
        bands.lowest_margin(goal)
        return cls(most.bit_length(), bands.outcomes, goal)

    @property
    def goal_reached(self) -> int:
        return 1 << self.width * (len(self.outcomes) + 1)

    def kept(self, invokes: int) -> int:
        return invokes << self.width * len(self.outcomes)

    def ended(self, outcome: str) -> int:
        rank = self.outcomes.index(outcome)
        return (1 << self.width * rank) + (self.goal_reached if rank >= self.outcomes.index(self.goal) else 0)

    def prospect(self, summed: int, invokes: int) -> Prospect:
        mask = (1 << self.width) - 1
        *cases, kept = [summed >> self.width * lane & mask for lane in range(len(self.outcomes) + 1)]
        total = sum(cases)
        odds = {outcome: Fraction(count, total) for outcome, count in zip(self.outcomes, cases, strict=True)}
        return Prospect(odds, invokes - Fraction(kept, total))
