"""One die is turned, thrown again or added; the throw stays as it fell, and everything can be taken back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.engine.chance import Die
from fatetable.engine.opening import DiceThrown
from fatetable.mechanics.dice.notation import DiceGroup
from fatetable.mechanics.rolls.comparing.single_dice import DieRule
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.taking_back import VetoInvocation
from tests.mechanics.rolling_game import the_roll
from tests.mechanics.rolls.comparing.sixes import D6, SIXES
from tests.mechanics.rolls.comparing.turning import (
    TO_FIVE,
    TO_PLUS,
    after,
    counted,
    thrown,
    total,
    turn,
    values,
    with_die,
)
from tests.mechanics.small_game import PACE, only


@pytest.mark.parametrize(("die", "gain"), [("0", 2), ("1", 1)])
def test_one_die_becomes_a_plus(die: str, gain: int) -> None:
    """F2-INV-03: two from a minus, one from a blank; the throw itself stays as it fell."""
    g = thrown("-0-+")
    assert total(g) == 3 - 1
    g.do("ana", turn(g, die))
    assert total(g) == 2 + gain
    assert the_roll(g).efforts[0].throws[0].values == (-1, 0, -1, 1)
    assert g.card("High Ground").free == ()


@pytest.mark.parametrize("die", ["3", "4", "x", ""])
def test_a_die_that_gains_nothing_is_refused_and_costs_nothing(die: str) -> None:
    g = thrown("-0-+")
    assert g.refused("ana", turn(g, die)) == ("no-such-die", "That die would gain nothing; choose another.")
    assert len(g.card("High Ground").free) == 1


SHOWS_ONE = Die("showing", (1,), (1,))


def test_where_no_die_would_gain_nothing_is_offered() -> None:
    g = thrown("++++")
    assert g.refused("ana", turn(g, "0")) == ("no-such-die", "No die would gain by it on this roll.")
    assert {offer.command.effect for offer in g.offers("ana", Invoke) if isinstance(offer.command, Invoke)} == {"again"}


def test_of_equal_dice_one_is_offered() -> None:
    g = thrown("-0-+")
    offer = next(
        offer
        for offer in g.offers("ana", Invoke)
        if isinstance(offer.command, Invoke) and offer.command.effect == "die"
    )
    (dice,) = (hole for hole in offer.holes if hole.field == "die")
    assert [(choice.value, choice.label) for choice in dice.options] == [("0", "-"), ("1", "0")]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("variant", "places", "turned"),
    [
        ({"values": (-1,), "to": 1}, "0", {"0": 1}),
        ({"values": (0,), "to": 1}, "1", {"1": 1}),
        ({"steps": 1}, "01", {"0": 0, "1": 1}),
    ],
    ids=["minus to plus", "blank to plus", "one step"],
)
def test_weaker_invocations_change_only_some_dice(variant: dict[str, Any], places: str, turned: dict[str, int]) -> None:
    """F2-INV-06."""
    rules = with_die(**variant)
    for die in "013":
        g = thrown("-0++", rules=rules)
        if die in places:
            g.do("ana", turn(g, die))
            assert values(g, rules)[int(die)] == turned[die]
        else:
            assert g.refused("ana", turn(g, die))[0] == "no-such-die"


def test_a_single_die_is_thrown_again_and_its_new_face_stands() -> None:
    rules = with_die(throws=True)
    g = thrown("+0--", "-", rules=rules)
    thrown_for = only(g.do("ana", turn(g, "0")), DiceThrown)
    assert (thrown_for.throw.dice, thrown_for.throw.values) == (("dF[-1*2,0*2,1*2]",), (-1,))
    assert values(g, rules) == (-1, 0, -1, -1)
    assert the_roll(g).efforts[0].throws[0].values == (1, 0, -1, -1)


def test_the_same_die_thrown_twice_is_thrown_for_something_else() -> None:
    """Else a rewound table could not tell the two throws apart."""
    rules = with_die(throws=True)
    g = thrown("+00-", "-", "+", rules=rules)
    first = only(g.do("ana", turn(g, "3")), DiceThrown).what
    second = only(g.do("ana", turn(g, "3", "Sun Behind Her")), DiceThrown).what
    assert first != second
    assert values(g, rules)[3] == 1


def test_a_new_throw_of_all_dice_forgets_what_was_turned() -> None:
    g = thrown("--00", "0000")
    g.do("ana", turn(g, "0"))
    g.do("ana", turn(g, "", "Sun Behind Her", "again"))
    assert values(g) == (0, 0, 0, 0)


def test_a_vetoed_turn_turns_the_die_back() -> None:
    g = thrown("--00")
    g.do("ana", turn(g, "0"))
    g.do("ana", turn(g, "1", "Sun Behind Her"))
    g.do("gm", VetoInvocation(the_roll(g).id, "no", 0))
    assert values(g) == (-1, 1, 0, 0)
    assert len(g.card("High Ground").free) == 1


def test_what_was_turned_before_a_new_throw_is_there_again_once_that_is_vetoed() -> None:
    g = thrown("--00", "0000")
    g.do("ana", turn(g, "0"))
    g.do("ana", turn(g, "", "Sun Behind Her", "again"))
    g.do("gm", VetoInvocation(the_roll(g).id, "no", 1))
    assert values(g) == (1, -1, 0, 0)
    g.do("gm", VetoInvocation(the_roll(g).id, "no", 0))
    assert values(g) == (-1, -1, 0, 0)


# -- six-sided dice --------------------------------------------------------------------------------------------------


def test_a_die_turned_to_five_is_chosen_among_anew() -> None:
    """F2-D6-06: with a penalty die, 2, 2, 4 counts for four; with one turned to five it counts for six."""
    rules = TO_FIVE
    g = thrown("2 2 4 6", rules=rules, difficulty=10, penalty=1)
    assert (values(g, rules), total(g, rules)) == ((2, 2, 4), 8)
    g.do("ana", turn(g, "0"))
    assert (sorted(values(g, rules)), total(g, rules)) == ([2, 4, 5], 11)
    assert g.refused("ana", turn(g, "3", "Sun Behind Her"))[0] == "no-such-die"


# -- chances ---------------------------------------------------------------------------------------------------------


def test_the_chances_of_a_turned_die_are_certain() -> None:
    g = thrown("-0-+")
    assert after(g, TO_PLUS) == counted(TO_PLUS, g, [2 + 2 - 4])
    assert after(g, TO_PLUS, die="1") == counted(TO_PLUS, g, [2 + 1 - 4])


def test_the_chances_of_a_die_thrown_again_count_its_faces() -> None:
    rules = with_die(throws=True)
    g = thrown("-0-+", rules=rules)
    assert after(g, rules) == counted(rules, g, [3 + 0 + face - 4 for face in (-1, 0, 1)])


def test_the_roll_waits_for_one_who_can_turn_a_failure_with_a_die() -> None:
    """Three blanks and a minus are two short of four, which turning the minus makes good; not so four short of it."""
    pace = msgspec.structs.replace(PACE, ask_after_throw="to-avoid-failure")
    rules = msgspec.structs.replace(TO_PLUS, amendments=TO_PLUS.amendments[:1], pace=pace)
    assert the_roll(thrown("-000", rules=rules, difficulty=4)).waiting == ("ana",)
    assert the_roll(thrown("-000", rules=rules, difficulty=7)).waiting == ()
    assert DieRule(to=1).gains(the_roll(thrown("-0++")).efforts[0]) == (2, 1)


def test_a_die_may_be_added_only_where_there_is_none() -> None:
    """F2-D6-02."""
    first = with_die(SIXES, adds=SHOWS_ONE, only_first=True)
    g = thrown("6 2 1", rules=first, difficulty=10)
    assert g.refused("ana", turn(g, ""))[0] == "no-such-die"
    none = msgspec.structs.replace(first, pool=lambda *_: (DiceGroup((), "first", 0),))
    g = thrown("", "1", rules=none, difficulty=10)
    g.do("ana", turn(g, ""))
    assert the_roll(g).efforts[0].values == (1,)


def test_dice_that_only_show_something_are_thrown_the_second_time() -> None:
    """F2-D6-02."""
    rules = msgspec.structs.replace(
        TO_FIVE,
        pool=lambda *_: (DiceGroup((SHOWS_ONE,)),),
        again=lambda die: D6 if die == SHOWS_ONE else die,
    )
    g = thrown("1", "6", rules=rules, difficulty=10)
    assert the_roll(g).efforts[0].values == (1,)
    g.do("ana", turn(g, "", effect="again"))
    assert the_roll(g).efforts[0].values == (6,)


def test_no_die_is_named_where_all_are_thrown_again() -> None:
    g = thrown("--00")
    assert g.refused("ana", turn(g, "0", "Sun Behind Her", "again")) == ("no-such-die", "No die is chosen for that.")
