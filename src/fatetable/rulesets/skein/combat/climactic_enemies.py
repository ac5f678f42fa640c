"""Enemies of a climax and recurring enemies, who can take as much harm as a hero."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import change_sheet
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of
from fatetable.rulesets.skein.book import Tables

CLIMACTIC = "climactic"


class RaiseStature(Command, frozen=True, tag="raise-stature"):
    """This is the enemy everything comes down to, or one that will be back: they may take as much as anybody."""

    actor: ActorId


def is_climactic(actor: Actor) -> bool:
    return actor.sheet.numbers.get(CLIMACTIC, 0) > 0


def cannot_rise(tables: Tables, actor: Actor) -> Refusal | None:
    """Why somebody cannot be made the enemy of a climax."""
    rank = tables.person_class(actor.kind)
    if is_climactic(actor):
        return Refusal("not-so-great", f"{actor.name} is a major enemy already.")
    if actor.is_pc or rank is None or not rank.climactic_consequences:
        why = "only people of the Storyteller's who are of some weight can be"
        return Refusal("not-so-great", f"{actor.name} cannot be a major enemy: {why}.")
    return None


class ClimacticEnemies(Struct, frozen=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(name="stature", decides={RaiseStature: self._raise}, offers=self._offers)

    def _raise(self, decision: Decision, command: RaiseStature) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require_allowed(cannot_rise(self.tables, actor))
        numbers = {**actor.sheet.numbers, CLIMACTIC: 1}
        change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, numbers=numbers), CLIMACTIC)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in state.get(CAST).values() if seat.is_gm else ():
            if cannot_rise(self.tables, actor) is None:
                yield Offer(
                    command=RaiseStature(actor.id),
                    **one_of_a_family("Make … a major enemy", actor.name),
                    verb="change",
                    target=Target("actor", actor.id),
                    cites=self.cites("stature"),
                    group="gm",
                )
