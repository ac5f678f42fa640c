"""Harm by stress boxes and consequence slots: what a hit may be absorbed with.

How many boxes and slots an actor has is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import TypeVar

from msgspec import Struct

from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.harm.state import STRESS, Condition, Slot, unchecked

T = TypeVar("T")


class Absorption(Struct, frozen=True):
    """One legal way to take a hit: at most one box, any free slots, nothing left over."""

    boxes: tuple[int, ...]
    slots: tuple[str, ...]
    excess: int


class BoxRules(Struct, frozen=True, kw_only=True):
    """Boxes are numbered from one; box n absorbs n, and one box at most goes on a hit."""

    tracks: Callable[[Actor], Mapping[str, int]]
    slots: Callable[[Actor], tuple[Slot, ...]]

    @property
    def counts_down(self) -> bool:
        return False

    def fresh(self, actor: Actor) -> Condition:
        return Condition(tracks=unchecked(self.tracks(actor)))

    def ways(self, actor: Actor, condition: Condition, shifts: int) -> tuple[Absorption, ...]:
        """Every set of free boxes and slots that covers the whole hit, the thriftiest first."""
        boxes = condition.tracks.get(STRESS, ())
        free_boxes = tuple(number for number, checked in enumerate(boxes, start=1) if not checked)
        free_slots = tuple(slot for slot in self.slots(actor) if slot.name not in condition.marks)
        found = []
        for chosen in _subsets(free_boxes, 1):
            for slots in _subsets(free_slots, len(free_slots)):
                excess = sum(chosen) + sum(slot.absorbs for slot in slots) - shifts
                if excess >= 0:
                    found.append(Absorption(chosen, tuple(slot.name for slot in slots), excess))
        # Lasting harm first matters, then waste: people mark stress before they bleed.
        weight = {slot.name: slot.absorbs for slot in free_slots}
        found.sort(key=lambda way: (sum(weight[name] for name in way.slots), way.excess, way.boxes))
        return tuple(found)


def _subsets(items: tuple[T, ...], most: int) -> Iterator[tuple[T, ...]]:
    for size in range(most + 1):
        yield from combinations(items, size)
