"""What skills cost, and what may be wrong with them."""

from fatetable.rulesets.strange.skills.diagram import Build, Diagram, Step, builds, diagram_of, line_price
from fatetable.rulesets.strange.skills.price import boxes_of, name_of_box, next_costs, price_of, trapping_cost

__all__ = [
    "Build",
    "Diagram",
    "Step",
    "boxes_of",
    "builds",
    "diagram_of",
    "line_price",
    "name_of_box",
    "next_costs",
    "price_of",
    "trapping_cost",
]
