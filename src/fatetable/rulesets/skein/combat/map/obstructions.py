"""Creating an obstruction: a manoeuvre that puts something in the way between two zones."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, ActorId, actor_of, controls, require_control
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.actions import OVERCOME
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import feature_sets
from fatetable.mechanics.rolls.state import Declaration
from fatetable.mechanics.scenes.zones import NOWHERE, ZONES, ZoneId
from fatetable.mechanics.undertakings.undertaking import ended, margin_of, undertake
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat.map.borders import obstruct
from fatetable.rulesets.skein.rolls import MayDeclare

OBSTRUCTING = "obstruct"


class Obstruct(Command, frozen=True, kw_only=True, tag="obstruct"):
    """Bar one border of a zone, by whatever skill and in whatever way the table finds plausible."""

    actor: ActorId
    zone: ZoneId
    other: ZoneId
    trait: str
    description: str


def border_of(declared: Declaration) -> tuple[ZoneId, ZoneId]:
    """The two zones whose border is to be barred; version 0.1.0 stored them as `one|other` in the words."""
    if declared.border:
        one, other = declared.border
        return one, other
    first, _, second = declared.words.partition("|")
    return ZoneId(first), ZoneId(second)


class Obstructions(Struct, frozen=True, kw_only=True):
    """`may_declare` says whether somebody may act now."""

    tables: Tables
    rules: CheckRules
    may_declare: MayDeclare
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
        if not area.is_shown(zone):
            return ()
        others = (border.beyond(zone) for border in area.borders if zone in (border.one, border.other))
        return tuple(other for other in others if area.is_shown(other))

    def _obstruct(self, decision: Decision, command: Obstruct) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self.may_declare(decision.state, actor, OVERCOME))
        decision.require(
            command.other in self._beyond(decision.state, command.zone),
            "no-such-way",
            "These zones have no border with each other.",
        )
        undertake(
            decision,
            self.rules,
            actor,
            command.trait,
            OBSTRUCTING,
            command.description,
            action=OVERCOME,
            difficulty=self.tables.combat.figures.obstruction_difficulty,
            border=(command.zone, command.other),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        roll = ended(decision, moment, OBSTRUCTING)
        if roll is not None and margin_of(roll) >= 0:
            one, other = border_of(roll.declaration)
            obstruct(self.tables, decision, one, other, roll.declaration.description)

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
                    **one_of_a_family("block the way from …", zones[zone].name),
                    actor=actor.id,
                    verb="create",
                    target=Target("zone", zone),
                    holes=(
                        ChoiceHole("other", "towards", others),
                        ChoiceHole("trait", "with", traits),
                        TextHole("description", "how?", is_description=True),
                    ),
                    cites=self.cites("obstruct"),
                    group="act",
                )
