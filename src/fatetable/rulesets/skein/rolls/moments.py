"""Moments of play that only Skein has."""

from __future__ import annotations

from msgspec import Struct

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.scenes.zones import ZoneId


class ScoreDamaged(Struct, frozen=True):
    """The moment after damage to a score; `cause` is what keeps the score from recovering, if anything does."""

    actor: ActorId
    score: str
    damage: int
    cause: str


class ZoneEntered(Struct, frozen=True):
    """The moment after somebody has walked into a zone."""

    actor: ActorId
    here: ZoneId
    there: ZoneId


class WayIsFree(Struct, frozen=True):
    """The moment when a ward turns out not to stop somebody who is on their way."""

    actor: ActorId
    zone: ZoneId
