"""What the circumstances of a fight add to attacks, to defences and to damage, each as a named modifier.

It adds up what the modules for stances, warbands, mounts, weapons and stunts keep.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, Actor
from fatetable.mechanics.moments import RollIsDeclared
from fatetable.mechanics.rolls.actions import ATTACK
from fatetable.mechanics.rolls.state import ROLLS, Effort, Modifier, Roll, RollId, change_effort
from fatetable.rulesets.skein.book import Ignore, Tables, numbers_bonus
from fatetable.rulesets.skein.combat.harm import DamageSource
from fatetable.rulesets.skein.combat.map.movement import BREAK_THROUGH
from fatetable.rulesets.skein.combat.stances import stance_of
from fatetable.rulesets.skein.combat.warbands.state import attack_bonus, is_band, is_rout, standing_of
from fatetable.rulesets.skein.rolls import attack_kind, read_trait
from fatetable.rulesets.skein.sheet import all_effects, melee_weapon, ranged_weapon, wielded


class Source(Protocol):
    """What something adds to one effort of a roll."""

    def __call__(self, state: State, roll: Roll, actor: Actor, effort: Effort, /) -> Iterable[Modifier]: ...


def attack_modifiers(tables: Tables, state: State, roll: Roll, actor: Actor, effort: Effort) -> Iterator[Modifier]:
    """What counts for the attacker."""
    if roll.declaration.action != ATTACK:
        return
    figures = tables.combat.figures
    target = state.get(CAST)[roll.declaration.target]
    if is_band(actor) and (bonus := attack_bonus(tables, state, actor, target)):
        yield Modifier("numbers", "numbers", bonus, ("SK-WARB-07", "SK-WARB-08"))
    if stance_of(state, actor.id) == "offensive":
        yield Modifier("stance", "on the offensive", figures.offensive_bonus, ("SK-CBT-27",))
    weapon = (
        ranged_weapon(tables, read_trait(effort.trait).weapon)
        if attack_kind(tables, effort.trait) == "ranged"
        else None
    )
    if weapon is not None and weapon.attack_bonus:
        yield Modifier("weapon", weapon.name, weapon.attack_bonus, ("SK-EQUIP-21",))


def defence_modifiers(tables: Tables, state: State, roll: Roll, actor: Actor, effort: Effort) -> Iterator[Modifier]:
    """What counts for an answer to an attack, or to somebody who wants to get past a shield wall."""
    if roll.declaration.action == ATTACK:
        yield from _against_attack(tables, state, roll, actor)
    if is_rout(tables, state, roll):
        group = state.get(CAST)[roll.declaration.target]
        attacker = state.get(CAST)[roll.actor]
        yield from () if _ignores_numbers(tables, attacker) else _numbers(tables, state, group, "SK-WARB-11")
    elif is_band(actor) and stance_of(state, actor.id) == "wall":
        is_met = roll.declaration.action == ATTACK or roll.declaration.mode == BREAK_THROUGH
        yield from _numbers(tables, state, actor, "SK-WARB-12") if is_met else ()


def _against_attack(tables: Tables, state: State, roll: Roll, actor: Actor) -> Iterator[Modifier]:
    if stance_of(state, actor.id) == "defensive":
        yield Modifier("stance", "on the defensive", tables.combat.figures.defensive_bonus, ("SK-CBT-26",))
    if attack_kind(tables, roll.efforts[0].trait) == "hand-to-hand":
        guards = [
            weapon for item in wielded(tables, actor.sheet) if (weapon := melee_weapon(tables, item)) and weapon.defence
        ]
        if guards:
            best = max(guards, key=lambda weapon: weapon.defence)
            yield Modifier("weapon", best.name, best.defence, ("SK-EQUIP-18",))


def _numbers(tables: Tables, state: State, band: Actor, rule: str) -> Iterator[Modifier]:
    if bonus := numbers_bonus(tables, standing_of(state, band)):
        yield Modifier("numbers", "numbers", bonus, (rule, "SK-WARB-08"))


def _ignores_numbers(tables: Tables, attacker: Actor) -> bool:
    """SK-STUNT-15."""
    return any(
        isinstance(effect, Ignore) and effect.what == "warband-numbers"
        for _, effect in all_effects(tables, attacker.sheet)
    )


class Modifiers(Struct, frozen=True):
    """`acting` are added as a roll is declared, `answering` as the other side chooses its own, `damage` to a hit."""

    acting: tuple[Source, ...]
    answering: tuple[Source, ...]
    damage: tuple[DamageSource, ...]

    def subsystem(self) -> Subsystem:
        return Subsystem(name="circumstances", on_moment=self._on_moment, moments=(RollIsDeclared,))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, RollIsDeclared):
            roll = decision.state.get(ROLLS)[RollId(moment.roll)]
            effort = roll.efforts[0]
            if more := self._sum(self.acting, decision.state, roll, effort):
                change_effort(decision, roll.id, 0, modifiers=(*effort.modifiers, *more))

    def _sum(self, sources: tuple[Source, ...], state: State, roll: Roll, effort: Effort) -> tuple[Modifier, ...]:
        actor = state.get(CAST)[effort.actor]
        return tuple(more for source in sources for more in source(state, roll, actor, effort))

    def more_damage(self, state: State, attacker: Actor, defender: Actor, trait: str) -> tuple[Modifier, ...]:
        return tuple(more for source in self.damage for more in source(state, attacker, defender, trait))

    def answer(self, state: State, roll: Roll, effort: Effort) -> Effort:
        """A defending effort with everything that counts for it."""
        more = self._sum(self.answering, state, roll, effort)
        return msgspec.structs.replace(effort, modifiers=(*effort.modifiers, *more))
