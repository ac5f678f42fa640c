"""The parts of gifts."""

from __future__ import annotations

from fatetable.mechanics.kit import Part
from fatetable.rulesets.strange.gifts.impact import Impacts
from fatetable.rulesets.strange.gifts.signature import Signatures
from fatetable.rulesets.strange.kit import StrangeKit


def parts(kit: StrangeKit) -> tuple[Part, ...]:
    return Impacts(kit.tables, kit.dials.free_tags), Signatures()
