"""The folds that recur."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from fatetable.engine.folds import append, change, drop, put, set_to, update


class Card(Struct, frozen=True):
    id: str


class Happened(Struct, frozen=True):
    card: Card = Card("c1")
    name: str = "Ana"
    total: int = 3


class Tally(Struct, frozen=True):
    name: str = ""
    total: int = 0
    rest: str = "kept"


EVENT: Any = Happened()


def test_a_slice_is_set_to_what_the_event_holds() -> None:
    assert set_to("card.id")("before", EVENT) == "c1"


def test_named_fields_take_the_values_of_the_event_and_others_stay() -> None:
    assert update("name", "total")(Tally(), EVENT) == Tally("Ana", 3, "kept")


def test_an_entry_is_put_under_its_key_beside_the_others() -> None:
    held = {"c0": Card("c0"), "c1": Card("old")}
    assert put("card.id", "card")(held, EVENT) == {"c0": Card("c0"), "c1": Card("c1")}
    assert held["c1"] == Card("old")


def test_an_entry_is_dropped_and_a_missing_one_is_no_fault() -> None:
    assert drop("card.id")({"c0": 0, "c1": 1}, EVENT) == {"c0": 0}
    assert drop("card.id")({"c0": 0}, EVENT) == {"c0": 0}


def test_one_more_stands_at_the_end() -> None:
    assert append("name")(("Bo",), EVENT) == ("Bo", "Ana")


def test_fields_of_an_entry_change_if_it_is_there() -> None:
    held = {"Ana": Tally("Ana", 1), "Bo": Tally("Bo", 2)}
    assert change("name", "total")(held, EVENT) == {"Ana": Tally("Ana", 3), "Bo": Tally("Bo", 2)}
    without = {"Bo": Tally("Bo", 2)}
    assert change("name", "total")(without, EVENT) is without
