"""The rolling game where one die of a throw may be changed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import msgspec

from fatetable.mechanics.rolls.check_rules import AmendmentRule, CheckRules
from fatetable.mechanics.rolls.comparing.single_dice import DieRule
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.offer_odds import Chances, OfferOdds
from fatetable.mechanics.rolls.throwing import CorrectTotal
from tests.mechanics.rolling_game import RULES, overcome, rolling, situation, the_roll, throw
from tests.mechanics.rolls.comparing.sixes import SIXES
from tests.mechanics.small_game import RETH, SmallGame

AGAIN = AmendmentRule(id="again", label="a new throw", who="self", stages=("thrown",), rethrows=True)


def rule(**die: Any) -> AmendmentRule:
    return AmendmentRule(id="die", label="one die", who="self", stages=("thrown",), die=DieRule(**die))


def with_die(rules: CheckRules = RULES, **die: Any) -> CheckRules:
    return msgspec.structs.replace(rules, amendments=(rule(**die), AGAIN))


TO_PLUS = with_die(to=1)
TO_FIVE = with_die(SIXES, to=5)


def thrown(*dice: str, rules: CheckRules = TO_PLUS, difficulty: int = 4, penalty: int = 0) -> SmallGame:
    """Reth, who has three, has thrown; two free invocations are at hand."""
    g = rolling(*dice, rules=rules).scene()
    situation(g, "High Ground", free_for=RETH)
    situation(g, "Sun Behind Her", free_for=RETH)
    overcome(g, difficulty)
    if penalty:
        g.do("gm", CorrectTotal(the_roll(g).id, 0, -penalty, "in the dark"))
    throw(g)
    return g


def turn(g: SmallGame, die: str, words: str = "High Ground", effect: str = "die") -> Invoke:
    card = g.card(words)
    (free,) = card.free
    return Invoke(
        roll=the_roll(g).id,
        effort=0,
        effect=effect,
        aspect=card.id,
        explanation="she uses it",
        payment=free.id,
        party=RETH,
        die=die,
    )


def values(g: SmallGame, rules: CheckRules = TO_PLUS) -> tuple[int, ...]:
    return rules.values(g.state, the_roll(g), 0)


def total(g: SmallGame, rules: CheckRules = TO_PLUS) -> int:
    return rules.total(g.state, the_roll(g), 0)


def after(g: SmallGame, rules: CheckRules, die: str = "") -> Chances:
    offers = [offer for offer in g.offers("ana", Invoke) if getattr(offer.command, "effect", "") == "die"]
    offer = msgspec.structs.replace(offers[0], command=msgspec.structs.replace(offers[0].command, die=die))
    found = OfferOdds(rules).change_by(g.state, offer)
    assert found is not None
    return found.after


def counted(rules: CheckRules, g: SmallGame, margins: list[int]) -> Chances:
    (comparison,) = rules.compare(g.state, the_roll(g))
    outcomes = Counter(rules.reading(g.state, the_roll(g), comparison, margin).outcome for margin in margins)
    return {outcome: Fraction(outcomes[outcome], len(margins)) for outcome in RULES.bands.outcomes}
