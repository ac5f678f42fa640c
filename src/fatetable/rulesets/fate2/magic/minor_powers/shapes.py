"""The shapes of skinchangers, and what they can roll with in one (F2-SKN-01 to F2-SKN-06)."""

from __future__ import annotations

from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.actions import ATTACK, DEFEND
from fatetable.mechanics.rolls.check_rules import Trait
from fatetable.rulesets.fate2.book import Animal, Tables
from fatetable.rulesets.fate2.sheet import skill_of, slot_of

SHAPE = "shape"
"""The list on a sheet that says whose shape its owner is in."""
OF_HANDS = ("combat", "athletic", "artistic", "professional")
"""What takes a human body; of everything else people judge what an animal can do."""


def shapes_of(tables: Tables, sheet: Sheet) -> tuple[Animal, ...]:
    """The animals somebody can turn into: those they have as aspects (F2-SKN-01)."""
    return tuple(animal for animal in tables.animals if slot_of(animal.name) in sheet.aspects)


def family_of(tables: Tables, animal: Animal) -> Animal:
    """The animal whose skills are used in a shape (F2-SKN-06)."""
    return next((other for other in tables.animals if other.name == animal.like), animal)


def shape_of(tables: Tables, sheet: Sheet) -> Animal | None:
    """Whose shape somebody is in."""
    names = sheet.lists.get(SHAPE, ())
    return next((animal for animal in tables.animals if animal.name in names), None)


def traits(tables: Tables, actor: Actor, action: str, found: tuple[Trait, ...]) -> tuple[Trait, ...]:
    """Animal skills count in their shape only, and in it what takes hands does not."""
    shape = shape_of(tables, actor.sheet)
    if shape is None:
        return tuple(trait for trait in found if not _is_of_magic(tables, trait, action))
    family = family_of(tables, shape)
    dodge = family.mobility.id
    own = {dodge, *(skill.id for skill in family.others)}
    bare = () if action == ATTACK else tuple(trait for trait in found if not _takes_hands(tables, trait))
    if action == ATTACK:
        # Without natural weapons there is only the way it moves.
        own = {family.weapon.id if family.weapon is not None else dodge}
    elif action == DEFEND:
        own = {dodge}
    return (*(trait for trait in found if trait.id in own), *bare)


def _is_of_magic(tables: Tables, trait: Trait, action: str) -> bool:
    """Is it a skill of an animal, or one of a power that does not fight?"""
    skill = skill_of(tables, trait.id)
    if skill is None or skill.category != "magical":
        return False
    animal_skills = {each.id for animal in tables.animals for each in (animal.mobility, *animal.others)}
    return trait.id in animal_skills or action in (ATTACK, DEFEND)


def _takes_hands(tables: Tables, trait: Trait) -> bool:
    skill = skill_of(tables, trait.id)
    return skill is None or skill.category in (*OF_HANDS, "magical")
