"""Workings: the state that says what a roll of magic is for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.folds import drop, put
from fatetable.engine.messages import Event
from fatetable.engine.state import Key
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.mechanics.rolls.state import RollId

MAGIC = "magic"
"""The action of every roll of magic that is no attack."""

PLAIN = ""
WORK = "work"
"""The mode in which a high degree saves time or adds to what is made, and so leaves no Spin."""

Details: TypeAlias = Mapping[str, str | int]


class Working(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a roll is for; `difficulty` is `None` where its target opposes it."""

    use: str
    maker: ActorId
    target: ActorId = NOBODY
    words: str = ""
    difficulty: int | None = None
    price: int = 0
    account: str = ""
    enchantment: str = ""
    details: Details = {}

    def text(self, key: str) -> str:
        return str(self.details.get(key, ""))

    def number(self, key: str) -> int:
        return int(self.details.get(key, 0))


Workings: TypeAlias = Mapping[RollId, Working]


WORKINGS: Key[Workings] = Key("workings", dict[RollId, Working], {})


class WorkingBegun(Event, frozen=True, tag="working-begun/1"):
    roll: RollId
    working: Working


class WorkingEnded(Event, frozen=True, tag="working-ended/1"):
    roll: RollId


WORKING_FOLDS = folds(WORKINGS, {WorkingBegun: put("roll", "working"), WorkingEnded: drop("roll")})
