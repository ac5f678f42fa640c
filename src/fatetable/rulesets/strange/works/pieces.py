"""What can be improved or built: equipment that players' characters have, and devices that are skills."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, Actor
from fatetable.mechanics.characters.sheet import Entry
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.sheet import SKILLS, gear_of, sample_entry, skill_of, skills_of

FOCUS = ("minor-focus", "major-focus")


class Piece(NamedTuple):
    """A piece of equipment with its owner, and how many improvements it has."""

    owner: Actor
    name: str
    slots: int

    @property
    def id(self) -> str:
        return f"{self.owner.id}: {self.name}"


class Device(NamedTuple):
    """A skill that is in a device, as it is written on a sheet."""

    id: str
    label: str
    entry: Entry


def pieces(tables: Tables, state: State, actor: Actor) -> Iterator[Piece]:
    """One's own equipment, and that of others whose sheets are open."""
    for owner in state.get(CAST).values():
        if owner.id == actor.id or (owner.has_player and not owner.is_closed):
            for gear in gear_of(tables, owner.sheet):
                yield Piece(owner, gear.name, sum(each.row.slots for each in gear.improvements))


def devices(tables: Tables, state: State, actor: Actor, rating: int = 1) -> tuple[Device, ...]:
    """Skills with a Focus that somebody lacks: those of others whose sheets are open, and ready-made ones so rated."""
    others = (each for each in state.get(CAST).values() if each.id != actor.id and each.has_player)
    written = (entry for each in others if not each.is_closed for entry in each.sheet.entries.get(SKILLS, ()))
    ready = (sample_entry(tables, sample, rating) for sample in tables.samples)
    found: dict[str, Device] = {skill.id: Device("", "", Entry()) for skill in skills_of(tables, actor.sheet)}
    for entry in (*written, *ready):
        skill = skill_of(tables, entry)
        if skill.id not in found and any(held.id in FOCUS for held in skill.drawbacks):
            found[skill.id] = Device(skill.id, f"{skill.name}{tables.initial(skill.tier)}", entry)
    return tuple(device for device in found.values() if device.id)
