"""Exact odds equal what counting every case gives, and what icepool gives."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatetable.engine.chance import Die
from fatetable.engine.errors import MalformedCommand
from fatetable.mechanics.book.bands import Bands
from fatetable.mechanics.dice.notation import (
    FATE_FROM_D6,
    FULL_DECK,
    DiceGroup,
    Groups,
    counted_dice,
    dice_of,
    fate_dice,
    minus,
    numbered_die,
    parse_dice,
)
from fatetable.mechanics.dice.odds import (
    Prospect,
    Weights,
    certain,
    chances,
    dice_weights,
    fate_weights,
    groups_weights,
    notation_weights,
    play_invokes,
)

BANDS = Bands(((None, "fail"), (0, "tie"), (1, "succeed"), (3, "style")), success="succeed")
ALL_ROLLS = [sum(values) for values in product((-1, 0, 1), repeat=4)]
FOUR = fate_weights()


def attack_with_invokes(
    attack_bonus: int, defence_bonus: int, invokes: int, *, bands: Bands, goal: str, amount: int = 2
) -> Prospect:
    """The prospect of one side against another, four Fate dice each, if only the first has invokes to play.

    The invokes are played after both throws are seen; see `play_invokes`.
    """
    dice = fate_weights()
    ahead = certain(attack_bonus).minus(dice.plus(defence_bonus))
    return play_invokes(dice, ahead, reroll=dice, invokes=invokes, bands=bands, goal=goal, amount=amount)


def counted(margins: list[int]) -> dict[str, Fraction]:
    """The odds of each outcome by counting cases one by one."""
    outcomes = Counter(BANDS.outcome(margin) for margin in margins)
    return {outcome: Fraction(outcomes[outcome], len(margins)) for outcome in BANDS.outcomes}


# --- what dice may show ---


@pytest.mark.rule("FAE-SETUP-04")
@pytest.mark.rule("FAE-SETUP-05")
@pytest.mark.parametrize("dice", [fate_dice(), (FATE_FROM_D6,) * 4, (FULL_DECK,)], ids=["Fate dice", "d6", "deck"])
def test_fate_dice_ordinary_dice_and_cards_have_the_same_odds(dice: tuple[Die, ...]) -> None:
    assert dice_weights(dice) == Weights(-4, (1, 4, 10, 16, 19, 16, 10, 4, 1))
    assert dict(dice_weights(dice).items()) == Counter(ALL_ROLLS)


@pytest.mark.parametrize("rolls", range(1, 9))
def test_weights_of_several_rolls_sum_to_powers_of_81(rolls: int) -> None:
    assert fate_weights(4 * rolls).total == 81**rolls


def test_no_dice_are_a_certain_zero() -> None:
    assert dice_weights(()) == certain(0) == Weights(0, (1,))


@given(st.lists(st.lists(st.integers(-5, 5), min_size=1, max_size=4), min_size=1, max_size=4))
def test_any_pool_has_the_odds_of_counting_its_cases(faces: list[list[int]]) -> None:
    pool = tuple(Die("die", tuple(values), tuple(values)) for values in faces)
    cases = Counter(sum(values) for values in product(*faces))
    number = sum(cases.values())
    weights = dice_weights(pool)
    assert {value: Fraction(count, weights.total) for value, count in weights.items()} == {
        value: Fraction(count, number) for value, count in cases.items()
    }


weights_of_any_kind = st.dictionaries(st.integers(-6, 6), st.integers(0, 9), min_size=1).filter(
    lambda cases: any(cases.values())
)


@given(weights_of_any_kind, weights_of_any_kind)
def test_sums_and_differences_count_every_pair(left: dict[int, int], right: dict[int, int]) -> None:
    added: Counter[int] = Counter()
    subtracted: Counter[int] = Counter()
    for (a, times_a), (b, times_b) in product(left.items(), right.items()):
        added[a + b] += times_a * times_b
        subtracted[a - b] += times_a * times_b
    assert Weights.of(left).plus(Weights.of(right)) == Weights.of(added)
    assert Weights.of(left).minus(Weights.of(right)) == Weights.of(subtracted)
    assert Weights.of(left).minus(3) == Weights.of(left).plus(-3)


def test_weights_tell_chances_and_the_average() -> None:
    weights = Weights.of({0: 2, 3: 6})
    assert weights == Weights(0, (1, 0, 0, 3))
    assert weights.mean == Fraction(9, 4)
    assert [weights.chance_of(number) for number in (-1, 0, 1, 3, 4)] == [0, Fraction(1, 4), 0, Fraction(3, 4), 0]
    assert [weights.chance_at_least(number) for number in (-5, 0, 1, 3, 4)] == [1, 1, Fraction(3, 4), Fraction(3, 4), 0]


@pytest.mark.parametrize("counts", [(), (0, 1), (1, 0), (1, -1, 1)])
def test_weights_without_cases_at_their_ends_are_refused(counts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="weights"):
        Weights(0, counts)


@pytest.mark.parametrize("text", ["6d6kh2", "5d6kl3", "3d4kh1", "4dFkh2", "-3d4kl2", "d6-d6", "2d6kh1+d4-1", "3dF+3"])
def test_notation_has_the_odds_of_counting_every_throw(text: str) -> None:
    notation = parse_dice(text)
    cases: Counter[int] = Counter()
    for faces in product(*[range(len(die.shown)) for die in notation.dice]):
        start, total = 0, notation.modifier
        for group in notation.groups:
            here = faces[start : start + len(group.dice)]
            ranked = sorted(here, reverse=group.keep == "highest")  # faces stand in order of what they show
            total += sum(group.dice[0].values[face] for face in ranked[: group.kept])
            start += len(group.dice)
        cases[total] += 1
    assert notation_weights(notation) == Weights.of(cases)


D6 = numbered_die(6)
SHOWING_TWO = Die("d6", (2,), (2,))
POOLS = {
    "a tier gap of one": (DiceGroup(fate_dice(3)), DiceGroup((D6,))),
    "a difficulty two tiers up": (DiceGroup(fate_dice(2)), DiceGroup((minus(D6),) * 2)),
    "the last two Fate dice and the first two of three d6": (
        DiceGroup(fate_dice(4), "last", 2),
        DiceGroup((D6,) * 3, "first", 2),
    ),
    "two of a die that lies there and three more": (DiceGroup((SHOWING_TWO, D6, D6, D6), "highest", 2),),
    "the worst two of two that lie there and one more": (
        DiceGroup((SHOWING_TWO, Die("d6", (5,), (5,)), D6), "lowest", 2),
    ),
    "more kept than there are": (DiceGroup((D6, SHOWING_TWO), "highest", 3),),
    "no dice": (),
}


@pytest.mark.parametrize("groups", POOLS.values(), ids=POOLS)
def test_mixed_subtracted_and_unlike_dice_are_counted_exactly(groups: Groups) -> None:
    cases: Counter[int] = Counter()
    dice = dice_of(groups)
    for faces in product(*(range(len(die.shown)) for die in dice)):
        shown = [die.shown[face] for die, face in zip(dice, faces, strict=True)]
        counted = counted_dice(groups, shown)
        cases[sum(dice[place].values[faces[place]] for place in counted)] += 1
    total = cases.total()
    weights = groups_weights(groups)
    assert {number: Fraction(count, weights.total) for number, count in weights.items() if count} == {
        number: Fraction(count, total) for number, count in cases.items()
    }


def test_the_dice_of_a_tier_run_as_the_book_says() -> None:
    """SF-TIER-04: range and mean of each pool, and what equal ratings win against four Fate dice."""
    pools = {1: (-2, 9, Fraction(7, 2)), 2: (0, 14, 7), 3: (2, 19, Fraction(21, 2)), 4: (4, 24, 14)}
    wins = {1: 0.8576, 2: 0.9832, 3: 0.9991, 4: 0.99999}
    for gap, (lowest, highest, mean) in pools.items():
        better = groups_weights((DiceGroup(fate_dice(4 - gap)), DiceGroup((D6,) * gap)))
        assert (better.lowest, better.highest, better.mean) == (lowest, highest, mean)
        assert float(better.minus(FOUR).chance_at_least(1)) == pytest.approx(wins[gap], abs=5e-5)
        # The weaker side at a rating of four against one needs three more than the difference.
        assert float(FOUR.plus(4).minus(better.plus(1)).chance_at_least(1)) == pytest.approx(
            {1: 0.3628, 2: 0.0772, 3: 0.0086, 4: 0.0004}[gap], abs=5e-5
        )


def test_unlike_dice_by_the_hundred_are_refused() -> None:
    with pytest.raises(MalformedCommand):
        groups_weights((DiceGroup((SHOWING_TWO, *(numbered_die(100),) * 30), "highest", 15),))


def test_kept_dice_equal_icepool() -> None:
    peer = icepool.d6.highest(6, 2)
    assert dict(notation_weights(parse_dice("6d6kh2")).items()) == dict(peer.items())


def test_a_thousand_fate_dice_are_still_exact() -> None:
    weights = notation_weights(parse_dice("1000dF"))
    assert weights.total == 3**1000
    assert (weights.lowest, weights.counts[0], weights.counts[1]) == (-1000, 1, 1000)


@pytest.mark.parametrize("text", ["1000d1000", "1000d6", "300d6+300d6+300d6", "500d100kh250", "1000d2kh500"])
def test_odds_that_would_take_too_long_are_refused(text: str) -> None:
    with pytest.raises(MalformedCommand) as refused:
        notation_weights(parse_dice(text))
    assert refused.value.code == "odds-too-large"


# --- how a comparison may end ---


@pytest.mark.rule("FAE-ROLL-06")
@pytest.mark.parametrize("bonus", range(-2, 9))
@pytest.mark.parametrize("difficulty", [-2, 0, 1, 4, 9])
def test_a_roll_against_a_difficulty_equals_counting_81_cases(bonus: int, difficulty: int) -> None:
    assert chances(FOUR.plus(bonus), difficulty, BANDS) == counted([roll + bonus - difficulty for roll in ALL_ROLLS])


def test_a_difficulty_of_zero_is_a_difficulty() -> None:
    assert chances(FOUR, 0, BANDS)["fail"] == Fraction(31, 81)
    assert chances(0, 0, BANDS)["tie"] == 1


@pytest.mark.parametrize("lead", [-5, -1, 0, 2])
def test_an_opposed_roll_equals_counting_6561_cases_and_icepool(lead: int) -> None:
    ours = chances(FOUR.plus(3 + lead), FOUR.plus(3), BANDS)
    assert ours == counted([own + lead - other for own, other in product(ALL_ROLLS, repeat=2)])
    four = 4 @ icepool.Die([-1, 0, 1])
    peer = (four + lead - four).map(BANDS.outcome)
    assert ours == {outcome: peer.probability("==", outcome) for outcome in BANDS.outcomes}


@pytest.mark.parametrize(("own", "other"), list(product((-1, 4, 7), repeat=2)))
def test_only_the_side_that_throws_again_is_uncertain(own: int, other: int) -> None:
    known = chances(own, other, BANDS)
    assert known == counted([own - other])
    own_reroll = chances(FOUR.plus(2), other, BANDS)
    assert own_reroll == counted([roll + 2 - other for roll in ALL_ROLLS])
    their_reroll = chances(own, FOUR.plus(2), BANDS)
    assert their_reroll == counted([own - roll - 2 for roll in ALL_ROLLS])


@pytest.mark.parametrize(
    ("total", "opposition", "tie_or_better", "success", "style"),
    [(FOUR, 0, "61.7", "38.3", "6.2"), (FOUR.plus(2), 0, "93.8", "81.5", "38.3"), (FOUR, FOUR, "58.4", "41.6", "14.1")],
)
def test_the_odds_people_quote_for_even_sides(
    total: Weights, opposition: int | Weights, tie_or_better: str, success: str, style: str
) -> None:
    odds = chances(total, opposition, BANDS)
    assert f"{float(1 - odds['fail']) * 100:.1f}" == tie_or_better
    assert f"{float(odds['succeed'] + odds['style']) * 100:.1f}" == success
    assert f"{float(odds['style']) * 100:.1f}" == style


# --- what invokes are worth ---


Way = tuple[Fraction, ...]
"""How often the goal is reached, how many invokes are kept, and how often each outcome comes, best first."""


def played_by_counting(own: list[int], ahead: list[int], invokes: int, goal: str, amount: int) -> Prospect:
    """The best play found by comparing fractions step by step, without any of the engine's arithmetic."""
    wanted = BANDS.outcomes.index(goal)

    @cache
    def play(left: int, rest: int, roll: int) -> Way:
        rank = BANDS.outcomes.index(BANDS.outcome(rest + roll))
        ends = [Fraction(rank == other) for other in (3, 2, 1, 0)]
        stop = (Fraction(rank >= wanted), Fraction(left), *ends)
        if left == 0:
            return stop
        return max(stop, play(left - 1, rest + amount, roll), again(left - 1, rest))

    @cache
    def again(left: int, rest: int) -> Way:
        return average([play(left, rest, roll) for roll in ALL_ROLLS])

    def average(ways: list[Way]) -> Way:
        return tuple(sum(parts, Fraction(0)) / len(ways) for parts in zip(*ways, strict=True))

    _, kept, *outcomes = average([play(invokes, rest, roll) for rest in ahead for roll in own])
    return Prospect(dict(zip(BANDS.outcomes, reversed(outcomes), strict=True)), invokes - kept)


