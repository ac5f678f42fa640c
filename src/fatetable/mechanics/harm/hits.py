"""A hit: whom it falls on, what it harms, and everything that makes it larger or smaller.

What a weapon adds and armour takes are parts of the hit, so that it can explain its size.
"""

from __future__ import annotations

from typing import Protocol

import msgspec
from msgspec import Struct

from fatetable.engine.state import State
from fatetable.mechanics.book.ladder import signed
from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.mechanics.rolls.state import Modifier, Roll, RollId


class Hit(Struct, frozen=True, kw_only=True):
    """`amount` is what the roll gave.  `track` is the one it harms, empty where there is only one.

    `kind` is the kind of consequence it may cause; empty if any kind will do.
    """

    target: ActorId
    by: ActorId
    amount: int
    track: str = ""
    kind: str = ""
    parts: tuple[Modifier, ...] = ()
    roll: RollId = RollId("")

    @property
    def size(self) -> int:
        """What has to be taken: never less than nothing."""
        return max(0, self.amount + sum(part.amount for part in self.parts))

    def in_parts(self) -> str:
        """Why it is as large as it is, where anything but the roll counts: "(2 by the roll, weapon +2, armour -1)"."""
        parts = ", ".join(f"{part.label} {signed(part.amount)}" for part in self.parts)
        return f"({self.amount} by the roll, {parts})" if parts else ""


class Aim(Protocol):
    """Which track a roll harms, and which kind of consequence it causes."""

    def __call__(self, state: State, roll: Roll, /) -> tuple[str, str]: ...


class PartsOfHit(Protocol):
    """What weapons, armour and the like add to a hit or take from it."""

    def __call__(self, state: State, hit: Hit, /) -> tuple[Modifier, ...]: ...


class BoundsOfFate(Protocol):
    """What a roll cannot do to somebody whom it takes out, in words."""

    def __call__(self, state: State, roll: Roll, /) -> str: ...


def one_track(_: State, __: Roll) -> tuple[str, str]:
    return "", ""


def bare(_: State, __: Hit) -> tuple[Modifier, ...]:
    return ()


def no_bounds(_: State, __: Roll) -> str:
    return ""


class HitRules(Struct, frozen=True, kw_only=True):
    """What the hits of a game are aimed at and how large they are."""

    aim: Aim = one_track
    parts: PartsOfHit = bare
    bounds: BoundsOfFate = no_bounds

    def hit(self, state: State, roll: Roll, shifts: int, target: ActorId = NOBODY, by: ActorId = NOBODY) -> Hit:
        """The hit that a roll deals: to the one who defended in it and by the one who acted, if nobody is named."""
        track, kind = self.aim(state, roll)
        hit = Hit(
            target=target or roll.defender, by=by or roll.actor, amount=shifts, track=track, kind=kind, roll=roll.id
        )
        return msgspec.structs.replace(hit, parts=self.parts(state, hit))


def weapon_and_armour(amount: int, weapon: int, armour: int) -> tuple[Modifier, ...]:
    """A weapon at most doubles what the roll gave; armour is taken off afterwards, and never turns a hit into a gain.

    >>> [part.amount for part in weapon_and_armour(2, weapon=3, armour=1)]
    [2, -1]
    """
    adds = min(max(0, weapon), max(0, amount))
    takes = min(max(0, armour), max(0, amount) + adds)
    parts = (Modifier("weapon", "weapon", adds), Modifier("armour", "armour", -takes))
    return tuple(part for part in parts if part.amount)
