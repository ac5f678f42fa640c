"""Checks that the tables of Skein agree with each other: every name in one of them is an entry of another.

A contradiction is an error in our data, never in a player's sheet.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from fatetable.mechanics.characters.trait_groups import group_and_name
from fatetable.rulesets.skein.book.stunt_effects import UnlockSkill

if TYPE_CHECKING:
    from fatetable.rulesets.skein.book.entries import SheetRow, Stunt
    from fatetable.rulesets.skein.book.tables import Tables

SKILL_FIELDS = frozenset({"skill", "skills", "on_skills", "resisted_with", "in_doubt", "group"})
TIME_FIELDS = frozenset({"since", "time", "lasts", "breath"})
SKILL_ID = re.compile(r"[a-z][a-z-]*")
COLLECTIVE_SKILLS = frozenset({"combat-skill", "army-skill"})
"""The one skill of a warband, and the one of an army."""


def contradictions(tables: Tables) -> Iterator[str]:
    yield from _repeated("skill", (skill.id for skill in tables.skills))
    yield from _repeated("stunt", (stunt.id for stunt in tables.stunts))
    yield from _repeated("stunt", (stunt.name for stunt in tables.stunts))
    yield from _skills(tables)
    yield from _procedures(tables)
    for stunt in tables.stunts:
        yield from _stunt(stunt, tables)
    for god in tables.gods:
        unknown = (stunt for stunt in god.stunts if tables.stunt(stunt) is None)
        yield from (f"{god.name} permits {stunt}, which is no stunt" for stunt in unknown)
    yield from _arms(tables)
    yield from _times(tables)
    for row in (*tables.characters, *tables.animals, *tables.opposition):
        yield from _sheet(row, tables)


def _repeated(what: str, names: Iterable[str]) -> Iterator[str]:
    yield from (f"two {what}s are called {name}" for name, count in Counter(names).items() if count > 1)


def _skills(tables: Tables) -> Iterator[str]:
    known = {skill.id for skill in tables.skills}
    for skill in tables.skills:
        if not SKILL_ID.fullmatch(skill.id) or group_and_name(skill.name) or not skill.name.strip():
            yield f"{skill.id!r} needs a name, and an id of small letters and hyphens"
        for opposed in skill.opposes:
            if opposed.skill not in known:
                yield f"{skill.id} opposes {opposed.skill}, which is no skill"
        if (skill.category == "magical") != bool(skill.calling):
            yield f"{skill.id} must have a calling if and only if it is magical"
        if skill.calling and not _unlocks(tables.stunt(skill.calling), skill.id):
            yield f"the calling {skill.calling} does not unlock {skill.id}"
        if skill.time and skill.time not in tables.time.track:
            yield f"{skill.time} is not on the time track"


def _procedures(tables: Tables) -> Iterator[str]:
    known = {skill.id for skill in tables.skills} | COLLECTIVE_SKILLS
    for row in tables.procedures:
        yield from (f"{row.id} is rolled with {skill}, which is no skill" for skill in row.skills if skill not in known)
        if row.time and row.time not in tables.time:
            yield f"{row.id} takes {row.time}, which is not on the time track"


def _unlocks(stunt: Stunt | None, skill: str) -> bool:
    return stunt is not None and UnlockSkill(skill) in stunt.effects


def _stunt(stunt: Stunt, tables: Tables) -> Iterator[str]:
    known = {skill.id for skill in tables.skills}
    if tables.stunt_type(stunt.type) is None:
        yield f"{stunt.id} is of an unknown type {stunt.type}"
    for skill in stunt.skills:
        if skill not in known:
            yield f"{stunt.id} names {skill}, which is no skill"
    blanks = {blank.name for blank in stunt.blanks}
    wanted = {name for text in (stunt.text, stunt.shown_as) for _, name, _, _ in string.Formatter().parse(text) if name}
    if not wanted <= blanks:
        yield f"{stunt.id} has no blank for {', '.join(sorted(wanted - blanks))}"
    for field, value in _mentioned(msgspec.to_builtins(stunt.effects)):
        if field in SKILL_FIELDS and value and value not in known:
            yield f"an effect of {stunt.id} names {value}, which is no skill"
        if field in TIME_FIELDS and value and value not in tables.time.track:
            yield f"an effect of {stunt.id} names {value}, which is not on the time track"


def _mentioned(value: Any, field: str = "") -> Iterator[tuple[str, str]]:
    """Every word in an effect with the name of the field it stands in."""
    match value:
        case str():
            yield field, value
        case Mapping():
            for name, part in value.items():
                yield from _mentioned(part, str(name))
        case list() | tuple():
            for part in value:
                yield from _mentioned(part, field)


def _arms(tables: Tables) -> Iterator[str]:
    ranged = {weapon.name: weapon for weapon in tables.arms.ranged}
    for weapon in tables.arms.melee:
        if weapon.thrown:
            flying = ranged.get(weapon.thrown)
            if flying is None or (flying.damage, flying.cost) != (weapon.damage, weapon.cost):
                yield f"{weapon.name} is another weapon when it is thrown"
    animals = {row.name for row in tables.animals}
    for good in tables.goods:
        if good.animal and good.animal not in animals:
            yield f"{good.name} is a {good.animal}, which is no animal"


def _times(tables: Tables) -> Iterator[str]:
    track = tables.time.track
    yield from _repeated("step of the time track", track)
    named = [
        *(time for recovery in tables.healing.recoveries for time in (recovery.time, recovery.treated_from)),
        *(time for affliction in tables.healing.afflictions for time in (affliction.onset, affliction.lasts)),
        *(tables.buying.recovery, tables.magic.spirit_magic.lasting_time),
        *(tables.magic.glamour.lasts, tables.magic.plant_and_root.time, tables.magic.rune_magic.time),
        tables.magic.shapechanging.skin_time,
    ]
    yield from (f"{time} is not on the time track" for time in named if time not in track)


def _sheet(row: SheetRow, tables: Tables) -> Iterator[str]:
    for trait in row.skills:
        member = group_and_name(trait)
        skill = tables.skill(member[0] if member else trait)
        is_known = trait in COLLECTIVE_SKILLS or (skill is not None and skill.is_group == bool(member))
        if not is_known:
            yield f"{row.name} has {trait}, which is no skill"
    for taken in row.stunts:
        stunt = tables.stunt(taken.id)
        if stunt is None:
            yield f"{row.name} has {taken.id}, which is no stunt"
