"""Moving in Skein: a free move each turn, a whole action of movement, borders worn down step by step.

Every step is a command of its own; what borders are like is kept elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.cast import CAST, NOBODY, Actor, ActorId, actor_of, controls, name_of, require_control
from fatetable.mechanics.checks import CheckRules, Refusal
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.encounters import Conflict, conflict_of
from fatetable.mechanics.harm import is_out
from fatetable.mechanics.moments import ActorIsOut, ConflictEnds, RollIsOver
from fatetable.mechanics.moving import Move
from fatetable.mechanics.rolls import is_rolling
from fatetable.mechanics.scenes import is_present
from fatetable.mechanics.sides import are_allies
from fatetable.mechanics.turns import on_turn
from fatetable.mechanics.zones import NOWHERE, ZONES, ActorPlaced, BorderSet, ZoneId, distance, place_of
from fatetable.rulesets.skein.called_tests import call_test, called, degree, has_turn, on_their_turn, trait_for
from fatetable.rulesets.skein.effects import ExtraZones
from fatetable.rulesets.skein.guarded_ground import (
    WayIsFree,
    ZoneEntered,
    ask_whether_kept_out,
    cannot_pass,
    guards,
)
from fatetable.rulesets.skein.passages import Passage, passage_between, set_passage
from fatetable.rulesets.skein.stances import stance_of
from fatetable.rulesets.skein.stunts import all_effects
from fatetable.rulesets.skein.tables import tables

RUN = "run"
BREAK_THROUGH = "break-through"


class Run(Command, frozen=True, tag="run"):
    """Make the whole action a move: each degree of the Test is another step."""

    actor: ActorId


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


class Steps(Struct, frozen=True, omit_defaults=True):
    """What somebody has walked this turn: free steps used, further ones won and used, zones entered.

    `is_after` says that the free move came after the action; it is not split (SK-CBT-04).
    """

    exchange: int
    free: int = 0
    won: int = 0
    used: int = 0
    zones: int = 0
    won_zones: int = 0
    is_after: bool = False
    has_run: bool = False
    entered: ZoneId = NOWHERE


Walks: TypeAlias = Mapping[ActorId, Steps]
WALKS: Key[Walks] = Key("walks", dict[ActorId, Steps], {})


class StepsTaken(Event, frozen=True, tag="steps-taken/1"):
    actor: ActorId
    steps: Steps


class WalksForgotten(Event, frozen=True, tag="walks-forgotten/1"):
    pass


def _taken(walks: Walks, event: StepsTaken) -> Walks:
    return {**walks, event.actor: event.steps}


def _forgotten(_: Walks, __: WalksForgotten) -> Walks:
    return {}


# -- how far ---------------------------------------------------------------------------------------------------------


def steps_of(state: State, actor: ActorId) -> Steps:
    conflict = conflict_of(state)
    exchange = conflict.exchange if conflict else 0
    found = state.get(WALKS).get(actor)
    return found if found is not None and found.exchange == exchange else Steps(exchange)


def has_moved(state: State, actor: ActorId) -> bool:
    steps = steps_of(state, actor)
    return steps.free + steps.used > 0


def _more_zones(actor: Actor) -> int:
    return sum(effect.zones for _, effect in all_effects(actor.sheet) if isinstance(effect, ExtraZones))


def free_steps(state: State, conflict: Conflict, actor: Actor) -> int:
    """What is left of the free move: one zone, two for the swift (SK-CBT-04, SK-STUNT-55)."""
    steps = steps_of(state, actor.id)
    is_split = steps.free > 0 and actor.id in conflict.acted and not steps.is_after and not steps.has_run
    return 0 if is_split else tables().combat.figures.free_zones + _more_zones(actor) - steps.free


def steps_left(state: State, conflict: Conflict, actor: Actor) -> int:
    if stance_of(state, actor.id) == "defensive":
        return 0
    steps = steps_of(state, actor.id)
    return free_steps(state, conflict, actor) + steps.won - steps.used


def zones_left(state: State, conflict: Conflict, actor: Actor) -> int:
    """How many zones may still be entered: three a turn in all, two of them by running (SK-CBT-05, SK-CBT-06)."""
    steps, figures = steps_of(state, actor.id), tables().combat.figures
    in_all = figures.most_zones + _more_zones(actor) - steps.zones
    by_running = min(steps.won - steps.used, figures.most_extra_zones - steps.won_zones)
    return min(in_all, free_steps(state, conflict, actor) + by_running)


class Moving(Struct, frozen=True, kw_only=True):
    """`advance` goes on to the next turn once nothing is left to do; `wall_in` is who bars a zone to somebody."""

    rules: CheckRules
    advance: Callable[[Decision], None]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="moving",
            decides={
                Move: self._move,
                Run: self._run,
                WorkAtBorder: self._work,
                CloseBorder: self._close,
                BreakThrough: self._break_through,
            },
            evolves=folds(WALKS, {StepsTaken: _taken, WalksForgotten: _forgotten}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ActorIsOut, WayIsFree, ConflictEnds, RollIsOver),
        )

    # -- rules ---------------------------------------------------------------------------------------------------

    def may_move_on(self, state: State, conflict: Conflict, actor_id: ActorId) -> bool:
        """Is there anything left of this turn's movement, and anywhere to go?"""
        actor = state.get(CAST)[actor_id]
        return steps_left(state, conflict, actor) > 0 and any(self._neighbours(state, actor_id))

    def _neighbours(self, state: State, actor: ActorId) -> Iterator[ZoneId]:
        area, here = state.get(ZONES), place_of(state, actor)
        for border in area.borders:
            if here in (border.one, border.other) and not area.zones[border.beyond(here)].is_hidden:
                yield border.beyond(here)

    def _is_able(self, state: State, actor: Actor) -> Refusal | None:
        is_there = is_present(state, actor.id) and not is_out(state, actor.id)
        if not is_there or is_rolling(state, actor.id) or place_of(state, actor.id) == NOWHERE:
            return Refusal("cannot-move", f"{actor.name} cannot move now.")
        conflict = conflict_of(state)
        return on_turn(state, conflict, actor.id) if conflict is not None else None

    def cannot_enter(self, state: State, actor: Actor, zone: ZoneId) -> Refusal | None:
        """Why the actor cannot simply walk there."""
        area, here = state.get(ZONES), place_of(state, actor.id)
        if zone not in area.zones or zone == here or area.zones[zone].is_hidden:
            return Refusal("no-such-zone", "There is no such zone to go to.")
        if refusal := cannot_pass(state, actor, here, zone):
            return refusal
        conflict = conflict_of(state)
        if conflict is None:
            is_way = zone in self._within_reach(state, actor.id)
            return None if is_way else Refusal("way-blocked", "Something is in the way.")
        if refusal := self._cannot_cross(state, conflict, actor, zone):
            return refusal
        return Refusal("shield-wall", "A shield wall holds that zone.") if self._wall(state, actor.id, zone) else None

    def _cannot_cross(self, state: State, conflict: Conflict, actor: Actor, zone: ZoneId) -> Refusal | None:
        here = place_of(state, actor.id)
        border = state.get(ZONES).border(here, zone)
        if border is None:
            return Refusal("too-far", "A step leads into a neighbouring zone.")
        passage = passage_between(state, here, zone)
        if not border.is_clear or (passage is not None and passage.left_for(actor.id) > 0):
            return Refusal("way-blocked", "Something is in the way; it has to be overcome first.")
        price = 1 + (passage.crossed_by(actor.id) if passage else 0)
        if zones_left(state, conflict, actor) < 1 or steps_left(state, conflict, actor) < price:
            return Refusal("too-far", f"{actor.name} can go no farther this turn.")
        return None

    def _within_reach(self, state: State, actor: ActorId) -> Iterator[ZoneId]:
        """Outside a fight there is time to walk anywhere that nothing bars."""
        area, here = state.get(ZONES), place_of(state, actor)
        for zone in area.zones.values():
            steps = distance(area, here, zone.id, clear_only=True)
            is_reached = steps is not None and self._way_is_open(state, actor, zone.id)
            if zone.id != here and not zone.is_hidden and is_reached:
                yield zone.id

    def _way_is_open(self, state: State, actor: ActorId, there: ZoneId) -> bool:
        """Is there a way that leads through nothing shut?"""
        area, here = state.get(ZONES), place_of(state, actor)
        seen, queue = {here}, [here]
        while queue:
            zone = queue.pop()
            for border in area.borders:
                if zone in (border.one, border.other) and border.is_clear:
                    beyond = border.beyond(zone)
                    passage = passage_between(state, zone, beyond)
                    is_shut = passage is not None and passage.is_shut and actor not in passage.unhindered
                    # What is guarded is entered step by step, and knowingly.
                    is_direct = (zone, beyond) == (here, there)
                    is_shut = is_shut or (not is_direct and any(guards(state, actor, zone, beyond)))
                    if beyond not in seen and not is_shut and not area.zones[beyond].is_hidden:
                        seen.add(beyond)
                        queue.append(beyond)
        return there in seen

    def _wall(self, state: State, actor: ActorId, zone: ZoneId) -> ActorId:
        """The enemy group that holds a zone behind its shields (SK-WARB-12)."""
        for other, place in state.get(ZONES).places.items():
            stands = place == zone and is_present(state, other) and not is_out(state, other)
            if stands and other != actor and not are_allies(state, actor, other) and stance_of(state, other) == "wall":
                return other
        return NOBODY

    # -- walking -------------------------------------------------------------------------------------------------

    def _able(self, decision: Decision, actor_id: ActorId) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        refusal = self._is_able(decision.state, actor)
        if refusal is not None:
            raise decision.violation(refusal.code, refusal.message)
        return actor

    def _move(self, decision: Decision, command: Move) -> None:
        actor = self._able(decision, command.actor)
        refusal = self.cannot_enter(decision.state, actor, command.zone)
        if refusal is not None:
            raise decision.violation(refusal.code, refusal.message)
        if not ask_whether_kept_out(decision, actor, place_of(decision.state, actor.id), command.zone):
            self._walk(decision, actor, command.zone)

    def _walk(self, decision: Decision, actor: Actor, zone: ZoneId) -> None:
        if conflict_of(decision.state) is None:
            self._arrive(decision, actor.id, zone)
            return
        self._pay_for_zone(decision, actor, zone)
        self._arrive(decision, actor.id, zone)
        self._go_on(decision, actor.id)

    def _pay_for_zone(self, decision: Decision, actor: Actor, zone: ZoneId) -> None:
        passage = passage_between(decision.state, place_of(decision.state, actor.id), zone)
        self._spend(decision, actor, 1, zone=zone)
        self._spend(decision, actor, passage.crossed_by(actor.id) if passage else 0)

    def _spend(self, decision: Decision, actor: Actor, number: int, *, zone: ZoneId = NOWHERE) -> None:
        """Use up steps, free ones first."""
        conflict = conflict_of(decision.state)
        if conflict is None or number == 0:
            return
        steps = steps_of(decision.state, actor.id)
        free = min(number, max(0, free_steps(decision.state, conflict, actor)))
        won = number - free
        changed = msgspec.structs.replace(
            steps,
            free=steps.free + free,
            used=steps.used + won,
            zones=steps.zones + bool(zone),
            won_zones=steps.won_zones + (bool(zone) and won > 0),
            is_after=steps.is_after or (free > 0 and actor.id in conflict.acted),
            entered=zone or steps.entered,
        )
        decision.emit(StepsTaken(actor.id, changed))

    def _arrive(self, decision: Decision, actor: ActorId, zone: ZoneId) -> None:
        here = place_of(decision.state, actor)
        passage = passage_between(decision.state, here, zone)
        if passage is not None and actor in passage.worn:
            rest = {other: worn for other, worn in passage.worn.items() if other != actor}
            set_passage(decision, here, zone, msgspec.structs.replace(passage, worn=rest))
        decision.emit(ActorPlaced(actor, zone))
        self._stop_blocking(decision, actor, besides=zone)
        decision.moment(ZoneEntered(actor, here, zone))

    def _go_on(self, decision: Decision, actor: ActorId) -> None:
        conflict = conflict_of(decision.state)
        if conflict is not None and actor in conflict.acted:
            self.advance(decision)

    def _stop_blocking(self, decision: Decision, actor: ActorId, besides: ZoneId = NOWHERE) -> None:
        """Nobody bars a way they have left, nor any way once they are out."""
        for border in decision.state.get(ZONES).borders:
            if border.blocker == actor and besides not in (border.one, border.other):
                decision.emit(BorderSet(msgspec.structs.replace(border, blocker=NOBODY)))

    def _run(self, decision: Decision, command: Run) -> None:
        actor, _ = on_their_turn(decision, command.actor)
        self._able(decision, command.actor)
        figures = tables().combat.figures
        words = f"{actor.name} runs"
        call_test(
            decision,
            self.rules,
            actor,
            trait_for(actor, figures.move_skill),
            RUN,
            words,
            difficulty=figures.move_difficulty,
        )

    # -- borders -------------------------------------------------------------------------------------------------

    def _passage(self, state: State, actor: Actor, zone: ZoneId, *, to_close: bool) -> Passage | None:
        """What the actor can work at now on the way to a zone."""
        passage = passage_between(state, place_of(state, actor.id), zone)
        conflict = conflict_of(state)
        if passage is None or zone not in self._neighbours(state, actor.id):
            return None
        if conflict is not None and steps_left(state, conflict, actor) < 1:
            return None
        is_to_do = passage.can_be_closed if to_close else passage.left_for(actor.id) > 0
        return passage if is_to_do else None

    def _work(self, decision: Decision, command: WorkAtBorder) -> None:
        actor = self._able(decision, command.actor)
        passage = self._passage(decision.state, actor, command.zone, to_close=False)
        if passage is None:
            raise decision.violation("nothing-in-the-way", "There is nothing there to work at now.")
        # Without a fight there is all the time it takes.
        done = tables().combat.figures.free_pass_reduction if conflict_of(decision.state) else passage.to_open
        if passage.is_terrain:
            worn = min(passage.to_open, passage.worn.get(actor.id, 0) + done)
            changed = msgspec.structs.replace(passage, worn={**passage.worn, actor.id: worn})
        else:
            changed = msgspec.structs.replace(passage, left=max(0, passage.left - done), closing=0)
        set_passage(decision, place_of(decision.state, actor.id), command.zone, changed)
        self._spend(decision, actor, 1)
        self._go_on(decision, actor.id)

    def _close(self, decision: Decision, command: CloseBorder) -> None:
        actor = self._able(decision, command.actor)
        passage = self._passage(decision.state, actor, command.zone, to_close=True)
        if passage is None:
            raise decision.violation("cannot-be-closed", "There is nothing there that can be closed now.")
        closing = passage.closing + (1 if conflict_of(decision.state) else passage.to_close)
        is_shut = closing >= passage.to_close
        changed = msgspec.structs.replace(
            passage, closing=0 if is_shut else closing, left=passage.to_open if is_shut else 0
        )
        set_passage(decision, place_of(decision.state, actor.id), command.zone, changed)
        self._spend(decision, actor, 1)
        self._go_on(decision, actor.id)

    # -- shield walls --------------------------------------------------------------------------------------------

    def _may_break_through(self, state: State, actor: Actor, zone: ZoneId) -> bool:
        conflict = conflict_of(state)
        return (
            conflict is not None
            and bool(self._wall(state, actor.id, zone))
            and zone in self._neighbours(state, actor.id)
            and self._cannot_cross(state, conflict, actor, zone) is None
        )

    def _break_through(self, decision: Decision, command: BreakThrough) -> None:
        actor = self._able(decision, command.actor)
        decision.require(
            self._may_break_through(decision.state, actor, command.zone), "no-shield-wall", "No shield wall is there."
        )
        call_test(
            decision,
            self.rules,
            actor,
            command.trait,
            BREAK_THROUGH,
            command.description,
            defender=self._wall(decision.state, actor.id, command.zone),
            zone=command.zone,
            takes_action=False,
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, ActorIsOut):
            self._stop_blocking(decision, ActorId(moment.actor))
        if isinstance(moment, WayIsFree):
            walker = decision.state.get(CAST)[moment.actor]
            if self._is_able(decision.state, walker) or self.cannot_enter(decision.state, walker, moment.zone):
                return
            self._walk(decision, walker, moment.zone)
        if isinstance(moment, ConflictEnds) and decision.state.get(WALKS):
            decision.emit(WalksForgotten())
        if roll := called(decision, moment, RUN):
            steps = steps_of(decision.state, roll.actor)
            won = max(0, degree(roll))
            decision.emit(StepsTaken(roll.actor, msgspec.structs.replace(steps, won=won, has_run=True)))
        if roll := called(decision, moment, BREAK_THROUGH):
            actor = decision.state.get(CAST)[roll.actor]
            # The wall has to be beaten: a tie holds the mover back, and the step is lost (SK-WARB-12).
            if degree(roll) > 0:
                self._pay_for_zone(decision, actor, roll.declaration.zone)
                self._arrive(decision, actor.id, roll.declaration.zone)
            else:
                self._spend(decision, actor, 1)
            self._go_on(decision, actor.id)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not state.get(ZONES).zones:
            return
        for actor in state.get(CAST).values():
            if controls(seat, actor) and self._is_able(state, actor) is None:
                yield from self._steps_offered(state, actor)
                if has_turn(state, actor.id) is None:
                    yield Offer(
                        command=Run(actor.id),
                        label=f"{actor.name}: make the whole action a move",
                        cites=self.cites("move-action"),
                        group="act",
                    )

    def _steps_offered(self, state: State, actor: Actor) -> Iterator[Offer]:
        zones = state.get(ZONES).zones
        for zone in zones.values():
            if self.cannot_enter(state, actor, zone.id) is None:
                label = f"{actor.name}: move to {zone.name}"
                yield Offer(command=Move(actor.id, zone.id), label=label, cites=self.cites("move-free"), group="act")
        for near in self._neighbours(state, actor.id):
            if passage := self._passage(state, actor, near, to_close=False):
                yield Offer(
                    command=WorkAtBorder(actor.id, near),
                    label=f"{actor.name}: work at what bars {zones[near].name}, {passage.in_words}",
                    cites=self.cites("pass-values"),
                    group="act",
                )
            if passage := self._passage(state, actor, near, to_close=True):
                yield Offer(
                    command=CloseBorder(actor.id, near),
                    label=f"{actor.name}: close the way to {zones[near].name} ({passage.in_words})",
                    cites=self.cites("pass-values"),
                    group="act",
                )
            if self._may_break_through(state, actor, near):
                traits = tuple(Choice(t.id, t.label) for t in self.rules.traits(actor, ""))
                wall = name_of(state, self._wall(state, actor.id, near))
                yield Offer(
                    command=BreakThrough(actor=actor.id, zone=near, trait="", description=""),
                    label=f"{actor.name}: get past the shield wall of {wall} into {zones[near].name}",
                    holes=(ChoiceHole("trait", "with", traits), TextHole("description", "how")),
                    cites=self.cites("shield-wall"),
                    group="act",
                )
