"""How far somebody may still go in this turn, and what going somewhere costs them."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from fatetable.engine.folds import put
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.scenes.zones import ZONES, ZoneId, place_of
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.sheet import usable_skills
from fatetable.rulesets.strange.trappings.borders import border_value

MOVE, LEAP = "move", "leap"


class Strides(Struct, frozen=True, omit_defaults=True):
    """What somebody has used in this turn: free zones, leaps, and zones they `ran` for; `hurried` beside the action."""

    exchange: int = 0
    free: int = 0
    leapt: int = 0
    ran: int = 0
    walked: int = 0
    hurried: bool = False


class Burden(Struct, frozen=True, omit_defaults=True):
    """What is taken off the next action: for borders that were too high, and for moving beside it in this turn."""

    borders: int = 0
    hurry: int = 0


StridesMap: TypeAlias = Mapping[ActorId, Strides]
STRIDES: Key[StridesMap] = Key("strides", dict[ActorId, Strides], {})
BURDENS: Key[Mapping[ActorId, Burden]] = Key("burdens", dict[ActorId, Burden], {})


class StridesTaken(Event, frozen=True, tag="strides-taken/1"):
    actor: ActorId
    strides: Strides


class StridesForgotten(Event, frozen=True, tag="strides-forgotten/1"):
    """The conflict is over."""


class BurdenSet(Event, frozen=True, tag="burden-set/1"):
    actor: ActorId
    burden: Burden


STRIDES_EVOLVES = {
    **folds(STRIDES, {StridesTaken: put("actor", "strides"), StridesForgotten: lambda _, __: {}}),
    **folds(BURDENS, {BurdenSet: put("actor", "burden")}),
}


def strides_of(state: State, actor: ActorId) -> Strides:
    """Those of this turn; each exchange has new ones."""
    conflict = conflict_of(state)
    exchange = conflict.exchange if conflict is not None else 0
    found = state.get(STRIDES).get(actor)
    return found if found is not None and found.exchange == exchange else Strides(exchange)


def burden_of(state: State, actor: ActorId) -> Burden:
    return state.get(BURDENS).get(actor, Burden())


def benefit_of(tables: Tables, actor: Actor, trapping: str) -> int:
    """How many zones a turn the tier of a skill gives by a trapping (SF-MOVE-03, SF-LEAP-03)."""
    tiers = (skill.benefit(trapping) for skill in usable_skills(tables, actor, trapping))
    row = tables.benefit(trapping, max(tiers, default=0))
    return row.zones if row is not None else 0


def left_in(tables: Tables, state: State, actor: Actor) -> tuple[int, int]:
    """The zones that are free still, or ran for; and what is left of leaps."""
    strides = strides_of(state, actor.id)
    free = benefit_of(tables, actor, MOVE) - strides.free + strides.ran - strides.walked
    return free, benefit_of(tables, actor, LEAP) - strides.leapt


# -- ways ------------------------------------------------------------------------------------------------------------


class Way(NamedTuple):
    """Zones to cross, and by how much the borders on the way are above what somebody climbs and leaps."""

    zones: int
    above: int


def way_to(tables: Tables, state: State, actor: Actor, zone: ZoneId) -> Way | None:
    """The way that takes least: zones and borders count alike."""
    return dict(_ways(tables, state, actor)).get(zone)


def _ways(tables: Tables, state: State, actor: Actor) -> Iterator[tuple[ZoneId, Way]]:
    area, start = state.get(ZONES), place_of(state, actor.id)
    seen: set[ZoneId] = set()
    queue: list[tuple[int, int, ZoneId]] = [(0, 0, start)]
    while queue:
        total, zones, here = heapq.heappop(queue)
        if here in seen:
            continue
        seen.add(here)
        yield here, Way(zones, total - zones)
        for border in area.borders:
            there = border.beyond(here) if here in (border.one, border.other) else here
            if there not in seen and border.is_clear and area.is_shown(there):
                above = _above(tables, state, actor, here, there)
                heapq.heappush(queue, (total + 1 + above, zones + 1, there))


def _above(tables: Tables, state: State, actor: Actor, here: ZoneId, there: ZoneId) -> int:
    """By how much a border is above a rating; tiers do not count."""
    border = border_value(state, here, there)
    if border is None:
        return 0
    best = max((skill.rating for skill in usable_skills(tables, actor, border.by)), default=0)
    return max(0, border.value - best)


class Effort(NamedTuple):
    """What a way takes of the turn, and what is taken off the next action for borders; `hurried` is one zone beside."""

    free: int
    leapt: int
    hurried: bool
    above: int


def effort_for(tables: Tables, state: State, actor: Actor, way: Way) -> Effort | None:
    """The least that a way takes in a conflict; nothing, if it is too far.

    Free zones come first, then leaps, which what is left of them takes off borders; the last zone may be hurried.
    """
    free_left, leaps_left = left_in(tables, state, actor)
    free = min(way.zones, free_left)
    leapt = min(way.zones - free, leaps_left)
    rest = way.zones - free - leapt
    if rest > (1 if may_hurry(state, actor) else 0):
        return None
    ignored = min(leaps_left - leapt, way.above)
    return Effort(free, leapt + ignored, rest == 1, way.above - ignored)


def may_hurry(state: State, actor: Actor) -> bool:
    """One zone beside the action, before it (SF-MOVE-01)."""
    conflict = conflict_of(state)
    has_acted = conflict is not None and actor.id in conflict.acted
    return not has_acted and not strides_of(state, actor.id).hurried
