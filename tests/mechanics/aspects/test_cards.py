"""The fold of aspect cards, who knows of them, and who may use a free invocation."""

from __future__ import annotations

from fatetable.engine.messages import GM, SeatId
from fatetable.engine.seats import Seat
from fatetable.mechanics.aspects.cards import (
    ASPECTS,
    BOOST,
    SITUATION,
    AspectCard,
    AspectId,
    AspectPlaced,
    AspectRemoved,
    AspectRevealed,
    AspectReworded,
    FreeInvoke,
    FreeInvokesSet,
    keepable_aspects,
    known_in_play,
    knows,
    usable_by,
    worded,
)
from fatetable.mechanics.characters.cast import NOBODY
from fatetable.mechanics.scenes.lifecycle import LeaveScene
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame

FOG, TRAP = AspectId("fog"), AspectId("trap")
ANA, KEEPER = Seat(SeatId("ana"), "player"), Seat(SeatId("gm"), "gm")


def laid_out() -> SmallGame:
    g = SmallGame().scene()
    g.tell(AspectPlaced(AspectCard(id=TRAP, text="A Trap", kind=SITUATION, known_to=(GM,))))
    g.tell(AspectPlaced(AspectCard(id=FOG, text="Fog", kind=SITUATION)))
    return g


def test_a_card_is_placed_reworded_given_free_invocations_and_removed() -> None:
    g = laid_out()
    free = (FreeInvoke("f1", RETH, "create"),)
    g.tell(AspectReworded(FOG, "Thick Fog"))
    g.tell(FreeInvokesSet(FOG, free))
    assert g.state.get(ASPECTS)[FOG] == AspectCard(id=FOG, text="Thick Fog", kind=SITUATION, free=free)
    assert worded(g.state)[FOG].free == ()
    g.tell(AspectRemoved(FOG))
    assert FOG not in g.state.get(ASPECTS)
    before = g.state.get(ASPECTS)
    g.tell(AspectReworded(FOG, "Fog"))
    g.tell(FreeInvokesSet(FOG, free))
    assert g.state.get(ASPECTS) == before, "what is told of a card nobody knows changes nothing"


def test_a_revealed_card_comes_last_for_everybody() -> None:
    g = laid_out()
    assert [card.text for card in known_in_play(g.state, ANA)] == ["Born to Run", "Fog"]
    g.tell(AspectRevealed(AspectCard(id=TRAP, text="A Trap", kind=SITUATION)))
    assert [card.text for card in known_in_play(g.state, ANA)] == ["Born to Run", "Fog", "A Trap"]


def test_a_secret_is_known_to_those_it_was_told_and_to_the_game_master() -> None:
    hidden = AspectCard(id=TRAP, text="A Trap", kind=SITUATION, known_to=(SeatId("bo"),))
    assert (knows(ANA, hidden), knows(KEEPER, hidden)) == (False, True)


def test_aspects_of_people_who_left_are_not_in_play() -> None:
    g = laid_out()
    g.do("gm", LeaveScene(RETH))
    assert [card.text for card in known_in_play(g.state, ANA)] == ["Fog"]


def test_situation_aspects_may_be_kept() -> None:
    g = laid_out()
    g.tell(AspectPlaced(AspectCard(id=AspectId("b"), text="Off Balance", kind=BOOST)))
    assert [choice.label for choice in keepable_aspects(g.state)] == ["A Trap", "Fog"]


def test_a_free_invocation_is_for_its_holder_and_whom_it_was_lent_to() -> None:
    g = laid_out()
    own, lent = FreeInvoke("f1", RETH, "create"), FreeInvoke("f2", RETH, "create", VOLT)
    assert usable_by(g.state, own, RETH, holder_is_out=False)
    assert not usable_by(g.state, own, VOLT, holder_is_out=False)
    assert usable_by(g.state, own, VOLT, holder_is_out=True), "allies take over from somebody who is out"
    assert usable_by(g.state, lent, VOLT, holder_is_out=False)
    assert not usable_by(g.state, lent, THUG, holder_is_out=True)
    assert not usable_by(g.state, own, NOBODY, holder_is_out=True)
    assert usable_by(g.state, FreeInvoke("f3", THUG, "create"), NOBODY, holder_is_out=False)
