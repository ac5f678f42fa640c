"""Points alone: one's own once for a roll, help for two from everybody, boxes in the place of points."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import msgspec

from fatetable.mechanics.aspects.cards import tick_box
from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.mechanics.points.accounts import balance, purse
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.offer_odds import OfferOdds
from fatetable.mechanics.rolls.spending.bare_points import Spend
from fatetable.mechanics.rolls.waiting import WaitingPolicy
from tests.mechanics.rolling_game import RIGHTS, everybody_passes, the_roll, throw
from tests.mechanics.rolls.comparing.sixes import SIXES
from tests.mechanics.rolls.spending.buying import (
    AGAIN,
    BUYING,
    HELP,
    ONE,
    PLUS,
    aid,
    buying,
    cancel,
    renew,
    spend,
    with_box,
)
from tests.mechanics.small_game import RETH, VOLT, SmallGame

IN_SIXES = msgspec.structs.replace(SIXES, amendments=(ONE, HELP, AGAIN), may_join=lambda uses, use: True)


def points(g: SmallGame, actor: ActorId = RETH) -> int:
    return balance(g.state, purse(actor))


def test_a_point_adds_one_before_the_dice_or_after_them() -> None:
    for is_before in (True, False):
        g = buying("0000")
        if is_before:
            g.do("ana", spend(g))
            throw(g)
        else:
            throw(g)
            g.do("ana", spend(g))
        assert (the_roll(g).margin_now(), points(g)) == (0, 2)
        assert everybody_passes(g).outcome == "tie"


def test_it_is_bought_once_for_a_roll() -> None:
    g = buying("0000")
    g.do("ana", spend(g))
    assert g.refused("ana", spend(g))[0] == "once-only"
    throw(g)
    assert g.refused("ana", spend(g))[0] == "once-only"


def test_the_part_stays_when_the_dice_are_thrown_again() -> None:
    g = buying("0000", "+000")
    throw(g)
    g.do("ana", spend(g))
    g.do("ana", with_box(g, "again"))
    assert the_roll(g).margin_now() == 1
    assert g.refused("ana", spend(g))[0] == "once-only"


def test_only_the_roller_buys_it_and_only_others_help() -> None:
    g = buying("0000")
    throw(g)
    assert g.refused("bo", spend(g, party=VOLT))[0] == "wrong-side"
    assert g.refused("bo", spend(g))[0] == "not-yours"
    assert g.refused("ana", spend(g, "aid", explanation="she tries"))[0] == "wrong-side"
    assert g.refused("ana", spend(g, "again"))[0] == "no-such-effect"
    assert g.refused("gm", spend(g, party=NOBODY))[0] == "wrong-side"


def test_help_costs_two_and_is_given_once_by_everybody_who_helps() -> None:
    g = buying("0000")
    assert g.refused("bo", aid(g))[0] == "wrong-moment", "these rules help once the dice have fallen"
    throw(g)
    assert g.refused("bo", msgspec.structs.replace(aid(g), explanation=" "))[0] == "no-explanation"
    g.do("ana", spend(g))
    g.do("bo", aid(g))
    assert (the_roll(g).margin_now(), points(g), points(g, VOLT)) == (1, 2, 1)
    assert g.refused("bo", aid(g))[0] == "once-only"


def test_who_has_too_little_is_not_offered_it() -> None:
    g = buying("0000")
    throw(g)
    g.do("bo", aid(g))
    other = buying("0000")
    other.do("ana", spend(other))
    throw(other)
    assert any(isinstance(offer.command, Spend) for offer in other.offers("bo"))
    assert not any(isinstance(offer.command, Spend) for offer in other.offers("ana"))


def test_a_box_stands_in_for_a_point_and_two_for_two() -> None:
    g = buying("0000")
    throw(g)
    loud = g.card("Loud")
    assert g.refused("bo", aid(g, boxes=(g.card("Weak").id,)))[0] == "no-open-box", "it is not his aspect"
    assert g.refused("bo", aid(g, boxes=(loud.id, loud.id)))[0] == "no-open-box"
    g.do("bo", aid(g, boxes=(loud.id,)))
    assert (g.card("Loud").open_boxes, points(g, VOLT), the_roll(g).margin_now()) == (0, 2, 0)
    g = buying("0000")
    throw(g)
    assert g.refused("ana", spend(g, boxes=(g.card("Weak").id,)))[0] == "no-boxes", "not for one's own point"


def test_what_was_paid_comes_back_with_a_roll_that_does_not_happen() -> None:
    g = buying("0000")
    g.do("ana", spend(g))
    assert points(g) == 2
    g.do("gm", SendBack(the_roll(g).id, "not like that"))
    assert points(g) == 3


def test_a_part_that_is_a_die_is_thrown_with_the_others_or_after_them() -> None:
    before = buying("6 2 1 5", rules=IN_SIXES, difficulty=10)
    before.do("ana", spend(before))
    throw(before)
    after = buying("6 2 1", "5", rules=IN_SIXES, difficulty=10)
    throw(after)
    after.do("ana", spend(after))
    for g in (before, after):
        assert the_roll(g).efforts[0].values == (6, 2, 1, 5)
        assert IN_SIXES.total(g.state, the_roll(g), 0) == 13, "a die more, of which the best three count"


def test_a_die_that_is_cancelled_does_not_count_and_is_not_thrown_anew() -> None:
    g = buying("6 2 1", "5", rules=IN_SIXES, difficulty=10)
    throw(g)
    g.do("ana", spend(g))
    g.do("bo", cancel(g))
    assert IN_SIXES.missing_dice(g.state, the_roll(g), 0) == ()
    g.do("ana", renew(g))
    assert IN_SIXES.total(g.state, the_roll(g), 0) == 13


def test_the_chances_of_a_point_are_told() -> None:
    g = buying("0000")
    offer = next(offer for offer in g.offers("ana") if isinstance(offer.command, Spend))
    change = OfferOdds(BUYING).change_by(g.state, offer)
    assert change is not None
    reached = sum(change.after[outcome] for outcome in ("tie", "succeed", "style"))
    assert reached == Fraction(50, 81), "four dice of nothing or better"
    throw(g)
    change = OfferOdds(BUYING).change_by(g.state, offer)
    assert change is not None
    assert change.before["fail"] == 1
    assert change.after["tie"] == 1


def test_the_chances_of_a_die_more_choose_among_all() -> None:
    g = buying("6 2 1", rules=IN_SIXES, difficulty=10)
    throw(g)
    offer = next(offer for offer in g.offers("ana") if isinstance(offer.command, Spend))
    change = OfferOdds(IN_SIXES).change_by(g.state, offer)
    assert change is not None
    totals = [sum(sorted((6, 2, 1, face))[1:]) for face in range(1, 7)]
    assert change.after["fail"] == Fraction(sum(total < 10 for total in totals), 6)


def asked(g: SmallGame, rules: CheckRules) -> tuple[str, ...]:
    """Who is asked where only those are who can still turn their own failure."""
    rules = msgspec.structs.replace(rules, pace=msgspec.structs.replace(rules.pace, ask_after_throw="to-avoid-failure"))
    rights = msgspec.structs.replace(RIGHTS, rules=rules)
    return WaitingPolicy(rules=rules, rights=rights).asked(g.state, the_roll(g))


def test_a_player_is_asked_whom_a_point_would_help() -> None:
    only_points = msgspec.structs.replace(BUYING, amendments=(ONE,))
    g = buying("0000", rules=only_points)
    throw(g)
    assert asked(g, only_points) == ("ana",), "a point would turn the failure into a tie"
    worse = buying("----", rules=only_points)
    throw(worse)
    assert asked(worse, only_points) == (), "five short, and only one to be had"
    g.do("ana", spend(g))
    g.do("bo", cancel(g))
    assert asked(g, only_points) == ("ana",), "what was cancelled may be paid for again"


def test_a_player_is_asked_whom_a_box_would_help() -> None:
    only_boxes = msgspec.structs.replace(BUYING, amendments=(PLUS,))
    g = buying("0000", rules=only_boxes)
    throw(g)
    assert asked(g, only_boxes) == ("ana",)
    for words in ("Born to Run", "Born to Run", "Weak"):
        g.run(partial(tick_box, card=g.card(words)))
    assert asked(g, only_boxes) == ()


def test_nothing_is_offered_where_the_rules_know_no_such_thing() -> None:
    g = buying("0000", rules=msgspec.structs.replace(BUYING, amendments=(AGAIN,)))
    assert g.refused("ana", spend(g))[0] == "no-such-effect"
    assert not any(isinstance(offer.command, Spend) for offer in g.offers("ana"))
