"""What a row says is worked out: how long it takes, what success saves, and how a failure can be made good."""

from __future__ import annotations

import pytest

from fatetable.mechanics.time.track import TimeTrack
from fatetable.mechanics.undertakings.rows import Procedure, Rung, Span

TRACK = TimeTrack(track=("a moment", "a minute", "an hour", "a day", "a week", "a month"))
LOCK = Procedure(id="lock", label="pick", topic="lock", time="an hour", time_at=2, saves=2, extends=4)
MEND = Procedure(id="mend", label="mend", topic="mend", time="a day", extends=2, lowers="quality")
TALK = Procedure(id="talk", label="talk", topic="talk")


@pytest.mark.parametrize(("difficulty", "time"), [(1, "a minute"), (2, "an hour"), (3, "a day"), (9, "a month")])
def test_a_point_of_difficulty_is_a_step_of_time(difficulty: int, time: str) -> None:
    assert LOCK.usual_time(TRACK, difficulty) == time


def test_what_was_said_of_the_time_is_the_usual_one() -> None:
    assert MEND.usual_time(TRACK, 9) == "a day"
    assert MEND.usual_time(TRACK, 9, "a week") == "a week"
    assert TALK.usual_time(TRACK, 9) == ""


@pytest.mark.parametrize(("margin", "time"), [(-1, "a day"), (0, "a day"), (1, "an hour"), (5, "a minute")])
def test_shifts_save_no_more_than_the_row_lets_them(margin: int, time: str) -> None:
    assert LOCK.time_taken(TRACK, "a day", margin) == time


def test_where_shifts_save_nothing_or_nothing_takes_time_none_is_saved() -> None:
    assert MEND.time_taken(TRACK, "a day", 5) == "a day"
    assert LOCK.time_taken(TRACK, "", 5) == ""


def test_a_failure_is_made_good_by_steps_of_time_or_by_what_is_lowered() -> None:
    assert LOCK.ways_to_make_up(4) == ((4, 0),)
    assert LOCK.ways_to_make_up(5) == ()
    assert MEND.ways_to_make_up(1) == ((1, 0), (0, 1))
    assert MEND.ways_to_make_up(4) == ((2, 2), (1, 3), (0, 4))
    assert TALK.ways_to_make_up(1) == ()


def test_the_game_master_is_asked_only_where_the_row_leaves_it_open() -> None:
    rung = Rung(name="a safe", difficulty=4)
    assert rung.label == "Set +4: a safe"
    assert Span(name="stress", time="a day").label == "stress (a day)"
    assert Procedure(id="a", label="a", topic="a", rungs=(rung,)).is_asked
    assert Procedure(id="a", label="a", topic="a", highest_of=("quality",)).is_asked
    assert not Procedure(id="a", label="a", topic="a", rungs=(rung,), difficulty=0).is_asked
    assert not TALK.is_asked
