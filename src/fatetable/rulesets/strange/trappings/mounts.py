"""Mounts and vehicles: what is one, and who rides or drives it (SF-TRANSPORT-01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import GM, Audience, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    SwitchesSet,
    actor_of,
    controlled,
    name_of,
    require_control,
)
from fatetable.mechanics.encounters.movement import Company
from fatetable.mechanics.moments import ActorIsOut, SceneEnds
from fatetable.mechanics.rolls.may_declare import why_kept
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.zones import zones_between
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import DEVICE, MINION_GROUP, fields_of, has_track, riding, usable_skills

TRANSPORT = "transport"


class NameMount(Command, frozen=True, kw_only=True, tag="name-mount"):
    """The GM says that somebody or something is a mount or vehicle of a kind."""

    actor: ActorId
    field: str


class GetOn(Command, frozen=True, kw_only=True, tag="get-on"):
    actor: ActorId
    mount: ActorId


class GetOff(Command, frozen=True, kw_only=True, tag="get-off"):
    actor: ActorId


class MountNamed(Event, frozen=True, tag="mount-named/1"):
    actor: ActorId
    field: str


class GotOn(Event, frozen=True, tag="got-on/1"):
    actor: ActorId
    mount: ActorId


class GotOff(Event, frozen=True, tag="got-off/1"):
    actor: ActorId


class Ride(Struct, frozen=True, kw_only=True):
    """What a rider has done by so much, so that the mount has its roll now, with a skill that is asked for."""

    mount: ActorId
    row: str
    margin: int
    difficulty: int
    scale: int
    is_under_way: bool = False


class RideSet(Event, frozen=True, tag="ride-set/1"):
    rider: ActorId
    ride: Ride


class RideOver(Event, frozen=True, tag="ride-over/1"):
    rider: ActorId


Mounts: TypeAlias = Mapping[ActorId, str]
Riders: TypeAlias = Mapping[ActorId, ActorId]
MOUNTS: Key[Mounts] = Key("mounts", dict[ActorId, str], {})
RIDERS: Key[Riders] = Key("riders", dict[ActorId, ActorId], {})
RIDES: Key[Mapping[ActorId, Ride]] = Key("rides", dict[ActorId, Ride], {})
RIDE_FOLDS = folds(RIDES, {RideSet: put("rider", "ride"), RideOver: drop("rider")})


def mount_of(state: State, rider: ActorId) -> ActorId:
    return state.get(RIDERS).get(rider, NOBODY)


def field_ridden(state: State, rider: ActorId) -> str:
    """The kind of transport that somebody is on."""
    return state.get(MOUNTS).get(mount_of(state, rider), "")


def with_mounts(company: Company) -> Company:
    """A mount goes where its rider goes."""

    def together(state: State, actor: Actor) -> tuple[ActorId, ...]:
        mount = mount_of(state, actor.id)
        others = company(state, actor)
        return (*others, mount) if mount and mount not in others else others

    return together


def mount_notes(_: Tables, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    if field := state.get(MOUNTS).get(actor.id):
        yield "Transport", field
    if mount := mount_of(state, actor.id):
        yield "On", name_of(state, mount)


class Mounting(Struct, frozen=True):
    """Everybody gets off when the scene is over."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="mounts and vehicles",
            decides={NameMount: self._name, GetOn: self._get_on, GetOff: self._get_off},
            evolves={
                **folds(MOUNTS, {MountNamed: put("actor", "field")}),
                **folds(RIDERS, {GotOn: put("actor", "mount"), GotOff: drop("actor")}),
            },
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneEnds, ActorIsOut),
        )

    def _may_be_one(self, actor: Actor) -> bool:
        is_thing = actor.kind != DEVICE or has_track(actor.sheet)
        return not actor.is_hidden and not actor.is_pc and actor.kind != MINION_GROUP and is_thing

    def _name(self, decision: Decision, command: NameMount) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        fields = self.kit.tables.trapping(TRANSPORT).fields
        is_fit = self._may_be_one(actor) and command.field in fields
        decision.require(is_fit, "no-mount", "A mount or vehicle is of one of the kinds, and no hero.", TRANSPORT)
        decision.emit(MountNamed(actor.id, command.field))

    # -- getting on and off ------------------------------------------------------------------------------------------

    def _cannot_get_on(self, state: State, actor: Actor, mount: ActorId) -> Refusal | None:
        if refusal := why_kept(self.kit.words, state, actor):
            return refusal
        if mount_of(state, actor.id):
            return Refusal("on-one-already", f"{actor.name} is on one already.", TRANSPORT)
        field, skills = state.get(MOUNTS).get(mount, ""), usable_skills(self.kit.tables, actor, TRANSPORT)
        is_there = mount != actor.id and is_active(state, mount) and zones_between(state, actor.id, mount) == 0
        if not field or not is_there or mount in state.get(RIDERS).values():
            return Refusal("no-mount", "There is no free mount or vehicle like that here.", TRANSPORT)
        if not any(field in fields_of(skill) for skill in skills):
            return Refusal("no-skill", f"{actor.name} has no skill for that kind of transport.", TRANSPORT)
        return None

    def _get_on(self, decision: Decision, command: GetOn) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_get_on(decision.state, actor, command.mount))
        field = decision.state.get(MOUNTS)[command.mount]
        decision.emit(GotOn(actor.id, command.mount))
        self._switch(decision, actor, field, is_on=True)

    def _switch(self, decision: Decision, actor: Actor, field: str, *, is_on: bool) -> None:
        decision.emit(SwitchesSet(actor.id, {**actor.switches, riding(field): is_on}), to=_who_knows(actor))

    def _cannot_get_off(self, state: State, actor: Actor) -> Refusal | None:
        if not mount_of(state, actor.id):
            return Refusal("on-foot", f"{actor.name} is on foot.", TRANSPORT)
        return why_kept(self.kit.words, state, actor)

    def _get_off(self, decision: Decision, command: GetOff) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_get_off(decision.state, actor))
        self._off(decision, actor.id)

    def _off(self, decision: Decision, rider: ActorId) -> None:
        field, actor = field_ridden(decision.state, rider), decision.state.get(CAST).get(rider)
        decision.emit(GotOff(rider))
        if actor is not None:
            self._switch(decision, actor, field, is_on=False)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        for rider, mount in tuple(decision.state.get(RIDERS).items()):
            match moment:
                case ActorIsOut(actor) if actor in (rider, mount):
                    self._off(decision, rider)
                case SceneEnds():
                    self._off(decision, rider)

    # -- offers ------------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm:
            yield from self._offers_of_names(state)
        for actor in controlled(state, seat):
            yield from self._offers_by(state, actor)

    def _offers_of_names(self, state: State) -> Iterator[Offer]:
        fields = tuple(Choice(field) for field in self.kit.tables.trapping(TRANSPORT).fields)
        for actor in state.get(CAST).values():
            if self._may_be_one(actor):
                yield Offer(
                    command=NameMount(actor=actor.id, field=""),
                    **one_of_a_family("Make … a mount or vehicle", actor.name),
                    verb="change",
                    target=Target("actor", actor.id),
                    holes=(ChoiceHole("field", "kind", fields),),
                    cites=self.kit.cites(TRANSPORT),
                    group="gm",
                )

    def _offers_by(self, state: State, actor: Actor) -> Iterator[Offer]:
        for mount in state.get(MOUNTS):
            if self._cannot_get_on(state, actor, mount) is None:
                yield Offer(
                    command=GetOn(actor=actor.id, mount=mount),
                    **one_of_a_family("get on …", name_of(state, mount)),
                    actor=actor.id,
                    verb="move",
                    target=Target("actor", mount),
                    cites=self.kit.cites(TRANSPORT),
                    group="act",
                )
        if self._cannot_get_off(state, actor) is None:
            yield Offer(
                command=GetOff(actor=actor.id),
                label=f"get off {name_of(state, mount_of(state, actor.id))}",
                actor=actor.id,
                verb="move",
                cites=self.kit.cites(TRANSPORT),
                group="act",
            )


def _who_knows(actor: Actor) -> Audience:
    """Who reads the whole of a sheet, and so what is on and off on it."""
    if actor.controller is None:
        return (GM,)
    return (actor.controller, GM) if actor.is_closed else None
