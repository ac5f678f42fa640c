"""The fold of the map, and distances on it."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.scenes.zones import (
    NOWHERE,
    ZONES,
    ActorPlaced,
    Border,
    BorderSet,
    MapCleared,
    Zone,
    ZoneDrawn,
    ZoneForgotten,
    ZoneHidden,
    ZoneId,
    ZoneMap,
    ZonePut,
    distance,
    place_of,
    zones_between,
)
from tests.mechanics.small_game import SmallGame

YARD, LOFT, ROOF = (ZoneId(name) for name in ("yard", "loft", "roof"))
ANN, BEN = ActorId("ann"), ActorId("ben")


def mapped() -> SmallGame:
    """The yard leads to the loft, the loft to the roof; Ann is in the yard and Ben on the roof."""
    g = SmallGame()
    g.tell(ZoneDrawn(Zone(YARD, "Yard"), ()))
    g.tell(ZoneDrawn(Zone(LOFT, "Loft"), (Border(YARD, LOFT),)))
    g.tell(ZoneDrawn(Zone(ROOF, "Roof"), (Border(LOFT, ROOF),)))
    g.tell(ActorPlaced(ANN, YARD))
    g.tell(ActorPlaced(BEN, ROOF))
    return g


def test_zones_are_drawn_put_hidden_and_forgotten() -> None:
    g = mapped()
    g.tell(ZonePut(ROOF, (4, 5)))
    g.tell(ZoneHidden(ROOF))
    area = g.state.get(ZONES)
    assert area.zones[ROOF] == Zone(ROOF, "Roof", True, (4, 5))
    assert place_of(g.state, BEN) == NOWHERE, "who stood there has no place any more"
    g.tell(ZoneForgotten(ROOF))
    assert list(g.state.get(ZONES).zones) == [YARD, LOFT]
    assert g.state.get(ZONES).borders == (Border(YARD, LOFT),)
    g.tell(MapCleared())
    assert g.state.get(ZONES) == ZoneMap()


@pytest.mark.parametrize(
    ("border", "steps", "clear"),
    [
        (Border(LOFT, ROOF), 2, 2),
        (Border(ROOF, LOFT, "a gate"), 2, None),
        (Border(LOFT, ROOF, blocker=BEN), 2, None),
    ],
)
def test_a_border_replaces_the_one_between_the_same_zones(border: Border, steps: int, clear: int | None) -> None:
    g = mapped()
    g.tell(BorderSet(border))
    area = g.state.get(ZONES)
    assert area.border(LOFT, ROOF) == border
    assert (distance(area, YARD, ROOF), distance(area, YARD, ROOF, clear_only=True)) == (steps, clear)


def test_a_border_of_a_zone_that_is_not_known_is_left_out() -> None:
    """Older logs told players of the borders of hidden zones."""
    g = mapped()
    g.tell(ZoneForgotten(ROOF))
    g.tell(BorderSet(Border(LOFT, ROOF)))
    assert g.state.get(ZONES).borders == (Border(YARD, LOFT),)


@pytest.mark.parametrize("clear_only", [True, False])
def test_no_way_leads_through_a_hidden_zone(clear_only: bool) -> None:
    g = mapped()
    g.tell(ZoneDrawn(Zone(LOFT, "Loft", is_hidden=True), ()))
    assert distance(g.state.get(ZONES), YARD, ROOF, clear_only=clear_only) is None
    assert distance(g.state.get(ZONES), YARD, LOFT, clear_only=clear_only) == (None if clear_only else 1)


def test_without_a_place_everybody_is_together() -> None:
    g = mapped()
    assert zones_between(g.state, ANN, BEN) == 2
    assert zones_between(g.state, ANN, ActorId("carl")) == 0