@pytest.mark.parametrize("goal", BANDS.outcomes)
@pytest.mark.parametrize(
    ("attack", "defence", "invokes", "amount"), [(2, 3, 1, 2), (2, 3, 3, 2), (0, 4, 2, 1), (1, 1, 2, 3)]
)
def test_invokes_are_worth_what_step_by_step_play_gives(
    attack: int, defence: int, invokes: int, amount: int, goal: str
) -> None:
    ahead = [attack - defence - roll for roll in ALL_ROLLS]
    ours = attack_with_invokes(attack, defence, invokes, bands=BANDS, goal=goal, amount=amount)
    assert ours == played_by_counting(ALL_ROLLS, ahead, invokes, goal, amount)


@pytest.mark.parametrize(("invokes", "goal"), [(1, "succeed"), (3, "succeed"), (2, "style")])
def test_the_chance_to_reach_the_goal_equals_icepool(invokes: int, goal: str) -> None:
    four = 4 @ icepool.Die([-1, 0, 1])
    wanted = BANDS.lowest_margin(goal)

    @cache
    def play(left: int, rest: int, roll: int) -> Fraction:
        stop = Fraction(wanted is None or rest + roll >= wanted)
        if left == 0:
            return stop
        return max(stop, play(left - 1, rest + 2, roll), again(left - 1, rest))

    @cache
    def again(left: int, rest: int) -> Fraction:
        return Fraction(four.map(lambda roll: play(left, rest, roll)).mean())

    # The dice are mapped to chances, so the mean of that is the chance over all throws.
    peer = icepool.map(lambda own, other: play(invokes, 2 - 3 - other, own), four, four).mean()
    ours = attack_with_invokes(2, 3, invokes, bands=BANDS, goal=goal)
    assert reached(ours, goal) == peer


