"""A vehicle or an animal that comes with a skill that moves by it (SF-MOVE-02)."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem
from fatetable.rulesets.strange.sheet import VEHICLE, VEHICLE_COST, vehicle_of
from fatetable.rulesets.strange.skills.checks.places import SkillPlace


def vehicle_problems(place: SkillPlace) -> Iterator[Problem]:
    vehicle, label = vehicle_of(place.entry), place.tables.ladder.label
    if vehicle is None:
        return
    if not place.skill.has("move"):
        message = f"{vehicle.name[:60]} comes with the trapping Move alone."
        fix = "Add Move, or take it off."
        yield place.error("vehicle-without-move", message, fix, "SF-MOVE-02", at=f"texts.{VEHICLE}")
    elif vehicle.cost > place.skill.rating:
        message = (
            f"{vehicle.name[:60]} costs {label(vehicle.cost)}, more than the rating of {label(place.skill.rating)}."
        )
        fix = "Choose a cheaper one, or raise the rating."
        yield place.error("vehicle-too-dear", message, fix, "SF-MOVE-02", at=f"numbers.{VEHICLE_COST}")
