"""What people try instead of harm: the result that each attempt needs, and what came of those before."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.rolls.state import RollId

MANOEUVRE = "manoeuvre"
DISARM, OTHER = "disarm", "other"


class Attempt(Struct, frozen=True):
    """Somebody goes for an effect on the one they attack, for which they need a result of that row."""

    roll: RollId
    actor: ActorId
    words: str
    aim: str = OTHER
    row: str = ""


class Manoeuvres(Struct, frozen=True, omit_defaults=True):
    """`effects` last until the fight is over."""

    attempts: tuple[Attempt, ...] = ()
    effects: Mapping[ActorId, tuple[str, ...]] = {}


MANOEUVRES: Key[Manoeuvres] = Key("manoeuvres", Manoeuvres, Manoeuvres())


class AttemptsChanged(Event, frozen=True, tag="fate2-attempts-changed/1"):
    attempts: tuple[Attempt, ...] = ()


class ManoeuvreWorked(Event, frozen=True, tag="fate2-manoeuvre-worked/1"):
    """An effect takes the place of a wound."""

    actor: ActorId
    target: ActorId
    words: str


class EffectsEnded(Event, frozen=True, tag="fate2-effects-ended/1"):
    pass


def _attempts(held: Manoeuvres, event: AttemptsChanged) -> Manoeuvres:
    return msgspec.structs.replace(held, attempts=event.attempts)


def _worked(held: Manoeuvres, event: ManoeuvreWorked) -> Manoeuvres:
    on_target = (*held.effects.get(event.target, ()), event.words)
    return msgspec.structs.replace(held, effects={**held.effects, event.target: on_target})


def _ended(held: Manoeuvres, _: EffectsEnded) -> Manoeuvres:
    return msgspec.structs.replace(held, effects={})


MANOEUVRE_EVOLVES = folds(MANOEUVRES, {AttemptsChanged: _attempts, ManoeuvreWorked: _worked, EffectsEnded: _ended})


def attempt_of(state: State, roll: RollId, actor: ActorId) -> Attempt | None:
    """What somebody goes for in a roll, if not for harm."""
    found = (each for each in state.get(MANOEUVRES).attempts if (each.roll, each.actor) == (roll, actor))
    return next(found, None)


def is_manoeuvre(state: State, hit: Hit) -> bool:
    return attempt_of(state, hit.roll, hit.by) is not None
