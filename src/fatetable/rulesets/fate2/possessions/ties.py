"""Contacts, enemies and resources in play: whom and what the aspects belong to that a player has fixed."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import ASPECTS, CHARACTER, new_card, place
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, players_characters
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.sheet import Extra, extra_at, extras_of, kind_of_extra, slot_of


class TieIn(Command, frozen=True, kw_only=True, tag="tie-in"):
    """Somebody of the GM's is the contact, the enemy or the organisation that a player has fixed aspects of."""

    actor: ActorId
    extra: str
    target: ActorId


class Ties(Struct, frozen=True, kw_only=True):
    kit: FateKit

    def subsystem(self) -> Subsystem:
        return Subsystem(name="ties", decides={TieIn: self._tie}, offers=self._offers)

    def _cannot_tie(self, state: State, actor: Actor, extra: Extra | None) -> Refusal | None:
        kind = kind_of_extra(self.kit.tables, extra) if extra is not None else None
        if extra is None or kind is None or kind.family != "shared" or extra.is_lost:
            return Refusal("no-such-tie", f"{actor.name} has no such contact or resource.")
        if any(card.slot.startswith(_slot(actor, extra)) for card in state.get(ASPECTS).values()):
            return Refusal("tied", f"{extra.name} is in play with these aspects already.")
        return None

    def _targets(self, state: State, actor: Actor) -> tuple[Choice, ...]:
        return tuple(
            Choice(other.id, other.name)
            for other in state.get(CAST).values()
            if not other.has_player and not other.is_hidden and other.id != actor.id
        )

    def _tie(self, decision: Decision, command: TieIn) -> None:
        decision.require_gm()
        actor, target = actor_of(decision, command.actor), actor_of(decision, command.target)
        extra = extra_at(self.kit.dials, actor.sheet, command.extra)
        decision.require_allowed(self._cannot_tie(decision.state, actor, extra))
        assert extra is not None
        meant = target.id in {choice.value for choice in self._targets(decision.state, actor)}
        decision.require(meant, "bad-target", "That has to be somebody whom the GM runs.")
        for name, level in _counted(extra).items():
            slot = f"{_slot(actor, extra)} {slot_of(name)}"
            place(decision, new_card(decision, name, CHARACTER, bearer=target.id, slot=slot, level=level))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in players_characters(state) if seat.is_gm else ():
            targets = self._targets(state, actor)
            for extra in extras_of(self.kit.dials, actor.sheet) if targets else ():
                if self._cannot_tie(state, actor, extra) is None:
                    yield Offer(
                        command=TieIn(actor=actor.id, extra=extra.where, target=ActorId("")),
                        label=f"Give somebody the aspects {actor.name} bought of {extra.name}",
                        verb="place",
                        target=Target("actor", actor.id),
                        holes=(ChoiceHole("target", "who it is", targets, suggested=_likely(targets, extra)),),
                        cites=self.kit.cites("tie"),
                        group="gm",
                    )


def _slot(actor: Actor, extra: Extra) -> str:
    return f"tie {actor.id} {slot_of(extra.name)}"


def _counted(extra: Extra) -> dict[str, int]:
    return {name: extra.aspects.count(name) for name in dict.fromkeys(extra.aspects)}


def _likely(targets: tuple[Choice, ...], extra: Extra) -> str:
    return next((choice.value for choice in targets if choice.label.casefold() == extra.name.casefold()), "")
