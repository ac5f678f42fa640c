"""The state of the conspiracy game: its phase, whose organisation each is, and what was named in secret."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.messages import Event, SeatId
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId


class Conspiracy(Struct, frozen=True, omit_defaults=True):
    """`makers` says who has made each organisation, `named` whom each has named since the phase ended.

    The phase `has_ended` while players are asked; if it `is_last`, no other follows.
    """

    phase: int = 1
    has_ended: bool = False
    is_last: bool = False
    is_over: bool = False
    makers: Mapping[ActorId, SeatId] = {}
    named: Mapping[ActorId, ActorId] = {}


CONSPIRACY: Key[Conspiracy] = Key("conspiracy", Conspiracy, Conspiracy())


class OrganisationFounded(Event, frozen=True, tag="fate2-organisation-founded/1"):
    actor: ActorId
    maker: SeatId


class ConspiracyPhaseEnded(Event, frozen=True, tag="fate2-conspiracy-phase-ended/1"):
    phase: int
    is_last: bool


class ConnectionNamed(Event, frozen=True, tag="fate2-connection-named/1"):
    """An organisation takes another for its closest ally or its greatest enemy; only its player and the GM know."""

    actor: ActorId
    other: ActorId
    is_ally: bool


class ConspiracyPhaseBegan(Event, frozen=True, tag="fate2-conspiracy-phase-began/1"):
    phase: int


class ConspiracyOver(Event, frozen=True, tag="fate2-conspiracy-over/1"):
    pass


def _founded(game: Conspiracy, event: OrganisationFounded) -> Conspiracy:
    return msgspec.structs.replace(game, makers={**game.makers, event.actor: event.maker})


def _ended(game: Conspiracy, event: ConspiracyPhaseEnded) -> Conspiracy:
    return msgspec.structs.replace(game, has_ended=True, is_last=event.is_last)


def _named(game: Conspiracy, event: ConnectionNamed) -> Conspiracy:
    return msgspec.structs.replace(game, named={**game.named, event.actor: event.other})


def _began(game: Conspiracy, event: ConspiracyPhaseBegan) -> Conspiracy:
    return msgspec.structs.replace(game, phase=event.phase, has_ended=False, named={})


def _over(game: Conspiracy, _: ConspiracyOver) -> Conspiracy:
    return msgspec.structs.replace(game, has_ended=False, is_over=True, named={})


CONSPIRACY_EVOLVES = folds(
    CONSPIRACY,
    {
        OrganisationFounded: _founded,
        ConspiracyPhaseEnded: _ended,
        ConnectionNamed: _named,
        ConspiracyPhaseBegan: _began,
        ConspiracyOver: _over,
    },
)


def founded(state: State) -> tuple[Actor, ...]:
    """The organisations that players have made and that are still in the game."""
    cast = state.get(CAST)
    return tuple(cast[actor] for actor in state.get(CONSPIRACY).makers if actor in cast)
