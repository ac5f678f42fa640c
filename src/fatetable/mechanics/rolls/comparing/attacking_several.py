"""Attacking several at once: one effort, and every target answers it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, ManyHole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import OfferedWhile, Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controlled
from fatetable.mechanics.encounters.turns import may_go_on
from fatetable.mechanics.rolls.actions import ATTACK, Actions
from fatetable.mechanics.rolls.efforts import feature_sets, which_features
from fatetable.mechanics.rolls.may_declare import why_kept
from fatetable.mechanics.rolls.state import Declaration
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.scenes.zones import NOWHERE, ZONES, ZoneId, place_of, shown_zones

EVERYBODY = "everybody"
"""The mode of an attack on everybody in a zone."""


class AttackSeveral(Command, frozen=True, kw_only=True, tag="attack-several"):
    """One attack on all of these; `tags` say what kind of means it is made with."""

    actor: ActorId
    targets: tuple[ActorId, ...]
    trait: str
    description: str
    features: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


class AttackZone(Command, frozen=True, kw_only=True, tag="attack-zone"):
    """One attack on everybody in a zone, whichever side they are on; without a map, on everybody there."""

    actor: ActorId
    zone: ZoneId
    trait: str
    description: str
    features: tuple[str, ...] = ()


class MaySpread(Protocol):
    """Why an attack with this trait cannot be made on all of these at once.

    Without targets: why it cannot be made on several at all.
    """

    def __call__(self, state: State, actor: Actor, targets: tuple[ActorId, ...], trait: str, /) -> Refusal | None: ...


class MayFlood(Protocol):
    """Why an attack with this trait cannot be made on everybody in a zone."""

    def __call__(self, state: State, actor: Actor, zone: ZoneId, trait: str, /) -> Refusal | None: ...


def floods_nothing(_state: State, _actor: Actor, _zone: ZoneId, _trait: str) -> Refusal | None:
    return Refusal("not-on-several", "No attack is made on everybody in a zone.", "attack-several")


class AttackingSeveral(Struct, frozen=True, kw_only=True):
    """`may_spread` says which attacks are made on several, `may_flood` which on everybody in a zone."""

    actions: Actions
    may_spread: MaySpread
    cites: Cites
    may_flood: MayFlood = floods_nothing

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="attacking several",
            decides={AttackSeveral: self._attack, AttackZone: self._attack_zone},
            offers=OfferedWhile(may_go_on, self._offers),
        )

    def _attack(self, decision: Decision, command: AttackSeveral) -> None:
        actor, targets = actor_of(decision, command.actor), command.targets
        decision.require(
            len(targets) > 1 and len(set(targets)) == len(targets), "bad-target", "Name two targets or more, each once."
        )
        decision.require_allowed(self.may_spread(decision.state, actor, targets, command.trait))
        for target in targets:
            self.actions.require_opponent(decision, actor.id, target)
        self.actions.declare(
            decision,
            Declaration(
                actor=actor.id,
                action=ATTACK,
                trait=command.trait,
                description=command.description,
                features=command.features,
                target=targets[0],
                targets=targets,
                tags=command.tags,
            ),
        )

    def _attack_zone(self, decision: Decision, command: AttackZone) -> None:
        actor = actor_of(decision, command.actor)
        decision.require_allowed(self.may_flood(decision.state, actor, command.zone, command.trait))
        targets = self._everybody(decision.state, actor, command.zone)
        decision.require(bool(targets), "bad-target", "There is nobody to attack in that zone.")
        self.actions.declare(
            decision,
            Declaration(
                actor=actor.id,
                action=ATTACK,
                mode=EVERYBODY,
                trait=command.trait,
                description=command.description,
                features=command.features,
                target=targets[0],
                targets=targets,
            ),
        )

    def _everybody(self, state: State, actor: Actor, zone: ZoneId) -> tuple[ActorId, ...]:
        """Who is in a zone and can be attacked, without the attacker."""
        return tuple(
            other.id
            for other in state.get(CAST).values()
            if other.id != actor.id
            and is_active(state, other.id)
            and place_of(state, other.id) == zone
            and self._is_in_it(state, actor, other.id)
        )

    def _is_in_it(self, state: State, actor: Actor, target: ActorId) -> bool:
        attack = Declaration(actor=actor.id, action=ATTACK, trait="", description="", target=target)
        return self.actions.turns.check(state, attack) is None

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not state.get(SCENE).is_open:
            return
        for actor in controlled(state, seat):
            is_kept = why_kept(self.actions.words, state, actor) is not None
            if not is_kept and self.actions.turns.may_act(state, actor.id, ATTACK) is None:
                yield from self._offers_of(state, actor)

    def _offers_of(self, state: State, actor: Actor) -> Iterator[Offer]:
        near, far = self.actions.targets(state, actor, allies=False)
        here, places = place_of(state, actor.id), dict[ZoneId, list[Choice]]()
        for target in near + far:
            places.setdefault(place_of(state, ActorId(target.value)), []).append(target)
        everybody = tuple(zone for zone in self._zones(state) if self._everybody(state, actor, zone))
        for features, traits, suffix in feature_sets(actor, self.actions.rules, ATTACK):
            spread = AttackSeveral(actor=actor.id, targets=(), trait="", description="", features=features)
            able = tuple(trait for trait in traits if self.may_spread(state, actor, (), trait.value) is None)
            for place, there in places.items():
                targets = tuple(ActorId(target.value) for target in there)
                carrying = tuple(t for t in able if self.may_spread(state, actor, targets, t.value) is None)
                if carrying and len(there) > 1:
                    where = "" if place == here else " in another zone"
                    yield self._several(spread, f"attack several{where}{suffix}", tuple(there), carrying)
            for zone in everybody:
                flooding = tuple(t for t in traits if self.may_flood(state, actor, zone, t.value) is None)
                if flooding:
                    flood = AttackZone(actor=actor.id, zone=zone, trait="", description="", features=features)
                    yield self._offer(flood, f"attack everybody{self._where(state, zone)}{suffix}", flooding)

    def _zones(self, state: State) -> tuple[ZoneId, ...]:
        return (NOWHERE, *shown_zones(state))

    def _where(self, state: State, zone: ZoneId) -> str:
        return f" in {state.get(ZONES).zones[zone].name}" if zone else ""

    def _several(
        self, command: AttackSeveral, label: str, targets: tuple[Choice, ...], traits: tuple[Choice, ...]
    ) -> Offer:
        return self._offer(command, label, traits, ManyHole("targets", "targets", targets, least=2))

    def _offer(
        self, command: AttackSeveral | AttackZone, label: str, traits: tuple[Choice, ...], *first: ManyHole
    ) -> Offer:
        return which_features(
            Offer(
                command=command,
                label=label,
                actor=command.actor,
                verb="attack",
                holes=(
                    *first,
                    ChoiceHole("trait", "with", traits),
                    TextHole("description", "how?", is_description=True),
                ),
                cites=self.cites("attack-several"),
                group="act",
            )
        )
