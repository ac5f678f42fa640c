"""Harm by stress boxes and consequence slots: what a hit may be absorbed with.

How many boxes and slots an actor has is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product

from msgspec import Struct

from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.harm.rows import Rows
from fatetable.mechanics.harm.state import Condition, Slot, track_named, unchecked


class Absorption(Struct, frozen=True):
    """One legal way to take a hit: boxes, free slots by their keys, nothing left over."""

    boxes: tuple[int, ...]
    slots: tuple[str, ...]
    excess: int


class BoxRules(Struct, frozen=True, kw_only=True):
    """Boxes are numbered from one; box n absorbs n, and one box at most goes on a hit.

    What consequences leave of a hit may go into any free box that is large enough.  Where it `rolls_up`, it goes into
    the box of its number, or if that is checked into the next free one.  Where it `fills_up`, each box absorbs one, and
    as many are checked as it takes.
    """

    tracks: Callable[[Actor], Mapping[str, int]]
    slots: Callable[[Actor], tuple[Slot, ...]]
    kinds: tuple[str, ...] = ()
    """The kinds of consequences, where there are several."""
    rolls_up: bool = False
    fills_up: bool = False

    @property
    def counts_down(self) -> bool:
        return False

    def fresh(self, actor: Actor) -> Condition:
        return Condition(tracks=unchecked(self.tracks(actor)))

    def rows(self, _: Actor) -> Rows:
        return ()

    def free_slots(self, actor: Actor, condition: Condition, kind: str = "") -> tuple[Slot, ...]:
        """The slots that can take a consequence, of this kind if one is given."""
        return tuple(slot for slot in self.slots(actor) if slot.key not in condition.marks and slot.takes(kind))

    def ways(self, actor: Actor, condition: Condition, hit: Hit) -> tuple[Absorption, ...]:
        """Every set of free boxes and slots that covers the whole hit and has nothing too many, the thriftiest first.

        Of slots that are alike the first ones are taken, because it makes no difference which.
        """
        free = self.free_slots(actor, condition, hit.kind)
        found = [way for slots in _choices(free) for way in self._covering(condition, hit, slots)]
        least = [way for way in found if not any(_uses_less(other, way) for other in found)]
        # Lasting harm first matters, then waste: people mark stress before they bleed.
        weight = {slot.key: slot.absorbs for slot in free}
        least.sort(key=lambda way: (sum(weight[key] for key in way.slots), way.excess, way.boxes))
        return tuple(least)

    def _covering(self, condition: Condition, hit: Hit, slots: tuple[Slot, ...]) -> Iterator[Absorption]:
        """The ways with exactly these slots."""
        keys = tuple(slot.key for slot in slots)
        rest = hit.size - sum(slot.absorbs for slot in slots)
        if rest <= 0:
            yield Absorption((), keys, -rest)
            return
        boxes = enumerate(condition.tracks.get(track_named(condition, hit.track), ()), start=1)
        free = [number for number, is_checked in boxes if not is_checked]
        if self.fills_up:
            if len(free) >= rest:
                yield Absorption(tuple(free[:rest]), keys, 0)
            return
        large_enough = [number for number in free if number >= rest]
        for number in large_enough[:1] if self.rolls_up else large_enough:
            yield Absorption((number,), keys, number - rest)


def _choices(slots: Iterable[Slot]) -> Iterator[tuple[Slot, ...]]:
    """Every choice among slots, with only the number counted of those that are alike."""
    alike: dict[tuple[object, ...], list[Slot]] = {}
    for slot in slots:
        alike.setdefault((slot.name, slot.absorbs, slot.clears, slot.kinds), []).append(slot)
    groups = tuple(alike.values())
    for numbers in product(*(range(len(group) + 1) for group in groups)):
        yield tuple(slot for group, number in zip(groups, numbers, strict=True) for slot in group[:number])


def _uses_less(one: Absorption, other: Absorption) -> bool:
    """Does the one way get by with a part of what the other uses?"""
    parts = {*one.boxes, *one.slots}
    return parts < {*other.boxes, *other.slots}
