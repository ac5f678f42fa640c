"""Where somebody can walk: neighbouring zones, open ways, and why somebody may not enter a zone."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Protocol

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import NOBODY, Actor, ActorId, name_of
from fatetable.mechanics.encounters.state import Conflict, conflict_of
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.sides import are_allies
from fatetable.mechanics.scenes.zones import ZONES, ZoneId, distance, place_of
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat.map.borders import passage_between
from fatetable.rulesets.skein.combat.map.steps import steps_left, zones_left
from fatetable.rulesets.skein.combat.stances import stance_of


class ZoneGuards(Protocol):
    """What guards the way from one zone to another, such as a ward."""

    def cannot_pass(self, state: State, actor: Actor, here: ZoneId, there: ZoneId) -> Refusal | None:
        """Why somebody cannot go there."""

    def is_guarded(self, state: State, actor: ActorId, here: ZoneId, there: ZoneId) -> bool:
        """Would somebody who goes there meet a guard?"""

    def asks_first(self, decision: Decision, actor: Actor, here: ZoneId, there: ZoneId) -> bool:
        """Ask the Storyteller whether a guard is set against somebody; false if nothing has to be asked."""


def neighbours(state: State, actor: ActorId) -> Iterator[ZoneId]:
    """The zones that border on where somebody is, as far as everybody knows."""
    area, here = state.get(ZONES), place_of(state, actor)
    for border in area.borders:
        if here in (border.one, border.other) and area.is_shown(border.beyond(here)):
            yield border.beyond(here)


def shield_wall(state: State, actor: ActorId, zone: ZoneId) -> ActorId:
    """The enemy group that holds a zone behind its shields (SK-WARB-12)."""
    for other, place in state.get(ZONES).places.items():
        stands = place == zone and is_active(state, other)
        if stands and other != actor and not are_allies(state, actor, other) and stance_of(state, other) == "wall":
            return other
    return NOBODY


def steps_to_cross(state: State, actor: ActorId, zone: ZoneId) -> int:
    """How many steps lead into a neighbouring zone once nothing is left to open."""
    passage = passage_between(state, place_of(state, actor), zone)
    return 1 + (passage.crossed_by(actor) if passage else 0)


class Routes(Struct, frozen=True):
    tables: Tables
    guards: ZoneGuards

    def cannot_enter(self, state: State, actor: Actor, zone: ZoneId) -> Refusal | None:
        """Why the actor cannot simply walk there."""
        area, here = state.get(ZONES), place_of(state, actor.id)
        if zone == here or not area.is_shown(zone):
            return Refusal("no-such-zone", "There is no such zone to go to.")
        if refusal := self.guards.cannot_pass(state, actor, here, zone):
            return refusal
        conflict = conflict_of(state)
        if conflict is None:
            if self._is_reachable(state, actor.id, zone):
                return None
            return Refusal("way-blocked", "Something is in the way; it has to be overcome first.")
        if refusal := self.cannot_cross(state, conflict, actor, zone):
            return refusal
        if wall := shield_wall(state, actor.id, zone):
            why = f"A shield wall of {name_of(state, wall)} holds that zone; break through it."
            return Refusal("shield-wall", why)
        return None

    def steps_to_open(self, state: State, actor: ActorId, zone: ZoneId) -> int:
        """How many steps it takes to wear down what bars the way to a neighbouring zone."""
        passage = passage_between(state, place_of(state, actor), zone)
        left = passage.left_for(actor) if passage else 0
        return ceil(left / self.tables.combat.figures.free_pass_reduction)

    def steps_to(self, state: State, actor: ActorId, zone: ZoneId) -> int:
        """How many steps it takes in all to enter a neighbouring zone."""
        return self.steps_to_open(state, actor, zone) + steps_to_cross(state, actor, zone)

    def cannot_cross(self, state: State, conflict: Conflict, actor: Actor, zone: ZoneId) -> Refusal | None:
        """Why the actor cannot go into a neighbouring zone with the steps left, shield walls aside.

        What bars the way is worn down on the way if there are steps enough for both (SK-CBT-07).
        """
        border = state.get(ZONES).border(place_of(state, actor.id), zone)
        if border is None:
            return Refusal("too-far", "A step leads into a neighbouring zone.")
        to_open = self.steps_to_open(state, actor.id, zone)
        has_zones = zones_left(self.tables, state, conflict, actor, after=to_open) >= 1
        has_steps = steps_left(self.tables, state, conflict, actor) >= self.steps_to(state, actor.id, zone)
        if not border.is_clear or (to_open and not (has_zones and has_steps)):
            return Refusal("way-blocked", "Something is in the way; it has to be overcome first.")
        if not has_zones or not has_steps:
            return Refusal("too-far", f"{actor.name} can go no farther this turn.")
        return None

    def _is_reachable(self, state: State, actor: ActorId, zone: ZoneId) -> bool:
        """Outside a fight there is time to walk anywhere that nothing bars, and to open the way into the next zone."""
        area, here = state.get(ZONES), place_of(state, actor)
        border = area.border(here, zone)
        if border is not None and border.is_clear:
            return True
        return distance(area, here, zone, clear_only=True) is not None and self._way_is_open(state, actor, zone)

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
                    is_shut = is_shut or (not is_direct and self.guards.is_guarded(state, actor, zone, beyond))
                    if beyond not in seen and not is_shut and area.is_shown(beyond):
                        seen.add(beyond)
                        queue.append(beyond)
        return there in seen
