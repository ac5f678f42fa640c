"""What a margin comes to is a function of the rules: static or dynamic, armour, steps of five, who wins a tie."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest

from fatetable.engine.state import State
from fatetable.mechanics.book.bands import Bands
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.comparing.reading import ALONE, Reading, read_by_bands
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.rolls.offer_odds import OfferOdds
from fatetable.mechanics.rolls.state import Comparison, Modifier, Roll
from fatetable.mechanics.rolls.throwing import CorrectTotal
from tests.mechanics.rolling_game import RULES, attack_reth, everybody_passes, overcome, rolling, the_roll, throw
from tests.mechanics.rolls.comparing.sixes import DYNAMIC, SIXES, STATIC, degrees, in_fives
from tests.mechanics.small_game import SmallGame

AGAINST_ARMOUR = degrees(0, 3, 6)


def with_rules(**more: Any) -> CheckRules:
    return msgspec.structs.replace(RULES, **more)


def by_opposition(_: State, __: Roll, comparison: Comparison) -> Bands:
    return STATIC if comparison.other < 0 else DYNAMIC


def settled(g: SmallGame, seat: str) -> Roll:
    throw(g, seat)
    return everybody_passes(g)


def test_a_difficulty_and_an_opponent_are_read_by_bands_of_their_own() -> None:
    """F2-TEST-05, 07: two more than a difficulty is what five more than a person is."""
    rules = with_rules(bands_of=by_opposition)
    g = rolling("+000", rules=rules).scene()
    overcome(g)  # 3 + 1 against 2
    assert settled(g, "ana").outcome == "style"
    g = rolling("++++", "-000", rules=rules).scene()
    attack_reth(g)  # 1 + 4 against 3 - 1
    roll = settled(g, "gm")
    assert (roll.margin, roll.outcome) == (3, "succeed")


@pytest.mark.parametrize(("margin", "outcome"), [(2, "tie"), (3, "succeed"), (5, "succeed"), (6, "style")])
def test_armour_has_bands_of_its_own(margin: int, outcome: str) -> None:
    """F2-ARM-10: what the target wears says how the margin is read."""
    rules = with_rules(bands_of=lambda state, roll, comparison: AGAINST_ARMOUR)
    assert rules.reading(State(), an_attack(), Comparison(other=1), margin).outcome == outcome


def an_attack() -> Roll:
    g = rolling().scene()
    attack_reth(g)
    return the_roll(g)


def test_a_weapon_counts_only_once_the_blow_lands_and_armour_is_taken_off() -> None:
    """F2-ARM-05: weapon and armour are parts of the margin, and nobody is hit by a weapon that missed."""

    def armed(state: State, roll: Roll, comparison: Comparison, difference: int) -> Reading:
        parts = (Modifier("weapon", "Sword", 3), Modifier("armour", "Mail", -1)) if difference >= 0 else ()
        margin = difference + sum(part.amount for part in parts)
        return msgspec.structs.replace(read_by_bands(RULES.bands, comparison, margin), parts=parts)

    rules = with_rules(read=armed)
    read = rules.reading(State(), an_attack(), Comparison(other=1), 0)
    assert (read.margin, read.outcome, [part.amount for part in read.parts]) == (2, "succeed", [3, -1])
    missed = rules.reading(State(), an_attack(), Comparison(other=1), -1)
    assert (missed.margin, missed.outcome, missed.parts) == (-1, "fail", ())


# -- six-sided dice, read in steps of five ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "against", "margin"), [(10, 10, 0), (14, 10, 0), (15, 10, 1), (7, 10, -1), (4, 10, -2), (5, 10, -1)]
)
def test_margins_in_steps_of_five(total: int, against: int, margin: int) -> None:
    assert in_fives(State(), an_attack(), ALONE, total - against).margin == margin


def test_a_bonus_is_a_die_more_of_which_the_best_count() -> None:
    """F2-D6-05, and what help would change is counted with the die it brings."""
    g = rolling("6 2 1 5", rules=SIXES).scene()
    overcome(g, 10)
    (offer,) = g.offers("bo", Help)
    change = OfferOdds(SIXES).change_by(g.state, offer)
    assert change is not None
    best = [sum(sorted(dice)[1:]) for dice in product(range(1, 7), repeat=4)]
    assert change.after["fail"] == Fraction(sum(total < 10 for total in best), 6**4)
    g.do("bo", msgspec.structs.replace(offer.command, description="he holds the door"))
    roll = throw(g)
    assert (SIXES.values(g.state, roll, 0), SIXES.total(g.state, roll, 0)) == ((6, 2, 5), 13)
    assert everybody_passes(g).margin == 0


def test_a_penalty_is_a_die_more_of_which_the_worst_count() -> None:
    g = rolling("6 2 1 5", rules=SIXES).scene()
    overcome(g, 5)
    g.do("gm", CorrectTotal(the_roll(g).id, 0, -1, "in the dark"))
    roll = throw(g)
    assert (SIXES.total(g.state, roll, 0), everybody_passes(g).margin) == (8, 0)
