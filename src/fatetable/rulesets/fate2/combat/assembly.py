"""The parts of a fight, and what it does to people."""

from __future__ import annotations

from functools import partial

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.encounters.conceding import Conceding
from fatetable.mechanics.encounters.conflicts import Conflicts
from fatetable.mechanics.encounters.movement import Movement
from fatetable.mechanics.harm.wounds import Wounding
from fatetable.mechanics.kit import Part
from fatetable.rulesets.fate2.combat.initiative import ranks
from fatetable.rulesets.fate2.combat.wounds import harm_rules
from fatetable.rulesets.fate2.kit import FateKit

FIGHT, DEBATE = Choice("fight", "Fight"), Choice("debate", "Debate")
"""Outcomes name effects and not causes, so people also fight without arms (F2-COMB-19)."""


def parts(kit: FateKit) -> tuple[Part, ...]:
    return (
        Conflicts(
            kinds=(FIGHT, DEBATE),
            turn_value=_no_value,
            ranks=partial(ranks, kit),
            groups_npcs=False,
            rules=kit.checks,
            cites=kit.cites,
        ),
        Conceding(pays=0, pays_per_consequence=0, cites=kit.cites),
        Movement(free_zones=1, cites=kit.cites),
        Wounding(rules=harm_rules(kit.tables, kit.dials), cites=kit.cites),
    )


def _no_value(_actor: Actor, _kind: str) -> int:
    return 0
