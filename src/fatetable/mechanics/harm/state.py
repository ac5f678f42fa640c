"""How characters have been harmed: which boxes are checked, which consequences they bear, and who is out.

How much somebody can take and what a hit does to them is passed in: see `HarmRules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import put
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.harm.rows import Rows

TAKEN_OUT = "taken-out"
CONCEDED = "conceded"
STRESS = "stress"
"""The track of characters that have only one."""


class Slot(Struct, frozen=True, gc=False):
    """A place for one consequence: how much it absorbs, what clears it, and the kinds it takes, if not every kind.

    Where there are several of a name, each has a `key` of its own; otherwise the name is the key.
    """

    name: str
    absorbs: int
    clears: str
    key: str = ""
    kinds: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.key:
            msgspec.structs.force_setattr(self, "key", self.name)

    def takes(self, kind: str) -> bool:
        """May a consequence of this kind be written here?  Any may whose kind is not said."""
        return not kind or not self.kinds or kind in self.kinds


class Mark(Struct, frozen=True, gc=False, omit_defaults=True):
    """A consequence in its slot: the card it is written on, and the session and the scene it was taken in.

    `kind` is what kind of consequence it is, where slots take several.
    """

    aspect: AspectId
    session: int
    scene: int = 0
    kind: str = ""


class Wound(Struct, frozen=True, gc=False, omit_defaults=True):
    """A box that is checked in a row of wounds, and in words what it is, if somebody has said.

    `since` is the exchange it was suffered in, 0 outside of fights; `due` is when it has healed, by the clock.  One
    that `is_mild` heals quickly, perhaps as soon as it `ends_with_scene`; one that `is_treated` has had its care.
    """

    row: str
    since: int = 0
    due: int | None = None
    words: str = ""
    id: str = ""
    is_mild: bool = False
    ends_with_scene: bool = False
    is_treated: bool = False


class Condition(Struct, frozen=True, gc=False, omit_defaults=True):
    """How an actor is: boxes checked on each track, slots filled, wounds, and whether they are out of the scene."""

    tracks: Mapping[str, tuple[bool, ...]] = {}
    marks: Mapping[str, Mark] = {}
    out: str = ""
    fate: str = ""
    wounds: tuple[Wound, ...] = ()


Conditions: TypeAlias = Mapping[ActorId, Condition]
HARM: Key[Conditions] = Key("harm", dict[ActorId, Condition], {})


class ConditionSet(Event, frozen=True, tag="condition-set/2"):
    actor: ActorId
    condition: Condition
    reason: str = ""


HARM_EVOLVES = folds(HARM, {ConditionSet: put("actor", "condition")})


class HarmRules(Protocol):
    """How a ruleset harms characters of some kind, as far as others have to know.

    Of tracks that count down people read how much is left, not which boxes are checked.
    """

    @property
    def counts_down(self) -> bool: ...

    def fresh(self, actor: Actor, /) -> Condition:
        """The condition of somebody unharmed."""
        ...

    def slots(self, actor: Actor, /) -> tuple[Slot, ...]:
        """The places for consequences."""
        ...

    def rows(self, actor: Actor, /) -> Rows:
        """The rows that wounds are marked in."""
        ...


def unchecked(lengths: Mapping[str, int]) -> Mapping[str, tuple[bool, ...]]:
    """Tracks of these lengths with nothing checked; one without boxes is none."""
    return {name: (False,) * length for name, length in lengths.items() if length}


def track_named(condition: Condition, name: str) -> str:
    """The name of a track, where an empty one stands for the only track there is."""
    return name or next(iter(condition.tracks), STRESS)


def slot_with(slots: Iterable[Slot], key: str) -> Slot | None:
    return next((slot for slot in slots if slot.key == key), None)


def in_a_row(words: Sequence[str], last: str = "and") -> str:
    """As people count things up: "mild, moderate and severe"."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def condition_of(state: State, actor: ActorId) -> Condition:
    return state.get(HARM).get(actor, Condition())


def is_out(state: State, actor: ActorId) -> bool:
    condition = state.get(HARM).get(actor)
    return condition is not None and bool(condition.out)


def is_unharmed(condition: Condition) -> bool:
    """Is nothing checked on any track or in any row, and the actor not out?"""
    return not condition.out and not condition.wounds and not any(map(any, condition.tracks.values()))


def set_condition(decision: Decision, actor: ActorId, reason: str, **changes: object) -> None:
    condition = msgspec.structs.replace(condition_of(decision.state, actor), **changes)
    decision.emit(ConditionSet(actor, condition, reason))
