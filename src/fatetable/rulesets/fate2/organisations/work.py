"""Organisations at work: on their own order, on the world, and against each other, in a scene or between two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, Offer, Target, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    controlled,
    require_control,
)
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.rolls.actions import ATTACK, OVERCOME
from fatetable.mechanics.rolls.procedure import oppose_roll
from fatetable.mechanics.rolls.state import unsettled
from fatetable.mechanics.undertakings.undertaking import undertake
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.organisations.makeup import scope, skill_of
from fatetable.rulesets.fate2.sheet import ORGANISATION

WORK = "organisation"
"""The purpose of the rolls of organisations."""
How = Literal["within", "abroad", "against", "strike"]


class WorkAsOrganisation(Command, frozen=True, kw_only=True, tag="organisation-works"):
    """An organisation puts its own house in order, does something abroad, or works against another or strikes at it."""

    actor: ActorId
    how: How
    trait: str
    target: ActorId = NOBODY
    description: str = ""


class OrganisationWork(Struct, frozen=True, kw_only=True):
    kit: FateKit

    def subsystem(self) -> Subsystem:
        return Subsystem(name="organisations", decides={WorkAsOrganisation: self._work}, offers=self._offers)

    def _cannot_work(self, state: State, actor: Actor) -> Refusal | None:
        if actor.kind != ORGANISATION:
            return Refusal("no-organisation", f"{actor.name} is no organisation.")
        if actor.is_hidden:
            return Refusal("still-hidden", f"{actor.name} is hidden; reveal it before it does anything.")
        if is_out(state, actor.id):
            return Refusal("out-of-the-scene", f"{actor.name} is out.")
        if state.get(ENCOUNTER) is not None:
            return Refusal("not-finished", "Finish the fight first; organisations take longer.")
        return unsettled(state)

    def _ways(self) -> tuple[How, ...]:
        """Without a wound track there is nothing to strike at (F2-ORG-16)."""
        return ("within", "abroad", "against", *(("strike",) if self.kit.dials.organisation_wounds else ()))

    def _targets(self, state: State, actor: Actor) -> tuple[Choice, ...]:
        return tuple(
            Choice(other.id, other.name)
            for other in state.get(CAST).values()
            if other.kind == ORGANISATION
            and other.id != actor.id
            and not other.is_hidden
            and not is_out(state, other.id)
        )

    def _traits(self, actor: Actor, how: How) -> tuple[Choice, ...]:
        found = self.kit.checks.traits(actor, OVERCOME)
        return tuple(
            Choice(trait.id, trait.label)
            for trait in found
            if how != "within" or ((skill := skill_of(self.kit.tables, trait.id)) is not None and skill.within)
        )

    def _work(self, decision: Decision, command: WorkAsOrganisation) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_work(decision.state, actor))
        decision.require(command.how in self._ways(), "no-wound-track", "Organisations have no wound track here.")
        known = {choice.value for choice in self._traits(actor, command.how)}
        decision.require(command.trait in known, "unknown-trait", f"{actor.name} cannot do that with this.")
        is_opposed = command.how in ("against", "strike")
        targets = {choice.value for choice in self._targets(decision.state, actor)}
        is_meant = command.target in targets if is_opposed else not command.target
        decision.require(is_meant, "bad-target", "That has to be another organisation, where there is one.")
        words = decision.described(command.description, command.how, "no-description", "Say what it does.")
        roll = undertake(
            decision,
            self.kit.checks,
            actor,
            command.trait,
            WORK,
            words,
            action=ATTACK if command.how == "strike" else OVERCOME,
            # What an organisation does inside itself is as hard as it is large (F2-ORG-03).
            difficulty=scope(actor.sheet) if command.how == "within" else None,
            defender=command.target,
            target=command.target,
            takes_action=False,
        )
        if command.how != "within":
            oppose_roll(decision, roll)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if self._cannot_work(state, actor) is None:
                for how in self._ways():
                    yield from self._offers_of(state, actor, how)

    def _offers_of(self, state: State, actor: Actor, how: How) -> Iterator[Offer]:
        is_opposed = how in ("against", "strike")
        targets = self._targets(state, actor) if is_opposed else ()
        traits = self._traits(actor, how)
        if not traits or (is_opposed and not targets):
            return
        whom: tuple[Hole, ...] = (ChoiceHole("target", "whom", targets),) if is_opposed else ()
        level = self.kit.tables.ladder.label(scope(actor.sheet))
        labels = {
            "within": f"put its own house in order, against {level}",
            "abroad": "work abroad",
            "against": "work against another organisation",
            "strike": "strike at another organisation",
        }
        yield Offer(
            command=WorkAsOrganisation(actor=actor.id, how=how, trait=""),
            label=labels[how],
            actor=actor.id,
            verb="attack" if how == "strike" else "overcome",
            target=Target("actor") if is_opposed else None,
            holes=(*whom, ChoiceHole("trait", "with", traits), TextHole("description", "how?", is_description=True)),
            cites=self.kit.cites("organisations"),
            group="act",
        )
