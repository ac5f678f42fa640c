"""Powerful items in play: what others face, and what each use costs (F2-EXT-20, F2-EXT-22)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import sheet_card, tick_box
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.rolls.actions import OVERCOME
from fatetable.mechanics.rolls.state import unsettled
from fatetable.mechanics.scenes.facts import Fact, FactEstablished
from fatetable.mechanics.scenes.state import is_present
from fatetable.mechanics.undertakings.undertaking import undertake
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.sheet import Extra, extra_at, extras_of, slot_of

FACED, LIMITED = "power-by-rank", "power-limited"


class UsePower(Command, frozen=True, tag="use-power"):
    """Use an item that is an aspect too; a box of that aspect is the price."""

    actor: ActorId
    extra: str
    words: str


class FacePower(Command, frozen=True, kw_only=True, tag="face-power"):
    """Roll against what somebody's item does; its level is the difficulty."""

    actor: ActorId
    owner: ActorId
    extra: str
    trait: str
    description: str = ""


class Powers(Struct, frozen=True, kw_only=True):
    kit: FateKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="powerful items", decides={UsePower: self._use, FacePower: self._face}, offers=self._offers
        )

    # -- for a box each time -------------------------------------------------------------------------------------

    def _cannot_use(self, state: State, actor: Actor, extra: Extra | None) -> Refusal | None:
        if extra is None or extra.kind != LIMITED or extra.is_lost:
            return Refusal("no-such-power", f"{actor.name} has no such item.")
        if not is_present(state, actor.id):
            return Refusal("not-there", f"{actor.name} is not in the scene.")
        card = sheet_card(state, actor.id, slot_of(extra.name))
        if card is None or not card.open_boxes:
            return Refusal("no-box", f"Every box of {extra.name} is used up.", "power")
        return unsettled(state)

    def _use(self, decision: Decision, command: UsePower) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        extra = extra_at(self.kit.dials, actor.sheet, command.extra)
        decision.require_allowed(self._cannot_use(decision.state, actor, extra))
        assert extra is not None
        card = sheet_card(decision.state, actor.id, slot_of(extra.name))
        assert card is not None
        words = decision.described(command.words, extra.text, "no-words", "Say what it does.")
        tick_box(decision, card, f"{extra.name} used")
        decision.emit(FactEstablished(Fact(extra.name, words)))

    # -- a difficulty for others ---------------------------------------------------------------------------------

    def _cannot_face(self, state: State, actor: Actor, owner: Actor, extra: Extra | None) -> Refusal | None:
        is_one = extra is not None and extra.kind == FACED and not extra.is_lost
        # What somebody of the GM's has is not for players to read; the GM sets that difficulty like any other.
        is_known = owner.has_player or not actor.has_player
        if not is_one or not is_known or owner.id == actor.id or not is_present(state, owner.id):
            return Refusal("no-such-power", "There is no such item here to face.")
        return self.kit.may_declare(state, actor, OVERCOME)

    def _face(self, decision: Decision, command: FacePower) -> None:
        actor, owner = actor_of(decision, command.actor), actor_of(decision, command.owner)
        require_control(decision, actor)
        extra = extra_at(self.kit.dials, owner.sheet, command.extra)
        decision.require_allowed(self._cannot_face(decision.state, actor, owner, extra))
        assert extra is not None
        known = self.kit.checks.trait(actor, OVERCOME, command.trait) is not None
        decision.require(known, "unknown-trait", f"{actor.name} cannot roll that.")
        words = decision.described(command.description, f"against {extra.name}", "no-description", "Say how.")
        undertake(
            decision,
            self.kit.checks,
            actor,
            command.trait,
            "face-power",
            words,
            action=OVERCOME,
            difficulty=extra.ranks,
            target=owner.id,
        )

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            for extra in extras_of(self.kit.dials, actor.sheet):
                if self._cannot_use(state, actor, extra) is None:
                    yield self._offer_to_use(actor, extra)
            for owner in state.get(CAST).values():
                for extra in extras_of(self.kit.dials, owner.sheet):
                    if self._cannot_face(state, actor, owner, extra) is None:
                        yield self._offer_to_face(actor, owner, extra)

    def _offer_to_use(self, actor: Actor, extra: Extra) -> Offer:
        return Offer(
            command=UsePower(actor.id, extra.where, ""),
            label=f"use {extra.name}",
            actor=actor.id,
            verb="use",
            cost=f"a box of {extra.name}",
            holes=(TextHole("words", "what it does", is_description=True),),
            cites=self.kit.cites("power"),
            group="belongings",
        )

    def _offer_to_face(self, actor: Actor, owner: Actor, extra: Extra) -> Offer:
        traits = tuple(Choice(trait.id, trait.label) for trait in self.kit.checks.traits(actor, OVERCOME))
        level = self.kit.tables.ladder.label(extra.ranks)
        return Offer(
            command=FacePower(actor=actor.id, owner=owner.id, extra=extra.where, trait=""),
            label=f"roll against {extra.name}, {level}",
            actor=actor.id,
            verb="overcome",
            target=Target("actor", owner.id),
            holes=(ChoiceHole("trait", "with", traits), TextHole("description", "how?", is_description=True)),
            cites=self.kit.cites("power"),
            group="act",
        )
