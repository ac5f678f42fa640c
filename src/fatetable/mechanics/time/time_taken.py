"""How long pieces of work have taken people."""

from __future__ import annotations

from collections.abc import Mapping

from fatetable.engine.folds import put
from fatetable.engine.messages import Event
from fatetable.engine.state import Key
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import ActorId


class TimeTaken(Event, frozen=True, tag="time-taken/1"):
    """How long a piece of work has kept somebody."""

    actor: ActorId
    work: str
    time: str


TIME_TAKEN: Key[Mapping[ActorId, str]] = Key("time-taken", dict[ActorId, str], {})
TIME_FOLDS = folds(TIME_TAKEN, {TimeTaken: put("actor", "time")})
