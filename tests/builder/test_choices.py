"""What may still be chosen, and what numbers are called."""

from __future__ import annotations

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import ChooseInput, NumberInput

EXTRAS = (Choice("long"), Choice("light"))


def test_an_option_is_taken_once_unless_it_or_all_of_them_repeat() -> None:
    held = ("long", "light")
    assert ChooseInput("lists.extras", "Extras", EXTRAS).left(held) == ()
    assert ChooseInput("lists.extras", "Extras", EXTRAS, repeats=True).left(held) == EXTRAS
    assert ChooseInput("lists.extras", "Extras", EXTRAS, repeating=("light",)).left(held) == (Choice("light"),)


def test_numbers_may_have_names() -> None:
    size = NumberInput("numbers.size", "Size", 1, 3, words=("small", "large"))
    assert [size.called(number) for number in (0, 1, 2, 3)] == ["0", "small", "large", "3"]
