"""Facts: what people say is true because of an aspect, without a roll and without a price."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import append
from fatetable.engine.identity import remembered
from fatetable.engine.messages import GM, Command, Event, SeatId
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, has_asked, kind_of
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import (
    AspectCard,
    AspectId,
    Cards,
    aspect_choices,
    card_of,
    knows,
    reveal,
    worded,
    worded_in_play,
)
from fatetable.mechanics.aspects.editing import NOT_ANSWERED_YET
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.scenes.state import SCENE


class Fact(Struct, frozen=True):
    aspect: str
    fact: str


FACTS: Key[tuple[Fact, ...]] = Key("facts", tuple[Fact, ...], ())


class ClaimFact(Command, frozen=True, tag="claim-fact"):
    """An aspect makes something true."""

    aspect: AspectId
    fact: str


class FactEstablished(Event, frozen=True, tag="fact-established/1"):
    fact: Fact


class ClaimedFact(PromptContext, frozen=True, tag="fact"):
    """`text` is what the aspect said when the fact was claimed."""

    text: str
    fact: str
    by: SeatId


class Facts(Struct, frozen=True):
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="facts",
            decides={ClaimFact: self._claim},
            evolves=folds(FACTS, {FactEstablished: append("fact")}),
            answers={ClaimedFact: self._ruled},
            offers=self._offers,
        )

    def _claim(self, decision: Decision, command: ClaimFact) -> None:
        card = card_of(decision, command.aspect)
        claimable = {known.id for known in _claimable(decision.state, decision.seat)}
        decision.require(card.id in claimable, "not-in-play", "That aspect is not part of this scene.")
        decision.require(bool(command.fact.strip()), "no-words", "Say what is true.")
        if decision.seat.is_gm:
            decision.require(card.known_to is None, "still-hidden", "Reveal the aspect first.")
            decision.emit(FactEstablished(Fact(card.text, command.fact.strip())))
            return
        decision.require_allowed(_why_not_yet(decision.state, decision.seat))
        # A player who points to a secret aspect of their own shows it.
        reveal(decision, card)
        fact = command.fact.strip()
        ask(
            decision,
            ClaimedFact(card.text, fact, decision.seat.id),
            (GM,),
            "Does the table accept this fact?",
            (Option("yes", "Accept"), Option("no", "Refuse")),
            detail=f"{fact} ({card.text})",
            cites=decision.cites("fact"),
            blocking=False,
        )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "yes":
            claimed = prompt.read(ClaimedFact)
            decision.emit(FactEstablished(Fact(claimed.text, claimed.fact)))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        choices = fact_choices(_claimable(state, seat), aspect_choices(state), seat)
        if choices and _why_not_yet(state, seat) is None:
            yield Offer(
                command=ClaimFact(AspectId(""), ""),
                label="Use an aspect as fact",
                verb="note",
                target=Target("aspect"),
                holes=(ChoiceHole("aspect", "aspect", choices), TextHole("fact", "fact")),
                cites=self.cites("fact"),
                group="table",
            )


def _why_not_yet(state: State, seat: Seat) -> Refusal | None:
    """Players claim one fact after the other; the game master asks nobody, not even with an older claim still open."""
    is_waiting = not seat.is_gm and has_asked(state, seat.id, kind_of(ClaimedFact))
    return NOT_ANSWERED_YET if is_waiting else None


def _claimable(state: State, seat: Seat) -> tuple[AspectCard, ...]:
    """The aspects a seat may point to, without their free invocations; between scenes all that it knows."""
    if state.get(SCENE).is_open:
        return worded_in_play(state, seat)
    return _known(worded(state), seat)


@remembered(limit=64)
def _known(cards: Cards, seat: Seat) -> tuple[AspectCard, ...]:
    return tuple(card for card in cards.values() if knows(seat, card))


@remembered(limit=256)
def fact_choices(known: tuple[AspectCard, ...], choices: Mapping[AspectId, Choice], seat: Seat) -> tuple[Choice, ...]:
    """The aspects a seat may choose from; pointing to one of the game master's secrets would tell it."""
    is_gm = seat.is_gm
    return tuple([choices[card.id] for card in known if card.known_to is None or not is_gm])
