"""The parts of a conflict, and what it does to people."""

from __future__ import annotations

from functools import partial

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.encounters.conceding import Conceding
from fatetable.mechanics.encounters.conflicts import Conflicts
from fatetable.mechanics.encounters.taking_sides import StandsBy
from fatetable.mechanics.encounters.turns import MayMoveOn
from fatetable.mechanics.harm.absorbing import Absorbing
from fatetable.mechanics.kit import Part
from fatetable.rulesets.strange.combat.advantages import Advantages
from fatetable.rulesets.strange.combat.ambush import Ambushes
from fatetable.rulesets.strange.combat.harm import all_harm
from fatetable.rulesets.strange.combat.illusions import Illusions
from fatetable.rulesets.strange.combat.initiative import ranks
from fatetable.rulesets.strange.combat.resisting import Resisting
from fatetable.rulesets.strange.combat.wards import Wards
from fatetable.rulesets.strange.kit import StrangeKit


def parts(kit: StrangeKit, ambushes: Ambushes, *, may_move_on: MayMoveOn, stands_by: StandsBy) -> tuple[Part, ...]:
    """`may_move_on` says who can move once their action is spent; who `stands_by` takes no part in conflicts."""
    tables, dials, points = kit.tables, kit.dials, kit.tables.figures.points
    harm = all_harm(tables, dials)
    return (
        Conceding(pays=points.giving_in, pays_per_consequence=points.giving_in_per_consequence, cites=kit.cites),
        Wards(kit),
        ambushes,
        Resisting(kit),
        *((Advantages(kit),) if dials.other_weapons else ()),
        Illusions(tables, tables.figures.rolls.style),
        Conflicts(
            kinds=tuple(Choice(row.id) for row in tables.scopes),
            turn_value=_thrown_instead,
            ranks=partial(ranks, kit),
            groups_npcs=dials.npc_order == "grouped",
            rules=kit.checks,
            cites=kit.cites,
            may_move_on=may_move_on,
            stands_by=stands_by,
        ),
        Absorbing(
            rules=harm,
            cites=kit.cites,
            renamable=(),
            is_nameless=kit.checks.is_nameless,
            marks_itself=kit.checks.is_nameless,
        ),
    )


def _thrown_instead(_actor: Actor, _scope: str) -> int:
    return 0
