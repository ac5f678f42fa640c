"""The parts of aspects in play."""

from __future__ import annotations

from fatetable.mechanics.aspects.boxes import Boxes
from fatetable.mechanics.aspects.compel_points import PointsByLevel
from fatetable.mechanics.aspects.compels import Compels
from fatetable.mechanics.kit import Part
from fatetable.mechanics.points.limited_uses import Period
from fatetable.rulesets.fate2.aspects.described import Describing
from fatetable.rulesets.fate2.aspects.shown import ShownAspects
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.kit import FateKit


def parts(kit: FateKit) -> tuple[Part, ...]:
    return (
        Boxes(per=refresh(kit.dials)),
        Compels(
            points=PointsByLevel(each=kit.tables.figures.compels.reward),
            cites=kit.cites,
            of_own_aspects=True,
            by_players=False,
            may_ask_for_own=False,
        ),
        ShownAspects(),
        Describing(tables=kit.tables, dials=kit.dials, cites=kit.cites),
    )


def refresh(dials: Dials) -> Period:
    """When all boxes are open again (F2-INV-11, F2-INV-12)."""
    match dials.aspect_refresh:
        case "story-point":
            return "story point"
        case other:
            return other
