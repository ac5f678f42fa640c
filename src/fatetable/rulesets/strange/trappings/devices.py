"""Taking devices and structures apart, and the GM who puts them on the table (SF-DISMANTLE-01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.rolls.procedure import land_hit
from fatetable.mechanics.scenes.joining import Joining, enter
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.scenes.zones import zones_between
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import (
    BROKEN,
    DEVICE,
    HOLDER,
    QUALITY,
    TIER,
    VALUE,
    WHOLE,
    Skill,
    device_sheet,
    has_track,
    skills_of,
)

TAKING_APART = ("take-apart", "smash")
MOST_QUALITY = 20
NO_ONE = "nobody"


class PlaceDevice(Command, frozen=True, kw_only=True, tag="place-device"):
    """The GM puts a device or a structure into the scene; `held` names who uses it, and with which skill."""

    name: str
    quality: int
    tier: str
    held: str = NO_ONE


class User(NamedTuple):
    """Somebody who may use a device, with one of their skills."""

    actor: Actor
    skill: Skill

    @property
    def id(self) -> str:
        return f"{self.actor.id}/{self.skill.id}"


def holder_of(actor: Actor) -> ActorId:
    return ActorId(next(iter(actor.sheet.lists.get(HOLDER, ())), NOBODY))


def _place_of(state: State, device: Actor) -> ActorId:
    """Whose place it shares: that of its holder, while anybody sees them."""
    holder = state.get(CAST).get(holder_of(device))
    return device.id if holder is None or holder.is_hidden else holder.id


def device_notes(tables: Tables, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    if actor.kind == DEVICE:
        numbers = actor.sheet.numbers
        once = f", once {tables.ladder.label(numbers[WHOLE])}" if WHOLE in numbers else ""
        yield "Quality", f"{tables.ladder.label(numbers.get(QUALITY, 0))}{tables.initial(numbers.get(TIER, 0))}{once}"
        if not has_track(actor.sheet):
            yield "Value", tables.ladder.label(numbers[VALUE])
            yield "Condition", "broken" if actor.sheet.lists.get(BROKEN) else "whole"
        if holder := state.get(CAST).get(holder_of(actor)):
            yield "Used by", holder.name


class Devices(Struct, frozen=True):
    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(name="devices", decides={PlaceDevice: self._place}, offers=self._offers)

    def code(self) -> Mapping[str, Code]:
        return dict.fromkeys(TAKING_APART, Code(targets=self._devices, done=self._taken_apart))

    # -- on the table --------------------------------------------------------------------------------------------

    def _users(self, state: State) -> Iterator[User]:
        """Everybody who is seen there, with each skill that they might use it with."""
        for actor in state.get(CAST).values():
            if actor.kind != DEVICE and not actor.is_hidden and is_active(state, actor.id):
                yield from (User(actor, skill) for skill in skills_of(self.kit.tables, actor.sheet))

    def _held(self, state: State) -> tuple[Choice, ...]:
        users = (Choice(user.id, f"{user.actor.name}, {user.skill.name}") for user in self._users(state))
        return (Choice(NO_ONE), *users)

    def _place(self, decision: Decision, command: PlaceDevice) -> None:
        decision.require_gm()
        state, tables = decision.state, self.kit.tables
        decision.require(state.get(SCENE).is_open, "no-scene", "No scene is being played; open one first.")
        name = decision.described(command.name, "Device", "no-words", "Name the device.")
        tiers = {str(place) for place in range(len(tables.tiers))}
        is_fit = 0 <= command.quality <= MOST_QUALITY and command.tier in tiers
        decision.require(is_fit, "bad-value", f"A quality is from 0 to {MOST_QUALITY}, on a tier that there is.")
        user = next((user for user in self._users(state) if user.id == command.held), None)
        is_held = user is not None or command.held == NO_ONE
        decision.require(is_held, "not-there", "Somebody who is there uses it, with a skill of theirs.")
        holder, skill = (user.actor.id, user.skill) if user else (NOBODY, None)
        sheet = device_sheet(name, command.quality, int(command.tier), holder, skill)
        enter(decision, decision.service(Joining).add(decision, sheet, open_aspects=True))

    # -- taking it apart -----------------------------------------------------------------------------------------

    def _devices(self, state: State, actor: Actor) -> tuple[Actor, ...]:
        """Those within reach: a device is where its holder is."""
        return tuple(
            each
            for each in state.get(CAST).values()
            if each.kind == DEVICE
            and has_track(each.sheet)
            and is_active(state, each.id)
            and zones_between(state, actor.id, _place_of(state, each)) == 0
        )

    def _taken_apart(self, decision: Decision, result: Result) -> None:
        if result.succeeded and result.margin > 0:
            track = self.kit.tables.track("physical")
            hit = Hit(target=result.target, by=result.actor, amount=result.margin, track=track, kind="physical")
            land_hit(decision, hit)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm or not state.get(SCENE).is_open:
            return
        tiers = tuple(Choice(str(place), tier.name) for place, tier in enumerate(self.kit.tables.tiers))
        yield Offer(
            command=PlaceDevice(name="", quality=0, tier=tiers[0].value),
            label="Add a device or structure",
            verb="place",
            holes=(
                TextHole("name", "name", is_description=True),
                NumberHole("quality", "quality", 0, MOST_QUALITY),
                ChoiceHole("tier", "tier", tiers, suggested=tiers[0].value),
                ChoiceHole("held", "used by", self._held(state), suggested=NO_ONE),
            ),
            cites=self.kit.cites("devices"),
            group="gm",
        )
