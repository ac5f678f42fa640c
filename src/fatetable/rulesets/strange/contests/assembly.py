"""The parts of contests and challenges."""

from __future__ import annotations

from fatetable.mechanics.encounters.challenges import Challenges
from fatetable.mechanics.encounters.contests import Contests
from fatetable.mechanics.kit import Part
from fatetable.mechanics.rolls.actions import OVERCOME
from fatetable.rulesets.strange.kit import StrangeKit


def parts(kit: StrangeKit) -> tuple[Part, ...]:
    contests = Contests(
        victories=kit.tables.figures.encounters.victories,
        action=OVERCOME,
        rules=kit.checks,
        scores=lambda _: 1,
        cites=kit.cites,
    )
    return (contests, Challenges(kit.cites))