def reached(prospect: Prospect, goal: str) -> Fraction:
    return sum((prospect.chances[outcome] for outcome in BANDS.outcomes[BANDS.outcomes.index(goal) :]), Fraction(0))


def missed_every_time(lead: int, invokes: int) -> Fraction:
    """A goal of +1 is missed only if no throw comes near enough for the invokes left after it."""
    missed = Fraction(0)
    for other in ALL_ROLLS:
        needed = 1 - lead + other
        chance = Fraction(1, 81)
        for left in range(invokes + 1):
            chance *= 1 - FOUR.chance_at_least(needed - 2 * left)
        missed += chance
    return missed


@given(st.integers(-12, 6), st.integers(0, 4))
def test_the_goal_is_missed_only_when_every_throw_falls_short(lead: int, invokes: int) -> None:
    ours = attack_with_invokes(lead, 0, invokes, bands=BANDS, goal="succeed")
    assert 1 - reached(ours, "succeed") == missed_every_time(lead, invokes)
    assert sum(ours.chances.values()) == 1
    assert 0 <= ours.spent <= invokes


def test_without_invokes_the_odds_are_those_of_the_throw() -> None:
    ours = attack_with_invokes(2, 3, 0, bands=BANDS, goal="succeed")
    assert ours == Prospect(chances(FOUR.plus(2), FOUR.plus(3), BANDS), Fraction(0))


