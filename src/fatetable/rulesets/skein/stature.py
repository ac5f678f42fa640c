"""Enemies of such weight that they hold out as long as a hero: those of a climax, and those who keep coming back."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects import change_sheet
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of
from fatetable.mechanics.citations import Cites
from fatetable.rulesets.skein.tables import tables

CLIMACTIC = "climactic"


class RaiseStature(Command, frozen=True, tag="raise-stature"):
    """This is the enemy everything comes down to, or one that will be back: they may take as much as anybody."""

    actor: ActorId


def is_climactic(actor: Actor) -> bool:
    return actor.sheet.numbers.get(CLIMACTIC, 0) > 0


def _may_rise(actor: Actor) -> bool:
    rank = tables().person_class(actor.kind)
    return not actor.is_pc and not is_climactic(actor) and rank is not None and bool(rank.climactic_consequences)


class Stature(Struct, frozen=True):
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(name="stature", decides={RaiseStature: self._raise}, offers=self._offers)

    def _raise(self, decision: Decision, command: RaiseStature) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require(_may_rise(actor), "not-so-great", f"{actor.name} is no enemy to build a climax on.")
        numbers = {**actor.sheet.numbers, CLIMACTIC: 1}
        change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, numbers=numbers), CLIMACTIC)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in state.get(CAST).values() if seat.is_gm else ():
            if _may_rise(actor):
                yield Offer(
                    command=RaiseStature(actor.id),
                    label=f"{actor.name} is the enemy of a climax, or one who will be back",
                    cites=self.cites("stature"),
                    group="gm",
                )
