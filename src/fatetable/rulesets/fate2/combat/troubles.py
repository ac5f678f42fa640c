"""What lesser results leave behind at scene pace: no mark, but perhaps a trouble that counts where it matters.

Clipped is an inconvenience and no more; Hurt is a trouble that may be claimed against its bearer (F2-COMB-10).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import put
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import CAST, ActorId, actor_of, name_of
from fatetable.mechanics.modifiers.menus import MenuRow
from fatetable.rulesets.fate2.kit import FateKit

UNNAMED = "trouble from a fight"
"""What somebody has of being Hurt if nobody says more."""

TroubleMap: TypeAlias = Mapping[ActorId, tuple[str, ...]]
TROUBLES: Key[TroubleMap] = Key("fate2-troubles", dict[ActorId, tuple[str, ...]], {})


class TroublesChanged(Event, frozen=True, tag="fate2-troubles-changed/1"):
    """The troubles somebody has from here on."""

    actor: ActorId
    troubles: tuple[str, ...]


class EndTrouble(Command, frozen=True, kw_only=True, tag="fate2-end-trouble"):
    """A trouble has been dealt with."""

    actor: ActorId
    trouble: str


class TroubleToName(PromptContext, frozen=True, tag="fate2-trouble"):
    """What is the trouble that somebody has of being Hurt?"""

    actor: ActorId


def troubles_of(state: State, actor: ActorId) -> tuple[str, ...]:
    return state.get(TROUBLES).get(actor, ())


def trouble_rows(state: State, actor: ActorId) -> Iterator[MenuRow]:
    """What may be claimed for a roll that the trouble makes harder; the GM judges where it does."""
    return (MenuRow(name=trouble, amount=-1, family=f"trouble {trouble}") for trouble in troubles_of(state, actor))


class Troubles(Struct, frozen=True):
    kit: FateKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="troubles",
            decides={EndTrouble: self._end},
            evolves=folds(TROUBLES, {TroublesChanged: put("actor", "troubles")}),
            answers={TroubleToName: self._named},
            offers=self._offers,
        )

    def ask_name(self, decision: Decision, actor: ActorId) -> None:
        ask(
            decision,
            TroubleToName(actor),
            (GM,),
            f"What trouble is {name_of(decision.state, actor)} left with?",
            (Option("name", "Name it", (TextHole("fill", "trouble", key="words", optional=True),)),),
            cites=decision.cites("scene-results"),
            blocking=False,
        )

    def _named(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        actor = prompt.read(TroubleToName).actor
        before, words = troubles_of(decision.state, actor), answer.text("words") or UNNAMED
        if words not in before:
            decision.emit(TroublesChanged(actor, (*before, words)))

    def _end(self, decision: Decision, command: EndTrouble) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        before = troubles_of(decision.state, actor.id)
        decision.require(command.trouble in before, "no-such-trouble", f"{actor.name} has no such trouble.")
        decision.emit(TroublesChanged(actor.id, tuple(each for each in before if each != command.trouble)))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor, troubles in state.get(TROUBLES).items() if seat.is_gm else ():
            if troubles and actor in state.get(CAST):
                yield Offer(
                    command=EndTrouble(actor=actor, trouble=""),
                    **one_of_a_family("End a trouble of …", name_of(state, actor)),
                    verb="remove",
                    target=Target("actor", actor),
                    holes=(ChoiceHole("trouble", "trouble", tuple(map(Choice, troubles))),),
                    cites=self.kit.cites("scene-results"),
                    group="gm",
                )
