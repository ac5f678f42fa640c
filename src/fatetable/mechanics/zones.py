"""Zones: loosely bounded areas, the borders between them, and who stands where."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import NewType

import msgspec
from msgspec import Struct

from fatetable.engine.messages import GM, Event, SeatId
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.cast import NOBODY, ActorId

ZoneId = NewType("ZoneId", str)
NOWHERE = ZoneId("")


class Zone(Struct, frozen=True, omit_defaults=True):
    """`at` is where on the map somebody has drawn it, from the left and from the top; rules ask for neighbours only."""

    id: ZoneId
    name: str
    is_hidden: bool = False
    at: tuple[int, int] | None = None


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

    def border(self, here: ZoneId, there: ZoneId) -> Border | None:
        return next((border for border in self.borders if border.joins(here, there)), None)


ZONES: Key[ZoneMap] = Key("zones", ZoneMap, ZoneMap())


class ZoneDrawn(Event, frozen=True, tag="zone-drawn/1"):
    zone: Zone
    borders: tuple[Border, ...]


class ZonePut(Event, frozen=True, tag="zone-put/1"):
    zone: ZoneId
    at: tuple[int, int]


class ZoneHidden(Event, frozen=True, tag="zone-hidden/1"):
    zone: ZoneId


class ZoneForgotten(Event, frozen=True, tag="zone-forgotten/1"):
    """What everybody else is told when a zone is hidden: there is no such place."""

    zone: ZoneId


class BorderSet(Event, frozen=True, tag="border-set/1"):
    border: Border


class ActorPlaced(Event, frozen=True, tag="actor-placed/1"):
    actor: ActorId
    zone: ZoneId


class MapCleared(Event, frozen=True, tag="map-cleared/1"):
    pass


def _drawn(area: ZoneMap, event: ZoneDrawn) -> ZoneMap:
    # A zone drawn again was hidden until now: it and its borders come last, as for those who never knew of them.
    zones = {key: zone for key, zone in area.zones.items() if key != event.zone.id}
    borders = tuple(border for border in area.borders if border not in event.borders)
    return ZoneMap({**zones, event.zone.id: event.zone}, borders + event.borders, area.places)


def _put(area: ZoneMap, event: ZonePut) -> ZoneMap:
    return _with(area, msgspec.structs.replace(area.zones[event.zone], at=event.at))


def _hidden(area: ZoneMap, event: ZoneHidden) -> ZoneMap:
    hidden = _with(area, msgspec.structs.replace(area.zones[event.zone], is_hidden=True))
    return msgspec.structs.replace(hidden, places=_elsewhere(area, event.zone))


def _forgotten(area: ZoneMap, event: ZoneForgotten) -> ZoneMap:
    return ZoneMap(
        {key: zone for key, zone in area.zones.items() if key != event.zone},
        tuple(border for border in area.borders if event.zone not in (border.one, border.other)),
        _elsewhere(area, event.zone),
    )


def _with(area: ZoneMap, zone: Zone) -> ZoneMap:
    return msgspec.structs.replace(area, zones={**area.zones, zone.id: zone})


def _elsewhere(area: ZoneMap, left: ZoneId) -> Mapping[ActorId, ZoneId]:
    return {actor: zone for actor, zone in area.places.items() if zone != left}


def _border_set(area: ZoneMap, event: BorderSet) -> ZoneMap:
    others = tuple(b for b in area.borders if not b.joins(event.border.one, event.border.other))
    return msgspec.structs.replace(area, borders=(*others, event.border))


def _placed(area: ZoneMap, event: ActorPlaced) -> ZoneMap:
    return msgspec.structs.replace(area, places={**area.places, event.actor: event.zone})


def _cleared(_: ZoneMap, __: MapCleared) -> ZoneMap:
    return ZoneMap()


ZONE_EVOLVES = folds(
    ZONES,
    {
        ZoneDrawn: _drawn,
        ZonePut: _put,
        ZoneHidden: _hidden,
        ZoneForgotten: _forgotten,
        BorderSet: _border_set,
        ActorPlaced: _placed,
        MapCleared: _cleared,
    },
)


def place_of(state: State, actor: ActorId) -> ZoneId:
    return state.get(ZONES).places.get(actor, NOWHERE)


def distance(area: ZoneMap, here: ZoneId, there: ZoneId, *, clear_only: bool = False) -> int | None:
    """Zones to cross from here to there, or `None` if there is no way.

    With `clear_only` the way must be one to walk: nothing obstructs it, and it leads through no hidden zone.
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
                is_way = not clear_only or (border.is_clear and not area.zones[beyond].is_hidden)
                if is_way and beyond not in seen:
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
