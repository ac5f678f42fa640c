"""The geas of fire mages: water puts their magic out until the next full moon (F2-STN-09)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import append
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of
from fatetable.rulesets.fate2.book import PYROMANCY, Tables

Quenched: TypeAlias = tuple[ActorId, ...]
QUENCHED: Key[Quenched] = Key("quenched", tuple[ActorId, ...], ())


class Submerge(Command, frozen=True, tag="fate2-submerge"):
    """A fire mage comes into water."""

    actor: ActorId
    water: str


class RiseFullMoon(Command, frozen=True, tag="fate2-full-moon"):
    """The moon is full: every fire mage has their magic back."""


class FireQuenched(Event, frozen=True, tag="fate2-fire-quenched/1"):
    actor: ActorId


class FullMoonRose(Event, frozen=True, tag="fate2-full-moon-rose/1"):
    pass


def _rekindled(_: Quenched, __: FullMoonRose) -> Quenched:
    return ()


def is_fire_mage(actor: Actor) -> bool:
    return PYROMANCY in actor.sheet.traits


def quenched(state: State, actor: Actor) -> Refusal | None:
    if actor.id in state.get(QUENCHED):
        return Refusal("quenched", f"Water has put out the fire of {actor.name} until the next full moon.", "geas")
    return None


class Geas(Struct, frozen=True, kw_only=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="geas of fire mages",
            decides={Submerge: self._submerge, RiseFullMoon: self._rise},
            evolves=folds(QUENCHED, {FireQuenched: append("actor"), FullMoonRose: _rekindled}),
            offers=self._offers,
        )

    def _submerge(self, decision: Decision, command: Submerge) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require(is_fire_mage(actor), "no-such-magic-known", f"{actor.name} has no fire to put out.")
        decision.require_allowed(quenched(decision.state, actor))
        water = next((water for water in self.tables.fire.waters if water.name == command.water), None)
        is_enough = water is not None and water.quenches
        decision.require(
            is_enough, "not-water", "Only liquid puts out the fire of a mage, and only much of it.", "geas"
        )
        decision.emit(FireQuenched(actor.id))

    def _rise(self, decision: Decision, _: RiseFullMoon) -> None:
        decision.require_gm()
        decision.require(bool(decision.state.get(QUENCHED)), "nobody-quenched", "No fire mage waits for it.")
        decision.emit(FullMoonRose())

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm:
            return
        waters = tuple(Choice(water.name) for water in self.tables.fire.waters if water.quenches)
        for actor in state.get(CAST).values():
            if is_fire_mage(actor) and quenched(state, actor) is None:
                yield Offer(
                    command=Submerge(actor.id, ""),
                    **one_of_a_family("Put out the fire of …", actor.name),
                    verb="change",
                    target=Target("actor", actor.id),
                    holes=(ChoiceHole("water", "they come into", waters),),
                    cites=self.cites("geas"),
                    group="gm",
                )
        if state.get(QUENCHED):
            yield Offer(
                command=RiseFullMoon(),
                label="Let the moon be full",
                verb="change",
                cites=self.cites("geas"),
                group="gm",
            )
