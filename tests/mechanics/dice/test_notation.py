"""Fate dice, what stands in for them, and the notation people type."""

from collections import Counter
from itertools import product

import pytest

from fatetable.engine.chance import Die, Position, Scripted, Seeded
from fatetable.engine.errors import MalformedCommand
from fatetable.mechanics.dice.notation import (
    DECK_COUNTS,
    FATE_DIE,
    FATE_FROM_D6,
    FULL_DECK,
    MOST_DICE,
    card,
    deck_after,
    fate_dice,
    parse_dice,
)

HERE = Position(0, 1)


@pytest.mark.rule("FAE-SETUP-03")
def test_a_fate_die_has_two_faces_of_each_kind() -> None:
    assert len(FATE_DIE.shown) == 6
    assert Counter(FATE_DIE.values) == {1: 2, 0: 2, -1: 2}
    assert FATE_DIE.shown == FATE_DIE.values


@pytest.mark.rule("FAE-SETUP-04")
def test_an_ordinary_die_reads_as_minus_blank_and_plus() -> None:
    readings = dict(zip(FATE_FROM_D6.shown, FATE_FROM_D6.values, strict=True))
    assert [readings[shown] for shown in (1, 2, 3, 4, 5, 6)] == [-1, -1, 0, 0, 1, 1]


def test_fate_dice_and_ordinary_dice_play_the_same_game_from_the_same_secret() -> None:
    chance = Seeded(b"secret", "bridge")
    for number in range(50):
        position = Position(0, number)
        assert chance.throw(position, fate_dice()).values == chance.throw(position, (FATE_FROM_D6,) * 4).values


@pytest.mark.rule("FAE-ROLL-03")
@pytest.mark.parametrize(("entry", "total"), [("-+0+", 1), ("+-00", 0), ("+++-", 2), ("-000", -1)])
def test_a_roll_is_the_sum_of_four_fate_dice(entry: str, total: int) -> None:
    assert Scripted(entry).throw(HERE, fate_dice()).total == total


@pytest.mark.rule("FAE-ROLL-03")
def test_a_roll_always_has_four_dice_and_lies_between_minus_four_and_four() -> None:
    assert len(fate_dice()) == 4
    totals = {sum(values) for values in product(FATE_DIE.values, repeat=4)}
    assert totals == set(range(-4, 5))


@pytest.mark.rule("FAE-SETUP-05")
def test_the_deck_has_the_spread_of_four_fate_dice() -> None:
    spread = Counter(sum(values) for values in product((-1, 0, 1), repeat=4))
    assert spread == DECK_COUNTS == {-4: 1, -3: 4, -2: 10, -1: 16, 0: 19, 1: 16, 2: 10, 3: 4, 4: 1}
    assert Counter(FULL_DECK.values) == spread
    assert FULL_DECK.shown == FULL_DECK.values


@pytest.mark.rule("FAE-SETUP-05")
def test_cards_are_drawn_without_putting_them_back_until_the_deck_is_empty() -> None:
    chance = Seeded(b"secret", "bridge")
    drawn: list[int] = []
    for number in range(2 * 81):
        assert len(deck_after(drawn).shown) == 81 - len(drawn) % 81
        drawn.append(chance.throw(Position(0, number), (deck_after(drawn),)).total)
    assert Counter(drawn[:81]) == Counter(drawn[81:]) == DECK_COUNTS
    assert drawn[:81] != drawn[81:]


def test_a_card_that_is_gone_cannot_be_drawn_again() -> None:
    assert deck_after([4]).shown == card({**DECK_COUNTS, 4: 0}).shown
    with pytest.raises(ValueError, match="one deck"):
        deck_after([4, 4])


# --- notation ---


@pytest.mark.parametrize(
    ("text", "entry", "total"),
    [
        ("4dF", "++0-", 1),
        ("4dF+3", "++0-", 4),
        (" 4 DF − 2 + 1", "++0-", 0),
        ("-1+4df", "++0-", 0),
        ("d6-d6", "5 2", 3),
        ("6d6kh2", "1 5 3 6 2 5", 11),
        ("2d6kl1", "4 2", 2),
        ("2d6kh", "4 2", 4),
        ("2d6kh2", "4 2", 6),
        ("d2", "2", 2),
        ("3d20KL2+1", "7 20 3", 11),
        ("-2d6kh1", "4 2", -4),
        ("1000d6kh1", " ".join(["3"] * 999 + ["4"]), 4),
        ("d1000+999999", "1000", 1_000_999),
    ],
)
def test_notation_says_what_to_throw_and_what_counts(text: str, entry: str, total: int) -> None:
    notation = parse_dice(text)
    assert notation.total(Scripted(entry).throw(HERE, notation.dice)) == total


def test_dice_that_count_are_named_by_their_place_and_equals_by_the_earlier_one() -> None:
    notation = parse_dice("d6+4d6kh2+2d6kl1")
    throw = Scripted("1 5 2 5 5 3 3").throw(HERE, notation.dice)
    assert notation.counted(throw) == (0, 1, 3, 5)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "has no dice"),
        ("3", "has no dice"),
        ("4dX", "cannot be read"),
        ("4dF+", "cannot be read"),
        ("4dF4dF", "cannot be read"),
        ("4dFkh2kl1", "cannot be read"),
        ("4dF++2", "cannot be read"),
        ("0d6", "no dice at all"),
        ("d1", "2 to 1000 sides"),
        ("d1001", "2 to 1000 sides"),
        ("2d6kh3", "keeps 3 of 2"),
        ("2d6kl0", "keeps 0 of 2"),
        ("1001dF", "more than 1000 dice"),
        ("600dF+401dF", "more than 1000 dice"),
        ("٤dF", "cannot be read"),
    ],
)
def test_notation_that_makes_no_sense_is_refused_in_one_sentence(text: str, problem: str) -> None:
    with pytest.raises(MalformedCommand, match=problem) as refused:
        parse_dice(text)
    assert refused.value.code == "dice-notation"
    assert refused.value.message.startswith(f'"{text}" ')


def test_a_long_line_is_quoted_in_part_only() -> None:
    with pytest.raises(MalformedCommand) as refused:
        parse_dice("x" * 10_000)
    assert len(refused.value.message) < 200


def test_the_most_dice_allowed_can_be_thrown() -> None:
    assert len(parse_dice(f"{MOST_DICE}dF").dice) == MOST_DICE
    assert len(parse_dice(f"{MOST_DICE - 1}dF+dF").dice) == MOST_DICE


def test_a_die_has_as_many_faces_as_it_says_and_is_negative_when_subtracted() -> None:
    faces = (1, 2, 3, 4, 5, 6)
    assert parse_dice("d6-d6").dice == (Die("d6", faces, faces), Die("-d6", faces, (-1, -2, -3, -4, -5, -6)))
