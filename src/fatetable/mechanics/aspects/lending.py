"""Lending: the holder of a free invocation lets an ally use it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import (
    AspectCard,
    AspectId,
    FreeInvoke,
    FreeInvokesSet,
    audience_of,
    card_of,
    free_in_play,
    in_play,
)
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, NOBODY, ActorId, controls, name_of
from fatetable.mechanics.moments import RollIsChanged
from fatetable.mechanics.rolls.state import open_rolls
from fatetable.mechanics.scenes.sides import are_allies
from fatetable.mechanics.scenes.state import SCENE, is_present


class LendInvoke(Command, frozen=True, tag="lend-invoke"):
    """The holder of a free invocation lets an ally use it."""

    aspect: AspectId
    free: str
    to: ActorId


class Lending(Struct, frozen=True, kw_only=True):
    """`may_lend` says whether a card's free invocations can be handed on at all."""

    may_lend: Callable[[AspectCard], bool]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(name="lending", decides={LendInvoke: self._lend}, offers=self._offers)

    def _lend(self, decision: Decision, command: LendInvoke) -> None:
        card = card_of(decision, command.aspect)
        free = next((free for free in card.free if free.id == command.free), None)
        if free is None:
            raise decision.violation("no-free-invoke", f"There is no such free invocation on {card.text!r}.")
        holder = decision.state.get(CAST).get(free.holder)
        decision.require(
            holder is not None and controls(decision.seat, holder), "not-yours", "It is not yours to lend."
        )
        decision.require(in_play(decision.state, card), "not-in-play", "That aspect is not part of this scene.")
        decision.require(self.may_lend(card), "cannot-lend", "At this table a boost is its owner's alone.")
        decision.require(
            command.to in self._borrowers(decision.state, free),
            "not-an-ally",
            "It can only be lent to an ally.",
        )
        lent = msgspec.structs.replace(free, lent_to=command.to)
        rest = tuple(lent if other.id == free.id else other for other in card.free)
        decision.emit(FreeInvokesSet(card.id, rest), to=audience_of(card))
        for roll in tuple(open_rolls(decision.state)):
            decision.moment(RollIsChanged(roll.id))

    def _borrowers(self, state: State, free: FreeInvoke) -> tuple[ActorId, ...]:
        return tuple(
            other
            for other in state.get(SCENE).present
            if is_present(state, other) and are_allies(state, free.holder, other) and other != free.lent_to
        )

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for card in free_in_play(state, seat):
            if not self.may_lend(card):
                continue
            for free in card.free:
                holder = state.get(CAST).get(free.holder)
                if holder is None or not controls(seat, holder):
                    continue
                allies = tuple(Choice(other, name_of(state, other)) for other in self._borrowers(state, free))
                if allies:
                    yield Offer(
                        command=LendInvoke(card.id, free.id, NOBODY),
                        label=f"Lend {card.text} to an ally",
                        verb="help",
                        target=Target("aspect", card.id),
                        holes=(ChoiceHole("to", "ally", allies),),
                        cites=self.cites("lend-invoke"),
                        group="react",
                    )
