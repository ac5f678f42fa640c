"""Stress on three tracks, slots for consequences, and what weapons and armour do to a hit."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, Actor
from fatetable.mechanics.harm.boxes import BoxRules
from fatetable.mechanics.harm.hits import Hit, HitRules, weapon_and_armour
from fatetable.mechanics.harm.state import STRESS
from fatetable.mechanics.rolls.state import ROLLS, Modifier, Roll
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.combat.advantages import ARMOUR, WEAPON, advantage_of
from fatetable.rulesets.strange.combat.weapons import weapon_of
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.sheet import (
    COMPANION,
    DEVICE,
    MINION_GROUP,
    PSYCHIC,
    QUALITY,
    device_boxes,
    has_track,
    is_spared,
    skill_rolled,
    slots_of,
    toughness,
    tracks_of,
    trapping_behind,
    trapping_rolled,
)


def harm_rules(tables: Tables, dials: Dials) -> BoxRules:
    """SF-STRESS-02: one box for a hit, the one of its number or the next free one; or a box for each point."""
    return BoxRules(
        tracks=lambda actor: tracks_of(tables, actor.sheet),
        slots=lambda actor: slots_of(tables, actor.sheet),
        kinds=tuple(row.id for row in tables.scopes),
        rolls_up=dials.stress == "one-box",
        fills_up=dials.stress == "box-for-each",
    )


def hit_rules(tables: Tables) -> HitRules:
    return HitRules(aim=partial(_aim, tables), parts=partial(_parts, tables), bounds=partial(_bounds, tables))


def _aim(tables: Tables, state: State, roll: Roll) -> tuple[str, str]:
    """SF-TRAP-03: the track an attack harms, and the consequences it causes, if no Unusual says otherwise."""
    trait = roll.efforts[0].trait
    row = tables.attack(trapping_behind(trait))
    assert row is not None, "only trappings of attack are attacked with"
    held = trapping_rolled(tables, state.get(CAST)[roll.actor].sheet, trait)
    others = (each.consequences for each in tables.unusual if any(each.id in one.terms for one in held))
    return tables.track(row.scope), next(filter(None, others), row.scope)


def _bounds(tables: Tables, state: State, roll: Roll) -> str:
    """Nobody is controlled without the Psychic Extra (SF-CONVINCE-02, SF-GUILE-02)."""
    row, trait = tables.attack(trapping_behind(roll.efforts[0].trait)), roll.efforts[0].trait
    sheet = state.get(CAST)[roll.actor].sheet
    is_psychic = any(PSYCHIC in held.extras for held in trapping_rolled(tables, sheet, trait))
    return row.bounds if row is not None and not is_psychic else ""


def _parts(tables: Tables, state: State, hit: Hit) -> tuple[Modifier, ...]:
    if does_nothing_to(tables, state, hit):
        return (Modifier("spared", "no use against them", -hit.amount, ("SF-STR-13",)),)
    scope = next(row.id for row in tables.scopes if row.track == hit.track)
    better = advantage_of(tables, state, hit.by, WEAPON, scope)
    safer = advantage_of(tables, state, hit.target, ARMOUR, scope)
    parts = weapon_and_armour(
        hit.amount,
        weapon=weapon_of(tables, state, hit) + max(0, better),
        armour=armour_of(tables, state.get(CAST)[hit.target], hit.track) + max(0, safer),
    )
    # What is worse than nothing neither doubles nor goes below it.
    worse = max(min(0, better) - min(0, safer), -hit.amount - sum(part.amount for part in parts))
    return (*parts, Modifier("advantage", "disadvantage", worse, ("SF-WEAP-05",))) if worse else parts


def does_nothing_to(tables: Tables, state: State, hit: Hit) -> bool:
    """Is it an attack by a skill that does not work on people like its target?"""
    attacker, roll = state.get(CAST).get(hit.by), state.get(ROLLS).get(hit.roll)
    if attacker is None or roll is None:
        return False
    used = (effort.trait for effort in roll.efforts if effort.actor == hit.by)
    target = state.get(CAST)[hit.target]
    return any(is_spared(skill_rolled(tables, attacker.sheet, trait), target) for trait in used)


def armour_of(tables: Tables, actor: Actor, track: str) -> int:
    """What a character's armour takes off hits on a track (SF-WEAP-02)."""
    scope = next(row.id for row in tables.scopes if row.track == track)
    return toughness(tables, actor.sheet, scope).armour


def all_harm(tables: Tables, dials: Dials) -> Mapping[str, BoxRules]:
    """By kind of actor."""
    minions = BoxRules(tracks=lambda group: {STRESS: group.sheet.numbers.get(QUALITY, 1)}, slots=lambda _: ())
    devices = msgspec.structs.replace(harm_rules(tables, dials), tracks=partial(_of_a_device, tables))
    return {
        **dict.fromkeys(("hero", "npc", COMPANION), harm_rules(tables, dials)),
        MINION_GROUP: minions,
        DEVICE: devices,
    }


def _of_a_device(tables: Tables, device: Actor) -> Mapping[str, int]:
    return {tables.track("physical"): device_boxes(tables, device.sheet)} if has_track(device.sheet) else {}
