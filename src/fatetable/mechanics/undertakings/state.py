"""Undertakings: what a roll is for, as far as its declaration cannot say it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.folds import drop, put
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.mechanics.rolls.state import Roll, RollId

Details: TypeAlias = Mapping[str, str | int]


class Undertaking(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a roll is for: its purpose, who does it to whom, and what it has cost out of which account.

    `difficulty` is `None` where its target opposes it.  `work` is the id of something it is about that lasts.
    Fields are stored under the names they had when only magic was undertaken.
    """

    purpose: str = msgspec.field(name="use")
    maker: ActorId
    target: ActorId = NOBODY
    words: str = ""
    difficulty: int | None = None
    price: int = 0
    account: str = ""
    work: str = msgspec.field(default="", name="enchantment")
    details: Details = {}

    def text(self, key: str) -> str:
        return str(self.details.get(key, ""))

    def number(self, key: str) -> int:
        return int(self.details.get(key, 0))


UndertakingMap: TypeAlias = Mapping[RollId, Undertaking]
UNDERTAKINGS: Key[UndertakingMap] = Key("workings", dict[RollId, Undertaking], {})


class UndertakingBegun(Event, frozen=True, tag="working-begun/1"):
    roll: RollId
    undertaking: Undertaking = msgspec.field(name="working")


class UndertakingEnded(Event, frozen=True, tag="working-ended/1"):
    roll: RollId


UNDERTAKING_FOLDS = folds(UNDERTAKINGS, {UndertakingBegun: put("roll", "undertaking"), UndertakingEnded: drop("roll")})


def undertaking_of(state: State, roll: Roll) -> Undertaking:
    """What a roll is for; its declaration tells where nothing more was noted."""
    declared = roll.declaration
    return state.get(UNDERTAKINGS).get(roll.id) or Undertaking(
        purpose=declared.mode,
        maker=roll.actor,
        target=declared.target,
        words=declared.words,
        difficulty=roll.difficulty,
    )
