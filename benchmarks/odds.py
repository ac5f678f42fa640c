"""Exact odds against icepool: the same questions, first checked for the same answers, then timed side by side.

Run as a script it prints a table; nothing here passes or fails on a time.
"""

import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, partial
from operator import itemgetter
from statistics import median
from typing import NamedTuple

import icepool  # type: ignore[import-untyped]

from fatetable.adapters.cli.commands.odds import odds
from fatetable.mechanics.book.bands import Bands
from fatetable.mechanics.dice.notation import fate_dice, parse_dice

BANDS = Bands(((None, "fail"), (0, "tie"), (1, "succeed"), (3, "style")), success="succeed")
Odds = Mapping[int, Fraction] | Mapping[str, Fraction]


class Row(NamedTuple):
    """One question and the median seconds each side takes to answer it."""

    name: str
    ours: float
    peer: float
    ratio: float


class Question(NamedTuple):
    """The same question put to both sides."""

    name: str
    ours: Callable[[], Odds]
    peer: Callable[[], Odds]


# --- ours --------------------------------------------------------------------------------------------------------


def our_four_dice() -> Odds:
    odds.dice_weights.cache_clear()
    odds._remembered_product.cache_clear()
    weights = odds.dice_weights(fate_dice())
    return {number: Fraction(count, weights.total) for number, count in weights.items()}


def our_kept_dice() -> Odds:
    weights = odds.notation_weights(parse_dice("6d6kh2"))
    return {number: Fraction(count, weights.total) for number, count in weights.items()}


def our_opposed() -> Odds:
    dice = odds.fate_weights()
    return odds.chances(dice.plus(2), dice.plus(3), BANDS)


def our_attack(invokes: int) -> Odds:
    return odds.attack_with_invokes(2, 3, invokes, bands=BANDS, goal="succeed").chances


# --- icepool -----------------------------------------------------------------------------------------------------


def odds_of(die: "icepool.Die[int] | icepool.Die[str]") -> Odds:
    return {outcome: Fraction(count, die.denominator()) for outcome, count in die.items()}


def peer_fate_dice() -> "icepool.Die[int]":
    return 4 @ icepool.Die([-1, 0, 1])


PEER_FATE_DICE = peer_fate_dice()


def peer_opposed() -> Odds:
    return odds_of((PEER_FATE_DICE + 2 - (PEER_FATE_DICE + 3)).map(BANDS.outcome))


Valued = tuple[tuple[Fraction, ...], "icepool.Die[tuple[int, int]]"]


def peer_attack(invokes: int) -> Odds:
    """The same play written with icepool: at every step the best of stopping, raising and throwing again.

    Each way to play is kept with what it is worth, so that icepool is not made to weigh any of them twice.
    """
    goal = BANDS.outcomes.index("succeed")
    worth_of_rank = [[int(rank >= goal), 0, *[int(rank == best) for best in (3, 2, 1, 0)]] for rank in range(4)]

    def valued(die: "icepool.Die[tuple[int, int]]") -> Valued:
        sums = [0] * 6
        for (rank, kept), count in die.items():
            for at, worth in enumerate(worth_of_rank[rank]):
                sums[at] += worth * count
            sums[1] += kept * count
        return tuple(Fraction(number, die.denominator()) for number in sums), die

    @cache
    def play(left: int, ahead: int, own: int) -> Valued:
        rank = BANDS.outcomes.index(BANDS.outcome(ahead + own))
        stop = valued(icepool.Die([(rank, left)]))
        if left == 0 or rank >= goal:
            return stop
        return max(stop, play(left - 1, ahead + 2, own), again(left, ahead), key=itemgetter(0))

    @cache
    def again(left: int, ahead: int) -> Valued:
        return valued(PEER_FATE_DICE.map(lambda own: play(left - 1, ahead, own)[1]))

    whole = icepool.map(lambda own, other: play(invokes, 2 - 3 - other, own)[1], PEER_FATE_DICE, PEER_FATE_DICE)
    return odds_of(whole.marginals[0].map(lambda rank: BANDS.outcomes[rank]))


# --- side by side ------------------------------------------------------------------------------------------------


def questions() -> list[Question]:
    return [
        Question("four Fate dice, nothing prepared", our_four_dice, lambda: odds_of(peer_fate_dice())),
        Question("the two highest of 6d6", our_kept_dice, lambda: odds_of(icepool.d6.highest(6, 2))),
        Question("outcome of an opposed roll", our_opposed, peer_opposed),
        *[
            Question(f"attack with {number} invokes", partial(our_attack, number), partial(peer_attack, number))
            for number in (1, 3, 5)
        ],
    ]


def seconds(answer: Callable[[], Odds], times: int) -> float:
    start = time.process_time()
    for _ in range(times):
        answer()
    return (time.process_time() - start) / times


def rows(rounds: int = 7) -> list[Row]:
    """Medians of interleaved rounds, after making sure that both sides give the same fractions."""
    table: list[Row] = []
    for question in questions():
        # icepool leaves out what cannot happen, we list it with a chance of 0.
        possible = {outcome: chance for outcome, chance in question.ours().items() if chance}
        if possible != question.peer():
            raise ValueError(f"{question.name}: the two sides disagree")
        ours: list[float] = []
        peer: list[float] = []
        for _ in range(rounds):
            ours.append(seconds(question.ours, 100))
            peer.append(seconds(question.peer, 5))
        table.append(Row(question.name, median(ours), median(peer), median(peer) / median(ours)))
    return table


def main() -> None:
    print(f"{'question':<36}{'ours':>12}{'icepool':>12}{'ratio':>9}")
    for row in rows():
        print(f"{row.name:<36}{row.ours * 1e6:>9.1f} us{row.peer * 1e6:>9.1f} us{row.ratio:>8.1f}x")


if __name__ == "__main__":
    main()
