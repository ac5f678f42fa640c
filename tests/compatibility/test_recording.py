"""A difference from what was recorded is noticed; a field that is new is none."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec import Struct

from tests.compatibility.recording import differences, written


class Card(Struct, frozen=True, omit_defaults=True, tag="card"):
    text: str = ""
    free: tuple[int, ...] = ()


class LaterCard(Struct, frozen=True, omit_defaults=True, tag="card"):
    text: str = ""
    free: tuple[int, ...] = ()
    zone: str = "quay"


BEFORE = written({"a": Card("On fire", (1, 2))})


def test_everything_is_written_down_even_what_has_its_default_value() -> None:
    assert written({"a": Card()}) == {"a": {"type": "card", "text": "", "free": []}}


def test_a_field_that_is_new_is_no_difference() -> None:
    assert list(differences(BEFORE, {"a": LaterCard("On fire", (1, 2))})) == []


@pytest.mark.parametrize(
    ("now", "place"),
    [
        ({"a": Card("On fire", (1, 3))}, ".a.free[1]"),
        ({"a": Card("On fire", (1,))}, ".a.free"),
        ({"a": Card(free=(1, 2))}, ".a.text"),
        ({}, ".a"),
        ({"a": Card("On fire", (1, 2)), "b": Card()}, ".b"),
        ({"a": None}, ".a"),
    ],
)
def test_any_other_difference_is_told_with_its_place(now: Mapping[str, Card | None], place: str) -> None:
    (line,) = differences(BEFORE, now)
    assert line.startswith(f"{place}: ")
