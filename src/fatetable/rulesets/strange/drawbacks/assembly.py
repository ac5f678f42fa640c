"""The parts of drawbacks in play."""

from __future__ import annotations

from fatetable.mechanics.kit import Part
from fatetable.rulesets.strange.drawbacks.readiness import Readiness
from fatetable.rulesets.strange.kit import StrangeKit


def parts(kit: StrangeKit) -> tuple[Part, ...]:
    return (Readiness(kit),)
