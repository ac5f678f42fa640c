"""The map after it was drawn: zones are put elsewhere on it, and hidden again.

Where on the map a zone lies is a matter of looks; nothing that rules ask about depends on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer
from fatetable.engine.prompts import PROMPTS
from fatetable.engine.recollection import asking
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.mechanics.aspects import worded
from fatetable.mechanics.cast import name_of
from fatetable.mechanics.rolls import a_roll_is_open
from fatetable.mechanics.scenes import SCENE
from fatetable.mechanics.zones import (
    NOWHERE,
    ZONES,
    Zone,
    ZoneForgotten,
    ZoneHidden,
    ZoneId,
    ZonePut,
    audience_of,
)

FARTHEST = 10_000


class PutZone(Command, frozen=True, tag="put-zone"):
    """Draw a zone elsewhere on the map, so far from the left and from the top."""

    zone: ZoneId
    left: int
    top: int


class HideZone(Command, frozen=True, tag="hide-zone"):
    zone: ZoneId


def put_zone(decision: Decision, command: PutZone) -> None:
    decision.require_gm()
    zone = zone_of(decision, command.zone)
    is_near = all(abs(way) <= FARTHEST for way in (command.left, command.top))
    decision.require(is_near, "off-the-map", "That is too far away to be on the map.")
    decision.emit(ZonePut(zone.id, (command.left, command.top)), to=audience_of(zone))


def hide_zone(decision: Decision, command: HideZone) -> None:
    decision.require_gm()
    zone = zone_of(decision, command.zone)
    decision.require(not zone.is_hidden, "already-hidden", f"{zone.name} is hidden already.")
    hindrance = _hindrance(decision.state, zone)
    decision.require(not hindrance, "in-use", hindrance)
    decision.emit(ZoneHidden(zone.id), to=(GM,), face=ZoneForgotten(zone.id))


def zone_of(decision: Decision, zone: ZoneId) -> Zone:
    found = decision.state.get(ZONES).zones.get(zone)
    if found is None or (found.is_hidden and not decision.seat.is_gm):
        raise decision.violation("no-such-zone", f"There is no zone {zone!r}.")
    return found


@asking
def _hindrance(state: State, zone: Zone) -> str:
    """Why a zone cannot be hidden: whatever everybody sees there would still tell of it."""
    area = state.get(ZONES)
    there = [actor for actor in state.get(SCENE).present if area.places.get(actor) == zone.id]
    if there:
        return f"{name_of(state, there[0])} is in {zone.name}."
    if any(card.zone == zone.id and card.known_to is None for card in worded(state).values()):
        return f"An aspect that everybody knows lies in {zone.name}."
    if a_roll_is_open(state):
        return "A roll is still on the table."
    if any(zone.id in prompt.about.values() for prompt in state.get(PROMPTS).values()):
        return f"A question about {zone.name} is still open."
    return ""


def redrawing_offers(state: State, seat: Seat) -> Iterator[Offer]:
    if not seat.is_gm:
        return
    zones = state.get(ZONES).zones.values()
    if zones:
        yield Offer(
            command=PutZone(NOWHERE, 0, 0),
            label="Put a zone elsewhere on the map",
            holes=(
                ChoiceHole("zone", "zone", tuple(Choice(zone.id, zone.name) for zone in zones)),
                NumberHole("left", "from the left", -FARTHEST, FARTHEST),
                NumberHole("top", "from the top", -FARTHEST, FARTHEST),
            ),
            group="gm",
        )
    for zone in zones:
        if not zone.is_hidden and not _hindrance(state, zone):
            yield Offer(command=HideZone(zone.id), label=f"Hide {zone.name}", group="gm")
