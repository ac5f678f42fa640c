"""The conspiracy game at the table: players found organisations and build them, phase by phase (F2-CON-01)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, Offer, Target, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import Actor, ActorId, actor_of, controls, pc_of, require_control
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.characters.text_checks import NAME_LIMIT, PHRASE_LIMIT
from fatetable.mechanics.characters.trait_groups import member
from fatetable.mechanics.rolls.state import unsettled
from fatetable.mechanics.scenes.joining import Joining
from fatetable.rulesets.fate2.growth import phrase, write_down
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.organisations.conspiracy.growing import Growing
from fatetable.rulesets.fate2.organisations.conspiracy.state import CONSPIRACY, OrganisationFounded, founded
from fatetable.rulesets.fate2.organisations.makeup import QUALITIES, skill_of

ANY_NAME = "any"


class FoundOrganisation(Command, frozen=True, tag="fate2-found-organisation"):
    """A player makes an organisation, which has no more than a name yet."""

    name: str
    description: str = ""


class NameOrganisationAspect(Command, frozen=True, tag="fate2-name-organisation-aspect"):
    """The aspect of the phase of an organisation."""

    actor: ActorId
    words: str


class RaiseOrganisationSkill(Command, frozen=True, kw_only=True, tag="fate2-raise-organisation-skill"):
    """Put a rank of the phase into a skill; `which` names the one of a region or a type."""

    actor: ActorId
    skill: str
    which: str = ""


class GainHolding(Command, frozen=True, kw_only=True, tag="fate2-gain-holding"):
    """Put a rank of the phase into a holding, a new one or one of this phase."""

    actor: ActorId
    name: str
    quality: str


class Prelude(Struct, frozen=True, kw_only=True):
    kit: FateKit

    @property
    def growing(self) -> Growing:
        return Growing(self.kit.tables, self.kit.dials)

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="founding organisations",
            decides={
                FoundOrganisation: self._found,
                NameOrganisationAspect: self._name,
                RaiseOrganisationSkill: self._raise,
                GainHolding: self._gain,
            },
            offers=self._offers,
        )

    # -- founding ----------------------------------------------------------------------------------------------------

    def _cannot_found(self, state: State, seat: Seat) -> Refusal | None:
        if seat.role != "player":
            return Refusal("not-a-player", "Players make these organisations.", "conspiracy")
        if any(controls(seat, actor) for actor in founded(state)):
            return Refusal("one-organisation-each", "You have made an organisation already.", "conspiracy")
        if state.get(CONSPIRACY).has_ended or state.get(CONSPIRACY).is_over or pc_of(state, seat.id) is not None:
            return Refusal("prelude-over", "Organisations are made before characters.", "conspiracy")
        return unsettled(state)

    def _found(self, decision: Decision, command: FoundOrganisation) -> None:
        seat = decision.seat
        decision.require_allowed(self._cannot_found(decision.state, seat))
        name, description = command.name.strip(), command.description.strip()
        decision.require(bool(name), "no-name", "An organisation needs a name.")
        decision.require(len(name) <= NAME_LIMIT, "too-long", f"A name has {NAME_LIMIT} letters at most.")
        decision.require(len(description) <= PHRASE_LIMIT, "too-long", f"Use {PHRASE_LIMIT} letters at most.")
        sheet = self.growing.blank(name, description, decision.state.get(CONSPIRACY).phase)
        joining = decision.service(Joining)
        # It stands alone: it belongs to a player and to no character.
        patron = joining.new_id(decision, sheet)
        actor = joining.hand_over(decision, self.kit.creation.finish(sheet), seat.id, patron)
        decision.emit(OrganisationFounded(actor, seat.id))

    # -- a phase -----------------------------------------------------------------------------------------------------

    def _own(self, decision: Decision, actor_id: ActorId) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_grow(decision.state, actor))
        return actor

    def _cannot_grow(self, state: State, actor: Actor) -> Refusal | None:
        game = state.get(CONSPIRACY)
        if actor.id not in game.makers:
            return Refusal("not-founded", f"{actor.name} was not made in the conspiracy game.", "conspiracy")
        if game.has_ended or game.is_over:
            return Refusal("phase-over", "The phase is over.", "conspiracy")
        return unsettled(state)

    def _needs_aspect(self, sheet: Sheet) -> bool:
        due = self.growing.due(sheet)
        return due is not None and not due[1].names

    def _name(self, decision: Decision, command: NameOrganisationAspect) -> None:
        actor = self._own(decision, command.actor)
        is_due = self._needs_aspect(actor.sheet)
        decision.require(is_due, "aspect-named", f"{actor.name} has its aspect of this phase.")
        self._write(decision, actor, self.growing.with_aspect(actor.sheet, phrase(decision, command.words)))

    def _raise(self, decision: Decision, command: RaiseOrganisationSkill) -> None:
        actor = self._own(decision, command.actor)
        fits = len(command.which) <= _most_letters(command.skill)
        decision.require(fits, "too-long", "The name of that skill is too long.")
        trait = member(command.skill, command.which) if command.which.strip() else command.skill
        if skill_of(self.kit.tables, trait) is None:
            raise decision.violation("unknown-skill", "Organisations have no such skill.")
        decision.require_allowed(self.growing.cannot_spend(actor.sheet, trait))
        self._write(decision, actor, self.growing.with_rank(actor.sheet, trait))

    def _gain(self, decision: Decision, command: GainHolding) -> None:
        actor = self._own(decision, command.actor)
        decision.require(command.quality in QUALITIES, "no-such-quality", "Choose a quality of the list.")
        decision.require_allowed(self.growing.cannot_spend(actor.sheet))
        sheet = self.growing.with_holding(actor.sheet, phrase(decision, command.name), command.quality)
        self._write(decision, actor, sheet)

    def _write(self, decision: Decision, actor: Actor, sheet: Sheet) -> None:
        write_down(decision, actor, self.kit.creation.finish(sheet), "made in the conspiracy game")

    # -- offers ------------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if self._cannot_found(state, seat) is None:
            yield Offer(
                command=FoundOrganisation(""),
                label="Found an organisation",
                verb="join",
                target=Target("seat"),
                holes=(
                    TextHole("name", "name", limit=NAME_LIMIT),
                    TextHole("description", "what people see of it", optional=True, limit=PHRASE_LIMIT),
                ),
                cites=self.kit.cites("conspiracy"),
                group="table",
            )
        for actor in founded(state):
            if controls(seat, actor) and self._cannot_grow(state, actor) is None:
                yield from self._offers_of(actor)

    def _offers_of(self, actor: Actor) -> Iterator[Offer]:
        growing, tables = self.growing, self.kit.tables
        if self._needs_aspect(actor.sheet):
            words = TextHole("words", "aspect", limit=PHRASE_LIMIT)
            yield self._offer(NameOrganisationAspect(actor.id, ""), "name the aspect of this phase", words)
        if skills := growing.raisable(actor.sheet):
            known = ChoiceHole("skill", "which", skills)
            yield self._offer(RaiseOrganisationSkill(actor=actor.id, skill=""), "raise or learn a skill", known)
        for skill in tables.organisation_skills:
            # A new one of any name is like any other of its group.
            if skill.asks and growing.cannot_spend(actor.sheet, member(skill.id, ANY_NAME)) is None:
                learn = RaiseOrganisationSkill(actor=actor.id, skill=skill.id)
                named = TextHole("which", skill.asks.lower(), limit=_most_letters(skill.id))
                yield self._offer(learn, f"learn {skill.name}", named)
        if growing.cannot_spend(actor.sheet) is None:
            qualities = tuple(Choice(name, f"{name}: {told}") for name, told in QUALITIES.items())
            yield self._offer(
                GainHolding(actor=actor.id, name="", quality=""),
                "put a rank into a holding",
                TextHole("name", "name", limit=PHRASE_LIMIT),
                ChoiceHole("quality", "quality", qualities),
            )

    def _offer(self, command: Any, label: str, *holes: Hole) -> Offer:
        return Offer(
            command=command,
            label=label,
            actor=command.actor,
            verb="grow",
            target=Target("actor", command.actor),
            holes=holes,
            cites=self.kit.cites("conspiracy"),
            group="sheet",
        )


def _most_letters(skill: str) -> int:
    """How long the name of one of a group may be."""
    return max(0, NAME_LIMIT - len(member(skill, "")))
