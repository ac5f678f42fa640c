"""The parts of a fight."""

from __future__ import annotations

from functools import partial

from fatetable.mechanics.encounters.conceding import Conceding
from fatetable.mechanics.encounters.conflicts import Conflicts
from fatetable.mechanics.encounters.turns import CannotStart
from fatetable.mechanics.kit import Part
from fatetable.mechanics.scenes.lifecycle import WhyBusy
from fatetable.rulesets.skein.combat.ambushes import Ambushes
from fatetable.rulesets.skein.combat.climactic_enemies import ClimacticEnemies
from fatetable.rulesets.skein.combat.consequence_slots import consequence_slots, most_consequences
from fatetable.rulesets.skein.combat.creature_powers import CreaturePowers
from fatetable.rulesets.skein.combat.harm import Harm
from fatetable.rulesets.skein.combat.initiative import conflict_kinds, turn_value
from fatetable.rulesets.skein.combat.map.borders import Borders
from fatetable.rulesets.skein.combat.map.movement import Movement
from fatetable.rulesets.skein.combat.map.obstructions import Obstructions
from fatetable.rulesets.skein.combat.map.routes import ZoneGuards
from fatetable.rulesets.skein.combat.map.steps import has_moved
from fatetable.rulesets.skein.combat.modifiers import Modifiers
from fatetable.rulesets.skein.combat.mounts import Mounts
from fatetable.rulesets.skein.combat.social_skills import SocialSkills
from fatetable.rulesets.skein.combat.stances import Stances
from fatetable.rulesets.skein.combat.strike_back import StrikeBack
from fatetable.rulesets.skein.combat.stunts import CombatStunts
from fatetable.rulesets.skein.combat.turn_order import TurnOrder, may_call
from fatetable.rulesets.skein.combat.warbands.aftermath import WarbandAftermath
from fatetable.rulesets.skein.combat.warbands.orders import WarbandOrders
from fatetable.rulesets.skein.combat.warbands.state import Warbands
from fatetable.rulesets.skein.combat.weapon_state import WeaponState
from fatetable.rulesets.skein.kit import SkeinKit


def parts(
    kit: SkeinKit,
    *,
    modifiers: Modifiers,
    guards: ZoneGuards,
    why_busy: WhyBusy,
    cannot_start: CannotStart,
    bystanders: tuple[str, ...],
) -> tuple[Part, ...]:
    """`bystanders` are the kinds of actors that take no turns of their own."""
    tables, dials, checks, cites = kit.tables, kit.dials, kit.checks, kit.cites
    movement = Movement(tables=tables, guards=guards, rules=checks, cites=cites)
    warbands = Warbands(tables=tables)
    harm = Harm(
        takes_unasked=lambda actor: kit.dials.nameless_defend == "by-themselves" and kit.checks.is_nameless(actor),
        tables=tables,
        dials=dials,
        slots=lambda actor: consequence_slots(tables, actor, dials),
        most=lambda actor: most_consequences(tables, actor, dials),
        more_damage=modifiers.more_damage,
        warbands=warbands,
    )
    return (
        CreaturePowers(tables=tables, rules=checks, may_declare=kit.may_declare, cites=cites),
        SocialSkills(tables=tables, rules=checks, cites=cites),
        Conceding(pays=0, pays_per_consequence=0, cites=cites, needs_consent=True),
        movement,
        modifiers,
        warbands,
        WarbandOrders(tables=tables, rules=checks, cites=cites),
        WarbandAftermath(tables=tables, rules=checks, cites=cites),
        Mounts(tables=tables, rules=checks, cites=cites),
        CombatStunts(tables=tables, rules=checks, dials=dials, cites=cites),
        StrikeBack(tables=tables, harm=harm),
        Obstructions(tables=tables, rules=checks, may_declare=kit.may_declare, cites=cites),
        Ambushes(tables=tables, why_busy=why_busy, rules=checks, cites=cites),
        TurnOrder(tables=tables, cites=cites),
        WeaponState(tables=tables, cites=cites),
        Borders(tables, cites),
        Stances(has_moved=has_moved, cites=cites),
        Conflicts(
            kinds=conflict_kinds(dials),
            turn_value=partial(turn_value, tables),
            groups_npcs=False,
            rules=checks,
            cites=cites,
            cannot_start=cannot_start,
            stands_by=lambda actor: actor.kind in bystanders,
            may_move_on=movement.may_move_on,
            may_call=may_call,
            dice_break_ties=True,
        ),
        harm,
        ClimacticEnemies(tables, cites),
    )
