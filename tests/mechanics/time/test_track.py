"""Durations move along the named steps of a book's time track."""

from __future__ import annotations

import pytest

from fatetable.mechanics.time.track import TimeTrack

STEPS = ("An Instant", "A Few Moments", "Half a Minute", "One Minute", "A Few Minutes", "15 Minutes", "Half an Hour")
TRACK = TimeTrack(track=STEPS, seconds=(0, 3, 30, 60, 180, 900, 1800), aliases={"A Full Action": "A Few Moments"})


@pytest.mark.parametrize(
    ("degree", "least", "takes"),
    [
        (0, "", "Half an Hour"),
        (-3, "", "Half an Hour"),
        (1, "", "15 Minutes"),
        (4, "", "Half a Minute"),
        (9, "", "Half a Minute"),
        (9, "One Minute", "One Minute"),
        (2, "One Minute", "A Few Minutes"),
    ],
)
def test_success_shortens_work_by_four_steps_at_most_and_not_below_the_least(
    degree: int, least: str, takes: str
) -> None:
    assert TRACK.shortened("Half an Hour", degree, least) == takes


def test_work_that_takes_no_longer_than_the_least_is_not_lengthened_to_it() -> None:
    assert TRACK.shortened("A Few Moments", 2, "One Minute") == "A Few Moments"


def test_a_degree_may_count_for_several_steps() -> None:
    assert TimeTrack(track=STEPS, steps_per_degree=2).shortened("Half an Hour", 1) == "A Few Minutes"


@pytest.mark.parametrize(("by", "to"), [(1, "One Minute"), (-1, "A Few Moments"), (99, STEPS[-1]), (-99, STEPS[0])])
def test_past_its_ends_a_duration_stays_on_the_last_step(by: int, to: str) -> None:
    assert TRACK.moved("Half a Minute", by) == to
    assert TRACK.lengthened("Half a Minute", by) == (to if by > 0 else "Half a Minute")


def test_an_alias_is_the_step_it_stands_for() -> None:
    assert "A Full Action" in TRACK
    assert "A Fortnight" not in TRACK
    assert TRACK.moved("A Full Action", 1) == "Half a Minute"
    assert TRACK.seconds_of("A Full Action") == 3


def test_two_durations_are_compared_by_their_place() -> None:
    assert TRACK.between("One Minute", "15 Minutes") == 2
    assert TRACK.between("15 Minutes", "One Minute") == -2
    assert TRACK.shorter_of("15 Minutes", "One Minute") == TRACK.shorter_of("One Minute", "15 Minutes") == "One Minute"


def test_a_track_without_seconds_adds_nothing_up() -> None:
    assert (TRACK.seconds_of("15 Minutes"), TimeTrack(track=STEPS).seconds_of("15 Minutes")) == (900, 0)
