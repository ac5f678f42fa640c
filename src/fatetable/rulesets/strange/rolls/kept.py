"""Aspects that an effort keeps in place: to take one off somebody has to meet that effort (SF-ROLL-05, SF-TIER-12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import put
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.mechanics.rolls.opposition import Known

RUMOR = "rumor"
"""The slot of a card that is a rumor."""


class Kept(Struct, frozen=True, omit_defaults=True):
    """What an effort came to, on which tier, and whose it was; finding out whose is harder by what is `hidden`."""

    total: int
    scale: int = 0
    by: ActorId = NOBODY
    hidden: int = 0


KeptMap: TypeAlias = Mapping[AspectId, Kept]
KEPT: Key[KeptMap] = Key("kept-aspects", dict[AspectId, Kept], {})


class AspectKept(Event, frozen=True, tag="aspect-kept/1"):
    aspect: AspectId
    kept: Kept


class KeptAspects(Struct, frozen=True):
    def subsystem(self) -> Subsystem:
        return Subsystem(name="kept aspects", evolves=folds(KEPT, {AspectKept: put("aspect", "kept")}))


def keep(decision: Decision, aspect: AspectId, kept: Kept) -> None:
    decision.emit(AspectKept(aspect, kept))


def to_remove(state: State, aspect: AspectId, usual: int) -> Known:
    """What it takes to remove an aspect: the effort that keeps it there, or what is `usual`."""
    kept = state.get(KEPT).get(aspect)
    return Known(usual) if kept is None else Known(kept.total, kept.scale)
