"""Which attacks are possible at all: how far a weapon reaches on the map, and how many can get at one opponent.

Without a map everybody is within reach, as the Storyteller sees fit (SK-MAP-01).
"""

from __future__ import annotations

from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.scenes.zones import NOWHERE, place_of
from fatetable.rulesets.skein.book import AttackWith, Tables
from fatetable.rulesets.skein.combat.map.borders import are_indoors, zones_apart
from fatetable.rulesets.skein.combat.mounts import needs_saddle
from fatetable.rulesets.skein.combat.warbands.state import is_band, room_around
from fatetable.rulesets.skein.combat.weapon_state import cannot_use
from fatetable.rulesets.skein.rolls import STUNT, attack_kind, read_trait
from fatetable.rulesets.skein.sheet import all_effects, melee_weapon, ranged_weapon


def may_attack(tables: Tables, state: State, actor: Actor, target_id: ActorId, trait: str) -> Refusal | None:
    """Why somebody cannot attack somebody else in this way."""
    target = state.get(CAST)[target_id]
    if refusal := cannot_use(tables, state, actor, trait) or needs_saddle(tables, state, actor, trait):
        return refusal
    if is_band(actor) and room_around(tables, state, target) == 0:
        return Refusal("no-room", f"No more can get at {target.name} this turn; go for somebody else.")
    here, there = place_of(state, actor.id), place_of(state, target_id)
    if attack_kind(tables, trait) not in ("hand-to-hand", "ranged") or NOWHERE in (here, there):
        return None  # Words carry as far as one sees and hears (SK-CBT-16).
    apart = zones_apart(state, here, there)
    reach = _reach(tables, actor, trait, is_indoors=are_indoors(state, here, there))
    if apart is None or apart > reach:
        return Refusal(
            "out-of-reach", f"{target.name} is out of reach; come nearer, or use a weapon that carries farther."
        )
    return None


def _reach(tables: Tables, actor: Actor, trait: str, *, is_indoors: bool) -> int:
    """In how many zones' distance an attack reaches (SK-MAP-03, SK-MAP-04, SK-MAP-06)."""
    combat, means = tables.combat, read_trait(trait).weapon
    if means == STUNT:
        skill = read_trait(trait).skill
        kinds = [
            e.attacks for _, e in all_effects(tables, actor.sheet) if isinstance(e, AttackWith) and e.skill == skill
        ]
        return max(combat.zones_of_range.values()) if any("ranged" in attacks for attacks in kinds) else 0
    melee = melee_weapon(tables, means)
    if attack_kind(tables, trait) == "ranged":
        thrown = ranged_weapon(tables, melee.thrown if melee is not None else means)
        return combat.zones_of_range[thrown.range] if thrown is not None else 0
    return combat.figures.spear_reach_indoors if melee is not None and melee.is_spear and is_indoors else 0
