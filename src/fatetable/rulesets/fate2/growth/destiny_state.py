"""How each Destiny at the table stands: announced, or turned into aspects that are still to be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.rulesets.fate2.growth.state import occasion
from fatetable.rulesets.fate2.sheet import DESTINY, slot_of

SLOT = slot_of(DESTINY)


class Fulfilment(Struct, frozen=True, omit_defaults=True):
    """`announced` are scenes of this session in which it was achieved; `fulfilled` and `given_up` are levels that are
    to become other aspects; `arc_ended` is the occasion on which an arc of its owner ended last."""

    announced: tuple[int, ...] = ()
    fulfilled: int = 0
    given_up: int = 0
    arc_ended: tuple[int, int] | None = None


Fulfilments: TypeAlias = Mapping[ActorId, Fulfilment]
DESTINIES: Key[Fulfilments] = Key("destinies", dict[ActorId, Fulfilment], {})


class DestinyAnnounced(Event, frozen=True, tag="destiny-announced/1"):
    """The scene is the one in which it happens."""

    actor: ActorId
    scene: int


class DestinyTurned(Event, frozen=True, tag="destiny-turned/1"):
    """Levels of it become other aspects; those announced in this session are among them."""

    actor: ActorId
    fulfilled: int
    given_up: int


class DestinyAspectTaken(Event, frozen=True, tag="destiny-aspect-taken/1"):
    """An aspect was chosen for one of these levels."""

    actor: ActorId
    was_fulfilled: bool


class ArcOfDestinyEnded(Event, frozen=True, tag="arc-of-destiny-ended/1"):
    """Somebody with a Destiny has reached the end of an arc."""

    actor: ActorId
    scene: int
    session: int


def _change(all_of_them: Fulfilments, actor: ActorId, **fields: object) -> Fulfilments:
    changed = msgspec.structs.replace(all_of_them.get(actor, Fulfilment()), **fields)
    return {**all_of_them, actor: changed}


def _announced(found: Fulfilments, event: DestinyAnnounced) -> Fulfilments:
    before = found.get(event.actor, Fulfilment()).announced
    return _change(found, event.actor, announced=(*before, event.scene))


def _turned(found: Fulfilments, event: DestinyTurned) -> Fulfilments:
    before = found.get(event.actor, Fulfilment())
    return _change(
        found,
        event.actor,
        announced=(),
        fulfilled=before.fulfilled + event.fulfilled,
        given_up=before.given_up + event.given_up,
    )


def _taken(found: Fulfilments, event: DestinyAspectTaken) -> Fulfilments:
    before = found.get(event.actor, Fulfilment())
    if event.was_fulfilled:
        return _change(found, event.actor, fulfilled=before.fulfilled - 1)
    return _change(found, event.actor, given_up=before.given_up - 1)


def _ended(found: Fulfilments, event: ArcOfDestinyEnded) -> Fulfilments:
    return _change(found, event.actor, arc_ended=(event.scene, event.session))


DESTINY_EVOLVES = folds(
    DESTINIES,
    {DestinyAnnounced: _announced, DestinyTurned: _turned, DestinyAspectTaken: _taken, ArcOfDestinyEnded: _ended},
)


def fulfilment_of(state: State, actor: ActorId) -> Fulfilment:
    return state.get(DESTINIES).get(actor, Fulfilment())


def levels_left(state: State, actor: Actor) -> int:
    """The levels that are neither announced nor on their way to become something else."""
    found = fulfilment_of(state, actor.id)
    return actor.sheet.levels.get(SLOT, 0) - len(found.announced) - found.fulfilled - found.given_up


def an_arc_just_ended(state: State, actor: ActorId) -> bool:
    return fulfilment_of(state, actor).arc_ended == occasion(state)
