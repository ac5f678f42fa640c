"""Going on without somebody: only somebody whom a roll, a question or a turn waits for, and never the game master."""

from __future__ import annotations

import msgspec

from fatetable.engine.messages import SeatId
from fatetable.engine.seats import SEATS
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.going_on import GoingOn, GoOnWithout, waited_for
from fatetable.mechanics.rolls.holding import GoAhead, Holding, HoldOn
from tests.mechanics.small_game import PACE, THUG, SmallGame

ANA, BO, GM = SeatId("ana"), SeatId("bo"), SeatId("gm")


def game() -> SmallGame:
    return SmallGame(parts=(GoingOn(), Holding(msgspec.structs.replace(PACE, dice_fall="at-once")))).scene()


def test_play_goes_on_without_somebody_who_holds_the_dice() -> None:
    g = game()
    assert g.refused("ana", GoOnWithout(BO)) == ("not-waited-for", "Nobody waits for Bo.")
    g.do("bo", HoldOn())
    assert waited_for(g.state) == {BO}
    g.do("ana", GoOnWithout(BO))
    assert g.state.get(SEATS)[BO].is_away
    assert waited_for(g.state) == frozenset()
    assert g.refused("ana", GoOnWithout(BO))[0] == "not-waited-for"


def test_play_waits_for_the_player_whose_turn_it_is() -> None:
    g = game()
    g.do("gm", StartConflict("fight", (THUG,)))
    g.do("gm", BeginConflict())
    assert waited_for(g.state) == {ANA}
    assert [offer.command for offer in g.offers("bo", GoOnWithout)] == [GoOnWithout(ANA)]


def test_nobody_goes_on_without_themselves_the_game_master_or_a_seat_there_is_not() -> None:
    g = game()
    g.do("gm", HoldOn())
    assert g.refused("ana", GoOnWithout(GM)) == ("needs-gm", "Play cannot go on without Gm, who runs the game.")
    assert g.refused("gm", GoOnWithout(GM))[0] == "yourself"
    assert g.refused("ana", GoOnWithout(SeatId("cleo")))[0] == "unknown-seat"
    g.do("gm", GoAhead())
