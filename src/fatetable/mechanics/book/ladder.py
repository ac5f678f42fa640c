"""The ladder: words for the numbers of a game, and back.

Each ruleset brings its own.  A number may be beyond either end of the ladder.
"""

import re
from collections.abc import Mapping
from typing import Self

from msgspec import Struct

from fatetable.engine.errors import MalformedCommand


class Ladder(Struct, frozen=True):
    """Rungs from the lowest number up, without a gap; a game that uses bare numbers has none.

    >>> ladder = Ladder.of({1: "Low", 2: "High"})
    >>> ladder.label(2), ladder.word(4), ladder.word(-1)
    ('High (+2)', 'High +2', 'Low -2')
    >>> ladder.parse("high"), ladder.parse("+3"), ladder.parse("Low -2")
    (2, 3, -1)
    """

    rungs: tuple[tuple[int, str], ...]

    @classmethod
    def of(cls, words: Mapping[int, str]) -> Self:
        """The ladder with these words, given in any order."""
        return cls(tuple(sorted(words.items())))

    def __post_init__(self) -> None:
        numbers = [number for number, _ in self.rungs]
        if numbers and numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            raise ValueError("the rungs of a ladder must be listed from the lowest up without a gap")
        words = [word.casefold() for _, word in self.rungs]
        if len(set(words)) != len(words) or not all(word.strip() for word in words):
            raise ValueError("each rung of a ladder needs a word of its own")

    def word(self, number: int) -> str:
        """The word for a number; beyond the ends the last word and how far beyond, so that nothing is cut off."""
        if not self.rungs:
            return signed(number)
        (lowest, bottom), (highest, top) = self.rungs[0], self.rungs[-1]
        if number > highest:
            return f"{top} {signed(number - highest)}"
        if number < lowest:
            return f"{bottom} {signed(number - lowest)}"
        return self.rungs[number - lowest][1]

    def label(self, number: int) -> str:
        """The word with its number, as it is said at the table; a rung that has no word is called by its number."""
        word = self.word(number)
        return word if word == signed(number) else f"{word} ({signed(number)})"

    def rung(self, number: int) -> str:
        """The word without the number; empty in a game of bare numbers."""
        return self.word(number) if self.rungs else ""

    def parse(self, text: str) -> int:
        """The number someone meant by a word, a number or both."""
        plain = " ".join(text.replace("\N{MINUS SIGN}", "-").split())
        match = _WORD_AND_NUMBERS.fullmatch(plain)
        number = match and self._number(match["word"], match["plain"], match["bracketed"])
        if number is None:
            known = ", ".join(word for _, word in reversed(self.rungs))
            hint = f"say a number or one of {known}" if known else "say a number"
            raise MalformedCommand("ladder-word", f'"{text[:60]}" is not on the ladder; {hint}.')
        return number

    def _number(self, word: str | None, plain: str | None, bracketed: str | None) -> int | None:
        """What the parts of "Word +1 (+9)" mean together, or `None` if they contradict each other."""
        number = int(plain) if plain else None
        if word is not None:
            rung = {name.casefold(): value for value, name in self.rungs}.get(word.casefold())
            number = rung if rung is None or number is None else self._beyond(rung, number)
        if bracketed is not None and (number is None or number != int(bracketed)):
            return None
        return number

    def _beyond(self, rung: int, number: int) -> int | None:
        """A number behind a word: at the ends the distance beyond them, in between the rung's own number repeated."""
        at_end = (rung == self.rungs[-1][0] and number > 0) or (rung == self.rungs[0][0] and number < 0)
        if at_end:
            return rung + number
        return rung if number == rung else None


_WORD_AND_NUMBERS = re.compile(
    r"(?P<word>[^\W\d_][^\d()+]*?)?(?: ?(?P<plain>[+-]?\d{1,6}))?(?: ?\((?P<bracketed>[+-]?\d{1,6})\))?",
)


def signed(number: int) -> str:
    """A number as the games write it: `+3`, `+0`, `-1`."""
    return f"{number:+d}"
