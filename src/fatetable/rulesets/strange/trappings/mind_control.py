"""Psychic mind control: an aspect on somebody by which they are made to do things (SF-EXT-04)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer, Target, TextHole, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import (
    ASPECTS,
    SITUATION,
    AspectCard,
    AspectId,
    add_free,
    in_play,
    new_card,
    place,
    spend_free,
)
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controlled, name_of, require_control
from fatetable.mechanics.points.accounts import account_of, cannot_spend, move
from fatetable.mechanics.rolls.state import unsettled
from fatetable.mechanics.scenes.facts import Fact, FactEstablished
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.rolls import KEPT, STICKY, Kept, keep
from fatetable.rulesets.strange.sheet import PSYCHIC, skill_rolled

CONTROL = "control"
"""The slot of a card by which somebody is controlled."""
UNDER_CONTROL = "Under My Control"


class MakeThem(Command, frozen=True, kw_only=True, tag="make-them"):
    """Make the bearer of the aspect do something: free the first time, and after that for a point that goes to them."""

    actor: ActorId
    aspect: AspectId
    description: str = ""


class MindControl(Struct, frozen=True):
    """The code of the row "control-mind"."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(name="mind control", decides={MakeThem: self._make}, offers=self._offers)

    def code(self) -> Mapping[str, Code]:
        return {"control-mind": Code(fits=self._is_psychic, done=self._done)}

    def _is_psychic(self, _: State, actor: Actor, trait: str) -> bool:
        skill = skill_rolled(self.kit.tables, actor.sheet, trait)
        return skill is not None and any(PSYCHIC in held.extras for held in skill.having("convince"))

    def _done(self, decision: Decision, result: Result) -> None:
        """However many shifts it was, the aspect stays until it is taken off; a tie places nothing."""
        if not result.succeeded:
            return
        words = result.words or UNDER_CONTROL
        card = new_card(decision, words, SITUATION, bearer=result.target, slot=CONTROL, lasts=STICKY)
        place(decision, card)
        add_free(decision, card.id, result.actor, 1, CONTROL)
        keep(decision, card.id, Kept(result.total, result.own_scale, result.actor))

    # -- using it ------------------------------------------------------------------------------------------------

    def _held(self, state: State, actor: Actor) -> Iterator[AspectCard]:
        """The aspects by which somebody controls others, as far as they are there."""
        for card in state.get(ASPECTS).values():
            if card.slot == CONTROL and in_play(state, card) and state.get(KEPT)[card.id].by == actor.id:
                yield card

    def _cannot(self, state: State, actor: Actor, card: AspectCard | None) -> Refusal | None:
        if card is None or all(card.id != held.id for held in self._held(state, actor)):
            return Refusal("no-control", f"{actor.name} controls nobody by that.", "mind-control")
        if not is_active(state, actor.id):
            return Refusal("not-there", f"{actor.name} is not in the scene, or is out of it.")
        is_free = any(free.source == CONTROL for free in card.free)
        return unsettled(state) or (None if is_free else cannot_spend(state, account_of(actor), 1))

    def _make(self, decision: Decision, command: MakeThem) -> None:
        actor, card = actor_of(decision, command.actor), decision.state.get(ASPECTS).get(command.aspect)
        require_control(decision, actor)
        decision.require_allowed(self._cannot(decision.state, actor, card))
        assert card is not None
        name = name_of(decision.state, card.bearer)
        deed = decision.described(command.description, f"{name} obeys", "no-description", "Say what they do.")
        free = next((free for free in card.free if free.source == CONTROL), None)
        if free is not None:
            spend_free(decision, card, free)
        else:
            bearer = decision.state.get(CAST)[card.bearer]
            move(decision, account_of(actor), account_of(bearer), 1, f"{name} is controlled", "mind-control")
        decision.emit(FactEstablished(Fact(card.text, deed)))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            for card in self._held(state, actor):
                if self._cannot(state, actor, card) is None:
                    is_free = any(free.source == CONTROL for free in card.free)
                    yield Offer(
                        command=MakeThem(actor=actor.id, aspect=card.id),
                        **one_of_a_family("make … do something", name_of(state, card.bearer)),
                        actor=actor.id,
                        verb="use",
                        target=Target("actor", card.bearer),
                        holes=(TextHole("description", "what do they do?", is_description=True),),
                        cost="" if is_free else "1 fate point, to them",
                        cites=self.kit.cites("mind-control"),
                        group="act",
                    )
