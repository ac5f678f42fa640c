"""Noticing things without looking for them."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.tests.support.playing import MAUD, Game
from fatetable.rulesets.strange.tests.support.trappings import done, facts, ruled, undertake, with_trapping
from fatetable.testing import faces


@pytest.mark.rule("SF-NOTICE-01")
@pytest.mark.parametrize(("margin", "pieces"), [(-1, 0), (0, 1), (1, 1), (2, 2), (3, 2), (4, 3), (6, 4)])
def test_every_two_shifts_tell_one_thing_more(margin: int, pieces: int) -> None:
    g = Game(maud=(with_trapping(3, 0, "notice"),))
    undertake(g, "notice")
    ruled(g, "rung-0", difficulty=1)
    done(g, faces(margin - 2))
    assert facts(g) == ([f"pieces of information: {pieces}"] if pieces else [])


@pytest.mark.rule("SF-NOTICE-01")
def test_looking_for_something_is_another_matter() -> None:
    g = Game(maud=(with_trapping(3, 0, "notice", name="Senses"),))
    look = Undertake(actor=MAUD, procedure="notice", trait="senses", description="looks")
    assert g.is_offered("ana", look)
    assert g.refused("ana", msgspec.structs.replace(look, procedure="search")) == "unknown-trait"
