"""Moving between zones: what is free, what takes the action, what is in the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer, Target
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controls, require_control
from fatetable.mechanics.encounters.conflicts import Conflicts
from fatetable.mechanics.encounters.state import EncounterSet, conflict_of
from fatetable.mechanics.encounters.turns import on_turn
from fatetable.mechanics.moments import ActorIsOut
from fatetable.mechanics.rolls.state import is_rolling
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.zones import NOWHERE, ZONES, ActorPlaced, ZoneId, distance, place_of, stop_blocking


class Move(Command, frozen=True, tag="move"):
    actor: ActorId
    zone: ZoneId


class Company(Protocol):
    """Who goes wherever somebody goes."""

    def __call__(self, state: State, actor: Actor, /) -> tuple[ActorId, ...]: ...


def alone(_state: State, _actor: Actor) -> tuple[ActorId, ...]:
    return ()


class Movement(Struct, frozen=True, kw_only=True):
    """`free_zones` can be walked once a turn beside the action; `spend_action` takes the action for more.

    The `company` of somebody moves with them.
    """

    free_zones: int
    cites: Cites
    company: Company = alone

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="movement",
            decides={Move: self._move},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ActorIsOut,),
        )

    def cost(self, state: State, actor: ActorId, zone: ZoneId) -> str | Refusal:
        """`"free"` or `"action"`, or why the actor cannot simply go there."""
        here = place_of(state, actor)
        area = state.get(ZONES)
        if here in (NOWHERE, zone) or not area.is_shown(zone):
            return Refusal("no-such-zone", "There is no such zone to go to.")
        steps = distance(area, here, zone, clear_only=True)
        if steps is None:
            return Refusal("way-blocked", "Something is in the way; it has to be overcome first.")
        conflict = conflict_of(state)
        if conflict is None:
            return "free"
        refusal = on_turn(state, conflict, actor)
        if refusal is not None:
            return refusal
        if steps <= self.free_zones and actor not in conflict.moved:
            return "free"
        if actor in conflict.acted:
            return Refusal("too-far", "With the action spent, only one clear zone can be walked in a turn.")
        return "action"

    def _cannot_move(self, state: State, actor: Actor) -> Refusal | None:
        if not is_active(state, actor.id):
            return Refusal("cannot-move", f"{actor.name} is not in the scene, or is out of it.")
        if is_rolling(state, actor.id):
            return Refusal("cannot-move", f"{actor.name} takes part in a roll; settle it first.")
        return None

    def _move(self, decision: Decision, command: Move) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_move(decision.state, actor))
        cost = self.cost(decision.state, actor.id, command.zone)
        decision.require_allowed(cost if isinstance(cost, Refusal) else None)
        for moved in (actor.id, *self.company(decision.state, actor)):
            decision.emit(ActorPlaced(moved, command.zone))
            stop_blocking(decision, moved, besides=command.zone)
        conflict = conflict_of(decision.state)
        if conflict is None:
            return
        after = msgspec.structs.replace(conflict, moved=(*conflict.moved, actor.id), acting=actor.id)
        if cost == "action":
            decision.service(Conflicts).spend_action(decision, after, actor.id)
            return
        decision.emit(EncounterSet(after))
        if actor.id in after.acted:
            decision.service(Conflicts).advance(decision)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, ActorIsOut):
            stop_blocking(decision, ActorId(moment.actor))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        area = state.get(ZONES)
        if len(area.zones) < 2:
            return
        for actor in state.get(CAST).values():
            if not controls(seat, actor) or self._cannot_move(state, actor) is not None:
                continue
            for zone in area.zones.values():
                cost = self.cost(state, actor.id, zone.id)
                if not isinstance(cost, Refusal):
                    takes = "" if cost == "free" else "uses your action"
                    yield Offer(
                        command=Move(actor.id, zone.id),
                        actor=actor.id,
                        label=f"move to {zone.name} ({takes})" if takes else f"move to {zone.name}",
                        verb="move",
                        cost=takes,
                        target=Target("zone", zone.id),
                        cites=self.cites(f"move-{cost}"),
                        group="act",
                    )
