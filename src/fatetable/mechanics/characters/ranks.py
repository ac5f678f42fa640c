"""Ranks that are spent on traits, and the shape that the traits keep: a pyramid, a column or none.

Creation and advancement both judge what was spent here: stretch by stretch, each with what was spent before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from fatetable.mechanics.characters.sheet import Problem

Shape: TypeAlias = Literal["pyramid", "column", "free"]
Ranks: TypeAlias = Mapping[str, int]
MOST_LEVELS = 40
"""More than any ladder has; a draft may name numbers of any size."""


class RankRules(Struct, frozen=True, kw_only=True):
    """What ranks make of a trait: each raises it by one from where it starts, at most to `most`.

    A trait starts at `start`, a difficult one where `starts` says.  Ratings from `bottom` up count for the shape: above
    the bottom, each level of a pyramid needs at least one trait more on the level below, each of a column as many.
    Traits that stand `apart` are judged by themselves: each name is a pyramid of its own, and those with no name need
    and give no support.
    """

    shape: Shape = "pyramid"
    start: int = 0
    bottom: int = 1
    starts: Mapping[str, int] = {}
    most: int | None = None
    apart: Mapping[str, str] = {}

    def rating(self, trait: str, ranks: int) -> int:
        return self.starts.get(trait, self.start) + ranks

    def ratings(self, ranks: Ranks) -> dict[str, int]:
        """The rating of each trait with ranks.

        >>> RankRules(start=-1, starts={"flying": -3}).ratings({"knife": 2, "flying": 1})
        {'knife': 1, 'flying': -2}
        """
        return {trait: self.rating(trait, number) for trait, number in ranks.items() if number}

    def levels(self, ranks: int, held: Ranks) -> range:
        """Every rating a trait can have with so many ranks more, as far as ladders go."""
        starts = (self.start, *self.starts.values())
        lowest, highest = min(starts), max(starts) + ranks + max((0, *held.values()))
        return range(lowest, min(highest, lowest + MOST_LEVELS, highest if self.most is None else self.most) + 1)

    def gaps(self, ranks: Ranks) -> tuple[Gap, ...]:
        """Each level with too little below it, from the lowest up.

        >>> RankRules().gaps({"knife": 2, "hide": 1})
        (Gap(level=2, number=1, below=1, needed=2, pyramid=''),)
        """
        if self.shape == "free":
            return ()
        more = 1 if self.shape == "pyramid" else 0
        return tuple(
            Gap(level, number, counts[level - 1], number + more, pyramid)
            for pyramid, counts in self._counts(ranks).items()
            for level, number in sorted(counts.items())
            if level > self.bottom and counts[level - 1] < number + more
        )

    def missing(self, ranks: Ranks) -> int:
        """How many ranks more would close every gap, at the least.

        >>> RankRules().missing({"knife": 2, "hide": 1})
        1
        """
        if self.shape == "free":
            return 0
        more = 1 if self.shape == "pyramid" else 0
        return sum(_missing(counts, self.bottom, more) for counts in self._counts(ranks).values())

    def _counts(self, ranks: Ranks) -> dict[str, Counter[int]]:
        """How many traits are on each level of each pyramid; the one of most traits has no name."""
        found: dict[str, Counter[int]] = {"": Counter()}
        for trait, rating in self.ratings(ranks).items():
            pyramid = self.apart.get(trait, "")
            if rating >= self.bottom and (pyramid or trait not in self.apart):
                found.setdefault(pyramid, Counter())[rating] += 1
        return found


def _missing(counts: Counter[int], bottom: int, more: int) -> int:
    """From the highest level down: a rank takes one trait a level up, and new ones come in at the bottom."""
    missing = held = raised = above = 0
    for level in range(max(counts, default=bottom), bottom - 1, -1):
        held += counts[level]
        on_the_level_above = raised - above
        needed = max(held, raised + (on_the_level_above + more if on_the_level_above else 0))
        missing += needed - held
        above, raised = raised, needed
    return missing


class Gap(Struct, frozen=True):
    """So many traits are on a level, and `below` instead of `needed` under it, perhaps of a pyramid apart."""

    level: int
    number: int
    below: int
    needed: int
    pyramid: str = ""


class Stretch(Struct, frozen=True):
    """What was spent at one time (a phase, an advance) of so many ranks; `where` is its place on the sheet."""

    where: str
    ranks: Ranks
    allowed: int


def together(stretches: Iterable[Ranks]) -> dict[str, int]:
    """All ranks of several stretches.

    >>> together([{"knife": 1, "hide": 1}, {"knife": 1}])
    {'knife': 2, 'hide': 1}
    """
    spent: dict[str, int] = {}
    for ranks in stretches:
        for trait, number in ranks.items():
            spent[trait] = spent.get(trait, 0) + number
    return spent


def rank_problems(
    rules: RankRules,
    stretches: Iterable[Stretch],
    label: Callable[[int], str],
    cites: tuple[str, ...] = (),
    *,
    before: Ranks | None = None,
) -> Iterator[Problem]:
    """What is wrong at the end of each stretch; `before` was spent ahead of the first, `label` words a rating."""
    spent: Ranks = before or {}
    for stretch in stretches:
        spent = together((spent, stretch.ranks))
        yield from _misspent(stretch, cites)
        for trait, rating in rules.ratings(spent).items():
            if rules.most is not None and rating > rules.most and stretch.ranks.get(trait):
                message = f"{label(rating)} is above the highest level, {label(rules.most)}."
                yield Problem("error", "rating-too-high", f"{stretch.where}.{trait}", message, "Take ranks off.", cites)
        for gap in rules.gaps(spent):
            below = label(gap.level - 1)
            where = f"{gap.pyramid}: " if gap.pyramid else ""
            message = (
                f"{where}{gap.number} at {label(gap.level)} needs {gap.needed} at {below}, and there is {gap.below}."
            )
            fix = f"Raise {gap.needed - gap.below} more to {below}, or lower what is above."
            yield Problem("error", f"{rules.shape}-unbalanced", stretch.where, message, fix, cites)


def _misspent(stretch: Stretch, cites: tuple[str, ...]) -> Iterator[Problem]:
    for trait, number in stretch.ranks.items():
        if number < 0:
            message = "Ranks are not taken back."
            yield Problem("error", "ranks-negative", f"{stretch.where}.{trait}", message, "Spend none or more.", cites)
    left = stretch.allowed - sum(stretch.ranks.values())
    if left > 0:
        message = f"{_ranks(left)} {'is' if left == 1 else 'are'} left to spend."
        yield Problem("error", "ranks-left", stretch.where, message, "Spend them now.", cites)
    elif left < 0:
        message = f"{_ranks(-left)} too many {'is' if left == -1 else 'are'} spent; there are {stretch.allowed}."
        yield Problem("error", "ranks-too-many", stretch.where, message, f"Take {-left} off.", cites)


def _ranks(number: int) -> str:
    return "1 rank" if number == 1 else f"{number} ranks"
