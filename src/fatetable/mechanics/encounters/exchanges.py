"""The exchanges of a conflict: each actor has one turn with one action, and may give it up to help an ally."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.clock import Timer
from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target
from fatetable.engine.seats import SEATS, Seat
from fatetable.engine.state import State
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    controlled,
    name_of,
    require_control,
    seat_of,
    whose,
)
from fatetable.mechanics.encounters.state import Conflict, conflict_of, set_conflict
from fatetable.mechanics.encounters.turn_order import TurnOrder
from fatetable.mechanics.encounters.turns import MayMoveOn, acting_now, later_allies, on_turn
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.moments import ExchangeBegins
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.helping import drop_helper, take_help
from fatetable.mechanics.rolls.holding import held_by
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId, open_rolls, unsettled
from fatetable.mechanics.scenes.zones import NOWHERE, ZONES


class PledgeHelp(Command, frozen=True, tag="pledge-help"):
    """Give up this turn's action to help an ally who acts later in the exchange."""

    actor: ActorId
    ally: ActorId


class EndTurn(Command, frozen=True, tag="end-turn"):
    actor: ActorId


class TurnTimesOut(Command, frozen=True, tag="turn-times-out"):
    """Somebody has acted and does not move on: their turn is over."""

    actor: ActorId


class NextExchange(Command, frozen=True, tag="next-exchange"):
    pass


def is_passed_over(state: State, actor: ActorId) -> bool:
    """Does a player who is away run this character?"""
    seat = state.get(SEATS)[seat_of(state, actor)]
    return seat.is_away and not seat.is_gm


