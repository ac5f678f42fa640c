"""The clock: the time of the game in seconds since its beginning, so that spans of time add up."""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import set_to
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.time.passing import TimeHasPassed
from fatetable.mechanics.time.track import TimeTrack

CLOCK: Key[int] = Key("clock", int, 0)


class ClockAdvanced(Event, frozen=True, tag="clock-advanced/1"):
    now: int


class ClockMoves(Struct, frozen=True):
    """The moment after the clock has moved on; whatever was due in between is due now."""

    before: int
    now: int


def now(state: State) -> int:
    return state.get(CLOCK)


class Clock(Struct, frozen=True):
    track: TimeTrack

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="clock",
            evolves=folds(CLOCK, {ClockAdvanced: set_to("now")}),
            on_moment=self._on_moment,
            moments=(TimeHasPassed,),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, TimeHasPassed) and (passed := self.track.seconds_of(moment.time)):
            before = now(decision.state)
            decision.emit(ClockAdvanced(before + passed))
            decision.moment(ClockMoves(before, now(decision.state)))
