"""The parts of a conflict, and what it does to people."""

from __future__ import annotations

from functools import partial

from fatetable.engine.offers import Choice
from fatetable.mechanics.encounters.conceding import Conceding
from fatetable.mechanics.encounters.conflicts import Conflicts
from fatetable.mechanics.encounters.movement import Movement
from fatetable.mechanics.encounters.turn_rulings import TurnRulings
from fatetable.mechanics.harm.absorbing import Absorbing
from fatetable.mechanics.harm.recovery import Recovery
from fatetable.mechanics.kit import Kit, Part
from fatetable.rulesets.fae.book import Tables
from fatetable.rulesets.fae.combat.harm import harm_rules, may_clear
from fatetable.rulesets.fae.dials import Dials
from fatetable.rulesets.fae.sheet import FULL_KINDS, turn_value


def parts(kit: Kit[Tables, Dials]) -> tuple[Part, ...]:
    tables, dials, figures = kit.tables, kit.dials, kit.tables.figures
    harm = harm_rules(tables, dials)
    return (
        Conceding(
            pays=figures.points.giving_in,
            pays_per_consequence=figures.points.giving_in_per_consequence,
            cites=kit.cites,
        ),
        Movement(free_zones=figures.encounters.free_zones, cites=kit.cites),
        Conflicts(
            kinds=(Choice("physical"), Choice("mental")),
            turn_value=partial(turn_value, tables),
            groups_npcs=dials.npc_order == "grouped",
            rules=kit.checks,
            cites=kit.cites,
        ),
        TurnRulings(rules=kit.checks, is_judged=lambda actor: actor.kind not in FULL_KINDS, cites=kit.cites),
        Absorbing(
            rules=harm,
            cites=kit.cites,
            renamable=figures.harm.renamable,
            is_nameless=kit.checks.is_nameless,
            marks_itself=lambda actor: dials.mook_stress == "smallest" and actor.kind not in FULL_KINDS,
        ),
        Recovery(rules=harm, may_clear=may_clear(tables, dials), waits=dials.recovery_waits),
    )
