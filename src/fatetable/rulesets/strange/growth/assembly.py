"""The parts of growing."""

from __future__ import annotations

from fatetable.mechanics.kit import Part
from fatetable.rulesets.strange.growth.growing import Growing
from fatetable.rulesets.strange.kit import StrangeKit


def parts(kit: StrangeKit) -> tuple[Part, ...]:
    return (Growing(kit),)
