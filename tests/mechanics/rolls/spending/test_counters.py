"""A point cancels a point; the first pays again, and again, as long as both are willing."""

from __future__ import annotations

from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.mechanics.points.accounts import POOL, balance, purse
from fatetable.mechanics.points.corrections import SetPoints
from fatetable.mechanics.rolls.offer_odds import OfferOdds
from fatetable.mechanics.rolls.spending.counters import CancelOutlay, RenewOutlay
from tests.mechanics.rolling_game import everybody_passes, the_roll, throw
from tests.mechanics.rolls.spending.buying import BUYING, aid, buying, cancel, renew, spend
from tests.mechanics.small_game import RETH, VOLT, SmallGame


def points(g: SmallGame, actor: ActorId = RETH) -> int:
    return balance(g.state, purse(actor))


def paid(*dice: str) -> SmallGame:
    """Reth has paid a point, which makes it a tie."""
    g = buying(*(dice or ("0000",)))
    throw(g)
    g.do("ana", spend(g))
    return g


def test_both_points_are_gone_and_what_was_bought_too() -> None:
    g = paid()
    g.do("bo", cancel(g))
    assert (the_roll(g).margin_now(), points(g), points(g, VOLT)) == (-1, 2, 2)
    assert everybody_passes(g).outcome == "fail"


def test_the_first_pays_again_and_may_be_cancelled_again() -> None:
    g = paid()
    margins = []
    for _ in range(2):
        g.do("bo", cancel(g))
        margins.append(the_roll(g).margin_now())
        g.do("ana", renew(g))
        margins.append(the_roll(g).margin_now())
    assert margins == [-1, 0, -1, 0]
    assert (points(g), points(g, VOLT)) == (0, 1)
    assert len(the_roll(g).outlays) == 1


def test_the_game_master_cancels_with_points_of_the_pool() -> None:
    g = paid()
    g.do("gm", SetPoints(POOL, 1, "a villain"))
    g.do("gm", cancel(g, NOBODY))
    assert balance(g.state, POOL) == 0
    assert the_roll(g).margin_now() == -1


def test_nobody_cancels_their_own_nor_twice_nor_without_a_point() -> None:
    g = paid()
    assert g.refused("ana", cancel(g, RETH))[0] == "own-outlay"
    assert g.refused("ana", cancel(g, VOLT))[0] == "not-yours"
    assert g.refused("ana", renew(g))[0] == "wrong-moment"
    g.do("bo", cancel(g))
    assert g.refused("bo", cancel(g))[0] == "wrong-moment", "a cancelling point cannot be cancelled"
    assert g.refused("bo", renew(g))[0] == "not-yours"
    g.do("gm", SetPoints(POOL, 0, "none"))
    assert g.refused("gm", cancel(g, NOBODY))
    unknown = CancelOutlay(roll=the_roll(g).id, outlay="none", party=VOLT)
    assert g.refused("bo", unknown)[0] == "no-such-outlay"


def test_help_for_two_fails_for_one_and_is_paid_anew_with_one() -> None:
    g = buying("0000")
    throw(g)
    g.do("bo", aid(g))
    g.do("ana", cancel(g, RETH))
    assert (the_roll(g).margin_now(), points(g, VOLT)) == (-1, 1)
    g.do("bo", renew(g))
    assert (the_roll(g).margin_now(), points(g, VOLT)) == (0, 0)


def test_after_the_outcome_is_read_nothing_can_be_cancelled() -> None:
    g = paid()
    before = cancel(g)
    everybody_passes(g)
    assert g.refused("bo", before)


def test_those_concerned_are_asked_again_after_each_change() -> None:
    g = paid()
    assert the_roll(g).stage == "thrown"
    g.do("bo", cancel(g))
    assert "ana" in the_roll(g).waiting, "she can still pay again"


def test_the_chances_of_cancelling_and_paying_again_are_told() -> None:
    g = paid()
    for seat, kind, outcome in (("bo", CancelOutlay, "fail"), ("ana", RenewOutlay, "tie")):
        offer = next(offer for offer in g.offers(seat) if isinstance(offer.command, kind))
        change = OfferOdds(BUYING).change_by(g.state, offer)
        assert change is not None
        assert change.after[outcome] == 1
        g.do(seat, offer.command)
