"""Who may invoke on a roll, on whose behalf and against whom, and which free invocations they may use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from msgspec import Struct

from fatetable.engine.messages import SeatId
from fatetable.engine.seats import Seat, people
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import (
    AspectCard,
    FreeInvoke,
    free_in_play,
    usable_by,
    worded_in_play,
)
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, controlled, seat_of
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.points.accounts import POOL, account_of, spendable
from fatetable.mechanics.rolls.check_rules import AmendmentRule, CheckRules
from fatetable.mechanics.rolls.state import Effort, Roll, Use
from fatetable.mechanics.scenes.sides import SIDES, are_allies
from fatetable.mechanics.scenes.state import SCENE, is_present


class MayLend(Protocol):
    """May the free invocations of this card be handed on?"""

    def __call__(self, card: AspectCard, /) -> bool: ...


class AlsoAsked(Protocol):
    """Seats that can change these dice by other means than points and free invocations."""

    def __call__(self, state: State, roll: Roll, /) -> tuple[SeatId, ...]: ...


class FreeFor(Protocol):
    """Who uses a free invocation without anybody's leave, where that is not for its holder to say."""

    def __call__(self, state: State, card: AspectCard, free: FreeInvoke, user: ActorId, /) -> bool: ...


class AccountOf(Protocol):
    """The account that somebody's points are in."""

    def __call__(self, actor: Actor, /) -> str: ...


def nobody_else(_state: State, _roll: Roll) -> tuple[SeatId, ...]:
    return ()


