"""The rolling game where one die of a throw may be changed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import msgspec

from fatetable.engine.state import State
from fatetable.mechanics.dice.notation import Groups
from fatetable.mechanics.rolls.check_rules import AmendmentRule, CheckRules
from fatetable.mechanics.rolls.comparing.dice_for_points import ChangeDie, DiceForPoints
from fatetable.mechanics.rolls.comparing.single_dice import DieRule
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.offer_odds import Chances, OfferOdds
from fatetable.mechanics.rolls.state import Comparison, Roll
from fatetable.mechanics.rolls.throwing import CorrectTotal
from tests.mechanics.rolling_game import RIGHTS, RULES, overcome, rolling, situation, the_roll, throw
from tests.mechanics.rolls.comparing.sixes import D6, SIXES
from tests.mechanics.small_game import RETH, SmallGame, cites

AGAIN = AmendmentRule(id="again", label="a new throw", who="self", stages=("thrown",), rethrows=True)


def rule(**die: Any) -> AmendmentRule:
    return AmendmentRule(id="die", label="one die", who="self", stages=("thrown",), die=DieRule(**die))


def with_die(rules: CheckRules = RULES, needs_aspect: bool = True, **die: Any) -> CheckRules:
    changed = msgspec.structs.replace(rule(**die), needs_aspect=needs_aspect)
    return msgspec.structs.replace(rules, amendments=(changed, AGAIN))


TO_PLUS = with_die(to=1)
TO_FIVE = with_die(SIXES, to=5)


def thrown(*dice: str, rules: CheckRules = TO_PLUS, difficulty: int = 4, penalty: int = 0) -> SmallGame:
    """Reth, who has three, has thrown; two free invocations are at hand."""
    parts = (DiceForPoints(rules=rules, rights=msgspec.structs.replace(RIGHTS, rules=rules), cites=cites),)
    g = rolling(*dice, rules=rules, extra=parts).scene()
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


def with_the_added(state: State, roll: Roll, index: int, comparison: Comparison) -> Groups:
    """A die that was added is counted: it raises the number of dice that count by one."""
    (group,) = SIXES.pool(state, roll, index, comparison)
    added = roll.efforts[index].added
    kept = group.kept + added if group.kept else 0
    return (msgspec.structs.replace(group, dice=group.dice + (D6,) * added, kept=kept),)


FATE_DIE = msgspec.structs.replace(with_die(SIXES, needs_aspect=False, adds=D6), pool=with_the_added)


def after(g: SmallGame, rules: CheckRules, kind: type[Invoke] | type[ChangeDie] = Invoke, die: str = "") -> Chances:
    offers = [offer for offer in g.offers("ana", kind) if getattr(offer.command, "effect", "") == "die"]
    offer = msgspec.structs.replace(offers[0], command=msgspec.structs.replace(offers[0].command, die=die))
    found = OfferOdds(rules).change_by(g.state, offer)
    assert found is not None
    return found.after


def counted(rules: CheckRules, g: SmallGame, margins: list[int]) -> Chances:
    (comparison,) = rules.compare(g.state, the_roll(g))
    outcomes = Counter(rules.reading(g.state, the_roll(g), comparison, margin).outcome for margin in margins)
    return {outcome: Fraction(outcomes[outcome], len(margins)) for outcome in RULES.bands.outcomes}
