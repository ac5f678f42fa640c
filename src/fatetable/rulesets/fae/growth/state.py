"""The state of growth: what characters may still change, and stunts that wait for the game master's consent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from fatetable.engine.messages import Event
from fatetable.engine.state import Key
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.effects import Feature
from fatetable.rulesets.fae.book import Entitlement


class StuntChange(Struct, frozen=True, omit_defaults=True):
    """A stunt somebody wants to add, to take in exchange for an `old` one, or to fill the open first place with."""

    how: Literal["add", "exchange", "fill"]
    stunt: Feature
    old: str = ""


class Growth(Struct, frozen=True, omit_defaults=True):
    """`kind` is the last milestone, which came after `scene` of `session`.

    `significant_in` is the session of the last one that was more than minor; `changes` wait for consent.
    """

    left: Mapping[ActorId, Entitlement] = {}
    kind: str = ""
    scene: int = 0
    session: int = 0
    significant_in: int = 0
    changes: Mapping[ActorId, StuntChange] = {}


GROWTH: Key[Growth] = Key("advances", Growth, Growth())


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


def _reached(growth: Growth, event: MilestoneReached) -> Growth:
    return msgspec.structs.replace(
        growth,
        left=event.entitlements,
        kind=event.kind,
        scene=event.scene,
        session=event.session,
        significant_in=event.significant_in,
    )


def _entitled(growth: Growth, event: EntitlementsSet) -> Growth:
    return msgspec.structs.replace(growth, left=event.entitlements)


def _stunt_proposed(growth: Growth, event: StuntProposed) -> Growth:
    return msgspec.structs.replace(growth, changes={**growth.changes, event.actor: event.change})


def _stunt_settled(growth: Growth, event: StuntSettled) -> Growth:
    rest = {actor: change for actor, change in growth.changes.items() if actor != event.actor}
    return msgspec.structs.replace(growth, changes=rest)


GROWTH_EVOLVES = folds(
    GROWTH,
    {
        MilestoneReached: _reached,
        EntitlementsSet: _entitled,
        StuntProposed: _stunt_proposed,
        StuntSettled: _stunt_settled,
    },
)
