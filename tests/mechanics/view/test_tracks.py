"""Tracks of boxes and rows of wounds, as a sheet shows them."""

from __future__ import annotations

from fatetable.mechanics.harm.state import STRESS, Condition, Wound
from fatetable.mechanics.view.tracks import TrackView, WoundsView, tracks_of, wounds_of
from tests.mechanics.harm.wound_rows import ROWS


def test_tracks_with_names_of_their_own_are_shown_in_their_order() -> None:
    condition = Condition(tracks={STRESS: (True,), "health": (True, False), "composure": (False,)})
    assert tuple(tracks_of(condition)) == (TrackView("health", (True, False)), TrackView("composure", (False,)))


def test_rows_of_wounds_are_shown_with_what_they_do() -> None:
    wounds = (Wound("hurt", words="a cut hand"), Wound("hurt"), Wound("injured"))
    assert tuple(wounds_of(ROWS, Condition(wounds=wounds))) == (
        WoundsView("clipped", 2, 0, "next exchange", range="1"),
        WoundsView("hurt", 2, 2, "the scene", ("a cut hand",), "2–4"),
        WoundsView("injured", 2, 1, "until healed", range="5–6"),
        WoundsView("taken-out", 1, 0, "out", range="7+"),
    )