class Exchanges(Struct, frozen=True, kw_only=True):
    """`may_move_on` says who can still move with the action spent; `may_call` who starts the next exchange."""

    order: TurnOrder
    rules: CheckRules
    may_move_on: MayMoveOn
    may_call: Callable[[State, Seat], bool]
    cites: Cites

    # -- exchanges -----------------------------------------------------------------------------------------------

    def start(self, decision: Decision, conflict: Conflict) -> None:
        fresh = msgspec.structs.replace(
            self.order.with_newcomers(decision, conflict),
            exchange=conflict.exchange + 1,
            turn=0,
            acting=NOBODY,
            acted=(),
            done=(),
            moved=(),
            pledges={},
        )
        set_conflict(decision, fresh, f"Exchange {fresh.exchange}")
        decision.moment(ExchangeBegins(fresh.exchange))
        self.advance(decision)

    def advance(self, decision: Decision) -> None:
        """Come to the next actor who still has a turn; past the last, the exchange is over."""
        conflict = conflict_of(decision.state)
        if conflict is None or not conflict.is_running:
            return
        turn = conflict.turn
        while turn < len(conflict.order):
            able = [
                actor
                for actor in conflict.order[turn].actors
                if actor not in conflict.done and not is_out(decision.state, actor)
            ]
            idle = [
                actor for actor in able if actor in conflict.acted and self._is_done(decision.state, conflict, actor)
            ]
            if idle:
                conflict = msgspec.structs.replace(conflict, done=(*conflict.done, *idle))
                continue
            if able:
                acting = able[0] if len(able) == 1 else NOBODY
                if conflict.acting in able:
                    acting = conflict.acting
                set_conflict(decision, msgspec.structs.replace(conflict, turn=turn, acting=acting))
                return
            turn += 1
        set_conflict(decision, msgspec.structs.replace(conflict, turn=turn, acting=NOBODY))

    def spend_action(self, decision: Decision, conflict: Conflict, actor: ActorId) -> None:
        """The action is gone; the turn ends with it unless a free move is left."""
        acted = conflict.acted if actor in conflict.acted else (*conflict.acted, actor)
        conflict = msgspec.structs.replace(conflict, acted=acted)
        on_turn_now = conflict.turn < len(conflict.order) and actor in conflict.order[conflict.turn].actors
        if on_turn_now:
            stays = not self._is_done(decision.state, conflict, actor) and not is_out(decision.state, actor)
            if stays:
                conflict = msgspec.structs.replace(conflict, acting=actor)
            else:
                conflict = msgspec.structs.replace(conflict, done=(*conflict.done, actor), acting=NOBODY)
        set_conflict(decision, conflict)
        self.advance(decision)

    def _is_done(self, state: State, conflict: Conflict, actor: ActorId) -> bool:
        """With the action spent, is nothing left but to end the turn?"""
        return self.rules.pace.turns_end == "by-themselves" and not self.may_move_on(state, conflict, actor)

    def require_caller(self, decision: Decision) -> None:
        decision.require(
            self.may_call(decision.state, decision.seat),
            "gm-only",
            "Only the person who runs the conflict may do that.",
        )

    def next_exchange(self, decision: Decision, _: NextExchange) -> None:
        self.require_caller(decision)
        self.start(decision, self.between(decision))

    def between(self, decision: Decision) -> Conflict:
        """The conflict, which must be between two exchanges."""
        decision.require_allowed(self.is_not_over(decision.state))
        conflict = conflict_of(decision.state)
        assert conflict is not None
        return conflict

    def is_not_over(self, state: State) -> Refusal | None:
        """Why the exchange that is being played is not over."""
        conflict = conflict_of(state)
        if conflict is None or not conflict.is_running:
            return Refusal("exchange-running", "No exchange of a conflict has been played to its end.")
        if conflict.turn < len(conflict.order):
            return Refusal("exchange-running", "The exchange is not over yet: someone has yet to act.")
        return unsettled(state, "exchange-running")

    def has_somebody(self, state: State) -> bool:
        """Is anybody left to act whom the table would wait for?"""
        conflict = conflict_of(state)
        everyone = () if conflict is None else (*conflict.actors, *conflict.newcomers)
        return any(not is_out(state, actor) and not is_passed_over(state, actor) for actor in everyone)

    def pass_over(self, decision: Decision, conflict: Conflict) -> bool:
        """A character whose player is away does nothing this exchange; the game master may still act for them."""
        state = decision.state
        if not any(seat.is_away for seat in state.get(SEATS).values()):
            return False
        idle = tuple([actor for actor in acting_now(state, conflict) if is_passed_over(state, actor)])
        if not idle:
            return False
        set_conflict(decision, msgspec.structs.replace(conflict, done=(*conflict.done, *idle), acting=NOBODY))
        self.advance(decision)
        return True

    # -- turns ---------------------------------------------------------------------------------------------------

    def _turn_of(self, decision: Decision, actor_id: ActorId) -> tuple[Actor, Conflict]:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        conflict = conflict_of(decision.state)
        if conflict is None:
            raise decision.violation("no-conflict", "There is no conflict.")
        decision.require_allowed(on_turn(decision.state, conflict, actor.id))
        return actor, conflict

    def end_turn(self, decision: Decision, command: EndTurn) -> None:
        actor, conflict = self._turn_of(decision, command.actor)
        self._finish_turn(decision, conflict, actor.id)

    def _finish_turn(self, decision: Decision, conflict: Conflict, actor: ActorId) -> None:
        set_conflict(decision, msgspec.structs.replace(conflict, done=(*conflict.done, actor), acting=NOBODY))
        self.advance(decision)

    def timers(self, state: State) -> Iterator[Timer]:
        """A turn with nothing left but a move ends after the countdown; moving starts it anew, holding on stops it."""
        conflict, pace = conflict_of(state), self.rules.pace
        if conflict is None or not pace.countdown or pace.turns_end == "when-pressed":
            return
        actor = conflict.acting
        if actor and self._only_moves_on(state, conflict, actor) and seat_of(state, actor) not in held_by(state):
            key = f"turn {conflict.exchange} {actor} {state.get(ZONES).places.get(actor, NOWHERE)}"
            yield Timer(key, pace.countdown, TurnTimesOut(actor))

    def _only_moves_on(self, state: State, conflict: Conflict, actor: ActorId) -> bool:
        return actor in conflict.acted and on_turn(state, conflict, actor) is None

    def turn_times_out(self, decision: Decision, command: TurnTimesOut) -> None:
        conflict = conflict_of(decision.state)
        if conflict is not None and self._only_moves_on(decision.state, conflict, command.actor):
            self._finish_turn(decision, conflict, command.actor)

    # -- help ----------------------------------------------------------------------------------------------------

    def pledge(self, decision: Decision, command: PledgeHelp) -> None:
        actor, conflict = self._turn_of(decision, command.actor)
        decision.require(actor.id not in conflict.acted, "already-acted", f"{whose(actor.name)} action is spent.")
        decision.require(
            command.ally in self._allies_to_help(decision.state, conflict, actor.id),
            "not-an-ally",
            "Help can be pledged to an ally who acts later in this exchange.",
        )
        pledges = {**conflict.pledges, actor.id: command.ally}
        self.spend_action(decision, msgspec.structs.replace(conflict, pledges=pledges), actor.id)

    def _allies_to_help(self, state: State, conflict: Conflict, actor: ActorId) -> tuple[ActorId, ...]:
        """Nobody, where an action given up is of no help to anybody else's roll."""
        return later_allies(state, conflict, actor) if self.rules.help_bonus else ()

    def redeem_pledges(self, decision: Decision, conflict: Conflict, roll_id: RollId) -> None:
        roll = decision.state.get(ROLLS)[roll_id]
        for helper, ally in conflict.pledges.items():
            if ally == roll.actor and not is_out(decision.state, helper):
                take_help(decision, self.rules, roll_id, 0, helper)

    def help_is_given(self, decision: Decision, conflict: Conflict, helper: ActorId) -> None:
        acted = conflict.acted if helper in conflict.acted else (*conflict.acted, helper)
        pledges = {other: ally for other, ally in conflict.pledges.items() if other != helper}
        set_conflict(decision, msgspec.structs.replace(conflict, acted=acted, pledges=pledges))

    def give_help_back(self, decision: Decision, conflict: Conflict, cancelled: Roll) -> None:
        """When a roll is called off, its helpers have their action again, or keep their pledge."""
        pledges: dict[ActorId, ActorId] = dict(conflict.pledges)
        back = set()
        for helper, index in cancelled.helpers.items():
            if helper in conflict.done or helper == conflict.acting:
                pledges[helper] = cancelled.efforts[index].actor
            else:
                back.add(helper)
        acted = tuple(actor for actor in conflict.acted if actor not in back)
        set_conflict(decision, msgspec.structs.replace(conflict, acted=acted, pledges=pledges))

    def lose_help_of(self, decision: Decision, actor: ActorId) -> None:
        """Somebody who is out helps no longer; once the dice have fallen, the help has been given."""
        for roll in tuple(open_rolls(decision.state)):
            if roll.stage == "declared" and actor in roll.helpers:
                drop_helper(decision, roll.id, actor)

    # -- offers --------------------------------------------------------------------------------------------------

    def offers(self, state: State, seat: Seat, conflict: Conflict) -> Iterator[Offer]:
        """What may be done in a turn."""
        for actor in controlled(state, seat):
            if on_turn(state, conflict, actor.id) is None:
                yield from self._turn_offers(state, conflict, actor)

    def _turn_offers(self, state: State, conflict: Conflict, actor: Actor) -> Iterator[Offer]:
        has_acted = actor.id in conflict.acted
        yield Offer(
            command=EndTurn(actor.id),
            actor=actor.id,
            label="end the turn" if has_acted else "pass",
            verb="end-turn",
            cites=self.cites("turn"),
            group="act",
        )
        allies = () if has_acted else self._allies_to_help(state, conflict, actor.id)
        if allies:
            choices = tuple(Choice(ally, name_of(state, ally)) for ally in allies)
            yield Offer(
                command=PledgeHelp(actor.id, NOBODY),
                actor=actor.id,
                label="help an ally (uses your turn)",
                verb="help",
                target=Target("actor"),
                holes=(ChoiceHole("ally", "ally", choices),),
                cites=self.cites("help"),
                group="act",
            )
