"""Creating an obstruction: a manoeuvre that puts something in the way between two zones."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.acting import OVERCOME, feature_sets
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of, controls, require_control
from fatetable.mechanics.checks import CheckRules, Refusal
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.zones import NOWHERE, ZONES, ZoneId
from fatetable.rulesets.skein.called_tests import call_test, called, degree
from fatetable.rulesets.skein.passages import obstruct
from fatetable.rulesets.skein.tables import tables

OBSTRUCTING = "obstruct"


class Obstruct(Command, frozen=True, kw_only=True, tag="obstruct"):
    """Bar one border of a zone, by whatever skill and in whatever way the table finds plausible."""

    actor: ActorId
    zone: ZoneId
    other: ZoneId
    trait: str
    description: str


class Obstructing(Struct, frozen=True, kw_only=True):
    """`may_declare` says whether somebody may act now."""

    rules: CheckRules
    may_declare: Callable[[State, Actor, str], Refusal | None]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="obstructing",
            decides={Obstruct: self._obstruct},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    def _beyond(self, state: State, zone: ZoneId) -> tuple[ZoneId, ...]:
        """The zones it has a border with, as far as everybody knows."""
        area = state.get(ZONES)
        if zone not in area.zones or area.zones[zone].is_hidden:
            return ()
        others = (border.beyond(zone) for border in area.borders if zone in (border.one, border.other))
        return tuple(other for other in others if not area.zones[other].is_hidden)

    def _obstruct(self, decision: Decision, command: Obstruct) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        refusal = self.may_declare(decision.state, actor, OVERCOME)
        if refusal is not None:
            raise decision.violation(refusal.code, refusal.message)
        decision.require(
            command.other in self._beyond(decision.state, command.zone), "no-such-way", "There is no such border."
        )
        call_test(
            decision,
            self.rules,
            actor,
            command.trait,
            OBSTRUCTING,
            command.description,
            action=OVERCOME,
            difficulty=tables().combat.figures.obstruction_difficulty,
            about=f"{command.zone}|{command.other}",
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        roll = called(decision, moment, OBSTRUCTING)
        if roll is not None and degree(roll) >= 0:
            one, _, other = roll.declaration.words.partition("|")
            obstruct(decision, ZoneId(one), ZoneId(other), roll.declaration.description)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        zones = state.get(ZONES).zones
        ways = {zone: beyond for zone in zones if (beyond := self._beyond(state, zone))}
        for actor in state.get(CAST).values() if ways else ():
            if not controls(seat, actor) or self.may_declare(state, actor, OVERCOME) is not None:
                continue
            traits = feature_sets(actor, self.rules, OVERCOME)[0][1]
            for zone, beyond in ways.items():
                others = tuple(Choice(other, zones[other].name) for other in beyond)
                yield Offer(
                    command=Obstruct(actor=actor.id, zone=zone, other=NOWHERE, trait="", description=""),
                    label=f"{actor.name}: bar a border of {zones[zone].name}",
                    holes=(
                        ChoiceHole("other", "towards", others),
                        ChoiceHole("trait", "with", traits),
                        TextHole("description", "how"),
                    ),
                    cites=self.cites("obstruct"),
                    group="act",
                )
