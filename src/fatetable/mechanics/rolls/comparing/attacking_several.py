"""Attacking several at once: one effort, and every target answers it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import ChoiceHole, ManyHole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import Actor, ActorId, actor_of, controlled
from fatetable.mechanics.rolls.actions import ATTACK, Actions
from fatetable.mechanics.rolls.efforts import feature_sets, which_features
from fatetable.mechanics.rolls.may_declare import why_kept
from fatetable.mechanics.rolls.state import Declaration
from fatetable.mechanics.scenes.state import SCENE


class AttackSeveral(Command, frozen=True, kw_only=True, tag="attack-several"):
    """One attack on all of these; `tags` say what kind of means it is made with."""

    actor: ActorId
    targets: tuple[ActorId, ...]
    trait: str
    description: str
    features: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


class MaySpread(Protocol):
    """Why an attack with this trait cannot be made on all of these at once.

    Without targets: why it cannot be made on several at all.
    """

    def __call__(self, state: State, actor: Actor, targets: tuple[ActorId, ...], trait: str, /) -> Refusal | None: ...


class AttackingSeveral(Struct, frozen=True, kw_only=True):
    actions: Actions
    may_spread: MaySpread
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(name="attacking several", decides={AttackSeveral: self._attack}, offers=self._offers)

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

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not state.get(SCENE).is_open:
            return
        for actor in controlled(state, seat):
            is_kept = why_kept(self.actions.words, state, actor) is not None
            if not is_kept and self.actions.turns.may_act(state, actor.id, ATTACK) is None:
                yield from self._offers_of(state, actor)

    def _offers_of(self, state: State, actor: Actor) -> Iterator[Offer]:
        near, _ = self.actions.targets(state, actor, allies=False)
        if len(near) < 2:
            return
        for features, traits, suffix in feature_sets(actor, self.actions.rules, ATTACK):
            able = tuple(trait for trait in traits if self.may_spread(state, actor, (), trait.value) is None)
            if able:
                yield which_features(
                    Offer(
                        command=AttackSeveral(actor=actor.id, targets=(), trait="", description="", features=features),
                        label=f"attack several{suffix}",
                        actor=actor.id,
                        verb="attack",
                        holes=(
                            ManyHole("targets", "targets", near, least=2),
                            ChoiceHole("trait", "with", able),
                            TextHole("description", "how?", is_description=True),
                        ),
                        cites=self.cites("attack-several"),
                        group="act",
                    )
                )
