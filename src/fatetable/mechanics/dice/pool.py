"""What a table throws: Fate dice, ordinary dice read as Fate dice, or one shared deck of cards."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.chance import Die, Throw
from fatetable.engine.decision import Decision
from fatetable.engine.folds import set_to
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.dice.notation import FATE_FROM_D6, FULL_DECK, deck_after, fate_dice

DRAWN: Key[tuple[int, ...]] = Key("drawn", tuple[int, ...], ())


class ShuffleDeck(Command, frozen=True, tag="shuffle-deck"):
    pass


class DeckChanged(Event, frozen=True, tag="deck-changed/1"):
    """The cards drawn since the deck was last shuffled."""

    drawn: tuple[int, ...]


class DicePool(Struct, frozen=True):
    """`method` is `fate`, `d6` or `deck`; four dice, or one card that stands for four."""

    method: str
    cites: Cites

    def pool(self, state: State) -> tuple[Die, ...]:
        if self.method == "deck":
            drawn = state.get(DRAWN)
            return (deck_after(drawn),)
        return (FATE_FROM_D6,) * 4 if self.method == "d6" else fate_dice(4)

    def pool_after(self, state: State, number: int) -> tuple[Die, ...]:
        return (deck_after((*state.get(DRAWN), number)),) if self.method == "deck" else self.pool(state)

    def after_throw(self, decision: Decision, throw: Throw) -> None:
        if self.method == "deck":
            drawn = (*decision.state.get(DRAWN), *throw.values)
            decision.emit(DeckChanged(() if len(drawn) >= len(FULL_DECK.shown) else drawn))

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="dice",
            decides={ShuffleDeck: self._shuffle},
            evolves=folds(DRAWN, {DeckChanged: set_to("drawn")}),
            offers=self._offers,
        )

    def _shuffle(self, decision: Decision, _: ShuffleDeck) -> None:
        decision.require_gm()
        decision.require(bool(decision.state.get(DRAWN)), "nothing-to-shuffle", "No card has been drawn.")
        decision.emit(DeckChanged(()))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm and state.get(DRAWN):
            yield Offer(
                command=ShuffleDeck(), label="Shuffle the deck", verb="change", cites=self.cites("deck"), group="gm"
            )
