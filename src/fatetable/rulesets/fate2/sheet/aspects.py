"""Aspects with levels: how often each was chosen, and what that is called (F2-ASP-03)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from fatetable.mechanics.characters.sheet import Entry


class Levels(Struct, frozen=True):
    """What was chosen, by its slot, and how many levels each has."""

    aspects: Mapping[str, str]
    levels: Mapping[str, int]


def slot_of(name: str) -> str:
    """Where an aspect stands on the sheet; written with other capitals or marks it is the same aspect.

    >>> slot_of("Guild Thief"), slot_of(" guild-thief!")
    ('guild-thief', 'guild-thief')
    """
    return "-".join(re.findall(r"\w+", name.casefold())) or name.strip()


def levels_of(names: Iterable[str]) -> Levels:
    """The aspects with these names; each time one is named it gains a level.

    >>> levels_of(["Herbalist", "Gypsy", "gypsy"]).levels
    {'herbalist': 1, 'gypsy': 2}
    """
    aspects: dict[str, str] = {}
    levels: dict[str, int] = {}
    for name in names:
        if name.strip():
            slot = slot_of(name)
            aspects.setdefault(slot, name.strip())
            levels[slot] = levels.get(slot, 0) + 1
    return Levels(aspects, levels)


def aspects_of(entry: Entry) -> tuple[str, ...]:
    """The aspects that a phase brings: the one it is named for, and more where the campaign has more."""
    return (entry.name, *entry.lists.get("aspects", ()))


WAS = "was"
"""The list of the aspects that a phase brought before one of them was changed."""


def chosen_in(entry: Entry) -> tuple[str, ...]:
    """The aspects as they were chosen when the phase was lived, also if they were changed since (F2-ADV-11)."""
    return entry.lists.get(WAS) or aspects_of(entry)
