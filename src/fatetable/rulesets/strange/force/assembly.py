"""The parts of physical force."""

from __future__ import annotations

from fatetable.mechanics.kit import Part
from fatetable.rulesets.strange.force.feats import Feats
from fatetable.rulesets.strange.force.lifting import Lifting
from fatetable.rulesets.strange.kit import StrangeKit


def parts(kit: StrangeKit) -> tuple[Part, ...]:
    return Lifting(kit), Feats(kit)
