"""What skills cost, and what may be wrong with them."""

from fatetable.rulesets.strange.skills.checks import SkillPlace, locked_in_problems, skill_problems
from fatetable.rulesets.strange.skills.diagram import Build, Diagram, Step, builds, diagram_of, line_price
from fatetable.rulesets.strange.skills.price import (
    boxes_of,
    name_of_box,
    next_costs,
    price_of,
    price_of_trappings,
    trapping_cost,
)

__all__ = [
    "Build",
    "Diagram",
    "SkillPlace",
    "Step",
    "boxes_of",
    "builds",
    "diagram_of",
    "line_price",
    "locked_in_problems",
    "name_of_box",
    "next_costs",
    "price_of",
    "price_of_trappings",
    "skill_problems",
    "trapping_cost",
]
