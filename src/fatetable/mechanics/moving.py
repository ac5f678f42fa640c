"""Moving between zones: what is free, what takes the action, what is in the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.cast import CAST, NOBODY, Actor, ActorId, actor_of, controls, require_control
from fatetable.mechanics.checks import Refusal
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.encounters import Conflict, EncounterSet, conflict_of
from fatetable.mechanics.harm import is_out
from fatetable.mechanics.moments import ActorIsOut
from fatetable.mechanics.rolls import is_rolling
from fatetable.mechanics.scenes import is_present
from fatetable.mechanics.turns import on_turn
from fatetable.mechanics.zones import NOWHERE, ZONES, ActorPlaced, BorderSet, ZoneId, distance, place_of


class Move(Command, frozen=True, tag="move"):
    actor: ActorId
    zone: ZoneId


class Moving(Struct, frozen=True, kw_only=True):
    """`free_zones` can be walked once a turn beside the action; `spend_action` takes the action for more."""

    free_zones: int
    spend_action: Callable[[Decision, Conflict, ActorId], None]
    advance: Callable[[Decision], None]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="moving",
            decides={Move: self._move},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ActorIsOut,),
        )

    def cost(self, state: State, actor: ActorId, zone: ZoneId) -> str | Refusal:
        """`"free"` or `"action"`, or why the actor cannot simply go there."""
        here = place_of(state, actor)
        area = state.get(ZONES)
        if zone not in area.zones or here in (NOWHERE, zone) or area.zones[zone].is_hidden:
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

    def _may_move(self, state: State, actor: Actor) -> bool:
        return is_present(state, actor.id) and not is_out(state, actor.id) and not is_rolling(state, actor.id)

    def _move(self, decision: Decision, command: Move) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require(self._may_move(decision.state, actor), "cannot-move", f"{actor.name} cannot move now.")
        cost = self.cost(decision.state, actor.id, command.zone)
        if isinstance(cost, Refusal):
            raise decision.violation(cost.code, cost.message)
        decision.emit(ActorPlaced(actor.id, command.zone))
        self._stop_blocking(decision, actor.id, besides=command.zone)
        conflict = conflict_of(decision.state)
        if conflict is None:
            return
        moved = msgspec.structs.replace(conflict, moved=(*conflict.moved, actor.id), acting=actor.id)
        if cost == "action":
            self.spend_action(decision, moved, actor.id)
            return
        decision.emit(EncounterSet(moved))
        if actor.id in moved.acted:
            self.advance(decision)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, ActorIsOut):
            self._stop_blocking(decision, ActorId(moment.actor))

    def _stop_blocking(self, decision: Decision, actor: ActorId, besides: ZoneId = NOWHERE) -> None:
        """Nobody bars a way they have left, nor any way once they are out."""
        for border in decision.state.get(ZONES).borders:
            if border.blocker == actor and besides not in (border.one, border.other):
                decision.emit(BorderSet(msgspec.structs.replace(border, blocker=NOBODY)))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        area = state.get(ZONES)
        if len(area.zones) < 2:
            return
        for actor in state.get(CAST).values():
            if not controls(seat, actor) or not self._may_move(state, actor):
                continue
            for zone in area.zones.values():
                cost = self.cost(state, actor.id, zone.id)
                if not isinstance(cost, Refusal):
                    price = "" if cost == "free" else " (takes the action)"
                    yield Offer(
                        command=Move(actor.id, zone.id),
                        label=f"{actor.name}: move to {zone.name}{price}",
                        cites=self.cites(f"move-{cost}"),
                        group="act",
                    )
