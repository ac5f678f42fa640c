"""Whom a thrown roll waits for.  The policy is the table's pace, and it is written here only.

People are asked who can still avoid their own failure.  Others who have the means to change the roll get a countdown in
which they may say "Wait"; it holds up nobody else.  A seat that nobody sits in is never waited for.

Only aspects that everybody knows of count: else a wait would tell that somebody has a hidden one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from fatetable.engine.messages import SeatId
from fatetable.engine.seats import SEATS, Seat, gm_seat, people, present_people
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import AspectCard, lasting_in_play, with_public_aspects
from fatetable.mechanics.characters.cast import CAST, ActorId, seat_of
from fatetable.mechanics.dice.odds import groups_weights
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.points.accounts import spendable
from fatetable.mechanics.rolls.check_rules import AmendmentRule, CheckRules
from fatetable.mechanics.rolls.invocation_rights import InvocationRights
from fatetable.mechanics.rolls.state import POINT, Comparison, Roll, Use


class Waited(NamedTuple):
    """Seats that are asked and must answer, and seats that may say "Wait" while the countdown runs."""

    asked: tuple[SeatId, ...]
    window: tuple[SeatId, ...]


class WaitingPolicy(Struct, frozen=True, kw_only=True):
    rules: CheckRules
    rights: InvocationRights

    def after_throw(self, state: State, roll: Roll) -> Waited:
        """For whom the roll waits as it stands now."""
        state = with_public_aspects(state)
        asked = self._asked(state, roll)
        window = tuple(seat for seat in self._able(state, roll) if seat not in asked) if self._has_countdown else ()
        return Waited(self._with_veto(state, roll, asked), window)

    def asked(self, state: State, roll: Roll) -> tuple[SeatId, ...]:
        """Who is asked to change the roll or to keep it."""
        return self._asked(with_public_aspects(state), roll)

    def _asked(self, state: State, roll: Roll) -> tuple[SeatId, ...]:
        if roll.is_put_off and not roll.has_opposition:
            return ()  # It is not known yet what would have to be changed.
        must = self.rights.also_asked(state, roll)
        able = [seat for seat in self._able(state, roll) if seat in must or self._plays_on(state, seat)]
        if self.rules.pace.ask_after_throw == "always":
            return tuple(able)
        return tuple(seat for seat in able if seat in must or self._is_asked(state, roll, seat))

    def _plays_on(self, state: State, seat_id: SeatId) -> bool:
        """Has this seat anybody who is not out?  Nobody waits for the others, even where they may change rolls."""
        seat = state.get(SEATS)[seat_id]
        return any(not party or not is_out(state, party) for party in self.rights.parties(state, seat))

    @property
    def _has_countdown(self) -> bool:
        return self.rules.pace.countdown > 0

    def _able(self, state: State, roll: Roll) -> tuple[SeatId, ...]:
        """Seats of people who are there and have the means to change a roll."""
        here = {seat.id for seat in present_people(state)}
        return tuple(seat for seat in self.rights.entitled(state, roll) if seat in here)

    def _with_veto(self, state: State, roll: Roll, asked: tuple[SeatId, ...]) -> tuple[SeatId, ...]:
        """An explanation can be vetoed even by someone without a point left."""
        game_master = gm_seat(state).id
        is_new = bool(roll.invocations) and roll.invocations[-1].seat != game_master
        if self.rules.pace.veto_waits and is_new and game_master not in asked:
            return (*asked, game_master)
        return asked

    def _is_asked(self, state: State, roll: Roll, seat_id: SeatId) -> bool:
        """Has this seat a side of its own in the roll that it can still help?"""
        asks_all = self.rules.pace.ask_after_throw == "to-improve"
        for index, effort in enumerate(roll.efforts):
            if seat_of(state, effort.actor) != seat_id or not roll.stage_of(index):
                continue
            if not effort.actor or self.rules.is_nameless(state.get(CAST)[effort.actor]):
                # Points are seldom spent on nameless people; the countdown is time enough to say so.
                continue
            if roll.is_contest or not _is_compared(roll):
                # What it takes is not known yet; dice that are worse than none are as good as a failure.
                if asks_all or effort.dice < 0:
                    return True
                continue
            own = [each for each in self.rules.compare(state, roll) if index in (each.one, each.other)]
            if not asks_all:
                own = [each for each in own if self._is_failing(state, roll, index, each)]
            if own and self._can_improve(state, roll, seat_id, index, own):
                return True
        return False

    def _is_failing(self, state: State, roll: Roll, index: int, comparison: Comparison) -> bool:
        """The acting side fails without a success; the other side fails unless the acting side does its worst."""
        bands = self.rules.bands_for(state, roll, comparison)
        outcome = self.rules.reading(state, roll, comparison).outcome
        return outcome not in bands.successes if index == comparison.one else outcome != bands.outcomes[0]

    def _can_improve(
        self, state: State, roll: Roll, seat_id: SeatId, index: int, comparisons: Sequence[Comparison]
    ) -> bool:
        bonus = self._most(state, roll, seat_id, index)
        return any(
            self._rank(state, roll, index, each, bonus) > self._rank(state, roll, index, each) for each in comparisons
        )

    def _rank(self, state: State, roll: Roll, index: int, comparison: Comparison, bonus: int = 0) -> int:
        """How good the outcome is for one side of a comparison, with so much more for it."""
        outcomes = self.rules.bands_for(state, roll, comparison).outcomes
        difference = self.rules.difference(state, roll, comparison)
        if index == comparison.one:
            return outcomes.index(self.rules.reading(state, roll, comparison, difference + bonus).outcome)
        return outcomes.index(self.rules.reading(state, roll, comparison, difference - bonus).opposing_outcome)

    def _most(self, state: State, roll: Roll, seat_id: SeatId, index: int) -> int:
        """How much this seat can afford to do for one side."""
        seat = next(seat for seat in people(state) if seat.id == seat_id)
        bonus = 0
        for party in self.rights.parties(state, seat):
            for place, rule in self._ways(state, roll, party):
                helps = (place == index) == (rule.who != "opponent")
                if not helps or not self._can_use(state, seat, roll, place, rule, party):
                    continue
                if rule.is_bare_amount:
                    bonus += self._bought(state, roll, place, rule, party)
                elif rule.die is not None:
                    uses = self._uses(state, seat, roll, place, rule, party)
                    bonus += sum(rule.die.gains(roll.efforts[place])[:uses])
                elif rule.rethrows:
                    bonus += most_from_a_new_throw(self.rules, state, roll, place)
                else:
                    bonus += self._affordable(state, seat, roll, place, rule, party)
        return bonus

    def _ways(self, state: State, roll: Roll, party: ActorId) -> Iterator[tuple[int, AmendmentRule]]:
        for place, effort in enumerate(roll.efforts):
            stances = self.rights.stances(state, roll, effort, party)
            for rule in self.rules.amendments:
                if rule.who in stances and roll.stage_of(place) in rule.stages:
                    yield place, rule

    def _bought(self, state: State, roll: Roll, place: int, rule: AmendmentRule, party: ActorId) -> int:
        """What this party can still buy for one side with points alone."""
        before = [each for each in roll.outlays if (each.effort, each.effect) == (place, rule.id)]
        is_spent = any(rule.limit == "effort" or each.party == party for each in before)
        if rule.limit:
            # What was cancelled may be paid for again.
            again = any(each.is_cancelled and each.party == party for each in before)
            return rule.amount if again or not is_spent else 0
        return rule.amount * (spendable(state, self.rights.account(state, party)) // rule.price)

    def _can_use(self, state: State, seat: Seat, roll: Roll, place: int, rule: AmendmentRule, party: ActorId) -> bool:
        has_point = spendable(state, self.rights.account(state, party)) >= rule.price
        if not rule.needs_aspect:
            return has_point
        if rule.pays == "box":
            return any(self.rights.own_boxes(state, seat, self.rights.user(state, roll, place, party)))
        if has_point and not rule.free_only and any(self._payable(state, seat, roll, place, rule, party)):
            return True
        return any(self._free(state, seat, roll, place, rule, party))

    def _uses(self, state: State, seat: Seat, roll: Roll, place: int, rule: AmendmentRule, party: ActorId) -> int:
        """How often this party can change a roll in this way."""
        points = spendable(state, self.rights.account(state, party))
        if not rule.needs_aspect:
            return points
        if rule.pays == "box":
            own = self.rights.own_boxes(state, seat, self.rights.user(state, roll, place, party))
            return sum(card.open_boxes for card in own)
        free = {card.id for card in self._free(state, seat, roll, place, rule, party)}
        if rule.free_only:
            return len(free)
        paid = sum(card.id not in free for card in self._payable(state, seat, roll, place, rule, party))
        return len(free) + min(points, paid)

    def _affordable(self, state: State, seat: Seat, roll: Roll, place: int, rule: AmendmentRule, party: ActorId) -> int:
        """What all the aspects this party can bring in would add, each once."""
        effort = roll.efforts[place]
        free = {card.id: card for card in self._free(state, seat, roll, place, rule, party)}
        total = sum(self.rules.amount(state, rule, card, effort) for card in free.values())
        if rule.free_only:
            return total
        paid = (card for card in self._payable(state, seat, roll, place, rule, party) if card.id not in free)
        amounts = sorted((self.rules.amount(state, rule, card, effort) for card in paid), reverse=True)
        return total + sum(amounts[: spendable(state, self.rights.account(state, party))])

    def _free(
        self, state: State, seat: Seat, roll: Roll, place: int, rule: AmendmentRule, party: ActorId
    ) -> Iterator[AspectCard]:
        used = self.rights.used(roll, place, rule)
        for card, free in self.rights.free_uses(state, seat, party, self.rights.user(state, roll, place, party)):
            is_theirs = self.rights.may_use_for(state, roll, place, rule, card, free, party)
            if is_theirs and self.rules.may_join(used, Use(card.id, free.source, False)):
                yield card

    def _payable(
        self, state: State, seat: Seat, roll: Roll, place: int, rule: AmendmentRule, party: ActorId
    ) -> Iterator[AspectCard]:
        used = self.rights.used(roll, place, rule)
        for card in lasting_in_play(state, seat):
            may_join = self.rules.may_join(used, Use(card.id, POINT, True))
            if may_join and self.rules.usable(state, card, party):
                yield card


def most_from_a_new_throw(rules: CheckRules, state: State, roll: Roll, index: int) -> int:
    """By how much an effort's dice could get better if they were all thrown again."""
    pool = groups_weights(rules.pool_again(state, roll, index))
    return max(0, pool.highest - sum(rules.values(state, roll, index)))


def _is_compared(roll: Roll) -> bool:
    """Is it known what the total is compared with?  Where sides answer one another, not before both have thrown."""
    if roll.difficulty is not None:
        return True
    return roll.has_opposition and not roll.is_contest and all(effort.throws for effort in roll.efforts)