@pytest.mark.parametrize(
    ("thrown", "ahead", "invokes", "goal", "spent", "chance"),
    [
        (1, 2, 2, "succeed", 0, Fraction(1)),  # reached already: nothing is spent
        (0, 0, 2, "succeed", 1, Fraction(1)),  # one step up is enough
        (0, -9, 1, "succeed", 0, Fraction(0)),  # out of reach: nothing is wasted
        (-4, 0, 1, "succeed", 1, Fraction(31, 81)),  # raising is too little, so the dice are thrown again
        (4, -5, 1, "tie", 1, Fraction(1)),  # good dice are not thrown away
        (-3, 0, 0, "fail", 0, Fraction(1)),  # the worst outcome is always reached
    ],
)
def test_a_decision_after_the_throw_spends_only_what_helps(
    thrown: int, ahead: int, invokes: int, goal: str, spent: int, chance: Fraction
) -> None:
    ours = play_invokes(thrown, ahead, reroll=FOUR, invokes=invokes, bands=BANDS, goal=goal)
    assert reached(ours, goal) == chance
    assert ours.spent == spent
    assert ours == played_by_counting([thrown], [ahead], invokes, goal, 2)


def test_a_sure_goal_is_reached_with_as_few_invokes_as_possible_on_average() -> None:
    # Five steps up would do from here, but throwing again leaves fewer to climb.
    ours = play_invokes(-4, -5, reroll=FOUR, invokes=10, bands=BANDS, goal="succeed")
    assert reached(ours, "succeed") == 1
    assert ours.spent < 5


def test_dice_outside_the_reroll_range_may_have_been_thrown() -> None:
    ours = play_invokes(6, -9, reroll=Weights(0, (1, 1)), invokes=1, bands=BANDS, goal="tie")
    assert ours == Prospect(
        {"fail": Fraction(1), "tie": Fraction(0), "succeed": Fraction(0), "style": Fraction(0)}, Fraction(0)
    )


@pytest.mark.parametrize(("invokes", "amount"), [(-1, 2), (1, 0)])
def test_invokes_must_be_there_and_do_something(invokes: int, amount: int) -> None:
    with pytest.raises(ValueError, match="invoke"):
        attack_with_invokes(2, 2, invokes, bands=BANDS, goal="tie", amount=amount)


def test_an_unknown_goal_is_an_error() -> None:
    with pytest.raises(KeyError):
        attack_with_invokes(2, 2, 1, bands=BANDS, goal="triumph")
