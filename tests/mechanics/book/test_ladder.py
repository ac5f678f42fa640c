"""Words for numbers and back, without ever cutting a number off."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatetable.engine.errors import MalformedCommand
from fatetable.mechanics.book.ladder import Ladder

WORDS = {
    8: "Legendary",
    7: "Epic",
    6: "Fantastic",
    5: "Superb",
    4: "Great",
    3: "Good",
    2: "Fair",
    1: "Average",
    0: "Mediocre",
    -1: "Poor",
    -2: "Terrible",
}
LADDER = Ladder.of(WORDS)


@pytest.mark.rule("FAE-LADDER-01")
@pytest.mark.parametrize(("number", "word"), WORDS.items())
def test_every_rung_has_its_word_and_its_number(number: int, word: str) -> None:
    assert LADDER.word(number) == word
    assert LADDER.label(number) == f"{word} ({number:+d})"
    assert LADDER.parse(word) == LADDER.parse(word.upper()) == number


@pytest.mark.rule("FAE-LADDER-01")
@pytest.mark.parametrize(
    ("number", "word", "label"),
    [
        (9, "Legendary +1", "Legendary +1 (+9)"),
        (12, "Legendary +4", "Legendary +4 (+12)"),
        (-3, "Terrible -1", "Terrible -1 (-3)"),
        (-6, "Terrible -4", "Terrible -4 (-6)"),
    ],
)
def test_beyond_the_ends_nothing_is_cut_off(number: int, word: str, label: str) -> None:
    assert LADDER.word(number) == word
    assert LADDER.label(number) == label


@given(st.integers(-300, 300))
def test_whatever_is_shown_can_be_typed_back(number: int) -> None:
    assert LADDER.parse(LADDER.word(number)) == number
    assert LADDER.parse(LADDER.label(number)) == number
    assert LADDER.parse(f"{number:+d}") == LADDER.parse(str(number)) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("+0", 0),
        ("0", 0),
        ("mediocre", 0),
        ("Mediocre (+0)", 0),
        (" good ", 3),
        ("Good +3", 3),
        ("good(+3)", 3),
        ("−2", -2),
        ("Legendary+1", 9),
        ("+3 (3)", 3),
    ],
)
def test_zero_and_other_spellings_are_read(text: str, number: int) -> None:
    assert LADDER.parse(text) == number


@pytest.mark.parametrize(
    "text",
    ["", "goodish", "Good +4", "Good (+2)", "Legendary -1", "Terrible +1", "(+3)", "+3 good", "3.5", "--1", "1_0"],
)
def test_what_is_not_on_the_ladder_is_refused_with_its_words(text: str) -> None:
    with pytest.raises(MalformedCommand) as refused:
        LADDER.parse(text)
    assert refused.value.code == "ladder-word"
    assert f'"{text}"' in refused.value.message
    assert "Legendary, Epic" in refused.value.message


def test_a_game_of_bare_numbers_has_a_ladder_without_rungs() -> None:
    bare = Ladder(())
    assert (bare.word(4), bare.label(-1), bare.parse("+5")) == ("+4", "-1", 5)
    with pytest.raises(MalformedCommand, match="say a number"):
        bare.parse("good")


@pytest.mark.parametrize(
    "words", [{0: "a", 2: "b"}, {0: "a", 1: "A"}, {0: " "}], ids=["gap", "same word twice", "empty word"]
)
def test_a_ladder_with_gaps_or_doubtful_words_is_refused(words: dict[int, str]) -> None:
    with pytest.raises(ValueError, match="ladder"):
        Ladder.of(words)


def test_a_rung_is_the_word_alone_and_a_game_of_bare_numbers_has_none() -> None:
    ladder = Ladder.of({1: "Low", 2: "High"})
    assert [ladder.rung(number) for number in (0, 2, 3)] == ["Low -1", "High", "High +1"]
    assert Ladder(()).rung(3) == ""


def test_a_rung_without_a_word_is_called_by_its_number() -> None:
    ladder = Ladder.of({8: "Legendary", 9: "+9", 10: "Divine"})
    assert [ladder.label(number) for number in (8, 9, 10, 11)] == [
        "Legendary (+8)",
        "+9",
        "Divine (+10)",
        "Divine +1 (+11)",
    ]
    assert ladder.parse("+9") == 9
