"""Invoking: what it costs, who gets the point, what a free one uses up, and what a veto gives back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.mechanics.characters.cast import NOBODY
from fatetable.mechanics.points.accounts import BANK, POOL, PointsMoved, balance, owed_to, purse
from fatetable.mechanics.rolls.check_rules import AmendmentRule
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.invocations import Reroll
from fatetable.mechanics.rolls.resolution import give_boost
from fatetable.mechanics.rolls.state import change_effort
from fatetable.mechanics.rolls.throwing import Pass
from tests.mechanics.rolling_game import RIGHTS, RULES, invoke, overcome, rolling, situation, the_roll, throw, thrown
from tests.mechanics.small_game import RETH, VOLT, SmallGame, only


def test_a_point_buys_a_bonus_that_is_named() -> None:
    g = thrown()
    moved = only(g.do("ana", invoke(g, g.card("Born to Run"))), PointsMoved)
    assert (moved.source, moved.target, moved.amount) == (purse(RETH), BANK, 1)
    last = the_roll(g).efforts[0].modifiers[-1]
    assert (last.source, last.label, last.amount) == ("invoke", "Born to Run", 2)
    assert the_roll(g).margin_now() == 3


def test_a_change_asks_everybody_again() -> None:
    g = thrown()
    g.do("bo", Pass(the_roll(g).id))
    g.do("ana", invoke(g, g.card("Born to Run")))
    assert the_roll(g).waiting == ("gm", "ana", "bo")


def test_it_is_refused_with_the_reason() -> None:
    g = thrown()
    motto = g.card("Born to Run")
    assert g.refused("ana", invoke(g, motto, effect="luck"))[0] == "no-such-effect"
    assert g.refused("ana", invoke(g, motto, effort=1))[0] == "no-such-effect"
    assert g.refused("bo", invoke(g, motto))[0] == "not-yours"
    assert g.refused("bo", invoke(g, motto, party=VOLT))[0] == "wrong-side"
    assert g.refused("ana", invoke(g, motto, explanation=" "))[0] == "no-explanation"
    assert g.refused("ana", invoke(g, motto, payment="f9"))[0] == "no-free-invoke"
    assert g.refused("ana", Reroll(roll=the_roll(g).id, effort=0, party=RETH))[0] == "no-such-effect"
    g.do("ana", invoke(g, motto))
    assert g.refused("ana", invoke(g, motto))[0] == "already-invoked"


def test_before_the_dice_are_down_it_is_too_early() -> None:
    g = rolling("0000").scene()
    overcome(g)
    code, why = g.refused("ana", invoke(g, g.card("Born to Run")))
    assert (code, why) == ("wrong-moment", "An aspect is invoked for +2 once the dice have fallen.")


def test_without_a_point_there_is_nothing_to_pay_with() -> None:
    g = thrown("0000")
    for words in ("Dust", "Noise", "Fog"):
        g.do("ana", invoke(g, situation(g, words)))
    assert balance(g.state, purse(RETH)) == 0
    assert g.refused("ana", invoke(g, g.card("Born to Run")))[0] == "not-enough-fate-points"
    assert "ana" not in RIGHTS.entitled(g.state, the_roll(g))


def test_a_free_invocation_is_used_up_and_costs_nothing() -> None:
    g = thrown()
    dust = situation(g, "Dust", free_for=RETH)
    (free,) = dust.free
    assert g.refused("bo", invoke(g, dust, payment=free.id, party=VOLT, effect="against"))[0] == "not-your-free-invoke"
    g.do("ana", invoke(g, dust, payment=free.id))
    assert balance(g.state, purse(RETH)) == 3
    assert g.card("Dust").free == ()
    assert the_roll(g).margin_now() == 3


def test_the_game_masters_point_goes_to_whom_the_aspect_is_turned_against() -> None:
    for pays_bearer, payee in ((True, owed_to(RETH)), (False, BANK)):
        g = thrown(pool_pays_bearer=pays_bearer)
        hindered = invoke(g, g.card("Born to Run"), effect="against", party=NOBODY)
        moved = only(g.do("gm", hindered), PointsMoved)
        assert (moved.source, moved.target) == (POOL, payee)
        assert (the_roll(g).efforts[0].hindrance, the_roll(g).margin_now()) == (2, -1)


# -- a new throw for a point, without an aspect -----------------------------------------------------------------------

AGAIN = AmendmentRule(
    id="throw-again",
    label="a new throw",
    who="self",
    stages=("thrown",),
    rethrows=True,
    keeps="best",
    needs_aspect=False,
)
THROWING_AGAIN = msgspec.structs.replace(RULES, amendments=(AGAIN,))


def again(g: SmallGame, **more: Any) -> Reroll:
    return Reroll(**{"roll": the_roll(g).id, "effort": 0, "party": RETH, **more})


@pytest.mark.parametrize(("second", "counts"), [("++00", 2), ("----", 0), ("0+-0", 0)])
def test_a_point_buys_a_new_throw_and_the_better_one_counts(second: str, counts: int) -> None:
    g = thrown("0000", second, rules=THROWING_AGAIN)
    moved = only(g.do("ana", again(g)), PointsMoved)
    assert (moved.source, moved.target, moved.amount) == (purse(RETH), BANK, 1)
    effort = the_roll(g).efforts[0]
    assert (len(effort.throws), effort.dice, effort.uses) == (2, counts, ())


def test_where_the_last_throw_counts_a_new_one_may_be_worse() -> None:
    last = msgspec.structs.replace(RULES, amendments=(msgspec.structs.replace(AGAIN, keeps="last"),))
    g = thrown("0000", "----", rules=last)
    g.do("ana", again(g))
    assert the_roll(g).efforts[0].dice == -4


def test_a_new_throw_is_compared_with_what_counted_even_if_there_was_a_better_one() -> None:
    g = thrown("+++0", "----", "0000", rules=THROWING_AGAIN)
    g.do("ana", again(g))
    g.run(lambda decision: change_effort(decision, the_roll(g).id, 0, kept=1))
    g.do("ana", again(g))
    assert (the_roll(g).efforts[0].dice, the_roll(g).efforts[0].kept) == (0, 2)


def test_it_may_be_thrown_again_as_long_as_there_are_points() -> None:
    g = thrown("0000", "0000", "0000", "0000", rules=THROWING_AGAIN)
    (offer,) = g.offers("ana", Reroll)
    assert (offer.label, offer.price and offer.price.points) == ("Reroll for Reth", 1)
    for _ in range(3):
        g.do("ana", again(g))
    assert g.refused("ana", again(g))[0] == "not-enough-fate-points"


def test_a_new_throw_for_a_point_is_refused_with_the_reason() -> None:
    g = rolling("0000", rules=THROWING_AGAIN).scene()
    overcome(g)
    assert g.refused("ana", again(g)) == ("wrong-moment", "Dice are rerolled once the dice have fallen.")
    throw(g)
    assert g.refused("ana", again(g, effort=1))[0] == "no-such-effect"
    assert g.refused("ana", again(g, effort=-1))[0] == "no-such-effect"
    assert g.refused("bo", again(g)) == ("not-yours", "It is not your roll.")
    assert g.refused("bo", again(g, party=VOLT)) == ("wrong-side", "It is not your roll.")
    assert g.refused("gm", again(g, party=NOBODY))[0] == "wrong-side"
    assert g.refused("ana", invoke(g, g.card("Born to Run"), effect="throw-again"))[0] == "no-such-effect"


# -- other rules ------------------------------------------------------------------------------------------------------


def test_what_was_invoked_on_a_roll_that_does_not_happen_is_given_back() -> None:
    before = AmendmentRule(id="bonus", label="+2", who="self", stages=("declared",), amount=2)
    g = rolling(rules=msgspec.structs.replace(RULES, amendments=(before,))).scene()
    g.run(lambda decision: give_boost(decision, RETH, "test"))
    boost, dust = g.card("Boost"), situation(g, "Dust", free_for=RETH)
    overcome(g)
    g.do("ana", invoke(g, g.card("Born to Run")))
    g.do("ana", invoke(g, dust, payment=dust.free[0].id))
    g.do("ana", invoke(g, boost, payment=boost.free[0].id))
    assert (balance(g.state, purse(RETH)), the_roll(g).efforts[0].fixed) == (2, 3 + 6)
    g.do("gm", SendBack(the_roll(g).id, "too fast"))
    assert (balance(g.state, purse(RETH)), g.card("Dust"), g.card("Boost")) == (3, dust, boost)


def test_what_only_a_free_invocation_does_is_not_sold() -> None:
    only_free = AmendmentRule(id="bonus", label="+2", who="self", stages=("thrown",), amount=2, free_only=True)
    g = thrown(rules=msgspec.structs.replace(RULES, amendments=(only_free,)))
    dust = situation(g, "Dust", free_for=RETH)
    assert g.refused("ana", invoke(g, dust)) == ("free-only", "Only a free invocation does that.")
    g.do("ana", invoke(g, dust, payment=dust.free[0].id))
    assert the_roll(g).margin_now() == 3


def test_the_rules_may_keep_a_card_from_somebody() -> None:
    g = thrown(rules=msgspec.structs.replace(RULES, usable=lambda state, card, party: card.text != "Dust"))
    dust = situation(g, "Dust")
    assert g.refused("ana", invoke(g, dust)) == ("not-for-you", "'Dust' is not yours to bring in.")
    g.do("ana", invoke(g, g.card("Born to Run")))
    assert the_roll(g).margin_now() == 3


def test_where_no_sides_are_named_onlookers_choose_theirs() -> None:
    g = thrown()
    roll = the_roll(g)
    (effort,) = roll.efforts
    assert RIGHTS.stances(g.state, roll, effort, RETH) == ("self",)
    assert RIGHTS.stances(g.state, roll, effort, VOLT) == ("ally", "opponent")
    assert RIGHTS.stances(g.state, roll, effort, NOBODY) == ("opponent",)
