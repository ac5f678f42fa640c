"""What the circumstances of a fight add to attacks, to defences and to damage, each as a named modifier.

Only adds up what others keep: stances, numbers, mounts, weapons, stunts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.acting import ATTACK
from fatetable.mechanics.cast import CAST, Actor
from fatetable.mechanics.moments import RollIsDeclared
from fatetable.mechanics.rolls import ROLLS, Effort, Modifier, Roll, RollId, change_effort
from fatetable.rulesets.skein.arms import melee_weapon, ranged_weapon, wielded
from fatetable.rulesets.skein.effects import Ignore
from fatetable.rulesets.skein.moving import BREAK_THROUGH
from fatetable.rulesets.skein.reckoning import numbers_bonus
from fatetable.rulesets.skein.rolling import attack_kind, means_of
from fatetable.rulesets.skein.stances import stance_of
from fatetable.rulesets.skein.stunts import all_effects
from fatetable.rulesets.skein.tables import tables
from fatetable.rulesets.skein.warbands import attack_bonus, is_band, is_rout, standing_of

Source: TypeAlias = Callable[[State, Roll, Actor, Effort], Iterator[Modifier]]
"""What something adds to one effort of a roll."""
DamageSource: TypeAlias = Callable[[State, Actor, Actor, str], Iterable[Modifier]]
"""What something adds to the damage one actor does another by an attack with a trait."""


def attack_modifiers(state: State, roll: Roll, actor: Actor, effort: Effort) -> Iterator[Modifier]:
    """What counts for whoever attacks."""
    if roll.declaration.action != ATTACK:
        return
    figures = tables().combat.figures
    target = state.get(CAST)[roll.declaration.target]
    if is_band(actor) and (bonus := attack_bonus(state, actor, target)):
        yield Modifier("numbers", "numbers", bonus, ("SK-WARB-07", "SK-WARB-08"))
    if stance_of(state, actor.id) == "offensive":
        yield Modifier("stance", "on the offensive", figures.offensive_bonus, ("SK-CBT-27",))
    weapon = ranged_weapon(means_of(effort.trait)) if attack_kind(effort.trait) == "ranged" else None
    if weapon is not None and weapon.attack_bonus:
        yield Modifier("weapon", weapon.name, weapon.attack_bonus, ("SK-EQUIP-21",))


def defence_modifiers(state: State, roll: Roll, actor: Actor, effort: Effort) -> Iterator[Modifier]:
    """What counts for whoever answers an attack, or somebody who wants to get past a shield wall."""
    if roll.declaration.action == ATTACK:
        yield from _against_attack(state, roll, actor)
    if is_rout(state, roll):
        group = state.get(CAST)[roll.declaration.target]
        attacker = state.get(CAST)[roll.actor]
        yield from () if _ignores_numbers(attacker) else _numbers(state, group, "SK-WARB-11")
    elif is_band(actor) and stance_of(state, actor.id) == "wall":
        is_met = roll.declaration.action == ATTACK or roll.declaration.mode == BREAK_THROUGH
        yield from _numbers(state, actor, "SK-WARB-12") if is_met else ()


def _against_attack(state: State, roll: Roll, actor: Actor) -> Iterator[Modifier]:
    if stance_of(state, actor.id) == "defensive":
        yield Modifier("stance", "on the defensive", tables().combat.figures.defensive_bonus, ("SK-CBT-26",))
    if attack_kind(roll.efforts[0].trait) == "hand-to-hand":
        guards = [weapon for item in wielded(actor.sheet) if (weapon := melee_weapon(item)) and weapon.defence]
        if guards:
            best = max(guards, key=lambda weapon: weapon.defence)
            yield Modifier("weapon", best.name, best.defence, ("SK-EQUIP-18",))


def _numbers(state: State, band: Actor, rule: str) -> Iterator[Modifier]:
    if bonus := numbers_bonus(standing_of(state, band)):
        yield Modifier("numbers", "numbers", bonus, (rule, "SK-WARB-08"))


def _ignores_numbers(attacker: Actor) -> bool:
    """SK-STUNT-15."""
    return any(
        isinstance(effect, Ignore) and effect.what == "warband-numbers" for _, effect in all_effects(attacker.sheet)
    )


class Circumstances(Struct, frozen=True):
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
