"""Zones: loosely bounded areas, the borders between them, and who stands where."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import NewType

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import EVERYONE, GM, Event, SeatId
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import NOBODY, ActorId

ZoneId = NewType("ZoneId", str)
NOWHERE = ZoneId("")


class Zone(Struct, frozen=True, omit_defaults=True):
    """`at` is where on the map it is drawn, from the left and from the top, and `size` how wide and how high.

    Rules ask for neighbours only.
    A hidden zone that is not `is_named` has a number instead, and gets another name when it is revealed: the number
    would tell how many are hidden.
    """

    id: ZoneId
    name: str
    is_hidden: bool = False
    at: tuple[int, int] | None = None
    size: tuple[int, int] | None = None
    is_named: bool = True


class Border(Struct, frozen=True, omit_defaults=True):
    """A way between two zones; a `barrier` (in words) or a `blocker` (someone in the way) obstructs it."""

    one: ZoneId
    other: ZoneId
    barrier: str = ""
    blocker: ActorId = NOBODY

    @property
    def is_clear(self) -> bool:
        return not self.barrier and not self.blocker

    def beyond(self, here: ZoneId) -> ZoneId:
        """The zone at the other end."""
        return self.other if self.one == here else self.one

    def joins(self, here: ZoneId, there: ZoneId) -> bool:
        return {here, there} == {self.one, self.other}


class ZoneMap(Struct, frozen=True):
    zones: Mapping[ZoneId, Zone] = {}
    borders: tuple[Border, ...] = ()
    places: Mapping[ActorId, ZoneId] = {}

    def is_shown(self, zone: ZoneId) -> bool:
        """Is there such a zone, and does everybody know of it?"""
        found = self.zones.get(zone)
        return found is not None and not found.is_hidden

    def border(self, here: ZoneId, there: ZoneId) -> Border | None:
        return next((border for border in self.borders if border.joins(here, there)), None)


ZONES: Key[ZoneMap] = Key("zones", ZoneMap, ZoneMap())


class ZoneDrawn(Event, frozen=True, tag="zone-drawn/1"):
    zone: Zone
    borders: tuple[Border, ...]


class ZonePut(Event, frozen=True, tag="zone-put/1", omit_defaults=True):
    """Without a `size` the zone keeps the one it has."""

    zone: ZoneId
    at: tuple[int, int]
    size: tuple[int, int] | None = None


class ZoneRenamed(Event, frozen=True, tag="zone-renamed/1"):
    zone: ZoneId
    name: str


class ZoneHidden(Event, frozen=True, tag="zone-hidden/1"):
    zone: ZoneId


class ZoneForgotten(Event, frozen=True, tag="zone-forgotten/1"):
    """What everybody else is told when a zone is hidden: there is no such place."""

    zone: ZoneId


class BorderSet(Event, frozen=True, tag="border-set/1"):
    border: Border


class BorderRemoved(Event, frozen=True, tag="border-removed/1"):
    one: ZoneId
    other: ZoneId


class ActorPlaced(Event, frozen=True, tag="actor-placed/1"):
    actor: ActorId
    zone: ZoneId


class MapCleared(Event, frozen=True, tag="map-cleared/1"):
    pass


def _drawn(area: ZoneMap, event: ZoneDrawn) -> ZoneMap:
    # A zone drawn again was hidden until now: it and its borders come last, as for seats that never knew of them.
    zones = {key: zone for key, zone in area.zones.items() if key != event.zone.id}
    borders = tuple(border for border in area.borders if border not in event.borders)
    return ZoneMap({**zones, event.zone.id: event.zone}, borders + event.borders, area.places)


def _put(area: ZoneMap, event: ZonePut) -> ZoneMap:
    zone = area.zones[event.zone]
    return _with(area, msgspec.structs.replace(zone, at=event.at, size=event.size or zone.size))


def _renamed(area: ZoneMap, event: ZoneRenamed) -> ZoneMap:
    return _with(area, msgspec.structs.replace(area.zones[event.zone], name=event.name, is_named=True))


def _hidden(area: ZoneMap, event: ZoneHidden) -> ZoneMap:
    hidden = _with(area, msgspec.structs.replace(area.zones[event.zone], is_hidden=True))
    return msgspec.structs.replace(hidden, places=_places_without(area, event.zone))


def _forgotten(area: ZoneMap, event: ZoneForgotten) -> ZoneMap:
    return ZoneMap(
        {key: zone for key, zone in area.zones.items() if key != event.zone},
        tuple(border for border in area.borders if event.zone not in (border.one, border.other)),
        _places_without(area, event.zone),
    )


def _with(area: ZoneMap, zone: Zone) -> ZoneMap:
    return msgspec.structs.replace(area, zones={**area.zones, zone.id: zone})


def _places_without(area: ZoneMap, left: ZoneId) -> Mapping[ActorId, ZoneId]:
    return {actor: zone for actor, zone in area.places.items() if zone != left}


def _border_set(area: ZoneMap, event: BorderSet) -> ZoneMap:
    # Older logs told everybody of the borders of hidden zones.
    if event.border.one not in area.zones or event.border.other not in area.zones:
        return area
    others = tuple(b for b in area.borders if not b.joins(event.border.one, event.border.other))
    return msgspec.structs.replace(area, borders=(*others, event.border))


def _border_removed(area: ZoneMap, event: BorderRemoved) -> ZoneMap:
    rest = tuple(border for border in area.borders if not border.joins(event.one, event.other))
    return msgspec.structs.replace(area, borders=rest)


def _placed(area: ZoneMap, event: ActorPlaced) -> ZoneMap:
    return msgspec.structs.replace(area, places={**area.places, event.actor: event.zone})


def _cleared(_: ZoneMap, __: MapCleared) -> ZoneMap:
    return ZoneMap()


ZONE_EVOLVES = folds(
    ZONES,
    {
        ZoneDrawn: _drawn,
        ZonePut: _put,
        ZoneRenamed: _renamed,
        ZoneHidden: _hidden,
        ZoneForgotten: _forgotten,
        BorderSet: _border_set,
        BorderRemoved: _border_removed,
        ActorPlaced: _placed,
        MapCleared: _cleared,
    },
)


def zone_of(decision: Decision, zone: ZoneId) -> Zone:
    """A zone the deciding seat knows of."""
    found = decision.state.get(ZONES).zones.get(zone)
    if found is None or (found.is_hidden and not decision.seat.is_gm):
        raise decision.violation("no-such-zone", f"There is no zone {zone!r}.")
    return found


def place_of(state: State, actor: ActorId) -> ZoneId:
    return state.get(ZONES).places.get(actor, NOWHERE)


def distance(area: ZoneMap, here: ZoneId, there: ZoneId, *, clear_only: bool = False) -> int | None:
    """Zones to cross from here to there, or `None` if there is no way.

    No way leads through a hidden zone, of which nobody may learn by what is in reach.  With `clear_only` the way must
    be one to walk: nothing obstructs it, and it leads to no hidden zone either.
    """
    seen = {here: 0}
    queue = deque([here])
    while queue:
        zone = queue.popleft()
        if zone == there:
            return seen[zone]
        for border in area.borders:
            if zone in (border.one, border.other):
                beyond = border.beyond(zone)
                is_known = area.is_shown(beyond) or (beyond == there and not clear_only)
                if is_known and (border.is_clear or not clear_only) and beyond not in seen:
                    seen[beyond] = seen[zone] + 1
                    queue.append(beyond)
    return None


def zones_between(state: State, one: ActorId, other: ActorId) -> int | None:
    """How far apart two actors are; without a map, or unplaced, everybody is in the same place."""
    area = state.get(ZONES)
    here, there = area.places.get(one, NOWHERE), area.places.get(other, NOWHERE)
    if here == NOWHERE or there == NOWHERE:
        return 0
    return distance(area, here, there)


def audience_of(zone: Zone) -> tuple[SeatId, ...] | None:
    return (GM,) if zone.is_hidden else None


def set_border(decision: Decision, border: Border) -> None:
    """Change a border; the border of a hidden zone is the game master's secret until the zone is revealed."""
    is_known = all(decision.state.get(ZONES).is_shown(end) for end in (border.one, border.other))
    decision.emit(BorderSet(border), to=EVERYONE if is_known else (GM,))


def stop_blocking(decision: Decision, actor: ActorId, besides: ZoneId = NOWHERE) -> None:
    """Clear the ways that somebody barred who has left or is out, but not those of the zone `besides`."""
    for border in decision.state.get(ZONES).borders:
        if border.blocker == actor and besides not in (border.one, border.other):
            set_border(decision, msgspec.structs.replace(border, blocker=NOBODY))


def blocked_ways(state: State, actor: ActorId) -> tuple[ZoneId, ...]:
    """Neighbouring zones that can only be entered by overcoming what is in the way, as far as everybody knows."""
    area, here = state.get(ZONES), place_of(state, actor)
    return tuple(
        border.beyond(here)
        for border in area.borders
        if here in (border.one, border.other) and not border.is_clear and area.is_shown(border.beyond(here))
    )


def shown_zones(state: State) -> dict[ZoneId, str]:
    return {zone.id: zone.name for zone in state.get(ZONES).zones.values() if not zone.is_hidden}
