"""Conflicts: sides fight, exchange by exchange, until one side is left or all stop.

The parts: `encounters.turn_order`, `encounters.exchanges` and `encounters.taking_sides`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, ManyHole, Offer
from fatetable.engine.prompts import is_blocked
from fatetable.engine.seats import Seat, present_people
from fatetable.engine.state import State
from fatetable.engine.subsystem import OfferedWhile, Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.encounters.exchanges import EndTurn, Exchanges, NextExchange, PledgeHelp, TurnTimesOut
from fatetable.mechanics.encounters.fight_end import end_if_one_side_left, finish_fight
from fatetable.mechanics.encounters.frays import Frays
from fatetable.mechanics.encounters.state import (
    BY_TURNS,
    Conflict,
    a_conflict_is_to_begin,
    conflict_of,
    encounter_running,
    fight_of,
    fray_of,
    set_conflict,
)
from fatetable.mechanics.encounters.taking_sides import (
    ChangeSide,
    JoinConflict,
    LeaveConflict,
    StandsBy,
    TakingSides,
    nobody_stands_by,
)
from fatetable.mechanics.encounters.turn_order import ActFirstNow, Ranks, TieForTurn, TurnOrder
from fatetable.mechanics.encounters.turns import CannotStart, MayMoveOn, can_walk_on, is_game_master, nothing_against_it
from fatetable.mechanics.moments import (
    ActorIsOut,
    ConsequencesTaken,
    HelpGiven,
    RollIsDeclared,
    RollIsOver,
    TurnLost,
)
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import ROLLS, RollId, a_roll_is_open, all_is_settled, unsettled
from fatetable.mechanics.scenes.sides import HEROES, OPPOSITION, SidesNamed, side_of
from fatetable.mechanics.scenes.state import SCENE


class StartConflict(Command, frozen=True, tag="start-conflict"):
    """`second_side` fights everybody else present; more sides are made, and people let go, once it is there."""

    kind: str
    second_side: tuple[ActorId, ...]
    pace: str = ""
    """How it is played, where the rules know more than turns."""


class BeginConflict(Command, frozen=True, tag="begin-conflict"):
    pass


class EndConflict(Command, frozen=True, tag="end-conflict"):
    """Both sides stop; possible between two exchanges."""


class Conflicts(Struct, frozen=True, kw_only=True):
    """`turn_value(actor, kind)` ranks actors, or `ranks` do where it is thrown for; `kinds` are the sorts of conflict.

    `may_move_on` says who can still move once their action is spent; `may_call` who runs the sequence.
    `paces` are the ways to play one, the usual first, where there are others than by turns.
    `cannot_start` is a reason of the ruleset's own why none can begin; who `stands_by` takes no part.
    """

    kinds: tuple[Choice, ...]
    turn_value: Callable[[Actor, str], int]
    groups_npcs: bool
    rules: CheckRules
    cites: Cites
    may_move_on: MayMoveOn = can_walk_on
    may_call: Callable[[State, Seat], bool] = is_game_master
    cannot_start: CannotStart = nothing_against_it
    dice_break_ties: bool = False
    ranks: Ranks | None = None
    paces: tuple[Choice, ...] = ()
    stands_by: StandsBy = nobody_stands_by

    @property
    def order(self) -> TurnOrder:
        return TurnOrder(
            turn_value=self.turn_value,
            groups_npcs=self.groups_npcs,
            dice_break_ties=self.dice_break_ties,
            cites=self.cites,
            ranks=self.ranks,
        )

    @property
    def exchanges(self) -> Exchanges:
        return Exchanges(
            order=self.order,
            rules=self.rules,
            may_move_on=self.may_move_on,
            may_call=self.may_call,
            cites=self.cites,
        )

    @property
    def sides(self) -> TakingSides:
        return TakingSides(self.stands_by, self._go_on, self.cites)

    def subsystem(self) -> Subsystem:
        order, exchanges, sides = self.order, self.exchanges, self.sides
        return Subsystem(
            name="conflicts",
            decides={
                StartConflict: self._start,
                JoinConflict: sides.join,
                ChangeSide: sides.change,
                LeaveConflict: sides.leave,
                ActFirstNow: order.act_first,
                BeginConflict: self._begin,
                PledgeHelp: exchanges.pledge,
                EndTurn: exchanges.end_turn,
                NextExchange: exchanges.next_exchange,
                EndConflict: self._end,
            },
            answers={TieForTurn: order.tie_broken},
            offers=(
                sides.joining_offers,
                OfferedWhile(all_is_settled, sides.changing_offers),
                OfferedWhile(all_is_settled, self._offers),
                OfferedWhile(a_conflict_is_to_begin, order.offers),
            ),
            on_moment=self._on_moment,
            follow_up=self._follow_up,
            timers=exchanges.timers,
            times_out={TurnTimesOut: exchanges.turn_times_out},
            moments=(RollIsDeclared, HelpGiven, RollIsOver, ConsequencesTaken, TurnLost, ActorIsOut),
        )

    # -- beginning -----------------------------------------------------------------------------------------------

    def _start(self, decision: Decision, command: StartConflict) -> None:
        decision.require_gm()
        state = decision.state
        decision.require_allowed(self._cannot_start(state))
        decision.require(
            any(kind.value == command.kind for kind in self.kinds), "unknown-kind", f"No conflict is {command.kind!r}."
        )
        able = self.sides.able(state)
        decision.require(
            set(command.second_side) < {actor.id for actor in able} and bool(command.second_side),
            "bad-sides",
            "A conflict needs two sides of people who are there.",
        )
        allowed = tuple(pace.value for pace in self.paces) or ("",)
        decision.require(command.pace in allowed, "unknown-pace", f"No fight is played by {command.pace!r}.")
        sides = {a.id: (HEROES, OPPOSITION)[a.id in command.second_side] for a in able}
        if command.pace in ("", BY_TURNS):
            self.open(decision, command.kind, sides)
        else:
            decision.service(Frays).open(decision, command.kind, command.pace, sides)

    def open(self, decision: Decision, kind: str, sides: Mapping[ActorId, str]) -> None:
        """Let the named characters fight, each for a side; others stay out of it until they join."""
        decision.emit(SidesNamed(sides))
        actors = tuple(decision.state.get(CAST)[actor] for actor in sides)
        bare = Conflict(kind=kind, order=(), rolled=self.order.thrown(decision, actors, kind))
        conflict = msgspec.structs.replace(bare, order=self.order.of(actors, bare))
        set_conflict(decision, conflict, "A conflict begins")
        self.order.ask_ties(decision)

    def _cannot_start(self, state: State) -> Refusal | None:
        if not state.get(SCENE).is_open:
            return Refusal("encounter-running", "A conflict needs a scene.")
        code = "encounter-running"
        return encounter_running(state) or unsettled(state, code) or self.cannot_start(state, code)

    def _cannot_begin(self, state: State) -> Refusal | None:
        conflict = conflict_of(state)
        if conflict is None or conflict.is_running:
            return Refusal("no-conflict", "There is no conflict waiting to begin.")
        if is_blocked(state):
            return Refusal("questions-open", "Answer the open questions first.")
        return unsettled(state) or self.cannot_start(state, "not-finished")

    def _begin(self, decision: Decision, _: BeginConflict) -> None:
        self.exchanges.require_caller(decision)
        decision.require_allowed(self._cannot_begin(decision.state))
        conflict = conflict_of(decision.state)
        assert conflict is not None
        self.exchanges.start(decision, msgspec.structs.replace(conflict, is_running=True))

    # -- ending --------------------------------------------------------------------------------------------------

    def _end(self, decision: Decision, _: EndConflict) -> None:
        decision.require_gm()
        if fray_of(decision.state) is None:
            self.exchanges.between(decision)
        else:
            decision.require_allowed(unsettled(decision.state, "exchange-running"))
        finish_fight(decision, "Both sides stop")

    def _go_on(self, decision: Decision) -> None:
        """Somebody has left the conflict, or changed sides."""
        if not self.end_if_one_side_left(decision):
            self.advance(decision)

    def end_if_one_side_left(self, decision: Decision) -> bool:
        return end_if_one_side_left(decision)

    # -- what happens by itself ----------------------------------------------------------------------------------

    def _follow_up(self, decision: Decision) -> bool:
        """Begin, go on to the next exchange, and pass over people who are away."""
        conflict = conflict_of(decision.state)
        if conflict is None:
            return False
        if self.rules.pace.exchanges_follow == "at-once":
            if not conflict.is_running and self._begins_itself(decision.state):
                self.exchanges.start(decision, msgspec.structs.replace(conflict, is_running=True))
                return True
            if self.exchanges.is_not_over(decision.state) is None and self.exchanges.has_somebody(decision.state):
                self.exchanges.start(decision, conflict)
                return True
        return self.exchanges.pass_over(decision, conflict)

    def _begins_itself(self, state: State) -> bool:
        """Is the order settled, with nobody left who could change it?"""
        can_change = any(offer for seat in present_people(state) for offer in self.order.offers(state, seat))
        return not can_change and self._cannot_begin(state) is None

    # -- what other subsystems use and tell ------------------------------------------------------------------------

    def spend_action(self, decision: Decision, conflict: Conflict, actor: ActorId) -> None:
        self.exchanges.spend_action(decision, conflict, actor)

    def advance(self, decision: Decision) -> None:
        self.exchanges.advance(decision)

    def rank(self, decision: Decision, actor: ActorId, value: int) -> None:
        self.order.rank(decision, actor, value)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        conflict = conflict_of(decision.state)
        if conflict is None:
            if isinstance(moment, ActorIsOut):
                end_if_one_side_left(decision)
            return
        match moment:
            case RollIsDeclared(roll):
                self.exchanges.redeem_pledges(decision, conflict, RollId(roll))
            case HelpGiven(actor):
                self.exchanges.help_is_given(decision, conflict, ActorId(actor))
            case RollIsOver(roll, was_cancelled):
                self._roll_is_over(decision, conflict, RollId(roll), was_cancelled=was_cancelled)
            case ConsequencesTaken(actor, number):
                taken = conflict.consequences.get(ActorId(actor), 0) + number
                counts = {**conflict.consequences, ActorId(actor): taken}
                set_conflict(decision, msgspec.structs.replace(conflict, consequences=counts))
            case TurnLost(actor):
                if actor in conflict.actors and actor not in conflict.acted and conflict.is_running:
                    self.spend_action(decision, conflict, ActorId(actor))
            case ActorIsOut(actor):
                self.exchanges.lose_help_of(decision, ActorId(actor))
                # What takes somebody out need not be a roll: poison does, or a fall.
                if not a_roll_is_open(decision.state):
                    self._go_on(decision)
            case _:
                pass

    def _roll_is_over(self, decision: Decision, conflict: Conflict, roll_id: RollId, *, was_cancelled: bool) -> None:
        roll = decision.state.get(ROLLS)[roll_id]
        if was_cancelled:
            self.exchanges.give_help_back(decision, conflict, roll)
        elif roll.takes_action and roll.actor in conflict.actors:
            self.spend_action(decision, conflict, roll.actor)
        self.end_if_one_side_left(decision)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        """What may be done while nothing is left to be settled."""
        conflict = conflict_of(state)
        if conflict is not None:
            if self.may_call(state, seat):
                yield from self._calling_offers(state, seat)
            yield from self.exchanges.offers(state, seat, conflict)
        elif seat.is_gm:
            if self._cannot_start(state) is None:
                yield from self._start_offer(state)
            if fight_of(state) is not None:
                yield self._end_offer()

    def _start_offer(self, state: State) -> Iterator[Offer]:
        able = tuple(Choice(actor.id, actor.name) for actor in self.sides.able(state))
        if len(able) > 1:
            foes = tuple(actor.id for actor in self.sides.able(state) if side_of(state, actor.id) != HEROES)
            second = ManyHole("second_side", "other side", able, least=1, most=len(able) - 1, suggested=foes)
            yield Offer(
                command=StartConflict("", ()),
                label="Start a conflict",
                verb="start",
                holes=(ChoiceHole("kind", "kind", self.kinds, suggested=self.kinds[0].value), *self._pace_hole, second),
                cites=self.cites("conflict"),
                group="moment",
            )

    @property
    def _pace_hole(self) -> tuple[ChoiceHole, ...]:
        paces = self.paces
        return (ChoiceHole("pace", "pace", paces, suggested=paces[0].value),) if paces else ()

    def _calling_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        """Offers to the seats that run the conflict."""
        if self._cannot_begin(state) is None:
            yield Offer(
                command=BeginConflict(),
                label="Begin the conflict",
                verb="start",
                cites=self.cites("conflict"),
                group="moment",
            )
        if self.exchanges.is_not_over(state) is None:
            yield Offer(
                command=NextExchange(),
                label="Begin the next exchange",
                verb="start",
                cites=self.cites("exchange"),
                group="moment",
            )
            if seat.is_gm:
                yield self._end_offer()

    def _end_offer(self) -> Offer:
        return Offer(
            command=EndConflict(),
            label="End the conflict",
            verb="end",
            cites=self.cites("conflict-end"),
            group="moment",
        )
