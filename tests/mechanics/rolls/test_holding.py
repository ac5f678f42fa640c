"""Anybody may hold the dice of an open scene, and let them go; the game master lets all of them go."""

from __future__ import annotations

import msgspec

from fatetable.engine.seats import PresenceNoted
from fatetable.mechanics.rolls.holding import GoAhead, Holding, HoldOn, held_by
from tests.mechanics.small_game import PACE, SmallGame

AT_ONCE = msgspec.structs.replace(PACE, dice_fall="at-once")


def game() -> SmallGame:
    return SmallGame(parts=(Holding(AT_ONCE),)).scene()


def test_a_seat_holds_the_dice_and_lets_them_go() -> None:
    g = game()
    g.do("bo", HoldOn())
    assert held_by(g.state) == ("bo",)
    assert g.refused("bo", HoldOn())[0] == "nothing-to-hold"
    assert g.refused("ana", GoAhead()) == ("not-holding", "You hold no dice.")
    g.do("bo", GoAhead())
    assert held_by(g.state) == ()


def test_a_seat_lets_only_its_own_hold_go_and_the_game_master_all() -> None:
    g = game()
    for seat in ("ana", "bo"):
        g.do(seat, HoldOn())
    g.do("ana", GoAhead())
    assert held_by(g.state) == ("bo",)
    g.do("ana", HoldOn())
    g.do("gm", GoAhead())
    assert held_by(g.state) == ()


def test_nobody_waits_for_a_seat_that_is_away() -> None:
    g = game()
    g.do("bo", HoldOn())
    g.tell(PresenceNoted(next(iter(held_by(g.state))), is_away=True))
    assert held_by(g.state) == ()


def test_there_is_nothing_to_hold_before_a_scene_or_where_people_press_for_the_dice() -> None:
    assert SmallGame(parts=(Holding(AT_ONCE),)).refused("bo", HoldOn())[0] == "nothing-to-hold"
    assert SmallGame(parts=(Holding(PACE),)).scene().refused("bo", HoldOn())[0] == "nothing-to-hold"
