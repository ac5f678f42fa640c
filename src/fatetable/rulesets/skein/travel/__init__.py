"""Time that passes, journeys, vehicles and hunting."""

from fatetable.rulesets.skein.travel.assembly import parts
from fatetable.rulesets.skein.travel.hunting import FoodFound
from fatetable.rulesets.skein.travel.journeys import JOURNEY, METRES, JourneyChanged

__all__ = [
    "JOURNEY",
    "METRES",
    "FoodFound",
    "JourneyChanged",
    "parts",
]
