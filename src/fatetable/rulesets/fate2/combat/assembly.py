"""The parts of a fight, and what it does to people."""

from __future__ import annotations

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.encounters.conceding import Conceding
from fatetable.mechanics.encounters.conflicts import Conflicts
from fatetable.mechanics.encounters.movement import Movement
from fatetable.mechanics.harm.wounds import Wounding
from fatetable.mechanics.kit import Part
from fatetable.rulesets.fate2.combat.wounds import harm_rules
from fatetable.rulesets.fate2.kit import FateKit

FIGHT = Choice("fight", "Fight")


def parts(kit: FateKit) -> tuple[Part, ...]:
    return (
        Conflicts(kinds=(FIGHT,), turn_value=_by_alertness, groups_npcs=False, rules=kit.checks, cites=kit.cites),
        Conceding(pays=0, pays_per_consequence=0, cites=kit.cites),
        Movement(free_zones=1, cites=kit.cites),
        Wounding(rules=harm_rules(kit.tables, kit.dials), cites=kit.cites),
    )


def _by_alertness(actor: Actor, _kind: str) -> int:
    return max(actor.sheet.traits.get(skill, -1) for skill in ("alertness", "awareness"))
