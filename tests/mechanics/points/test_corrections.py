"""The game master corrects a balance, with a reason that everybody reads in the ledger."""

from __future__ import annotations

import pytest

from fatetable.mechanics.points.accounts import BANK, POOL, PointsMoved, balance, purse
from fatetable.mechanics.points.corrections import SetPoints
from tests.mechanics.small_game import RETH, SmallGame, only


@pytest.mark.parametrize(
    ("value", "moved"),
    [(5, PointsMoved(BANK, purse(RETH), 2, "a gift")), (1, PointsMoved(purse(RETH), BANK, 2, "a gift"))],
)
def test_the_difference_comes_from_the_bank_or_goes_there(value: int, moved: PointsMoved) -> None:
    g = SmallGame().scene()
    assert only(g.do("gm", SetPoints(purse(RETH), value, "a gift")), PointsMoved) == moved
    assert balance(g.state, purse(RETH)) == value


def test_what_makes_no_sense_is_refused() -> None:
    g = SmallGame().scene()
    assert g.refused("ana", SetPoints(POOL, 1, "please"))[0] == "gm-only"
    assert g.refused("gm", SetPoints("purse:nobody", 1, "why not"))[0] == "unknown-account"
    assert g.refused("gm", SetPoints(POOL, 100, "why not"))[0] == "bad-number"
    assert g.refused("gm", SetPoints(POOL, 1, " "))[0] == "no-reason"


def test_the_pool_is_called_by_the_word_of_the_book() -> None:
    (offer,) = SmallGame().scene().offers("gm", SetPoints)
    assert [choice.label for choice in offer.holes[0].options] == [  # type: ignore[union-attr]
        "Reth's fate points",
        "Volt's fate points",
        "the Keeper's pool",
    ]


def test_the_pool_is_corrected_like_a_purse_and_to_what_it_is_nothing_moves() -> None:
    g = SmallGame().scene()
    assert only(g.do("gm", SetPoints(POOL, 0, "spent")), PointsMoved) == PointsMoved(POOL, BANK, 2, "spent")
    assert g.do("gm", SetPoints(POOL, 0, "spent")) == ()


def test_nobody_else_is_offered_a_correction_and_none_goes_below_zero() -> None:
    g = SmallGame().scene()
    assert g.refused("gm", SetPoints(POOL, -1, "why not")) == ("bad-number", "A balance of -1 makes no sense.")
    assert g.offers("ana", SetPoints) == g.offers("bo", SetPoints) == ()
