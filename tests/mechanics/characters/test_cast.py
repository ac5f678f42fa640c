"""The fold of the cast, and who decides for whom."""

from __future__ import annotations

import pytest

from fatetable.engine.messages import GM, SeatId
from fatetable.engine.seats import SEATS
from fatetable.mechanics.characters.cast import (
    CAST,
    Actor,
    ActorId,
    ActorJoined,
    ActorLeft,
    SheetChanged,
    SwitchesSet,
    address_of,
    controlled,
    name_of,
    pc_of,
    seat_of,
    whose,
)
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame, sheet


def test_characters_join_change_and_leave() -> None:
    g = SmallGame()
    for name in ("Ann", "Ben"):
        g.tell(ActorJoined(Actor(id=ActorId(name.lower()), sheet=sheet(name))))
    g.tell(SheetChanged(ActorId("ann"), sheet("Anna")))
    assert [actor.name for actor in g.state.get(CAST).values()] == ["Anna", "Ben"]
    g.tell(ActorJoined(Actor(id=ActorId("ann"), sheet=sheet("Anna"))))
    assert [*g.state.get(CAST)] == ["ben", "ann"], "somebody revealed comes last"
    g.tell(ActorLeft(ActorId("ben")))
    g.tell(SheetChanged(ActorId("ben"), sheet("Benno")))
    assert [*g.state.get(CAST)] == ["ann"]


def test_what_is_on_a_sheet_may_be_switched_off_for_now() -> None:
    g = SmallGame()
    g.tell(ActorJoined(Actor(id=RETH, sheet=sheet("Reth"))))
    g.tell(SwitchesSet(RETH, {"wings": False}))
    assert g.state.get(CAST)[RETH].switches == {"wings": False}
    g.tell(SwitchesSet(ActorId("nobody"), {"wings": True}))
    assert [*g.state.get(CAST)] == [RETH]


def test_players_decide_for_their_own_and_the_game_master_for_the_rest() -> None:
    g = SmallGame().scene()
    seats = g.state.get(SEATS)
    found = [[actor.id for actor in controlled(g.state, seats[SeatId(seat)])] for seat in ("ana", "bo", "gm")]
    assert found == [[RETH], [VOLT], [THUG]]
    assert (seat_of(g.state, RETH), seat_of(g.state, THUG)) == ("ana", "gm")
    assert (address_of(g.state, RETH), address_of(g.state, THUG)) == (("ana",), (GM,))
    assert pc_of(g.state, SeatId("gm")) is None


@pytest.mark.parametrize(("name", "said"), [("Reth", "Reth's"), ("Thugs", "Thugs'")])
def test_what_belongs_to_somebody(name: str, said: str) -> None:
    assert whose(name) == said


def test_somebody_unknown_is_called_by_their_id() -> None:
    assert name_of(SmallGame().state, ActorId("x9")) == "x9"
