"""Drawing the map of a scene: zones and borders, hiding and revealing them, and where everybody stands.

Where on the map a zone is drawn, and how large, is a matter of looks; no rule depends on it.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import EVERYONE, GM, Command
from fatetable.engine.offers import (
    Choice,
    ChoiceHole,
    FlagHole,
    ManyHole,
    NumberHole,
    Offer,
    Target,
    TextHole,
    one_of_a_family,
)
from fatetable.engine.prompts import PROMPTS
from fatetable.engine.recollection import tracked
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import worded
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, actor_of, controls, name_of
from fatetable.mechanics.encounters.state import fight_of
from fatetable.mechanics.moments import SceneStarts
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.scenes.zones import (
    NOWHERE,
    ZONE_EVOLVES,
    ZONES,
    ActorPlaced,
    Border,
    BorderRemoved,
    MapCleared,
    Zone,
    ZoneDrawn,
    ZoneForgotten,
    ZoneHidden,
    ZoneId,
    ZoneMap,
    ZonePut,
    ZoneRenamed,
    audience_of,
    set_border,
    zone_of,
)

FARTHEST = 10_000
SMALLEST = 60
LARGEST = 4_000


class DrawZone(Command, frozen=True, kw_only=True, tag="draw-zone"):
    name: str
    next_to: tuple[ZoneId, ...] = ()
    is_hidden: bool = False


class SketchZone(Command, frozen=True, kw_only=True, tag="sketch-zone"):
    """Draw a zone at a place and with a size; without a name it gets a number."""

    name: str = ""
    next_to: tuple[ZoneId, ...] = ()
    is_hidden: bool = False
    left: int = 0
    top: int = 0
    width: int = 0
    height: int = 0


class RenameZone(Command, frozen=True, tag="rename-zone"):
    zone: ZoneId
    name: str


class RevealZone(Command, frozen=True, tag="reveal-zone"):
    zone: ZoneId


class HideZone(Command, frozen=True, tag="hide-zone"):
    zone: ZoneId


class PutZone(Command, frozen=True, tag="put-zone"):
    """Draw a zone somewhere else on the map, so far from the left and from the top.

    A width or height of 0 leaves the size as it is.
    """

    zone: ZoneId
    left: int
    top: int
    width: int = 0
    height: int = 0


class SetBorder(Command, frozen=True, kw_only=True, tag="set-border"):
    """Put something or someone in the way between two zones, or clear the way (both empty)."""

    one: ZoneId
    other: ZoneId
    barrier: str = ""
    blocker: ActorId = NOBODY


class RemoveBorder(Command, frozen=True, tag="remove-border"):
    """No way leads directly from one zone to the other any more."""

    one: ZoneId
    other: ZoneId


class PlaceActor(Command, frozen=True, tag="place-actor"):
    actor: ActorId
    zone: ZoneId


class MapEditing(Struct, frozen=True):
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="map editing",
            decides={
                DrawZone: self.draw_zone,
                SketchZone: self._sketch_zone,
                RenameZone: _rename_zone,
                RevealZone: self._reveal_zone,
                HideZone: _hide_zone,
                PutZone: _put_zone,
                SetBorder: self._set_border,
                RemoveBorder: _remove_border,
                PlaceActor: self.place_actor,
            },
            evolves=ZONE_EVOLVES,
            offers=(self._zone_offers, self._placing_offers, _redrawing_offers),
            on_moment=self._on_moment,
            moments=(SceneStarts,),
        )

    def draw_zone(self, decision: Decision, command: DrawZone, *, is_named: bool = True) -> None:
        decision.require_gm()
        otherwise = _next_name(decision.state.get(ZONES), is_hidden=command.is_hidden)
        name = decision.described(command.name, otherwise, "no-words", "A zone needs a name.")
        is_named = is_named and (bool(command.name.strip()) or not command.is_hidden)
        self._add(decision, Zone(NOWHERE, name, command.is_hidden, is_named=is_named), command.next_to)

    def _sketch_zone(self, decision: Decision, command: SketchZone) -> None:
        decision.require_gm()
        _require_on_the_map(decision, command.left, command.top)
        name = command.name.strip() or _next_name(decision.state.get(ZONES), is_hidden=command.is_hidden)
        zone = Zone(
            id=NOWHERE,
            name=name,
            is_hidden=command.is_hidden,
            at=(command.left, command.top),
            size=_size(command.width, command.height),
            is_named=bool(command.name.strip()) or not command.is_hidden,
        )
        self._add(decision, zone, command.next_to)

    def _add(self, decision: Decision, zone: Zone, next_to: tuple[ZoneId, ...]) -> None:
        decision.require(decision.state.get(SCENE).is_open, "no-scene", "No scene is being played.")
        _require_new_name(decision, zone.name)
        zone = msgspec.structs.replace(zone, id=ZoneId(decision.new_id("z", audience_of(zone))))
        neighbours = [zone_of(decision, other) for other in next_to]
        decision.require(not any(n.is_hidden for n in neighbours), "still-hidden", "Reveal the neighbour first.")
        borders = tuple(Border(other.id, zone.id) for other in neighbours)
        decision.emit(ZoneDrawn(zone, borders), to=audience_of(zone))

    def _reveal_zone(self, decision: Decision, command: RevealZone) -> None:
        decision.require_gm()
        zone = zone_of(decision, command.zone)
        decision.require(zone.is_hidden, "not-hidden", f"Everybody knows of {zone.name}.")
        area = decision.state.get(ZONES)
        name = zone.name if zone.is_named else _next_name(area, is_hidden=False)
        shown = msgspec.structs.replace(zone, is_hidden=False, name=name, is_named=True)
        borders = tuple(
            border
            for border in area.borders
            if zone.id in (border.one, border.other) and area.is_shown(border.beyond(zone.id))
        )
        decision.emit(ZoneDrawn(shown, borders))

    def _set_border(self, decision: Decision, command: SetBorder) -> None:
        decision.require_gm()
        ends = (zone_of(decision, command.one), zone_of(decision, command.other))
        decision.require(command.one != command.other, "no-such-way", "A border joins two zones.")
        decision.require(
            not any(zone.is_hidden for zone in ends), "still-hidden", "Reveal the zone before changing its borders."
        )
        decision.require(
            command.blocker in (NOBODY, *decision.state.get(SCENE).present),
            "not-there",
            "Only somebody in the scene can be in the way.",
        )
        set_border(decision, Border(command.one, command.other, command.barrier.strip(), command.blocker))

    def place_actor(self, decision: Decision, command: PlaceActor) -> None:
        zone = zone_of(decision, command.zone)
        actor = actor_of(decision, command.actor)
        decision.require_allowed(_cannot_place(decision.state, decision.seat, actor))
        decision.require(not zone.is_hidden, "still-hidden", "That is still hidden; reveal it first.")
        decision.emit(ActorPlaced(actor.id, zone.id))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        zones = decision.state.get(ZONES).zones.values()
        if isinstance(moment, SceneStarts) and zones:
            # Nobody hears that a map is cleared on which they saw nothing.
            decision.emit(MapCleared(), to=(GM,) if all(zone.is_hidden for zone in zones) else EVERYONE)

    # -- offers --------------------------------------------------------------------------------------------------

    def _zone_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm:
            return
        zones = state.get(ZONES).zones.values()
        shown = tuple(Choice(zone.id, zone.name) for zone in zones if not zone.is_hidden)
        if state.get(SCENE).is_open:
            yield Offer(
                command=DrawZone(name=""),
                label="Add a zone",
                verb="place",
                target=Target("zone"),
                holes=(
                    TextHole("name", "name", is_description=True),
                    ManyHole("next_to", "next to", shown),
                    FlagHole("is_hidden", "hidden"),
                ),
                cites=self.cites("zones"),
                group="gm",
            )
            yield self._sketching_offer(shown)
        for zone in zones:
            if zone.is_hidden:
                yield Offer(
                    command=RevealZone(zone.id),
                    **one_of_a_family("Reveal …", zone.name),
                    verb="reveal",
                    target=Target("zone", zone.id),
                    group="gm",
                )
        yield from self._border_offers(state, shown)

    def _sketching_offer(self, shown: tuple[Choice, ...]) -> Offer:
        return Offer(
            command=SketchZone(),
            label="Draw a zone on the map",
            verb="place",
            target=Target("zone"),
            holes=(
                TextHole("name", "name", optional=True),
                ManyHole("next_to", "next to", shown),
                FlagHole("is_hidden", "hidden"),
                *_place_holes(),
            ),
            cites=self.cites("zones"),
            group="gm",
        )

    def _border_offers(self, state: State, shown: tuple[Choice, ...]) -> Iterator[Offer]:
        actors = (Choice(NOBODY, "nobody"), *(Choice(a, name_of(state, a)) for a in state.get(SCENE).present))
        for one in shown:
            others = tuple(zone for zone in shown if zone is not one)
            if others:
                yield Offer(
                    command=SetBorder(one=ZoneId(one.value), other=NOWHERE),
                    **one_of_a_family("Open or block a way from …", one.label),
                    verb="change",
                    target=Target("zone", one.value),
                    holes=(
                        ChoiceHole("other", "to", others),
                        TextHole("barrier", "barrier", optional=True),
                        ChoiceHole("blocker", "guard", actors),
                    ),
                    cites=self.cites("move-blocked"),
                    group="gm",
                )

    def _placing_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        area = state.get(ZONES)
        zones = tuple(Choice(zone.id, zone.name) for zone in area.zones.values() if not zone.is_hidden)
        if not zones:
            return
        for actor in state.get(CAST).values():
            if _cannot_place(state, seat, actor) is None:
                yield Offer(
                    command=PlaceActor(actor.id, NOWHERE),
                    **one_of_a_family("Place …", actor.name),
                    verb="place",
                    target=Target("zone"),
                    holes=(ChoiceHole("zone", "zone", zones),),
                    cites=self.cites("zones"),
                    group="gm" if seat.is_gm else "table",
                )


def _cannot_place(state: State, seat: Seat, actor: Actor) -> Refusal | None:
    """While a scene is being set, players put their own characters where they belong."""
    if not seat.is_gm:
        if not controls(seat, actor):
            return Refusal("not-yours", f"{actor.name} is not yours to play.")
        if actor.id in state.get(ZONES).places or fight_of(state) is not None:
            return Refusal("already-there", f"{actor.name} has a place already; move instead.")
    return Refusal("still-hidden", "That is still hidden; reveal it first.") if actor.is_hidden else None


def _size(width: int, height: int) -> tuple[int, int] | None:
    """A size that can be drawn; none if nothing is said about one of the two."""
    if not width or not height:
        return None
    return (min(max(width, SMALLEST), LARGEST), min(max(height, SMALLEST), LARGEST))


def _require_on_the_map(decision: Decision, left: int, top: int) -> None:
    is_near = all(abs(way) <= FARTHEST for way in (left, top))
    decision.require(is_near, "off-the-map", "That is too far away to be on the map.")


def _require_new_name(decision: Decision, name: str) -> None:
    names = {zone.name for zone in decision.state.get(ZONES).zones.values()}
    decision.require(name not in names, "named-twice", "There is a zone of that name already.")


def _next_name(area: ZoneMap, *, is_hidden: bool) -> str:
    """Hidden zones are counted by themselves, so that no gap between the others tells of them."""
    names = {zone.name for zone in area.zones.values()}
    kind = "Hidden zone" if is_hidden else "Zone"
    return next(name for number in range(1, len(names) + 2) if (name := f"{kind} {number}") not in names)


def _put_zone(decision: Decision, command: PutZone) -> None:
    decision.require_gm()
    zone = zone_of(decision, command.zone)
    _require_on_the_map(decision, command.left, command.top)
    put = ZonePut(zone.id, (command.left, command.top), _size(command.width, command.height))
    decision.emit(put, to=audience_of(zone))


def _rename_zone(decision: Decision, command: RenameZone) -> None:
    decision.require_gm()
    zone = zone_of(decision, command.zone)
    name = command.name.strip()
    decision.require(bool(name), "no-words", "A zone needs a name.")
    if name != zone.name:
        _require_new_name(decision, name)
        decision.emit(ZoneRenamed(zone.id, name), to=audience_of(zone))


def _remove_border(decision: Decision, command: RemoveBorder) -> None:
    decision.require_gm()
    ends = (zone_of(decision, command.one), zone_of(decision, command.other))
    is_there = decision.state.get(ZONES).border(command.one, command.other) is not None
    decision.require(is_there, "no-such-way", "No way leads from one to the other.")
    is_known = not any(zone.is_hidden for zone in ends)
    decision.emit(BorderRemoved(command.one, command.other), to=EVERYONE if is_known else (GM,))


def _hide_zone(decision: Decision, command: HideZone) -> None:
    decision.require_gm()
    zone = zone_of(decision, command.zone)
    decision.require_allowed(_cannot_hide(decision.state, zone))
    decision.emit(ZoneHidden(zone.id), to=(GM,), face=ZoneForgotten(zone.id))


@tracked
def _cannot_hide(state: State, zone: Zone) -> Refusal | None:
    """A zone cannot be hidden while something that everybody sees would still tell of it."""
    if zone.is_hidden:
        return Refusal("already-hidden", f"{zone.name} is hidden already.")
    area = state.get(ZONES)
    there = [actor for actor in state.get(SCENE).present if area.places.get(actor) == zone.id]
    if there:
        return Refusal("in-use", f"{name_of(state, there[0])} is in {zone.name}; move them out first.")
    if any(card.zone == zone.id and card.known_to is None for card in worded(state).values()):
        return Refusal("in-use", f"An aspect that everybody knows is in {zone.name}; remove it first.")
    if a_roll_is_open(state):
        return Refusal("in-use", "A roll is still open; settle it first.")
    if any(zone.id in prompt.about.values() for prompt in state.get(PROMPTS).values()):
        return Refusal("in-use", f"A question about {zone.name} is still open; it has to be answered first.")
    return None


def _redrawing_offers(state: State, seat: Seat) -> Iterator[Offer]:
    if not seat.is_gm:
        return
    zones = state.get(ZONES).zones.values()
    if zones:
        yield Offer(
            command=PutZone(NOWHERE, 0, 0),
            label="Move a zone on the map",
            verb="change",
            target=Target("zone"),
            holes=(
                ChoiceHole("zone", "zone", tuple(Choice(zone.id, zone.name) for zone in zones)),
                *_place_holes(),
            ),
            group="gm",
        )
    for zone in zones:
        yield Offer(
            command=RenameZone(zone.id, ""),
            **one_of_a_family("Rename …", zone.name),
            verb="change",
            target=Target("zone", zone.id),
            holes=(TextHole("name", "name", suggestion=zone.name),),
            group="gm",
        )
        yield from _removing_offers(state.get(ZONES), zone)
        if _cannot_hide(state, zone) is None:
            yield Offer(
                command=HideZone(zone.id),
                **one_of_a_family("Hide …", zone.name),
                verb="change",
                target=Target("zone", zone.id),
                group="gm",
            )


def _place_holes() -> tuple[NumberHole, ...]:
    return (
        NumberHole("left", "left", -FARTHEST, FARTHEST),
        NumberHole("top", "top", -FARTHEST, FARTHEST),
        NumberHole("width", "width (0 = default)", 0, LARGEST),
        NumberHole("height", "height (0 = default)", 0, LARGEST),
    )


def _removing_offers(area: ZoneMap, zone: Zone) -> Iterator[Offer]:
    others = tuple(
        Choice(other, area.zones[other].name)
        for border in area.borders
        if zone.id in (border.one, border.other) and (other := border.beyond(zone.id)) in area.zones
    )
    if others:
        yield Offer(
            command=RemoveBorder(zone.id, NOWHERE),
            **one_of_a_family("Remove a way from …", zone.name),
            verb="remove",
            target=Target("zone", zone.id),
            holes=(ChoiceHole("other", "to", others),),
            group="gm",
        )
