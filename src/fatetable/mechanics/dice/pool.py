"""What a table throws: Fate dice, ordinary dice read as Fate dice, or one shared deck of cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Protocol

from msgspec import Struct

from fatetable.engine.chance import Throw
from fatetable.engine.decision import Decision
from fatetable.engine.folds import set_to
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.dice.notation import (
    FATE_FROM_D6,
    FULL_DECK,
    DiceGroup,
    Groups,
    deck_after,
    fate_dice,
)

DRAWN: Key[tuple[int, ...]] = Key("drawn", tuple[int, ...], ())


class ShuffleDeck(Command, frozen=True, tag="shuffle-deck"):
    pass


class DeckChanged(Event, frozen=True, tag="deck-changed/1"):
    """The cards drawn since the deck was last shuffled."""

    drawn: tuple[int, ...]


FOUR_FATE_DICE: Groups = (DiceGroup(fate_dice(4)),)
FOUR_FROM_D6: Groups = (DiceGroup((FATE_FROM_D6,) * 4),)


class PoolAfter(Protocol):
    """What is left to throw once a number has come up."""

    def __call__(self, state: State, number: int, /) -> Groups: ...


def _deck_after(state: State, number: int) -> Groups:
    return _next_card((*state.get(DRAWN), number))


@lru_cache(maxsize=256)
def _next_card(drawn: tuple[int, ...]) -> Groups:
    return (DiceGroup((deck_after(drawn),)),)


class DicePool(Struct, frozen=True):
    """`method` is `fate`, `d6` or `deck`; four dice, or one card that stands for four."""

    method: str
    cites: Cites

    def pool(self, state: State) -> Groups:
        if self.method == "deck":
            return _next_card(state.get(DRAWN))
        return FOUR_FROM_D6 if self.method == "d6" else FOUR_FATE_DICE

    @property
    def pool_after(self) -> PoolAfter | None:
        """What is left to throw once a number has come up; none where every throw is like the one before."""
        return _deck_after if self.method == "deck" else None

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
