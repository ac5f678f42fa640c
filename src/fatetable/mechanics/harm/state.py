"""Harm by stress boxes and consequence slots: what a hit may be absorbed with, and who is out.

How many boxes and slots an actor has, and how many may go on one hit, is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.characters.cast import Actor, ActorId

T = TypeVar("T")

TAKEN_OUT = "taken-out"
CONCEDED = "conceded"


class Slot(Struct, frozen=True):
    """A place for one consequence: how much it absorbs and what clears it."""

    name: str
    absorbs: int
    clears: str


class Mark(Struct, frozen=True):
    """A consequence in its slot: the card it is written on and the session it was taken in."""

    aspect: AspectId
    session: int


class Condition(Struct, frozen=True, omit_defaults=True):
    """How an actor is: boxes checked, slots filled, what is left of scores, and whether they are out of the scene."""

    boxes: tuple[bool, ...] = ()
    marks: Mapping[str, Mark] = {}
    out: str = ""
    fate: str = ""
    scores: Mapping[str, int] = {}
    """What is left of each score, where harm counts down."""
    whole: Mapping[str, int] = {}
    """What each score was at the start: all that those can tell who do not know the sheet."""


Conditions: TypeAlias = Mapping[ActorId, Condition]
HARM: Key[Conditions] = Key("harm", dict[ActorId, Condition], {})


class ConditionSet(Event, frozen=True, tag="condition-set/1"):
    actor: ActorId
    condition: Condition
    reason: str = ""


def _set(conditions: Conditions, event: ConditionSet) -> Conditions:
    return {**conditions, event.actor: event.condition}


HARM_EVOLVES = folds(HARM, {ConditionSet: _set})


class Absorption(Struct, frozen=True):
    """One legal way to take a hit: at most the allowed boxes, any free slots, nothing left over."""

    boxes: tuple[int, ...]
    slots: tuple[str, ...]
    excess: int


def no_scores(_: Actor) -> Mapping[str, int]:
    return {}


class HarmRules(Struct, frozen=True, kw_only=True):
    """Boxes are numbered from one; box n absorbs n.  `scores` count down instead, where a ruleset has such."""

    boxes: Callable[[Actor], int]
    slots: Callable[[Actor], tuple[Slot, ...]]
    boxes_per_hit: int = 1
    scores: Callable[[Actor], Mapping[str, int]] = no_scores

    def fresh(self, actor: Actor) -> Condition:
        scores = self.scores(actor)
        return Condition(boxes=(False,) * self.boxes(actor), scores=scores, whole=scores)

    def slot(self, actor: Actor, name: str) -> Slot | None:
        return next((slot for slot in self.slots(actor) if slot.name == name), None)

    def ways(self, actor: Actor, condition: Condition, shifts: int) -> tuple[Absorption, ...]:
        """Every set of free boxes and slots that covers the whole hit, the thriftiest first."""
        free_boxes = tuple(number for number, checked in enumerate(condition.boxes, start=1) if not checked)
        free_slots = tuple(slot for slot in self.slots(actor) if slot.name not in condition.marks)
        found = []
        for boxes in _subsets(free_boxes, self.boxes_per_hit):
            for slots in _subsets(free_slots, len(free_slots)):
                excess = sum(boxes) + sum(slot.absorbs for slot in slots) - shifts
                if excess >= 0:
                    found.append(Absorption(boxes, tuple(slot.name for slot in slots), excess))
        # Lasting harm first matters, then waste: people mark stress before they bleed.
        weight = {slot.name: slot.absorbs for slot in free_slots}
        found.sort(key=lambda way: (sum(weight[name] for name in way.slots), way.excess, way.boxes))
        return tuple(found)


def in_a_row(words: Sequence[str], last: str = "and") -> str:
    """As people count things up: "mild, moderate and severe"."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def _subsets(items: tuple[T, ...], most: int) -> Iterator[tuple[T, ...]]:
    for size in range(most + 1):
        yield from combinations(items, size)


def condition_of(state: State, actor: ActorId) -> Condition:
    return state.get(HARM).get(actor, Condition())


def is_out(state: State, actor: ActorId) -> bool:
    condition = state.get(HARM).get(actor)
    return condition is not None and bool(condition.out)


def set_condition(decision: Decision, actor: ActorId, reason: str, **changes: object) -> None:
    condition = msgspec.structs.replace(condition_of(decision.state, actor), **changes)
    decision.emit(ConditionSet(actor, condition, reason))
