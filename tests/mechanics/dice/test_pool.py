"""What a table throws, and the deck that remembers its cards."""

from __future__ import annotations

import pytest

from fatetable.mechanics.dice.notation import FATE_FROM_D6, FULL_DECK, dice_of, fate_dice
from fatetable.mechanics.dice.pool import DRAWN, DeckChanged, DicePool, ShuffleDeck
from tests.mechanics.small_game import SmallGame, cites


def test_dice_are_fate_dice_or_dice_read_as_such() -> None:
    state = SmallGame().state
    assert dice_of(DicePool("fate", cites).pool(state)) == fate_dice(4)
    assert dice_of(DicePool("d6", cites).pool(state)) == (FATE_FROM_D6,) * 4
    assert DicePool("fate", cites).pool_after is None


def test_a_deck_gets_thinner_until_it_is_shuffled() -> None:
    g, deck = SmallGame(), DicePool("deck", cites)
    assert g.refused("gm", ShuffleDeck()) == ("nothing-to-shuffle", "No card has been drawn.")
    assert dice_of(deck.pool(g.state)) == (FULL_DECK,)
    g.run(lambda decision: deck.after_throw(decision, decision.throw(dice_of(deck.pool(decision.state)), "a card")))
    (drawn,) = g.state.get(DRAWN)
    assert len(dice_of(deck.pool(g.state))[0].shown) == len(FULL_DECK.shown) - 1
    assert deck.pool_after is not None
    assert deck.pool_after(SmallGame().state, drawn) == deck.pool(g.state)
    assert g.refused("ana", ShuffleDeck())[0] == "gm-only"
    g.do("gm", ShuffleDeck())
    assert g.state.get(DRAWN) == ()


@pytest.mark.parametrize(("drawn", "left"), [(78, 79), (80, 0)])
def test_the_last_card_begins_a_new_deck(drawn: int, left: int) -> None:
    g, deck = SmallGame(), DicePool("deck", cites)
    every = tuple(FULL_DECK.values)
    g.tell(DeckChanged(every[:drawn]))
    g.run(lambda decision: deck.after_throw(decision, decision.throw(dice_of(deck.pool(decision.state)), "a card")))
    assert len(g.state.get(DRAWN)) == left
