"""The dice and cards of the family, and the notation people type to throw others (`4dF+3`, `d6-d6`, `6d6kh2`).

The ruleset chooses among these; the engine's `chance` throws them.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, TypeAlias

from msgspec import Struct

from fatetable.engine.chance import Die, Throw, read_die
from fatetable.engine.errors import MalformedCommand

FATE_DIE = Die("dF", (-1, -1, 0, 0, 1, 1), (-1, -1, 0, 0, 1, 1))

# The faces stand in the order of FATE_DIE's, so the same secret gives the same game whichever dice a table reads.
FATE_FROM_D6 = Die("d6", (1, 2, 3, 4, 5, 6), (-1, -1, 0, 0, 1, 1))


def numbered_die(sides: int) -> Die:
    """A die with the numbers from one up."""
    faces = tuple(range(1, sides + 1))
    return Die(f"d{sides}", faces, faces)


def fate_dice(number: int = 4) -> tuple[Die, ...]:
    """That many Fate dice."""
    return (FATE_DIE,) * number


DieKind: TypeAlias = Literal["fate", "number", "card"]


@lru_cache(maxsize=256)
def kind_of(die: str) -> DieKind:
    """What is on a die in writing: signs, numbers, or the number of a card.

    >>> kind_of("dF[-1*2,0*2,1*2]"), kind_of("-d6[1:-1,2:-2]")
    ('fate', 'number')
    """
    read = read_die(die)
    if read.name == FULL_DECK.name:
        return "card"
    return "fate" if set(read.values) == set(FATE_DIE.values) else "number"


# --- cards instead of dice ---------------------------------------------------------------------------------------

DECK_COUNTS: Mapping[int, int] = MappingProxyType({-4: 1, -3: 4, -2: 10, -1: 16, 0: 19, 1: 16, 2: 10, 3: 4, 4: 1})
"""How often each result occurs among the 81 equally likely results of four Fate dice, and so in the deck."""


def card(counts: Mapping[int, int]) -> Die:
    """The next card of a deck that still holds that many cards of each number."""
    cards = tuple(number for number in sorted(counts) for _ in range(counts[number]))
    return Die("card", cards, cards)


FULL_DECK = card(DECK_COUNTS)


def deck_after(drawn: Sequence[int]) -> Die:
    """The next card after these were drawn, oldest first; an empty deck is shuffled again with all its cards.

    >>> len(deck_after([4, 0]).shown), 4 in deck_after([4, 0]).shown
    (79, False)
    """
    since_shuffle = drawn[len(drawn) // len(FULL_DECK.shown) * len(FULL_DECK.shown) :]
    left = Counter(DECK_COUNTS)
    left.subtract(since_shuffle)
    if any(number < 0 for number in left.values()):
        raise ValueError(f"these cards cannot all come from one deck: {list(since_shuffle)}")
    return card(left)


# --- dice people type --------------------------------------------------------------------------------------------

MOST_DICE = 1000
MOST_SIDES = 1000


Keep: TypeAlias = Literal["all", "highest", "lowest", "first", "last"]


class DiceGroup(Struct, frozen=True):
    """Dice thrown together, of which all count or only a few: the highest or lowest, or the first or last thrown."""

    dice: tuple[Die, ...]
    keep: Keep = "all"
    kept: int = 0

    def counted(self, shown: Sequence[int]) -> tuple[int, ...]:
        """Which of these dice count, as indexes in the order thrown; among equal dice the earlier one counts."""
        match self.keep:
            case "all":
                return tuple(range(len(shown)))
            case "first":
                return tuple(range(min(self.kept, len(shown))))
            case "last":
                return tuple(range(max(0, len(shown) - self.kept), len(shown)))
        sign = -1 if self.keep == "highest" else 1
        ranked = sorted(range(len(shown)), key=lambda index: sign * shown[index])
        return tuple(sorted(ranked[: self.kept]))


Groups: TypeAlias = tuple[DiceGroup, ...]


def dice_of(groups: Groups) -> tuple[Die, ...]:
    """All dice to throw, group after group."""
    return groups[0].dice if len(groups) == 1 else tuple(die for group in groups for die in group.dice)


def counted_dice(groups: Groups, shown: Sequence[int]) -> tuple[int, ...]:
    """Which of the dice that show this count, as indexes in the order thrown."""
    indexes: list[int] = []
    start = 0
    for group in groups:
        end = start + len(group.dice)
        indexes += [start + index for index in group.counted(shown[start:end])]
        start = end
    return tuple(indexes)


def minus(die: Die) -> Die:
    """The same die, taken off instead of added."""
    return Die(f"-{die.name}", die.shown, tuple(-value for value in die.values))


class DiceNotation(Struct, frozen=True):
    """What a line such as `2d6kh1+3` asks for: groups of dice and a modifier."""

    text: str
    groups: Groups
    modifier: int

    @property
    def dice(self) -> tuple[Die, ...]:
        return dice_of(self.groups)

    def counted(self, throw: Throw) -> tuple[int, ...]:
        """The indexes of the dice of a throw that count."""
        return counted_dice(self.groups, throw.shown)

    def total(self, throw: Throw) -> int:
        """The modifier and all dice that count."""
        return self.modifier + sum(throw.values[index] for index in self.counted(throw))


_TERM = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<count>\d{1,4})?d(?P<sides>f|\d{1,4})(?:k(?P<keep>[hl])(?P<kept>\d{1,4})?)?|(?P<number>\d{1,6}))",
    re.ASCII,
)


@lru_cache(maxsize=512)
def parse_dice(text: str) -> DiceNotation:
    """Read dice as people write them.

    `4dF` is four Fate dice, `d6` one six-sided die, `6d6kh2` the two highest of six, `2d6kl1` the lowest of two;
    terms and plain numbers are added or subtracted.

    >>> parse_dice("4dF + 3").modifier
    3
    >>> [die.values for die in parse_dice("d2-d2").dice]
    [(1, 2), (-1, -2)]
    """
    compact = "".join(text.lower().replace("\N{MINUS SIGN}", "-").split())
    groups: list[DiceGroup] = []
    modifier = at = dice = 0
    while at < len(compact):
        term = _TERM.match(compact, at)
        if term is None or (at > 0 and not term["sign"]):
            raise _unreadable(text, "cannot be read as dice; write for example 4dF+3, d6-d6 or 6d6kh2")
        sign = -1 if term["sign"] == "-" else 1
        if term["number"]:
            modifier += sign * int(term["number"])
        else:
            # Counted before the dice are made, so that a long line cannot ask for millions of them.
            dice += int(term["count"] or 1)
            if dice > MOST_DICE:
                raise _unreadable(text, f"asks for more than {MOST_DICE} dice")
            groups.append(_group(text, term, sign))
        at = term.end()
    if not groups:
        raise _unreadable(text, "has no dice in it; write for example 4dF+3")
    return DiceNotation(text, tuple(groups), modifier)


def _group(text: str, term: re.Match[str], sign: int) -> DiceGroup:
    count = int(term["count"] or 1)
    if count < 1:
        raise _unreadable(text, "asks for no dice at all")
    kept = count
    keep: Keep = "all"
    if term["keep"]:
        keep = "highest" if term["keep"] == "h" else "lowest"
        kept = int(term["kept"] or 1)
        if not 1 <= kept <= count:
            raise _unreadable(text, f"keeps {kept} of {count} dice")
    return DiceGroup((_die(text, term["sides"], sign),) * count, keep, kept)


def _die(text: str, sides: str, sign: int) -> Die:
    if sides == "f":
        die = FATE_DIE
    elif 2 <= int(sides) <= MOST_SIDES:
        die = numbered_die(int(sides))
    else:
        raise _unreadable(text, f"names a die that does not have 2 to {MOST_SIDES} sides")
    return die if sign > 0 else minus(die)


def _unreadable(text: str, problem: str) -> MalformedCommand:
    quoted = text if len(text) <= 60 else text[:57] + "..."
    return MalformedCommand("dice-notation", f'"{quoted}" {problem}.')
