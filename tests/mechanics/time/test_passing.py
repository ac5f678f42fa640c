"""The game master lets time pass, by the steps of the time track."""

from __future__ import annotations

from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.time.busy import why_busy
from fatetable.mechanics.time.passing import LAST_SPAN, PassingTime, PassTime
from fatetable.mechanics.time.track import TimeTrack
from tests.mechanics.small_game import RETH, THUG, SmallGame, cites

TRACK = TimeTrack(track=("An instant", "An hour", "A day"))


def game() -> SmallGame:
    return SmallGame(parts=(PassingTime(track=TRACK, why_busy=why_busy, cites=cites),)).scene()


def test_the_last_span_is_remembered() -> None:
    g = game()
    for span in ("A day", "An hour"):
        g.do("gm", PassTime(span))
        assert g.state.get(LAST_SPAN) == span


def test_the_steps_are_offered_to_the_game_master_alone() -> None:
    g = game()
    (offer,) = g.offers("gm", PassTime)
    assert [choice.value for choice in offer.holes[0].options] == list(TRACK.track)  # type: ignore[union-attr]
    assert g.offers("ana", PassTime) == ()
    assert g.refused("ana", PassTime("A day"))[0] == "gm-only"


def test_only_steps_of_the_track_pass() -> None:
    assert game().refused("gm", PassTime("A fortnight")) == ("no-such-time", "'A fortnight' is no step of time.")


def test_no_time_passes_in_the_middle_of_a_fight() -> None:
    g = game()
    g.do("gm", StartConflict("fight", (RETH, THUG)))
    assert g.offers("gm", PassTime) == ()
    assert g.refused("gm", PassTime("A day"))[0] == "not-finished"
