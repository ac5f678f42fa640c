"""What stunts have done to a fight: rage, vows, charges and inspired troops, and what each of them adds.

The commands that bring it about are in `stunts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import set_to
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.rolls.state import Effort, Modifier, Roll
from fatetable.mechanics.scenes.sides import side_of
from fatetable.mechanics.scenes.zones import NOWHERE, place_of
from fatetable.rulesets.skein.book import DamageBonus, RollBonus, Tables
from fatetable.rulesets.skein.combat.map.steps import steps_of
from fatetable.rulesets.skein.rolls import attack_kind, read_trait
from fatetable.rulesets.skein.sheet import COMBAT_SKILL, Taken, all_effects, effects_of, price_of, skill_of, taken


class Vow(Struct, frozen=True):
    weapon: str
    enemy: ActorId


class Inspiration(Struct, frozen=True):
    by: ActorId
    name: str
    amount: int


class Deeds(Struct, frozen=True, omit_defaults=True):
    """What stunts have done to a fight; `used` is what can be tried once in a fight.

    `charging` says in which turn; once its first attack is made, the number is negative.
    """

    raging: tuple[ActorId, ...] = ()
    vows: Mapping[ActorId, Vow] = {}
    charging: Mapping[ActorId, int] = {}
    inspired: tuple[Inspiration, ...] = ()
    used: tuple[str, ...] = ()


DEEDS: Key[Deeds] = Key("deeds", Deeds, Deeds())


class DeedsChanged(Event, frozen=True, tag="deeds-changed/1"):
    deeds: Deeds


DEEDS_EVOLVES = folds(DEEDS, {DeedsChanged: set_to("deeds")})


def change_deeds(decision: Decision, **changes: object) -> None:
    changed = msgspec.structs.replace(decision.state.get(DEEDS), **changes)
    if changed != decision.state.get(DEEDS):
        decision.emit(DeedsChanged(changed))


@remembered(limit=8192, has_texts=True)
def damage_bonus(tables: Tables, actor: Actor, kind: str) -> tuple[Taken, DamageBonus] | None:
    """A stunt that adds to damage in this way: while raging, to a named enemy, in a charge."""
    for found, effect in all_effects(tables, actor.sheet):
        if isinstance(effect, DamageBonus):
            is_so = {
                "rage": effect.until is not None,
                "vow": effect.against_named_enemy,
                "charge": effect.first_attack_of_charge,
            }
            if is_so[kind]:
                return found, effect
    return None


def points_of(found: Taken) -> int:
    price = price_of(found)
    return price.points if price else 0


# -- what it adds ----------------------------------------------------------------------------------------------------


def is_charging(state: State, attacker: Actor, defender: Actor) -> bool:
    """Has somebody come into the other's zone this turn, or the Storyteller said so where there is no map?"""
    here = place_of(state, attacker.id)
    conflict, claimed = conflict_of(state), state.get(DEEDS).charging.get(attacker.id, 0)
    if conflict is None or claimed == -conflict.exchange:
        return False
    if NOWHERE in (here, place_of(state, defender.id)):
        return claimed == conflict.exchange
    return steps_of(state, attacker.id).entered == here == place_of(state, defender.id)


def stunt_damage(tables: Tables, state: State, attacker: Actor, defender: Actor, trait: str) -> Iterator[Modifier]:
    """Rage, vengeance and heroic charges (SK-CBT-31)."""
    deeds, kind = state.get(DEEDS), attack_kind(tables, trait)
    vow = deeds.vows.get(attacker.id)
    applies = {
        "rage": attacker.id in deeds.raging,
        "vow": vow == Vow(read_trait(trait).weapon, defender.id),
        "charge": is_charging(state, attacker, defender),
    }
    for way, is_so in applies.items():
        found = damage_bonus(tables, attacker, way) if is_so else None
        if found is not None and kind in found[1].attacks:
            yield Modifier("feature", found[0].feature.name, found[1].amount, ("SK-CBT-31",))


def inspired_modifiers(tables: Tables, state: State, _: Roll, actor: Actor, effort: Effort) -> Iterator[Modifier]:
    """In the first turn of a fight, on combat skills, for everybody on the inspirer's side."""
    conflict = conflict_of(state)
    skill = skill_of(tables, read_trait(effort.trait).skill)
    is_combat = read_trait(effort.trait).skill == COMBAT_SKILL or (skill is not None and skill.is_combat)
    if conflict is None or conflict.exchange != 1 or not is_combat:
        return
    for inspiration in state.get(DEEDS).inspired:
        if side_of(state, inspiration.by) == side_of(state, actor.id):
            yield Modifier("inspired", inspiration.name, inspiration.amount, ("SK-STUNT-04", "SK-STUNT-58"))


def may_claim(tables: Tables, _: Actor, _action: str, _trait: str, features: tuple[Feature, ...]) -> bool:
    """One style for a roll (SK-STUNT-09)."""
    return sum(is_style(tables, feature) for feature in features) <= 1


def is_style(tables: Tables, feature: Feature) -> bool:
    """Is it a stunt for one style of fighting?"""
    found = taken(tables, feature)
    return found is not None and any(isinstance(e, RollBonus) and e.mode for e in effects_of(tables, found))
