"""The game master says how long a roll's work takes; success may shorten it."""

from __future__ import annotations

import pytest

from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.procedure import cancel_roll
from fatetable.mechanics.rolls.resolution import MinorCost
from fatetable.mechanics.rolls.state import Roll
from fatetable.mechanics.time.lengthy_work import DURATIONS, LengthyWork, SetDuration
from fatetable.mechanics.time.time_taken import TIME_TAKEN
from fatetable.mechanics.time.track import TimeTrack
from tests.mechanics.rolling_game import everybody_passes, overcome, rolling, the_roll, throw
from tests.mechanics.small_game import RETH, THUG, SmallGame, cites

TRACK = TimeTrack(track=("A minute", "An hour", "A day", "A week"))


def game(*dice: str, is_shortened: bool = True) -> SmallGame:
    work = LengthyWork(track=TRACK, is_shortened=is_shortened, usual=lambda trait: "A week", cites=cites)
    return rolling(*dice, extra=(work,)).scene()


def timed(g: SmallGame, time: str = "A day") -> Roll:
    roll = overcome(g)
    g.do("gm", SetDuration(roll.id, time))
    throw(g)
    return everybody_passes(g)


@pytest.mark.parametrize(("dice", "takes"), [("0000", "An hour"), ("+000", "A minute"), ("+++0", "A minute")])
def test_each_point_of_success_saves_a_step(dice: str, takes: str) -> None:
    g = game(dice)
    timed(g)
    assert g.state.get(TIME_TAKEN) == {RETH: takes}
    assert g.state.get(DURATIONS) == {}


def test_a_bare_success_saves_nothing() -> None:
    g = game("-000")
    timed(g)
    g.answer("gm", MinorCost, "cost", cost="a torn coat")
    assert g.state.get(TIME_TAKEN) == {RETH: "A day"}


def test_where_success_saves_no_time_it_takes_as_long_as_was_said() -> None:
    g = game("++++", is_shortened=False)
    timed(g)
    assert g.state.get(TIME_TAKEN) == {RETH: "A day"}


def test_what_it_usually_takes_is_offered_first() -> None:
    g = game()
    overcome(g)
    (offer,) = g.offers("gm", SetDuration)
    assert [choice.value for choice in offer.holes[0].options][:2] == ["A week", "A minute"]  # type: ignore[union-attr]
    assert g.offers("ana", SetDuration) == ()


def test_it_is_said_before_the_dice_and_of_work_only() -> None:
    g = game("0000")
    roll = overcome(g)
    throw(g)
    assert g.refused("gm", SetDuration(roll.id, "A day")) == (
        "dice-are-down",
        "How long it takes is said before the dice fall.",
    )
    g = game()
    g.do("gm", Attack(actor=THUG, target=RETH, trait="speed", description="he charges"))
    assert g.refused("gm", SetDuration(the_roll(g).id, "A day")) == (
        "dice-are-down",
        "Only a roll has a length of time.",
    )


def test_only_steps_of_the_track_are_taken() -> None:
    g = game()
    roll = overcome(g)
    assert g.refused("gm", SetDuration(roll.id, "A fortnight"))[0] == "no-such-time"


def test_work_that_was_called_off_has_taken_no_time() -> None:
    g = game()
    roll = overcome(g)
    g.do("gm", SetDuration(roll.id, "A day"))
    assert g.state.get(DURATIONS) == {roll.id: "A day"}
    g.run(lambda decision: cancel_roll(decision, roll.id, "rain"))
    assert (g.state.get(TIME_TAKEN), g.state.get(DURATIONS)) == ({}, {})
