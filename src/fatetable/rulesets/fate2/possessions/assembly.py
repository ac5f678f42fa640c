"""The parts by which extras come into play."""

from __future__ import annotations

from fatetable.mechanics.kit import Part
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.possessions.minions import Minions
from fatetable.rulesets.fate2.possessions.powers import Powers
from fatetable.rulesets.fate2.possessions.servants import followers
from fatetable.rulesets.fate2.possessions.ties import Ties


def parts(kit: FateKit) -> tuple[Part, ...]:
    return (followers(kit), Minions(dials=kit.dials, cites=kit.cites), Powers(kit=kit), Ties(kit=kit))
