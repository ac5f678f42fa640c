"""What characters own, buy and sell."""

from fatetable.rulesets.skein.possessions.animals import BROUGHT, AnimalBrought, animals_left, kind_of_animal
from fatetable.rulesets.skein.possessions.assembly import parts
from fatetable.rulesets.skein.possessions.in_play import (
    ON_ITEM,
    GripsForgotten,
    Regripped,
    add_item,
    drop_item,
    lay_out_aspects,
)
from fatetable.rulesets.skein.possessions.trading import PurchaseOver, PurchaseTested
from fatetable.rulesets.skein.possessions.wealth import (
    LOST,
    TREASURES,
    TreasureSet,
    WealthLost,
    WealthRecovering,
    treasures_of,
    wealth_of,
)

__all__ = [
    "BROUGHT",
    "LOST",
    "ON_ITEM",
    "TREASURES",
    "AnimalBrought",
    "GripsForgotten",
    "PurchaseOver",
    "PurchaseTested",
    "Regripped",
    "TreasureSet",
    "WealthLost",
    "WealthRecovering",
    "add_item",
    "animals_left",
    "drop_item",
    "kind_of_animal",
    "lay_out_aspects",
    "parts",
    "treasures_of",
    "wealth_of",
]
