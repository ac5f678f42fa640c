"""What somebody drives or rides who moves by it: a vehicle or an animal that is theirs to use (SF-MOVE-02)."""

from __future__ import annotations

from typing import NamedTuple

from fatetable.mechanics.characters.sheet import Entry

VEHICLE, VEHICLE_COST = "vehicle", "vehicle-cost"
MOVE = "move"


class OwnVehicle(NamedTuple):
    """By the rating of what it costs."""

    name: str
    cost: int


def vehicle_of(entry: Entry) -> OwnVehicle | None:
    name = entry.texts.get(VEHICLE, "").strip()
    return OwnVehicle(name, entry.numbers.get(VEHICLE_COST, 0)) if name else None
