"""How hard a blow is: what weapons add, what armour takes off, and which row of the track it comes to."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.state import State
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.rolls.state import ROLLS, Modifier
from fatetable.rulesets.fate2.combat.arms import armour_of, traits_of_weapon, weapon_of
from fatetable.rulesets.fate2.combat.manoeuvre_state import is_manoeuvre
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.sheet import skill_of


class Blows(Struct, frozen=True):
    """Manoeuvres are not wounds: arms count for nothing in them (F2-ARM-12)."""

    kit: FateKit

    def parts(self, state: State, hit: Hit) -> tuple[Modifier, ...]:
        """What is added to the margin of a blow (F2-ARM-05, F2-ARM-15)."""
        return () if is_manoeuvre(state, hit) else tuple(part for part in self._parts(state, hit) if part.amount)

    def _parts(self, state: State, hit: Hit) -> Iterator[Modifier]:
        tables, dials = self.kit.tables, self.kit.dials
        if dials.weapons != "dramatic" and not self._is_magic(state, hit):
            weapon = weapon_of(tables, state, hit.by)
            yield Modifier("weapon", weapon.name, weapon.rating, self.kit.cites("weapon"))
            for trait in traits_of_weapon(tables, state, hit.by):
                yield Modifier("weapon", trait.name, trait.damage, trait.cites)
        if dials.armour == "simple":
            armour = armour_of(tables, state, hit.target)
            yield Modifier("armour", armour.name, -self._armour(state, hit), self.kit.cites("armour"))

    def _is_magic(self, state: State, hit: Hit) -> bool:
        """Is it struck by magic, and not with what somebody holds?"""
        roll = state.get(ROLLS).get(hit.roll)
        traits = (effort.trait for effort in roll.efforts if effort.actor == hit.by) if roll is not None else ()
        skills = (skill_of(self.kit.tables, trait) for trait in traits)
        return any(skill is not None and skill.category == "magical" for skill in skills)

    def least(self, state: State, hit: Hit) -> tuple[int, ...]:
        """The least results of the rows of the track, by the type of the armour (F2-ARM-10, F2-ARM-11)."""
        types = {row.type: row.least for row in self.kit.tables.armour_types}
        is_by_type = self.kit.dials.armour == "advanced" and not is_manoeuvre(state, hit)
        return types[min(self._armour(state, hit), max(types))] if is_by_type else types[0]

    def _armour(self, state: State, hit: Hit) -> int:
        """What armour is worth against this weapon: pierced first, and if any is left, stronger (F2-ARM-13, 15)."""
        tables = self.kit.tables
        worth, traits = armour_of(tables, state, hit.target).rating, traits_of_weapon(tables, state, hit.by)
        worth = max(0, worth + sum(trait.armour for trait in traits))
        return worth + sum(trait.worn for trait in traits) if worth else 0
