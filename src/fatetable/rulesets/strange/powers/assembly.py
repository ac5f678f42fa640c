"""The parts of such powers."""

from __future__ import annotations

from fatetable.mechanics.kit import Part
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.powers.variable import Variables


def parts(kit: StrangeKit) -> tuple[Part, ...]:
    return (Variables(kit),)
