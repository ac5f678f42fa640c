"""The chances of a comparison that is read by more than the band of its margin."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

from fatetable.engine.prompts import open_of
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.offer_odds import OfferOdds
from fatetable.mechanics.rolls.opposition import OppositionToChoose
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.mechanics.view.difficulty_odds import prospects
from tests.mechanics.rolling_game import rolling
from tests.mechanics.rolls.comparing.sixes import SIXES
from tests.mechanics.small_game import RETH
from tests.mechanics.view.showing import LADDER


def test_the_chances_of_dice_read_in_steps() -> None:
    g = rolling(rules=SIXES).scene()
    g.do("ana", Overcome(actor=RETH, trait="speed", description="she runs"))
    (prompt,) = open_of(g.state, OppositionToChoose)
    found = {each.difficulty: each.chances for each in prospects(SIXES, LADDER, g.state, prompt)}
    sums = Counter(sum(dice) for dice in product(range(1, 7), repeat=3))
    fails = sum(count for number, count in sums.items() if number < 15)
    assert found[15]["fail"] == round(100 * Fraction(fails, sums.total()))
    assert list(found) == [1, 5, 10, 15]
    g.answer("gm", OppositionToChoose, "difficulty", value=15)
    (offer,) = g.offers("ana", ThrowDice)
    change = OfferOdds(SIXES).change_by(g.state, offer)
    assert change is not None
    assert change.before["fail"] == Fraction(fails, sums.total())
    assert change.before["tie"] == Fraction(sum(sums[number] for number in range(15, 20)), sums.total())
