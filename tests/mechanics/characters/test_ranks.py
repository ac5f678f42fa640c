"""Ranks make levels, and the levels keep their shape at the end of every stretch."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.ranks import Gap, RankRules, Ranks, Stretch, rank_problems, together

PYRAMID = RankRules(start=-1, bottom=0)
COLUMN = RankRules(shape="column", start=-1, bottom=0)
FREE = RankRules(shape="free", start=-1, bottom=0)
SHORTHAND = {
    1: (2, 1),
    2: (4, 2),
    3: (5, 2, 1),
    4: (4, 3, 2),
    5: (4, 3, 2, 1),
    6: (6, 4, 2, 1),
    7: (7, 4, 3, 1),
    8: (7, 4, 3, 2),
    9: (6, 4, 3, 2, 1),
    10: (8, 5, 3, 2, 1),
    11: (7, 6, 4, 2, 1),
    12: (7, 6, 4, 3, 1),
    13: (8, 5, 4, 3, 2),
    14: (7, 6, 5, 3, 2),
    15: (8, 6, 4, 3, 2, 1),
}
"""Ready-made spreads for so many phases: how many skills have one rank, two, three and so on."""


def spread(*counts: int) -> dict[str, int]:
    return {f"{ranks}.{number}": ranks for ranks, count in enumerate(counts, start=1) for number in range(count)}


@pytest.mark.parametrize("phases", SHORTHAND)
def test_the_ready_made_spreads_take_four_ranks_a_phase_and_balance(phases: int) -> None:
    ranks = spread(*SHORTHAND[phases])
    assert sum(ranks.values()) == 4 * phases
    assert PYRAMID.gaps(ranks) == ()


@pytest.mark.parametrize(
    ("counts", "pyramid", "column"),
    [
        ((), [], []),
        ((1,), [], []),
        ((9,), [], []),
        ((3, 2, 1), [], []),
        ((4, 2), [], []),
        ((5, 2, 1), [], []),
        ((3, 3, 1), [1], []),
        ((2, 2), [1], []),
        ((1, 1, 1, 1), [1, 2, 3], []),
        ((0, 1), [1], [1]),
        ((1, 2), [1], [1]),
        ((0, 0, 0, 1), [3], [3]),
        ((3, 2, 0, 1), [3], [3]),
    ],
)
def test_each_level_needs_those_below_it(counts: tuple[int, ...], pyramid: list[int], column: list[int]) -> None:
    ranks = spread(*counts)
    assert [gap.level for gap in PYRAMID.gaps(ranks)] == pyramid
    assert [gap.level for gap in COLUMN.gaps(ranks)] == column
    assert FREE.gaps(ranks) == ()


def test_a_gap_says_what_is_there_and_what_is_needed() -> None:
    assert PYRAMID.gaps(spread(2, 2)) == (Gap(level=1, number=2, below=2, needed=3),)
    assert COLUMN.gaps(spread(1, 2)) == (Gap(level=1, number=2, below=1, needed=2),)


def test_a_difficult_skill_counts_once_it_has_reached_the_bottom() -> None:
    rules = RankRules(start=-1, bottom=0, starts={"flying": -3})
    assert rules.ratings({"flying": 2, "knife": 1, "hide": 0}) == {"flying": -1, "knife": 0}
    assert rules.gaps({"flying": 2, "knife": 2}) == (Gap(1, 1, 0, 2),)
    assert rules.gaps({"flying": 3, "knife": 2}) == (Gap(1, 1, 1, 2),)
    assert rules.gaps({"flying": 3, "knife": 2, "hide": 1}) == ()
    assert rules.gaps({"flying": 4}) == (Gap(1, 1, 0, 2),)


def test_traits_apart_have_a_pyramid_of_their_own_or_none() -> None:
    rules = RankRules(start=-1, bottom=0, apart={"fire": "Magic", "water": "Magic", "air": "Magic", "faith": ""})
    assert rules.gaps({"faith": 6, "knife": 1}) == ()
    assert rules.gaps({"knife": 2, "hide": 1, "fire": 1, "faith": 1}) == (Gap(1, 1, 1, 2),)
    assert rules.gaps({"fire": 2, "knife": 1, "hide": 1, "water": 1}) == (Gap(1, 1, 1, 2, "Magic"),)
    assert rules.gaps({"fire": 2, "water": 1, "air": 1}) == ()
    (problem,) = rank_problems(rules, (Stretch("x", {"fire": 2}, 2),), str)
    assert problem.message == "Magic: 1 at 1 needs 2 at 0, and there is 0."


def found(*stretches: Ranks, rules: RankRules = PYRAMID, before: Ranks | None = None) -> list[tuple[str, str]]:
    judged = (Stretch(str(place), ranks, 4) for place, ranks in enumerate(stretches))
    return [(problem.code, problem.where) for problem in rank_problems(rules, judged, str, ("R-1",), before=before)]


@pytest.mark.parametrize(
    ("stretches", "problems"),
    [
        (({"a": 1, "b": 1, "c": 1, "d": 1}, {"a": 1, "b": 1, "e": 1, "f": 1}), []),
        (({"a": 2, "b": 1, "c": 1}, {"b": 1, "d": 1, "e": 1, "f": 1}), []),
        (({"a": 2, "b": 2}, {"c": 1, "d": 1, "e": 1, "f": 1}), [("pyramid-unbalanced", "0")]),
        (({"a": 3},), [("ranks-left", "0"), ("pyramid-unbalanced", "0")]),
        (({"a": 1, "b": 1, "c": 1, "d": 1, "e": 1},), [("ranks-too-many", "0")]),
        (({"a": 2, "b": 1, "c": 1, "d": 1, "e": -1},), [("ranks-negative", "0.e")]),
    ],
)
def test_every_stretch_is_judged_with_all_that_was_spent_before(
    stretches: tuple[Ranks, ...], problems: list[tuple[str, str]]
) -> None:
    assert found(*stretches) == problems


def test_an_advance_is_judged_like_a_phase_of_creation() -> None:
    before = spread(4, 2)
    assert found({"1.0": 1, "2.0": 1, "new": 1, "newer": 1}, before=before) == []
    assert found({"2.0": 2, "new": 1, "newer": 1}, before=before) == [("pyramid-unbalanced", "0")]


def test_no_rating_rises_above_the_highest_and_only_the_stretch_that_did_it_is_blamed() -> None:
    low = RankRules(shape="free", start=-1, bottom=0, most=1)
    tall = {"a": 3, "b": 1}
    assert found(tall, {"b": 1, "c": 2, "d": 1}, rules=low) == [("rating-too-high", "0.a")]
    assert found(tall, {"a": 1, "c": 2, "d": 1}, rules=low) == [("rating-too-high", "0.a"), ("rating-too-high", "1.a")]


def test_what_is_wrong_is_said_with_numbers_words_and_rules() -> None:
    words = {0: "Average", 1: "Fair", 2: "Good"}
    stretch = Stretch("entries.phases.0.numbers", {"a": 3, "b": 2, "c": 1}, 8)
    left, gap, other = rank_problems(PYRAMID, (stretch,), words.__getitem__, ("R-1",))
    assert (left.message, left.cites, left.severity) == ("2 ranks are left to spend.", ("R-1",), "error")
    assert (gap.message, gap.fix) == (
        "1 at Fair needs 2 at Average, and there is 1.",
        "Raise 1 more to Average, or lower what is above.",
    )
    assert other.message == "1 at Good needs 2 at Fair, and there is 1."
    (many,) = rank_problems(FREE, (Stretch("x", {"a": 5}, 4),), str)
    assert (many.message, many.fix) == ("1 rank too many is spent; there are 4.", "Take 1 off.")


def test_the_levels_to_be_worded_are_those_that_can_be_reached() -> None:
    assert list(PYRAMID.levels(4, {"a": 2, "b": 1})) == [-1, 0, 1, 2, 3, 4, 5]
    assert list(RankRules(start=-1, starts={"flying": -3}, most=1).levels(4, {})) == [-3, -2, -1, 0, 1]
    assert len(PYRAMID.levels(4, {"a": 10**9})) < 100
    assert len(RankRules(most=10**9).levels(4, {"a": 10**9})) < 100


def test_what_was_spent_adds_up() -> None:
    assert together(()) == {}
    assert together(({"a": 1}, {}, {"b": 2, "a": 2})) == {"a": 3, "b": 2}


@pytest.mark.parametrize(
    ("counts", "pyramid", "column"),
    [((), 0, 0), ((9,), 0, 0), ((4, 2), 0, 0), ((2, 2), 1, 0), ((1, 1), 1, 0), ((0, 1), 2, 1), ((0, 0, 1), 7, 3)],
)
def test_what_is_missing_is_the_fewest_ranks_that_close_every_gap(
    counts: tuple[int, ...], pyramid: int, column: int
) -> None:
    ranks = spread(*counts)
    assert (PYRAMID.missing(ranks), COLUMN.missing(ranks), FREE.missing(ranks)) == (pyramid, column, 0)


@pytest.mark.parametrize("counts", [(1, 1), (0, 1), (2, 2), (1, 2), (0, 0, 1), (2, 0, 1), (3, 1, 1)])
def test_no_fewer_ranks_than_are_missing_balance_and_so_many_do(counts: tuple[int, ...]) -> None:
    start = spread(*counts)
    least, tries = 0, {tuple(sorted(start.items()))}
    while all(PYRAMID.gaps(dict(ranks)) for ranks in tries):
        least += 1
        tries = {_raised(dict(ranks), trait) for ranks in tries for trait in (*dict(ranks), f"new {least}")}
    assert PYRAMID.missing(start) == least


def _raised(ranks: dict[str, int], trait: str) -> tuple[tuple[str, int], ...]:
    return tuple(sorted({**ranks, trait: ranks.get(trait, 0) + 1}.items()))
