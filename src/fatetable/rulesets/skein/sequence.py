"""The sequence of a fight: who calls it, who is moved up in it, who gets away, and whether there is a map at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command, Event, SeatId
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.seats import SEATS, Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.cast import CAST, NOBODY, Actor, ActorId, controlled, name_of, pc_of
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.encounters import Conflict, EncounterSet, conflict_of
from fatetable.mechanics.harm import condition_of, is_out, set_condition
from fatetable.mechanics.moments import ActorIsOut, ConflictEnds
from fatetable.mechanics.scenes import is_present
from fatetable.mechanics.sides import are_allies
from fatetable.mechanics.zones import NOWHERE, ZONES, place_of
from fatetable.rulesets.skein.called_tests import has_turn, on_their_turn
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.passages import zones_apart
from fatetable.rulesets.skein.tables import tables

ESCAPED = "escaped"


class NameCaller(Command, frozen=True, tag="name-caller"):
    """The Storyteller lets somebody whose character is not there run the sequence; empty takes it back."""

    seat: SeatId


class PutAhead(Command, frozen=True, tag="put-ahead"):
    """The Storyteller departs from the order: somebody acts right before another, where the story demands it."""

    actor: ActorId
    other: ActorId


class Escape(Command, frozen=True, tag="escape"):
    """Get away from a fight whose enemies are all too far off to follow."""

    actor: ActorId


CALLER: Key[SeatId] = Key("caller", SeatId, SeatId(""))


class CallerNamed(Event, frozen=True, tag="caller-named/1"):
    seat: SeatId


def _named(_: SeatId, event: CallerNamed) -> SeatId:
    return event.seat


def _could_call(state: State, seat: Seat) -> bool:
    """A player whose character is not physically there (SK-CBT-01)."""
    own = pc_of(state, seat.id)
    return seat.role == "player" and (own is None or not is_present(state, own.id))


def may_call(state: State, seat: Seat) -> bool:
    return seat.is_gm or (state.get(CALLER) == seat.id and _could_call(state, seat))


def wrong_space(state: State, dials: Dials) -> str:
    """Whether fights are mapped or in words is for the table to say (SK-MAP-01)."""
    has_map = bool(state.get(ZONES).zones)
    if dials.combat_space == "mapped" and not has_map:
        return "Fights take place on a map at this table: draw its zones first."
    if dials.combat_space == "abstract" and has_map:
        return "Fights take place in words at this table, without a map."
    return ""


class Sequence(Struct, frozen=True, kw_only=True):
    """`end_if_over` ends the fight once one side alone is left."""

    end_if_over: Callable[[Decision], bool]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="sequence",
            decides={NameCaller: self._name, PutAhead: self._put_ahead, Escape: self._escape},
            evolves=folds(CALLER, {CallerNamed: _named}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ConflictEnds,),
        )

    def _callers(self, state: State) -> tuple[Seat, ...]:
        return tuple(seat for seat in state.get(SEATS).values() if _could_call(state, seat))

    def _name(self, decision: Decision, command: NameCaller) -> None:
        decision.require_gm()
        seats = {"", *(seat.id for seat in self._callers(decision.state))}
        decision.require(command.seat in seats, "no-caller", "Only somebody whose character is absent can call.")
        decision.require(command.seat != decision.state.get(CALLER), "already-so", "They call already.")
        decision.emit(CallerNamed(command.seat))

    # -- order ---------------------------------------------------------------------------------------------------

    def _yet_to_come(self, conflict: Conflict) -> tuple[ActorId, ...]:
        """Those whose place in this round has not come up."""
        first = conflict.turn + 1 if conflict.is_running and conflict.turn < len(conflict.order) else 0
        return tuple(actor for place in conflict.order[first:] for actor in place.actors)

    def _put_ahead(self, decision: Decision, command: PutAhead) -> None:
        decision.require_gm()
        conflict = conflict_of(decision.state)
        if conflict is None:
            raise decision.violation("no-conflict", "There is no fight.")
        later = self._yet_to_come(conflict)
        decision.require(
            command.actor in later and command.other in later and command.actor != command.other,
            "not-yet-to-come",
            "Only those who have still to act can change places.",
        )
        moved = next(place for place in conflict.order if command.actor in place.actors)
        rest = [place for place in conflict.order if place != moved]
        index = next(i for i, place in enumerate(rest) if command.other in place.actors)
        order = (*rest[:index], moved, *rest[index:])
        decision.emit(EncounterSet(msgspec.structs.replace(conflict, order=order)))

    # -- getting away --------------------------------------------------------------------------------------------

    def _is_away(self, state: State, actor: Actor) -> bool:
        """More than four zones from every enemy (SK-MAP-06)."""
        here, conflict = place_of(state, actor.id), conflict_of(state)
        if here == NOWHERE or conflict is None:
            return False
        far = max(distance.at_least for distance in tables().combat.distances)
        for other in conflict.actors:
            if are_allies(state, actor.id, other) or other == actor.id or is_out(state, other):
                continue
            there = place_of(state, other)
            apart = zones_apart(state, here, there) if there else 0
            if apart is not None and apart < far:
                return False
        return True

    def _escape(self, decision: Decision, command: Escape) -> None:
        actor, _ = on_their_turn(decision, command.actor, with_action=False)
        decision.require(self._is_away(decision.state, actor), "too-close", f"{actor.name} is not far enough away.")
        set_condition(decision, actor.id, ESCAPED, out=ESCAPED)
        decision.moment(ActorIsOut(actor.id, ESCAPED))
        self.end_if_over(decision)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, ConflictEnds):
            for actor in decision.state.get(CAST):
                if condition_of(decision.state, actor).out == ESCAPED:
                    set_condition(decision, actor, "safe", out="")

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm:
            yield from self._rulings(state)
        for actor in controlled(state, seat) if conflict_of(state) is not None else ():
            if has_turn(state, actor.id, with_action=False) is None and self._is_away(state, actor):
                label = f"{actor.name}: get away"
                yield Offer(command=Escape(actor.id), label=label, cites=self.cites("escape"), group="act")

    def _rulings(self, state: State) -> Iterator[Offer]:
        for caller in self._callers(state):
            if caller.id != state.get(CALLER):
                label = f"Let {caller.name or caller.id} call the turns"
                yield Offer(command=NameCaller(caller.id), label=label, cites=self.cites("caller"), group="gm")
        if state.get(CALLER):
            label = "Call the turns yourself"
            yield Offer(command=NameCaller(SeatId("")), label=label, cites=self.cites("caller"), group="gm")
        conflict = conflict_of(state)
        later = self._yet_to_come(conflict) if conflict is not None else ()
        for actor in later:
            others = tuple(Choice(other, name_of(state, other)) for other in later if other != actor)
            if others:
                yield Offer(
                    command=PutAhead(actor, NOBODY),
                    label=f"{name_of(state, actor)} acts before another",
                    holes=(ChoiceHole("other", "before", others),),
                    cites=self.cites("conflict"),
                    group="gm",
                )
