"""Moving between zones: free by tiers, beside the action, or as the action; and what borders cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.offers import Offer, Target
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.encounters.conflicts import Conflicts
from fatetable.mechanics.encounters.movement import Company, Move
from fatetable.mechanics.encounters.state import Conflict, EncounterSet, conflict_of
from fatetable.mechanics.encounters.turns import on_turn
from fatetable.mechanics.moments import ActorIsOut, ConflictEnds, RollIsDeclared, RollIsOver, SceneEnds, TurnEnds
from fatetable.mechanics.rolls.may_declare import why_kept
from fatetable.mechanics.rolls.state import ROLLS, Modifier, RollId, change_effort
from fatetable.mechanics.scenes.zones import NOWHERE, ZONES, ActorPlaced, ZoneId, place_of, stop_blocking
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.rulesets.strange.force import why_rooted
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.trappings.mounts import RIDES
from fatetable.rulesets.strange.trappings.standing import has_moved
from fatetable.rulesets.strange.trappings.strides import (
    BURDENS,
    STRIDES,
    STRIDES_EVOLVES,
    Burden,
    BurdenSet,
    Effort,
    StridesForgotten,
    StridesTaken,
    burden_of,
    effort_for,
    left_in,
    strides_of,
    way_to,
)

RUN = "run"
BURDEN = "moving"
"""The source of what is taken off an action for moving."""


class Movement(Struct, frozen=True):
    """The `company` of somebody moves with them."""

    kit: StrangeKit
    company: Company

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="movement",
            decides={Move: self._move},
            evolves=STRIDES_EVOLVES,
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ActorIsOut, ConflictEnds, RollIsDeclared, RollIsOver, TurnEnds, SceneEnds),
        )

    def code(self) -> Mapping[str, Code]:
        return {RUN: Code(may=self._cannot_run, done=self._has_run)}

    # -- what it takes -------------------------------------------------------------------------------------------

    def may_move_on(self, state: State, _: Conflict, actor_id: ActorId) -> bool:
        """Is anything left of this turn's movement once the action is spent, and a way to go?"""
        if actor_id in state.get(RIDES):
            # How far they get is not known before their mount has rolled.
            return True
        actor, here = state.get(CAST)[actor_id], place_of(state, actor_id)
        is_way = any(border.is_clear and here in (border.one, border.other) for border in state.get(ZONES).borders)
        return is_way and any(number > 0 for number in left_in(self.kit.tables, state, actor))

    def _cannot_move(self, state: State, actor: Actor) -> Refusal | None:
        conflict = conflict_of(state)
        turn = on_turn(state, conflict, actor.id) if conflict is not None else None
        return why_kept(self.kit.words, state, actor) or turn or why_rooted(state, actor)

    def _effort(self, state: State, actor: Actor, zone: ZoneId) -> Effort | Refusal:
        """What going there takes, or why it cannot be done."""
        here, tables = place_of(state, actor.id), self.kit.tables
        if here in (NOWHERE, zone) or not state.get(ZONES).is_shown(zone):
            return Refusal("no-such-zone", "There is no such zone to go to.")
        way = way_to(tables, state, actor, zone)
        if way is None:
            return Refusal("way-blocked", "Something is in the way; it has to be overcome first.")
        if conflict_of(state) is None:
            leaps = min(left_in(tables, state, actor)[1], way.above)
            return Effort(way.zones, leaps, hurried=False, above=way.above - leaps)
        return effort_for(tables, state, actor, way) or Refusal(
            "too-far", "That is too far for what is left of the turn."
        )

    # -- going ---------------------------------------------------------------------------------------------------

    def _move(self, decision: Decision, command: Move) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_move(decision.state, actor))
        effort = self._effort(decision.state, actor, command.zone)
        if isinstance(effort, Refusal):
            raise decision.violation(effort.code, effort.message)
        way = way_to(self.kit.tables, decision.state, actor, command.zone)
        assert way is not None
        for moved in (actor.id, *self.company(decision.state, actor)):
            decision.emit(ActorPlaced(moved, command.zone))
            stop_blocking(decision, moved, besides=command.zone)
        self._take_off(decision, actor, effort)
        has_moved(self.kit.tables, decision, actor, way.zones)
        if (conflict := conflict_of(decision.state)) is not None:
            self._use_up(decision, actor, effort)
            decision.emit(EncounterSet(msgspec.structs.replace(conflict, acting=actor.id)))
            if actor.id in conflict.acted:
                decision.service(Conflicts).advance(decision)

    def _use_up(self, decision: Decision, actor: Actor, effort: Effort) -> None:
        held = strides_of(decision.state, actor.id)
        ran = min(effort.free, held.ran - held.walked)
        used = msgspec.structs.replace(
            held,
            walked=held.walked + ran,
            free=held.free + effort.free - ran,
            leapt=held.leapt + effort.leapt,
            hurried=held.hurried or effort.hurried,
        )
        decision.emit(StridesTaken(actor.id, used))

    def _take_off(self, decision: Decision, actor: Actor, effort: Effort) -> None:
        if effort.above or effort.hurried:
            held, hurry = burden_of(decision.state, actor.id), -self.kit.tables.figures.rolls.supplemental
            more = Burden(held.borders + effort.above, held.hurry + hurry * effort.hurried)
            decision.emit(BurdenSet(actor.id, more))

    def _cannot_run(self, state: State, actor: Actor) -> Refusal | None:
        if conflict_of(state) is None or place_of(state, actor.id) == NOWHERE:
            return Refusal("no-need", "Only in a conflict on a map does it matter how far somebody runs.", RUN)
        return self.kit.may_declare(state, actor, RUN)

    def _has_run(self, decision: Decision, result: Result) -> None:
        has_run(decision, result.actor, result.margin)

    # -- what it costs afterwards --------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case ActorIsOut(actor):
                stop_blocking(decision, ActorId(actor))
            case RollIsDeclared(roll):
                self._burden(decision, RollId(roll))
            case RollIsOver(roll, was_cancelled):
                self._unburden(decision, RollId(roll), was_cancelled=was_cancelled)
            case TurnEnds(actor):
                held = burden_of(decision.state, ActorId(actor))
                if held.hurry:
                    decision.emit(BurdenSet(ActorId(actor), Burden(held.borders)))
            case ConflictEnds():
                if decision.state.get(STRIDES):
                    decision.emit(StridesForgotten())
            case SceneEnds():
                for who, burden in decision.state.get(BURDENS).items():
                    if burden != Burden():
                        decision.emit(BurdenSet(who, Burden()))

    def _burden(self, decision: Decision, roll_id: RollId) -> None:
        roll = decision.state.get(ROLLS)[roll_id]
        held = burden_of(decision.state, roll.actor)
        if held == Burden() or not roll.takes_action:
            return
        less = Modifier(BURDEN, "moving", -held.borders - held.hurry, decision.cites("moving"))
        change_effort(decision, roll_id, 0, modifiers=(*roll.efforts[0].modifiers, less))

    def _unburden(self, decision: Decision, roll_id: RollId, *, was_cancelled: bool) -> None:
        roll = decision.state.get(ROLLS)[roll_id]
        is_paid = any(part.source == BURDEN for part in roll.efforts[0].modifiers)
        if is_paid and not was_cancelled:
            decision.emit(BurdenSet(roll.actor, Burden()))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if len(state.get(ZONES).zones) > 1:
            for actor in controlled(state, seat):
                yield from state.part("moves", self._offers_by, actor)

    def _offers_by(self, state: State, actor: Actor) -> Iterator[Offer]:
        if self._cannot_move(state, actor) is not None:
            return
        for zone in state.get(ZONES).zones.values():
            effort = self._effort(state, actor, zone.id)
            if not isinstance(effort, Refusal):
                yield Offer(
                    command=Move(actor.id, zone.id),
                    label=f"move to {zone.name}",
                    actor=actor.id,
                    verb="move",
                    cost=self._in_words(effort),
                    target=Target("zone", zone.id),
                    cites=self.kit.cites("moving"),
                    group="act",
                )

    def _in_words(self, effort: Effort) -> str:
        """What is taken off the next action."""
        hurry = -self.kit.tables.figures.rolls.supplemental if effort.hurried else 0
        return f"{-effort.above - hurry} to your next action" if effort.above + hurry else ""


def has_run(decision: Decision, actor: ActorId, margin: int) -> None:
    """A zone for each shift, and one in any case."""
    held = strides_of(decision.state, actor)
    decision.emit(StridesTaken(actor, msgspec.structs.replace(held, ran=held.ran + max(1, margin))))
