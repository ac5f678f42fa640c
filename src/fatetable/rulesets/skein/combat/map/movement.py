"""Moving in Skein: a free move each turn, a whole action of movement, borders worn down step by step.

Every step is a command of its own.  How far somebody may go is in `steps`, where they can go in `routes`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    Actor,
    ActorId,
    actor_of,
    controls,
    name_of,
    require_control,
)
from fatetable.mechanics.encounters.conflicts import Conflicts
from fatetable.mechanics.encounters.movement import Move
from fatetable.mechanics.encounters.state import Conflict, conflict_of
from fatetable.mechanics.encounters.turns import on_turn
from fatetable.mechanics.moments import ActorIsOut, ConflictEnds, RollIsOver
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import Roll
from fatetable.mechanics.scenes.zones import NOWHERE, ZONES, ActorPlaced, Zone, ZoneId, place_of, stop_blocking
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.mechanics.undertakings.undertaking import ended, margin_of, undertake
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat.availability import unavailable
from fatetable.rulesets.skein.combat.map.borders import passage_between, set_passage
from fatetable.rulesets.skein.combat.map.routes import Routes, ZoneGuards, neighbours, shield_wall, steps_to_cross
from fatetable.rulesets.skein.combat.map.steps import (
    STEPS_EVOLVES,
    WALKS,
    StepsTaken,
    WalksForgotten,
    spend_steps,
    steps_left,
    steps_of,
)
from fatetable.rulesets.skein.rolls import WayIsFree, ZoneEntered, has_turn

RUN = "run"
BREAK_THROUGH = "break-through"


class WorkAtBorder(Command, frozen=True, tag="work-at-border"):
    """Spend a step on what is in the way to a neighbouring zone."""

    actor: ActorId
    zone: ZoneId


class CloseBorder(Command, frozen=True, tag="close-border"):
    """Spend a step on closing an open way to a neighbouring zone."""

    actor: ActorId
    zone: ZoneId


class BreakThrough(Command, frozen=True, kw_only=True, tag="break-through"):
    """Try to get into a zone that a wall of shields holds."""

    actor: ActorId
    zone: ZoneId
    trait: str
    description: str


class Movement(Struct, frozen=True, kw_only=True):
    """The commands by which people move, in fights and outside of them."""

    tables: Tables
    guards: ZoneGuards
    rules: CheckRules
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="moving",
            decides={
                Move: self._move,
                WorkAtBorder: self._work,
                CloseBorder: self._close,
                BreakThrough: self._break_through,
            },
            evolves=STEPS_EVOLVES,
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ActorIsOut, WayIsFree, ConflictEnds, RollIsOver),
        )

    @property
    def routes(self) -> Routes:
        return Routes(self.tables, self.guards)

    # -- walking -------------------------------------------------------------------------------------------------

    def may_move_on(self, state: State, conflict: Conflict, actor_id: ActorId) -> bool:
        """Is there anything left of this turn's movement, and anywhere to go?"""
        actor = state.get(CAST)[actor_id]
        return steps_left(self.tables, state, conflict, actor) > 0 and any(neighbours(state, actor_id))

    def _cannot_move(self, state: State, actor: Actor) -> Refusal | None:
        if refusal := unavailable(state, actor, "cannot-move"):
            return refusal
        if place_of(state, actor.id) == NOWHERE:
            return Refusal("cannot-move", f"{actor.name} is nowhere on the map; put them into a zone first.")
        conflict = conflict_of(state)
        return on_turn(state, conflict, actor.id) if conflict is not None else None

    def _mover(self, decision: Decision, actor_id: ActorId) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_move(decision.state, actor))
        return actor

    def _move(self, decision: Decision, command: Move) -> None:
        actor = self._mover(decision, command.actor)
        decision.require_allowed(self.routes.cannot_enter(decision.state, actor, command.zone))
        if not self.guards.asks_first(decision, actor, place_of(decision.state, actor.id), command.zone):
            self._walk(decision, actor, command.zone)

    def _walk(self, decision: Decision, actor: Actor, zone: ZoneId) -> None:
        self._open_way(decision, actor, zone)
        if conflict_of(decision.state) is None:
            self._arrive(decision, actor.id, zone)
            return
        self._pay_for_zone(decision, actor, zone)
        self._arrive(decision, actor.id, zone)
        self._go_on(decision, actor.id)

    def _open_way(self, decision: Decision, actor: Actor, zone: ZoneId) -> None:
        """Wear down what is left in the way; rough ground is only paid for, and stays rough."""
        here = place_of(decision.state, actor.id)
        passage = passage_between(decision.state, here, zone)
        number = self.routes.steps_to_open(decision.state, actor.id, zone)
        if passage is None or number == 0:
            return
        if not passage.is_terrain:
            set_passage(decision, here, zone, msgspec.structs.replace(passage, left=0, closing=0))
        spend_steps(self.tables, decision, actor, number)

    def _pay_for_zone(self, decision: Decision, actor: Actor, zone: ZoneId) -> None:
        number = steps_to_cross(decision.state, actor.id, zone)
        spend_steps(self.tables, decision, actor, 1, zone=zone)
        spend_steps(self.tables, decision, actor, number - 1)

    def _arrive(self, decision: Decision, actor: ActorId, zone: ZoneId) -> None:
        here = place_of(decision.state, actor)
        passage = passage_between(decision.state, here, zone)
        if passage is not None and actor in passage.worn:
            rest = {other: worn for other, worn in passage.worn.items() if other != actor}
            set_passage(decision, here, zone, msgspec.structs.replace(passage, worn=rest))
        decision.emit(ActorPlaced(actor, zone))
        stop_blocking(decision, actor, besides=zone)
        decision.moment(ZoneEntered(actor, here, zone))

    def _go_on(self, decision: Decision, actor: ActorId) -> None:
        conflict = conflict_of(decision.state)
        if conflict is not None and actor in conflict.acted:
            decision.service(Conflicts).advance(decision)

    def code(self) -> Mapping[str, Code]:
        return {RUN: Code(may=self._cannot_run, done=self._has_run)}

    def _cannot_run(self, state: State, actor: Actor) -> Refusal | None:
        if not state.get(ZONES).zones:
            return Refusal("no-map", "There is no map to run on.")
        return has_turn(state, actor.id) or self._cannot_move(state, actor)

    def _has_run(self, decision: Decision, result: Result) -> None:
        steps, won = steps_of(decision.state, result.actor), max(0, result.margin)
        decision.emit(StepsTaken(result.actor, msgspec.structs.replace(steps, won=won, has_run=True)))

    # -- borders -------------------------------------------------------------------------------------------------

    def _no_step_for(self, state: State, actor: Actor, code: str) -> Refusal | None:
        conflict = conflict_of(state)
        if conflict is not None and steps_left(self.tables, state, conflict, actor) < 1:
            return Refusal(code, f"{actor.name} has no step left this turn; that takes one.")
        return None

    def _cannot_work(self, state: State, actor: Actor, zone: ZoneId) -> Refusal | None:
        """Why there is nothing to work at on the way to a neighbouring zone."""
        passage = passage_between(state, place_of(state, actor.id), zone)
        is_barred = passage is not None and passage.left_for(actor.id) > 0
        if not is_barred or zone not in neighbours(state, actor.id):
            return Refusal("nothing-in-the-way", f"Nothing is in the way of {actor.name} there.")
        return self._no_step_for(state, actor, "nothing-in-the-way")

    def _cannot_close(self, state: State, actor: Actor, zone: ZoneId) -> Refusal | None:
        """Why the way to a neighbouring zone cannot be closed."""
        passage = passage_between(state, place_of(state, actor.id), zone)
        if passage is None or not passage.can_be_closed or zone not in neighbours(state, actor.id):
            return Refusal("cannot-be-closed", "There is nothing open there that can be closed.")
        return self._no_step_for(state, actor, "cannot-be-closed")

    def _work(self, decision: Decision, command: WorkAtBorder) -> None:
        actor = self._mover(decision, command.actor)
        decision.require_allowed(self._cannot_work(decision.state, actor, command.zone))
        here = place_of(decision.state, actor.id)
        passage = passage_between(decision.state, here, command.zone)
        assert passage is not None
        # Without a fight there is all the time it takes.
        done = self.tables.combat.figures.free_pass_reduction if conflict_of(decision.state) else passage.to_open
        if passage.is_terrain:
            worn = min(passage.to_open, passage.worn.get(actor.id, 0) + done)
            changed = msgspec.structs.replace(passage, worn={**passage.worn, actor.id: worn})
        else:
            changed = msgspec.structs.replace(passage, left=max(0, passage.left - done), closing=0)
        set_passage(decision, here, command.zone, changed)
        spend_steps(self.tables, decision, actor, 1)
        self._go_on(decision, actor.id)

    def _close(self, decision: Decision, command: CloseBorder) -> None:
        actor = self._mover(decision, command.actor)
        decision.require_allowed(self._cannot_close(decision.state, actor, command.zone))
        here = place_of(decision.state, actor.id)
        passage = passage_between(decision.state, here, command.zone)
        assert passage is not None
        closing = passage.closing + (1 if conflict_of(decision.state) else passage.to_close)
        is_shut = closing >= passage.to_close
        changed = msgspec.structs.replace(
            passage, closing=0 if is_shut else closing, left=passage.to_open if is_shut else 0
        )
        set_passage(decision, here, command.zone, changed)
        spend_steps(self.tables, decision, actor, 1)
        self._go_on(decision, actor.id)

    # -- shield walls --------------------------------------------------------------------------------------------

    def _cannot_break_through(self, state: State, actor: Actor, zone: ZoneId) -> Refusal | None:
        conflict = conflict_of(state)
        is_near = conflict is not None and zone in neighbours(state, actor.id)
        if conflict is None or not is_near or not shield_wall(state, actor.id, zone):
            return Refusal("no-shield-wall", "No shield wall is there.")
        if refusal := self.routes.cannot_cross(state, conflict, actor, zone):
            return Refusal("no-shield-wall", refusal.message)
        if self.routes.steps_to_open(state, actor.id, zone):
            return Refusal("no-shield-wall", "Something is in the way; it has to be overcome first.")
        return None

    def _break_through(self, decision: Decision, command: BreakThrough) -> None:
        actor = self._mover(decision, command.actor)
        decision.require_allowed(self._cannot_break_through(decision.state, actor, command.zone))
        undertake(
            decision,
            self.rules,
            actor,
            command.trait,
            BREAK_THROUGH,
            command.description,
            defender=shield_wall(decision.state, actor.id, command.zone),
            zone=command.zone,
            takes_action=False,
        )

    def _broke_through(self, decision: Decision, roll: Roll) -> None:
        """The wall has to be beaten: a tie holds the mover back, and the step is lost (SK-WARB-12)."""
        actor = decision.state.get(CAST)[roll.actor]
        if margin_of(roll) > 0:
            self._pay_for_zone(decision, actor, roll.declaration.zone)
            self._arrive(decision, actor.id, roll.declaration.zone)
        else:
            spend_steps(self.tables, decision, actor, 1)
        self._go_on(decision, actor.id)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, ActorIsOut):
            stop_blocking(decision, ActorId(moment.actor))
        if isinstance(moment, WayIsFree):
            walker = decision.state.get(CAST)[moment.actor]
            is_held = self._cannot_move(decision.state, walker) is not None
            if is_held or self.routes.cannot_enter(decision.state, walker, moment.zone) is not None:
                return
            self._walk(decision, walker, moment.zone)
        if isinstance(moment, ConflictEnds) and decision.state.get(WALKS):
            decision.emit(WalksForgotten())
        if roll := ended(decision, moment, BREAK_THROUGH):
            self._broke_through(decision, roll)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not state.get(ZONES).zones:
            return
        for actor in state.get(CAST).values():
            if controls(seat, actor) and self._cannot_move(state, actor) is None:
                yield from self._steps_offered(state, actor)

    def _steps_offered(self, state: State, actor: Actor) -> Iterator[Offer]:
        zones, routes, is_fight = state.get(ZONES).zones, self.routes, conflict_of(state) is not None
        for zone in zones.values():
            if routes.cannot_enter(state, actor, zone.id) is None:
                yield Offer(
                    command=Move(actor.id, zone.id),
                    label=f"move to {zone.name}",
                    actor=actor.id,
                    verb="move",
                    target=Target("zone", zone.id),
                    cost=_in_steps(routes.steps_to(state, actor.id, zone.id)) if is_fight else "",
                    cites=self.cites("move-free"),
                    group="act",
                )
        for near in neighbours(state, actor.id):
            yield from self._border_offers(state, actor, zones[near])

    def _border_offers(self, state: State, actor: Actor, near: Zone) -> Iterator[Offer]:
        passage = passage_between(state, place_of(state, actor.id), near.id)
        if passage is not None and self._cannot_work(state, actor, near.id) is None:
            yield Offer(
                command=WorkAtBorder(actor.id, near.id),
                label=f"clear the way to {near.name}: {passage.in_words}",
                actor=actor.id,
                verb="use",
                target=Target("zone", near.id),
                cost=passage.cost_in_words,
                cites=self.cites("pass-values"),
                group="act",
            )
        if passage is not None and self._cannot_close(state, actor, near.id) is None:
            yield Offer(
                command=CloseBorder(actor.id, near.id),
                label=f"close the way to {near.name}: {passage.in_words}",
                actor=actor.id,
                verb="use",
                target=Target("zone", near.id),
                cites=self.cites("pass-values"),
                group="act",
            )
        if self._cannot_break_through(state, actor, near.id) is None:
            traits = tuple(Choice(t.id, t.label) for t in self.rules.traits(actor, ""))
            wall = name_of(state, shield_wall(state, actor.id, near.id))
            yield Offer(
                command=BreakThrough(actor=actor.id, zone=near.id, trait="", description=""),
                label=f"get past the shield wall of {wall} into {near.name}",
                actor=actor.id,
                verb="move",
                target=Target("zone", near.id),
                holes=(ChoiceHole("trait", "with", traits), TextHole("description", "how?", is_description=True)),
                cites=self.cites("shield-wall"),
                group="act",
            )


def _in_steps(number: int) -> str:
    return "1 step" if number == 1 else f"{number} steps"
