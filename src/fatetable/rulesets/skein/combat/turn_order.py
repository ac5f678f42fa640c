"""The order of turns in a fight: who calls it, who is moved up in it, who gets away, and whether there is a map."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import set_to
from fatetable.engine.messages import Command, Event, SeatId
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, one_of_a_family
from fatetable.engine.seats import SEATS, Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, controlled, name_of, pc_of
from fatetable.mechanics.encounters.conflicts import Conflicts
from fatetable.mechanics.encounters.state import Conflict, EncounterSet, conflict_of
from fatetable.mechanics.harm.state import condition_of, is_out, set_condition
from fatetable.mechanics.moments import ActorIsOut, ConflictEnds
from fatetable.mechanics.scenes.sides import are_allies
from fatetable.mechanics.scenes.state import is_present
from fatetable.mechanics.scenes.zones import NOWHERE, ZONES, place_of
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat.map.borders import zones_apart
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.rolls import has_turn, on_their_turn

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


def _could_call(state: State, seat: Seat) -> bool:
    """A player whose character is not physically there (SK-CBT-01)."""
    own = pc_of(state, seat.id)
    return seat.role == "player" and (own is None or not is_present(state, own.id))


def may_call(state: State, seat: Seat) -> bool:
    return seat.is_gm or (state.get(CALLER) == seat.id and _could_call(state, seat))


def wrong_space(state: State, dials: Dials, code: str) -> Refusal | None:
    """Whether fights are mapped or in words is for the table to say (SK-MAP-01)."""
    has_map = bool(state.get(ZONES).zones)
    if dials.combat_space == "mapped" and not has_map:
        return Refusal(code, "Fights take place on a map at this table: draw its zones first.")
    if dials.combat_space == "abstract" and has_map:
        return Refusal(code, "Fights take place in words at this table, without a map.")
    return None


class TurnOrder(Struct, frozen=True, kw_only=True):
    """What changes the order of turns beside the fight itself."""

    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="sequence",
            decides={NameCaller: self._name, PutAhead: self._put_ahead, Escape: self._escape},
            evolves=folds(CALLER, {CallerNamed: set_to("seat")}),
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
        """The characters whose place in this round has not come up."""
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

    def _cannot_escape(self, state: State, actor: Actor) -> Refusal | None:
        """It takes more than four zones from every enemy (SK-MAP-06)."""
        here, conflict = place_of(state, actor.id), conflict_of(state)
        if here == NOWHERE or conflict is None:
            return Refusal("too-close", f"{actor.name} is not on a map, on which one could get away; concede instead.")
        far = max(distance.at_least for distance in self.tables.combat.distances)
        for other in conflict.actors:
            if are_allies(state, actor.id, other) or other == actor.id or is_out(state, other):
                continue
            there = place_of(state, other)
            apart = zones_apart(state, here, there) if there else 0
            if apart is not None and apart < far:
                why = f"{actor.name} is not far enough away: an enemy is nearer than {far} zones."
                return Refusal("too-close", why)
        return None

    def _escape(self, decision: Decision, command: Escape) -> None:
        actor, _ = on_their_turn(decision, command.actor, with_action=False)
        decision.require_allowed(self._cannot_escape(decision.state, actor))
        set_condition(decision, actor.id, ESCAPED, out=ESCAPED)
        decision.moment(ActorIsOut(actor.id, ESCAPED))
        decision.service(Conflicts).end_if_one_side_left(decision)

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
            if has_turn(state, actor.id, with_action=False) is None and self._cannot_escape(state, actor) is None:
                yield Offer(
                    command=Escape(actor.id),
                    label="escape",
                    actor=actor.id,
                    verb="move",
                    cites=self.cites("escape"),
                    group="act",
                )

    def _rulings(self, state: State) -> Iterator[Offer]:
        for caller in self._callers(state):
            if caller.id != state.get(CALLER):
                yield Offer(
                    command=NameCaller(caller.id),
                    **one_of_a_family("Let … call turns", caller.name or caller.id),
                    verb="change",
                    target=Target("seat", caller.id),
                    cites=self.cites("caller"),
                    group="gm",
                )
        if state.get(CALLER):
            yield Offer(
                command=NameCaller(SeatId("")),
                label="Call turns yourself",
                verb="change",
                cites=self.cites("caller"),
                group="gm",
            )
        conflict = conflict_of(state)
        later = self._yet_to_come(conflict) if conflict is not None else ()
        for actor in later:
            others = tuple(Choice(other, name_of(state, other)) for other in later if other != actor)
            if others:
                yield Offer(
                    command=PutAhead(actor, NOBODY),
                    **one_of_a_family("Move … up in the order", name_of(state, actor)),
                    verb="change",
                    target=Target("actor", actor),
                    holes=(ChoiceHole("other", "before", others),),
                    cites=self.cites("conflict"),
                    group="gm",
                )
