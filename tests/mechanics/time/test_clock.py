"""The clock adds up the time that passes, and everybody who listens is told between when and when."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import append
from fatetable.engine.messages import Event
from fatetable.engine.state import Key
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.time.busy import why_busy
from fatetable.mechanics.time.clock import Clock, ClockMoves, now
from fatetable.mechanics.time.passing import PassingTime, PassTime
from fatetable.mechanics.time.track import TimeTrack
from tests.mechanics.small_game import SmallGame, cites

TRACK = TimeTrack(track=("An instant", "An hour", "A day"), seconds=(0, 3600, 86400))
TOLD: Key[tuple[tuple[int, int], ...]] = Key("told", tuple[tuple[int, int], ...], ())


class Told(Event, frozen=True, tag="told-of-time/1"):
    between: tuple[int, int]


class Listener(Struct, frozen=True):
    """Remembers every time the clock has moved."""

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="listener",
            evolves=folds(TOLD, {Told: append("between")}),
            on_moment=self._on_moment,
            moments=(ClockMoves,),
        )

    def _on_moment(self, decision: Decision, moment: Any) -> None:
        decision.emit(Told((moment.before, moment.now)))


def game() -> SmallGame:
    return SmallGame(parts=(PassingTime(track=TRACK, why_busy=why_busy, cites=cites), Clock(TRACK), Listener())).scene()


def test_spans_of_time_add_up_and_everybody_hears_between_when_and_when() -> None:
    g = game()
    for span in ("A day", "An hour", "An instant"):
        g.do("gm", PassTime(span))
    assert now(g.state) == 86400 + 3600
    assert g.state.get(TOLD) == ((0, 86400), (86400, 90000)), "an instant moves no clock"
