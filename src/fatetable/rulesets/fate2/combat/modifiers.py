"""What counts in a fight: what people claim, and what counts by itself (F2-MOD-10)."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.encounters.state import conflict_of, fight_of
from fatetable.mechanics.harm.penalties import penalties_now
from fatetable.mechanics.modifiers.menus import CIRCUMSTANCE, Menu, MenuRow
from fatetable.mechanics.rolls.actions import ATTACK, DEFEND, OVERCOME
from fatetable.mechanics.rolls.check_rules import ClaimableModifiers, StandingModifiers
from fatetable.mechanics.rolls.state import Modifier
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.combat.arms import armour_of, traits_of_weapon, weapon_of
from fatetable.rulesets.fate2.combat.stances import is_defensive
from fatetable.rulesets.fate2.combat.troubles import trouble_rows
from fatetable.rulesets.fate2.combat.wounds import harm_rules
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import is_of_combat

DEFENSIVE = Modifier("stance", "Fights defensively", 1, ("F2-MOD-08",))


def menu(tables: Tables, dials: Dials) -> ClaimableModifiers:
    """What may be claimed for a roll as it is declared."""

    def claimable(state: State, actor: Actor, action: str) -> Menu:
        troubles = tuple(trouble_rows(state, actor.id))
        if action in (ATTACK, DEFEND):
            by_eye = conflict_of(state) is not None
            return (*fight_menu(tables, dials, by_eye=by_eye), *troubles) if fight_of(state) else troubles
        return (*_hampered(tables, dials, state, actor), *troubles) if action == OVERCOME else ()

    return claimable


def fight_menu(tables: Tables, dials: Dials, *, by_eye: bool) -> Menu:
    """Position and the like; who has the better arms and the greater numbers, where nothing else says so."""
    counts = {"": True, "weapons": dials.weapons == "dramatic", "armour": dials.armour == "dramatic", "numbers": by_eye}
    return tuple(
        MenuRow(name=row.name, amount=row.amount, family=row.name) for row in tables.fight_modifiers if counts[row.of]
    )


def _hampered(tables: Tables, dials: Dials, state: State, actor: Actor) -> Iterator[MenuRow]:
    """Arms that are rated have drawbacks (F2-ARM-06)."""
    weapon, armour = weapon_of(tables, state, actor.id), armour_of(tables, state, actor.id)
    if dials.weapons != "dramatic" and weapon.melee and weapon.rating:
        yield MenuRow(name=f"Conceals {weapon.name}", amount=-weapon.rating, family="concealing")
    if dials.armour != "dramatic" and armour.rating:
        yield MenuRow(name=f"Needs to move freely in {armour.name}", amount=-armour.rating, family="mobility")


def standing(tables: Tables, dials: Dials) -> StandingModifiers:
    """What counts for a roll by itself: wounds (F2-WND-03 to F2-WND-06), the stance, and the traits of a weapon."""
    harm = harm_rules(tables, dials)

    def modifiers(state: State, actor: Actor, action: str, trait: str) -> tuple[Modifier, ...]:
        wounds = penalties_now(harm[actor.kind].rows(actor), state, actor, action)
        if action not in (ATTACK, DEFEND) or not is_of_combat(tables, trait):
            return wounds
        stance = (DEFENSIVE,) if action == DEFEND and is_defensive(state, actor.id) else ()
        return (*wounds, *stance, *_of_weapon(tables, state, actor, action))

    return modifiers


def _of_weapon(tables: Tables, state: State, actor: Actor, action: str) -> Iterator[Modifier]:
    """A piercing weapon is hard to attack with, a flexible one to fight with in the open (F2-ARM-13, F2-ARM-14)."""
    for held in traits_of_weapon(tables, state, actor.id):
        if held.to_use and action == ATTACK:
            yield Modifier("weapon", held.name, held.to_use, held.cites)
        if held.open and fight_of(state) is not None:
            yield Modifier(CIRCUMSTANCE, f"{held.name} (open fight)", held.open, held.cites)
