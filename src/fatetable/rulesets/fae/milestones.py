"""What milestones of Fate Accelerated grant and how it is kept on record, from one session to the next.

Knows nothing about when a milestone comes, nor what people make of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.messages import Event
from fatetable.engine.state import Key
from fatetable.engine.subsystem import folds
from fatetable.mechanics.cast import ActorId
from fatetable.mechanics.effects import Feature

MilestoneKind: TypeAlias = Literal["minor", "significant", "major"]
KINDS: tuple[MilestoneKind, ...] = ("minor", "significant", "major")


class Entitlement(Struct, frozen=True, omit_defaults=True):
    """What a character may still change because of the last milestone."""

    minor: int = 0
    raises: int = 0
    stunts: int = 0
    concepts: int = 0


class StuntChange(Struct, frozen=True, omit_defaults=True):
    """A stunt somebody wants to add, to take in exchange for an `old` one, or to fill the open first place with."""

    how: Literal["add", "exchange", "fill"]
    stunt: Feature
    old: str = ""


class Advances(Struct, frozen=True, omit_defaults=True):
    """`kind` is the milestone of the last occasion, which `scene` of which `session` led to; `significant_in` is the
    session of the last one that was more than minor; `changes` wait for the game master's consent."""

    left: Mapping[ActorId, Entitlement] = {}
    kind: str = ""
    scene: int = 0
    session: int = 0
    significant_in: int = 0
    changes: Mapping[ActorId, StuntChange] = {}


ADVANCES: Key[Advances] = Key("advances", Advances, Advances())

GRANTS: Mapping[MilestoneKind, Entitlement] = {
    "minor": Entitlement(minor=1),
    "significant": Entitlement(minor=1, raises=1),
    "major": Entitlement(minor=1, raises=1, stunts=1, concepts=1),
}


class MilestoneReached(Event, frozen=True, tag="milestone-reached/1"):
    kind: str
    entitlements: Mapping[ActorId, Entitlement]
    scene: int
    session: int
    significant_in: int


class EntitlementsSet(Event, frozen=True, tag="entitlements-set/1"):
    entitlements: Mapping[ActorId, Entitlement]


class StuntProposed(Event, frozen=True, tag="stunt-proposed/1"):
    actor: ActorId
    change: StuntChange


class StuntSettled(Event, frozen=True, tag="stunt-settled/1"):
    actor: ActorId


def _reached(advances: Advances, event: MilestoneReached) -> Advances:
    return msgspec.structs.replace(
        advances,
        left=event.entitlements,
        kind=event.kind,
        scene=event.scene,
        session=event.session,
        significant_in=event.significant_in,
    )


def _entitled(advances: Advances, event: EntitlementsSet) -> Advances:
    return msgspec.structs.replace(advances, left=event.entitlements)


def _stunt_proposed(advances: Advances, event: StuntProposed) -> Advances:
    return msgspec.structs.replace(advances, changes={**advances.changes, event.actor: event.change})


def _stunt_settled(advances: Advances, event: StuntSettled) -> Advances:
    rest = {actor: change for actor, change in advances.changes.items() if actor != event.actor}
    return msgspec.structs.replace(advances, changes=rest)


ADVANCES_EVOLVES = folds(
    ADVANCES,
    {
        MilestoneReached: _reached,
        EntitlementsSet: _entitled,
        StuntProposed: _stunt_proposed,
        StuntSettled: _stunt_settled,
    },
)


def rank(kind: str) -> int:
    return KINDS.index(msgspec.convert(kind, MilestoneKind))


def topped_up(left: Entitlement, granted: str, kind: MilestoneKind) -> Entitlement:
    """What is left of the milestone granted on this occasion, and what the higher one adds to it."""
    if not granted:
        return GRANTS[kind]
    old, new = GRANTS[msgspec.convert(granted, MilestoneKind)], GRANTS[kind]
    return Entitlement(
        **{what: getattr(left, what) + getattr(new, what) - getattr(old, what) for what in left.__struct_fields__}
    )


def counted(numbers: Mapping[str, int], granted: str, kind: MilestoneKind) -> Mapping[str, int]:
    """The history on a sheet after one more milestone; the one it replaces no longer counts.

    A sheet from elsewhere may tell of raises and refresh but not of the milestones that gave them (FAE-ADV-12).
    """
    counts = dict(numbers)
    counts.setdefault("milestones-major", counts.get("refresh-gained", 0))
    counts.setdefault("milestones-significant", max(0, counts.get("raises", 0) - counts["milestones-major"]))
    counts[f"milestones-{kind}"] = counts.get(f"milestones-{kind}", 0) + 1
    if granted:
        counts[f"milestones-{granted}"] -= 1
    if kind == "major":
        counts["refresh-gained"] = counts.get("refresh-gained", 0) + 1
    return {name: number for name, number in counts.items() if number or name in numbers}
