"""The parts of a fight, and what it does to people."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from fatetable.engine.offers import Choice
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, Actor
from fatetable.mechanics.encounters.conceding import Conceding
from fatetable.mechanics.encounters.conflicts import Conflicts
from fatetable.mechanics.encounters.frays import Frays
from fatetable.mechanics.encounters.movement import Movement
from fatetable.mechanics.encounters.state import BY_TURNS
from fatetable.mechanics.harm.hits import HitRules, PartsOfHit
from fatetable.mechanics.harm.wounds import Wounding
from fatetable.mechanics.kit import Part, part_of
from fatetable.mechanics.modifiers.claims import Claiming
from fatetable.mechanics.modifiers.menus import Menu
from fatetable.mechanics.rolls.actions import Actions
from fatetable.mechanics.rolls.state import Roll
from fatetable.rulesets.fate2 import points
from fatetable.rulesets.fate2.combat.arms import BearingArms
from fatetable.rulesets.fate2.combat.exchange import Exchange
from fatetable.rulesets.fate2.combat.hits import Blows
from fatetable.rulesets.fate2.combat.initiative import ranks
from fatetable.rulesets.fate2.combat.manoeuvres import Manoeuvring
from fatetable.rulesets.fate2.combat.off_guard import OffGuard
from fatetable.rulesets.fate2.combat.recovery.fates import Fates
from fatetable.rulesets.fate2.combat.recovery.injuries import Injuries
from fatetable.rulesets.fate2.combat.recovery.rest import Resting
from fatetable.rulesets.fate2.combat.recovery.treatment import Treating
from fatetable.rulesets.fate2.combat.scene_fights import SceneFights, cannot_repeat
from fatetable.rulesets.fate2.combat.stances import Stances
from fatetable.rulesets.fate2.combat.troubles import Troubles
from fatetable.rulesets.fate2.combat.wounds import harm_rules
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.sheet import ORGANISATION

FIGHT, DEBATE = Choice("fight", "Fight"), Choice("debate", "Debate")
"""Outcomes name effects and not causes, so people also fight without arms (F2-COMB-19)."""

PACES = (Choice("scene", "One roll"), Choice("exchange", "Exchanges"), Choice(BY_TURNS, "Turns"))


def blows(kit: FateKit, others: PartsOfHit) -> HitRules:
    """How hard a hit is; others may have a say in it."""
    own = Blows(kit).parts
    return HitRules(parts=lambda state, hit: (*own(state, hit), *others(state, hit)))


def parts(kit: FateKit) -> tuple[Part, ...]:
    return (
        Conflicts(
            kinds=(FIGHT, DEBATE),
            turn_value=_no_value,
            ranks=partial(ranks, kit),
            groups_npcs=False,
            paces=paces(kit.dials),
            cannot_start=cannot_repeat,
            stands_by=lambda actor: actor.kind == ORGANISATION,
            rules=kit.checks,
            cites=kit.cites,
        ),
        Conceding(pays=0, pays_per_consequence=0, cites=kit.cites),
        Movement(free_zones=1, cites=kit.cites),
        Wounding(
            rules=harm_rules(kit.tables, kit.dials),
            least=Blows(kit).least,
            heals_at=Injuries(kit).heals_at,
            cites=kit.cites,
        ),
        Injuries(kit),
        Treating(kit),
        Fates(kit),
        *((Resting(kit),) if kit.dials.healing == "rest-or-activity" else ()),
        BearingArms(kit),
        OffGuard(kit.cites),
        Stances(kit),
        Claiming(menu=partial(_menu, kit), cites=kit.cites),
    )


def _menu(kit: FateKit, state: State, roll: Roll, index: int) -> Menu:
    """What may still be claimed for an effort before its dice fall."""
    effort = roll.efforts[index]
    actor = state.get(CAST).get(effort.actor)
    return kit.checks.menu(state, actor, effort.action) if actor is not None else ()


def paces(dials: Dials) -> tuple[Choice, ...]:
    """The three paces, the usual one first (F2-COMB-01)."""
    return tuple(sorted(PACES, key=lambda pace: pace.value != dials.combat_pace))


def parts_on_others(kit: FateKit, parts: Iterable[Part]) -> tuple[Part, ...]:
    """What people try instead of harm, and exchanges, by the actions and the wounds of these parts."""
    found = tuple(parts)
    wounding = part_of(found, Wounding)
    interposing, buying = points.parts_on_wounds(kit, wounding)
    troubles = Troubles(kit)
    scene_fights = SceneFights(kit=kit, wounding=wounding, troubles=troubles, land_wound=interposing.land_hit)
    manoeuvring = Manoeuvring(
        kit=kit, actions=part_of(found, Actions), wounding=wounding, land_wound=scene_fights.land_hit
    )
    exchange = Exchange(kit=kit, manoeuvring=manoeuvring, scene_fights=scene_fights)
    frays = Frays(rules=exchange, cites=kit.cites)
    return (interposing, buying, troubles, scene_fights, manoeuvring, exchange, frays)


def _no_value(_actor: Actor, _kind: str) -> int:
    return 0