class InvocationRights(Struct, frozen=True, kw_only=True):
    """`out_may_invoke` lets characters who are out of the scene invoke; tables choose."""

    rules: CheckRules
    may_lend: MayLend
    out_may_invoke: bool
    also_asked: AlsoAsked = nobody_else
    free_for: FreeFor | None = None
    account_of: AccountOf = account_of

    def parties(self, state: State, seat: Seat) -> Iterator[ActorId]:
        """On whose behalf this seat may invoke: its own character; the game master for all who share the pool."""
        for actor in controlled(state, seat):
            is_there = self.account_of(actor) != POOL and is_present(state, actor.id)
            if is_there and (self.out_may_invoke or not is_out(state, actor.id)):
                yield actor.id
        if seat.is_gm:
            yield NOBODY

    def account(self, state: State, party: ActorId) -> str:
        return self.account_of(state.get(CAST)[party]) if party else POOL

    def has_means(self, state: State, seat: Seat, party: ActorId) -> bool:
        """Is there a point, a free invocation or a box that a party may have a use for?"""
        return (
            spendable(state, self.account(state, party)) >= 1
            or bool(free_in_play(state, seat))
            or self.rules.takes_boxes
        )

    def stances(self, state: State, roll: Roll, effort: Effort, party: ActorId) -> tuple[str, ...]:
        """How a party may stand to one effort of a roll.

        Somebody who belongs to another has a say in rolls of its own; on others', its patron speaks for both.
        Where no sides are named, a bystander may help the roller or make the roll harder.  Nobody changes the dice of
        chance.
        """
        if not effort.actor:
            return ()
        actor = state.get(CAST)[effort.actor]
        if party == effort.actor or (party == NOBODY and self.account_of(actor) == POOL):
            return ("self",)
        if party == NOBODY:
            return ("ally", "opponent") if self._has_friend(state, roll, effort) else ("opponent",)
        opposes_here = any(other.actor == party for other in roll.efforts if other.id != effort.id)
        if roll.is_of_all and party and are_allies(state, party, effort.actor):
            return ("ally",)
        is_aimed_at = party in roll.targets and effort.actor == roll.actor
        if opposes_here or is_aimed_at:
            return ("opponent",)
        if state.get(CAST)[party].patron:
            return ()
        if not state.get(SIDES):
            return ("ally", "opponent")
        return ("ally",) if are_allies(state, party, effort.actor) else ("opponent",)

    def _has_friend(self, state: State, roll: Roll, effort: Effort) -> bool:
        """Is somebody whom the game master runs on the side of this effort?"""
        if self.free_for is not None:
            return False
        others = (state.get(CAST)[actor] for actor in state.get(SCENE).present if actor != effort.actor)
        return any(
            self.account_of(other) == POOL
            and are_allies(state, other.id, effort.actor)
            and (self.out_may_invoke or not is_out(state, other.id))
            for other in others
        )

    def entitled(self, state: State, roll: Roll) -> tuple[SeatId, ...]:
        """Seats that have the means to change a roll: a point, or a free invocation they may use.

        Where sides answer one another, that is for the side whose dice have just fallen alone.
        """
        alone = seat_of(state, roll.efforts[roll.active].actor) if roll.active >= 0 else None
        others = self.also_asked(state, roll)
        return tuple(
            seat.id
            for seat in people(state)
            if seat.id in others
            or (
                alone in (None, seat.id)
                and any(
                    spendable(state, self.account(state, party)) > 0
                    or any(self.with_boxes(state, seat, roll, party))
                    or any(self.free_uses(state, seat, party, self.user(state, roll, roll.active, party)))
                    for party in self.parties(state, seat)
                    if any(self.stances(state, roll, effort, party) for effort in roll.efforts)
                )
            )
        )

    def with_boxes(self, state: State, seat: Seat, roll: Roll, party: ActorId) -> Iterator[AspectCard]:
        """The aspects with open boxes of those whose effort a party makes, where boxes change rolls."""
        if self.rules.takes_boxes:
            for index, effort in enumerate(roll.efforts):
                if "self" in self.stances(state, roll, effort, party):
                    yield from self.own_boxes(state, seat, self.user(state, roll, index, party))

    def own_boxes(self, state: State, seat: Seat, user: ActorId) -> Iterator[AspectCard]:
        for card in worded_in_play(state, seat):
            if user and card.bearer == user and card.open_boxes and self.rules.usable(state, card, user):
                yield card

    def user(self, state: State, roll: Roll, index: int, party: ActorId) -> ActorId:
        """For whom something is used: the game master may run several sides, and acts for the roller."""
        if party or index < 0:
            return party
        actor = state.get(CAST)[roll.efforts[index].actor]
        return actor.id if self.account_of(actor) == POOL else NOBODY

    def free_uses(
        self, state: State, seat: Seat, party: ActorId, user: ActorId
    ) -> Iterator[tuple[AspectCard, FreeInvoke]]:
        for card in free_in_play(state, seat):
            for free in card.free:
                if self.may_use(state, card, free, party, user) and self.rules.usable(state, card, party):
                    yield card, free

    def is_for_that_side(self, state: State, effort: Effort, rule: AmendmentRule, free: FreeInvoke) -> bool:
        """Does the side gain by it that has this free invocation?  The game master may run several sides."""
        cast = state.get(CAST)
        run_by_gm = (who for who in (free.holder, free.lent_to) if (found := cast.get(who)) and not found.has_player)
        owners = tuple(run_by_gm) or (NOBODY,)
        helps = any(owner == effort.actor or are_allies(state, owner, effort.actor) for owner in owners)
        return helps != (rule.who == "opponent")

    def may_use_for(
        self,
        state: State,
        roll: Roll,
        index: int,
        rule: AmendmentRule,
        card: AspectCard,
        free: FreeInvoke,
        party: ActorId,
    ) -> bool:
        """May `party` use this free invocation to change this effort in that way?"""
        if not self.may_use(state, card, free, party, self.user(state, roll, index, party)):
            return False
        return self.free_for is not None or bool(party) or self.is_for_that_side(state, roll.efforts[index], rule, free)

    def may_use(self, state: State, card: AspectCard, free: FreeInvoke, party: ActorId, user: ActorId) -> bool:
        if self.free_for is not None:
            return self.free_for(state, card, free, user)
        holder_is_out = bool(free.holder) and is_out(state, free.holder)
        if not self.may_lend(card) and free.holder != party:
            # Handing on is off for such cards; the game master still plays all of one side's characters.
            holder = state.get(CAST).get(free.holder)
            return party == NOBODY and (holder is None or not holder.has_player)
        return usable_by(state, free, party, holder_is_out=holder_is_out)

    def used(self, roll: Roll, index: int, rule: AmendmentRule) -> tuple[Use, ...]:
        """What was brought in already on the same side of this roll.

        Where two efforts are compared, against the one and for the other is one and the same list.
        """
        effort = roll.efforts[index]
        used = effort.hindered_by if rule.who == "opponent" else effort.uses
        if len(roll.efforts) == 2:
            other = roll.efforts[1 - index]
            used += other.uses if rule.who == "opponent" else other.hindered_by
        return used
