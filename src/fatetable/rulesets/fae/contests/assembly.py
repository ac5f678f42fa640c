"""The parts of contests and challenges."""

from __future__ import annotations

from fatetable.mechanics.encounters.challenges import Challenges
from fatetable.mechanics.encounters.contests import Contests
from fatetable.mechanics.kit import Kit, Part
from fatetable.mechanics.rolls.actions import OVERCOME
from fatetable.rulesets.fae.book import Tables
from fatetable.rulesets.fae.dials import Dials


def parts(kit: Kit[Tables, Dials]) -> tuple[Part, ...]:
    figures = kit.tables.figures.encounters
    return (
        Contests(
            victories=figures.victories,
            action=OVERCOME,
            rules=kit.checks,
            scores=lambda outcome: figures.victory_in_style if outcome == "style" else figures.victory,
            cites=kit.cites,
        ),
        Challenges(kit.cites),
    )
