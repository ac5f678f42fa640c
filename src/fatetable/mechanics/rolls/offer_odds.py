"""The exact chance of each outcome of a roll before and after something an offer would do."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.chance import Die
from fatetable.engine.offers import Offer
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.dice.odds import Uncertain, Weights, certain, groups_weights
from fatetable.mechanics.dice.pool import PoolAfter
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.comparing.chances import chances_of
from fatetable.mechanics.rolls.comparing.reading import difficulty_in
from fatetable.mechanics.rolls.comparing.single_dice import DieRule, known_but, known_so_far, place_of_die
from fatetable.mechanics.rolls.comparing.single_dice import supposed as as_supposed
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.rolls.invocations import Invoke, Reroll
from fatetable.mechanics.rolls.spending.bare_points import Spend
from fatetable.mechanics.rolls.spending.counters import CancelOutlay, RenewOutlay
from fatetable.mechanics.rolls.state import ROLLS, Comparison, Effort, Modifier, Roll, RollId, with_effort

Chances: TypeAlias = Mapping[str, Fraction]


class OddsChange(Struct, frozen=True):
    """`successes` are the outcomes that count as one; `others` are the further comparisons of the same roll."""

    before: Chances
    after: Chances
    successes: tuple[str, ...]
    comparison: Comparison = Comparison()
    others: tuple[OddsChange, ...] = ()


class Supposed(NamedTuple):
    """A roll as it would be: with one effort changed, or with all dice of one or a single die still to be thrown."""

    roll: Roll
    rethrown: int = -1
    keeps_best: bool = False
    falling: FallingDie | None = None


class FallingDie(NamedTuple):
    """One die of an effort that is still to be thrown."""

    effort: int
    place: int
    die: Die


class OfferOdds(Struct, frozen=True):
    rules: CheckRules

    def change_by(self, state: State, offer: Offer) -> OddsChange | None:
        """`None` where an offer changes no roll, or where it is not known yet what is rolled against."""
        if offer.changes is None:
            return None
        roll, index = state.get(ROLLS).get(RollId(offer.changes.roll)), offer.changes.side
        if roll is None or roll.is_contest or not roll.has_opposition:
            return None
        supposed = self._supposed(state, roll, index, offer)
        if supposed is None:
            return None
        is_same = supposed == Supposed(roll)
        changes = tuple(
            self._change_of(state, roll, comparison, None if is_same else supposed)
            for comparison in self.rules.compare(state, roll)
        )
        if len(changes) < 2:
            return next(iter(changes), None)
        return msgspec.structs.replace(changes[0], others=changes[1:])

    def _supposed(self, state: State, roll: Roll, index: int, offer: Offer) -> Supposed | None:
        """The roll as it would be once somebody took the offer."""
        match offer.command:
            case Help():
                return Supposed(_with_part(roll, index, "help", self.rules.help_bonus))
            case Invoke(effect=effect, aspect=aspect):
                rule = self.rules.amendment(effect)
                if rule is None:
                    return None
                if rule.die is not None:
                    return _with_die(roll, index, rule.die, offer.command.die)
                if rule.rethrows:
                    return Supposed(roll, index, rule.keeps == "best")
                card = state.get(ASPECTS).get(aspect)
                amount = self.rules.amount(state, rule, card, roll.efforts[index]) if card else rule.amount
                return Supposed(_with_part(roll, index, "invoke", amount, is_against=rule.who == "opponent"))
            case Spend(effect=effect):
                rule = self.rules.amendment(effect)
                return None if rule is None else Supposed(_with_part(roll, index, effect, rule.amount))
            case CancelOutlay(outlay=outlay) | RenewOutlay(outlay=outlay):
                return Supposed(_without_outlay(roll, index, outlay))
            case Reroll():
                return Supposed(roll, index, keeps_best=True)
            case _:
                return Supposed(roll)

    def _change_of(self, state: State, roll: Roll, comparison: Comparison, supposed: Supposed | None) -> OddsChange:
        before = self.chances(state, Supposed(roll), comparison)
        after = before if supposed is None else self.chances(state, supposed, comparison)
        return OddsChange(before, after, self.rules.bands_for(state, roll, comparison).successes, comparison)

    def chances(self, state: State, supposed: Supposed, comparison: Comparison) -> Chances:
        """The one side's chances in a comparison."""
        roll = supposed.roll
        if comparison.other < 0:
            against: Uncertain = difficulty_in(roll, comparison)
        elif self.rules.pool_after is not None and not any(effort.throws for effort in _of(roll, comparison)):
            return self._from_a_deck(state, roll, comparison, self.rules.pool_after)
        else:
            against = self._total(state, supposed, comparison.other, comparison)
        difference = self._total(state, supposed, comparison.one, comparison).minus(against)
        return chances_of(self.rules, state, roll, comparison, difference)

    def _total(self, state: State, supposed: Supposed, index: int, comparison: Comparison) -> Weights:
        """What one side's total may come to, less what was brought against it."""
        roll = supposed.roll
        fixed = self._fixed(roll, index, comparison)
        has_thrown = bool(roll.efforts[index].throws)
        falling = supposed.falling
        if falling is not None and falling.effort == index:
            groups = self.rules.pool(state, roll, index, comparison)
            return groups_weights(known_but(groups, roll.efforts[index].values, falling.place, falling.die)).plus(fixed)
        if has_thrown and index != supposed.rethrown:
            if self.rules.missing_dice(state, roll, index):
                groups = self.rules.pool(state, roll, index, comparison)
                return groups_weights(known_so_far(groups, roll.efforts[index].values)).plus(fixed)
            return certain(sum(self.rules.values(state, roll, index, comparison)) + fixed)
        thrown = groups_weights(self.rules.pool_again(state, roll, index, comparison))
        if has_thrown and supposed.keeps_best:
            thrown = thrown.at_least(sum(self.rules.values(state, roll, index, comparison)))
        return thrown.plus(fixed)

    def _fixed(self, roll: Roll, index: int, comparison: Comparison) -> int:
        return self.rules.fixed(roll, index, comparison) - roll.efforts[index].hindrance

    def _from_a_deck(self, state: State, roll: Roll, comparison: Comparison, pool_after: PoolAfter) -> Chances:
        """The second side draws from what the first leaves: one card less."""
        first = groups_weights(self.rules.pool(state, roll, comparison.one, comparison))
        fixed = self._fixed(roll, comparison.one, comparison)
        opposing = self._fixed(roll, comparison.other, comparison)
        found = dict.fromkeys(self.rules.bands_for(state, roll, comparison).outcomes, Fraction(0))
        for number, count in first.items():
            second = groups_weights(pool_after(state, number)).plus(opposing)
            difference = certain(number + fixed).minus(second)
            for outcome, chance in chances_of(self.rules, state, roll, comparison, difference).items():
                found[outcome] += chance * Fraction(count, first.total)
        return found


