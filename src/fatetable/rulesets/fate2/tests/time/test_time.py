"""Time passes as the GM says, and only what can come back is offered to."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.points.limited_uses import CallBreak
from fatetable.mechanics.time.clock import now
from fatetable.mechanics.time.passing import PassTime
from fatetable.rulesets.fate2.tests.support.playing import Game


def test_time_passes_when_the_gm_says_so() -> None:
    g = Game()
    g.do("gm", PassTime("A few hours"))
    assert now(g.table.state) == 10800
    assert g.refused("gm", PassTime("A fortnight")) == "no-such-time"
    assert g.refused("ana", PassTime("A few hours")) == "gm-only"


@pytest.mark.parametrize(
    ("dials", "offered"),
    [
        ({}, []),
        ({"aspect_refresh": "rest"}, ["rest"]),
        ({"magic": "level"}, ["day"]),
        ({"magic": "level", "aspect_refresh": "story-point"}, ["day", "story point"]),
    ],
)
def test_only_what_brings_something_back_is_called(dials: dict[str, Any], offered: list[str]) -> None:
    offers = Game(**dials).offers("gm", CallBreak)
    assert [choice.value for offer in offers for choice in offer.holes[0].options] == offered  # type: ignore[union-attr]
