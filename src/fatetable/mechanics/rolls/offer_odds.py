"""The exact chance of each outcome of a roll before and after something an offer would do."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.offers import Offer
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.dice.odds import Weights, chances, dice_weights
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.rolls.invocations import Invoke, Reroll
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId

Chances: TypeAlias = Mapping[str, Fraction]


class OddsChange(Struct, frozen=True):
    before: Chances
    after: Chances


class OfferOdds(Struct, frozen=True):
    rules: CheckRules

    def change_by(self, state: State, offer: Offer) -> OddsChange | None:
        """`None` where an offer changes no roll, or where it is not known yet what is rolled against."""
        if offer.changes is None:
            return None
        roll, index = state.get(ROLLS).get(RollId(offer.changes.roll)), offer.changes.side
        if roll is None or roll.is_contest or not roll.has_opposition:
            return None
        before = self.chances(state, roll)
        match offer.command:
            case Help():
                after = self.chances(state, roll, bonus={index: self.rules.help_bonus})
            case Invoke(effect=effect, aspect=aspect):
                rule = self.rules.amendment(effect)
                if rule is None:
                    return None
                if rule.rethrows:
                    after = self.chances(state, roll, rethrown=index, keeps_best=rule.keeps == "best")
                else:
                    sign = -1 if rule.who == "opponent" else 1
                    card = state.get(ASPECTS).get(aspect)
                    effort = roll.efforts[index]
                    amount = self.rules.amount(state, rule, card, effort) if card else rule.amount
                    after = self.chances(state, roll, bonus={index: sign * amount})
            case Reroll():
                after = self.chances(state, roll, rethrown=index, keeps_best=True)
            case _:
                after = before
        return OddsChange(before, after)

    def chances(
        self,
        state: State,
        roll: Roll,
        *,
        bonus: Mapping[int, int] | None = None,
        rethrown: int | None = None,
        keeps_best: bool = False,
    ) -> Chances:
        """The acting side's chances as the roll stands, or with a bonus to a side, or with one side thrown anew."""
        bonus = bonus or {}
        fixed = [effort.fixed - effort.hindrance + bonus.get(i, 0) for i, effort in enumerate(roll.efforts)]
        if roll.is_opposed and not any(effort.throws for effort in roll.efforts):
            return self._both_to_throw(state, fixed[0], fixed[1])
        pool = dice_weights(self.rules.pool(state))

        def side(index: int) -> Weights | int:
            effort = roll.efforts[index]
            if effort.throws and index != rethrown:
                return effort.dice + fixed[index]
            thrown = pool
            if effort.throws and keeps_best:
                thrown = pool.at_least(effort.dice)
            return thrown.plus(fixed[index])

        against = side(1) if roll.is_opposed else roll.difficulty or 0
        return chances(side(0), against, self.rules.bands)

    def _both_to_throw(self, state: State, acting: int, opposing: int) -> Chances:
        """The second side throws what the first leaves: with a deck, one card less."""
        first = dice_weights(self.rules.pool(state))
        found = dict.fromkeys(self.rules.bands.outcomes, Fraction(0))
        for number, count in first.items():
            second = dice_weights(self.rules.pool_after(state, number)).plus(opposing)
            for outcome, chance in chances(number + acting, second, self.rules.bands).items():
                found[outcome] += chance * Fraction(count, first.total)
        return found
