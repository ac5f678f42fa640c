"""Offers: commands with typed holes, how they are filled, and which commands they cover."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec import Struct

from fatetable.engine.errors import MalformedCommand
from fatetable.engine.messages import Command
from fatetable.engine.offers import (
    Choice,
    ChoiceHole,
    FlagHole,
    FormHole,
    Hole,
    ManyHole,
    NumberHole,
    Offer,
    TextHole,
    hole_accepts,
)

COLOURS = (Choice("red", "Red"), Choice("blue"))
WORDS = TextHole("words", "words", limit=10)
MAYBE = TextHole("words", "words", optional=True, limit=10)
NUMBER = NumberHole("number", "number", -2, 20)
COLOUR = ChoiceHole("colour", "colour", COLOURS)
COLOURFUL = ManyHole("colours", "colours", COLOURS, least=1, most=2)
FLAG = FlagHole("flag", "flag")
FORM = FormHole("form", "form", "picture")


class Frame(Struct, frozen=True):
    wood: str = "oak"


class Paint(Command, frozen=True, kw_only=True, tag="paint"):
    wall: str
    words: str = ""
    number: int = 0
    colour: str = ""
    colours: tuple[str, ...] = ()
    flag: bool = False
    form: Frame = Frame()
    fill: Mapping[str, Any] = {}


class Scrub(Command, frozen=True, kw_only=True, tag="scrub"):
    wall: str


@pytest.mark.parametrize(
    ("hole", "value"),
    [
        (WORDS, "x"),
        (WORDS, "x" * 10),
        (MAYBE, ""),
        (NUMBER, -2),
        (NUMBER, 20),
        (COLOUR, "blue"),
        (COLOURFUL, ("red",)),
        (COLOURFUL, ("blue", "red")),
        (ManyHole("colours", "colours", COLOURS), ()),
        (FLAG, False),
        (FORM, Frame()),
    ],
)
def test_a_hole_accepts_what_fits(hole: Hole, value: object) -> None:
    assert hole_accepts(hole, value)


@pytest.mark.parametrize(
    ("hole", "value"),
    [
        (WORDS, ""),
        (WORDS, " \t"),
        (WORDS, "x" * 11),
        (WORDS, 5),
        (MAYBE, "x" * 11),
        (NUMBER, -3),
        (NUMBER, 21),
        (NUMBER, True),
        (NUMBER, "5"),
        (NUMBER, 1.0),
        (COLOUR, "green"),
        (COLOUR, ""),
        (COLOUR, None),
        (COLOURFUL, ()),
        (COLOURFUL, ("red", "red")),
        (COLOURFUL, ("red", "green")),
        (COLOURFUL, ["red"]),
        (ManyHole("colours", "colours", COLOURS, most=1), ("red", "blue")),
        (FLAG, 1),
        (FLAG, "yes"),
        (FORM, {"wood": "oak"}),
    ],
)
def test_a_hole_accepts_nothing_else(hole: Hole, value: object) -> None:
    assert not hole_accepts(hole, value)


OFFER = Offer(
    command=Paint(wall="north"),
    label="Paint the north wall",
    verb="change",
    holes=(WORDS, NUMBER, COLOUR, COLOURFUL, FLAG, FORM),
)
FILLED: Mapping[str, Any] = {
    "words": "a tree",
    "number": 3,
    "colour": "red",
    "colours": ("red", "blue"),
    "flag": True,
    "form": Frame("elm"),
}


def test_filling_an_offer_gives_a_command_it_matches() -> None:
    command = OFFER.fill(**FILLED)
    assert command == Paint(wall="north", **FILLED)
    assert OFFER.matches(command)


def test_a_list_may_be_given_where_many_are_chosen() -> None:
    command = OFFER.fill(**{**FILLED, "colours": ["blue"]})
    assert isinstance(command, Paint)
    assert command.colours == ("blue",)


def test_holes_left_out_keep_their_placeholder() -> None:
    assert OFFER.fill(words="a tree") == Paint(wall="north", words="a tree")
    assert not OFFER.matches(OFFER.fill(words="a tree")), "a placeholder is not always a fitting value"


def test_there_is_nothing_to_fill_in_but_the_holes() -> None:
    with pytest.raises(MalformedCommand) as error:
        OFFER.fill(wall="south", words="x")
    assert error.value.code == "unknown-hole"
    assert str(error.value) == "This offer has no 'wall' to fill in."


@pytest.mark.parametrize("change", [{"wall": "south"}, {"number": 99}, {"colour": "green"}, {"fill": {"a": 1}}])
def test_an_offer_matches_nothing_but_itself_filled_in(change: dict[str, Any]) -> None:
    assert not OFFER.matches(Paint(**{"wall": "north", **FILLED, **change}))


def test_an_offer_matches_no_other_sort_of_command() -> None:
    assert not OFFER.matches(Scrub(wall="north"))


def test_an_offer_without_holes_matches_exactly_its_command() -> None:
    offer = Offer(command=Scrub(wall="north"), label="Scrub", verb="use")
    assert offer.fill() == offer.command
    assert offer.matches(Scrub(wall="north"))
    assert not offer.matches(Scrub(wall="south"))


KEYED = Offer(
    command=Paint(wall="north"),
    label="Sign it",
    verb="use",
    holes=(
        TextHole("fill", "name", key="name"),
        TextHole("fill", "motto", key="motto", optional=True),
        ManyHole("fill", "colours", COLOURS, key="colours"),
    ),
)


def test_holes_with_a_key_share_one_field() -> None:
    command = KEYED.fill(name="Ada", colours=["red"])
    assert command == Paint(wall="north", fill={"name": "Ada", "colours": ("red",)})
    assert KEYED.matches(command)


@pytest.mark.parametrize(
    "fill",
    [
        {"name": "", "colours": ()},
        {"colours": ()},
        {"name": "Ada"},
        {"name": "Ada", "colours": (), "age": 3},
        {"name": "Ada", "colours": (), "motto": 5},
    ],
)
def test_each_key_has_to_fit_its_hole(fill: dict[str, Any]) -> None:
    assert not KEYED.matches(Paint(wall="north", fill=fill))


def test_a_field_with_keys_has_to_be_a_mapping() -> None:
    odd: Any = "Ada"
    assert not KEYED.matches(Paint(wall="north", fill=odd))