def _of(roll: Roll, comparison: Comparison) -> tuple[Effort, Effort]:
    return roll.efforts[comparison.one], roll.efforts[comparison.other]


def _with_die(roll: Roll, index: int, rule: DieRule, named: str) -> Supposed | None:
    """The roll with one die changed: the one named, or else the one that gains most."""
    effort = roll.efforts[index]
    places = rule.places(effort)
    if not places:
        return None
    worst_first = sorted(places, key=lambda place: effort.values[place] if place < len(effort.values) else 0)
    place = place_of_die(rule, effort, named) if named else worst_first[0]
    changed, die = as_supposed(rule, effort, place)
    falling = None if die is None else FallingDie(index, place, die)
    return Supposed(with_effort(roll, index, changed), falling=falling)


def _with_part(roll: Roll, index: int, source: str, amount: int, *, is_against: bool = False) -> Roll:
    """The roll with one part more for an effort, or against it."""
    effort, part = roll.efforts[index], Modifier(source, "", amount)
    if is_against:
        changed = msgspec.structs.replace(effort, hindrances=(*effort.hindrances, part))
    else:
        changed = msgspec.structs.replace(effort, modifiers=(*effort.modifiers, part))
    return with_effort(roll, index, changed)


def _without_outlay(roll: Roll, index: int, outlay_id: str) -> Roll:
    """The roll with the part that was paid for gone, or back where it was cancelled."""
    outlay, effort = next(each for each in roll.outlays if each.id == outlay_id), roll.efforts[index]
    if outlay.is_cancelled:
        parts = (*effort.modifiers, outlay.part)
    else:
        parts = tuple(part for part in effort.modifiers if part != outlay.part)
    return with_effort(roll, index, msgspec.structs.replace(effort, modifiers=parts))
