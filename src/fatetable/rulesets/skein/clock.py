"""The time of the game, in seconds since its beginning, so that spans that pass one after the other add up.

What is due when, others keep.
"""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.rulesets.skein.passing_time import TimeHasPassed
from fatetable.rulesets.skein.tables import tables

CLOCK: Key[int] = Key("clock", int, 0)


class ClockAdvanced(Event, frozen=True, tag="clock-advanced/1"):
    now: int


class ClockMoves(Struct, frozen=True):
    """The moment in which the time of the game goes on; what was due in between has come."""

    before: int
    now: int


def _advanced(_: int, event: ClockAdvanced) -> int:
    return event.now


def seconds(time: str) -> int:
    """How much a step of the time track counts for.

    >>> 7 * seconds("A day") == seconds("A week")
    True
    """
    track = tables().time
    return track.seconds[track.track.index(time)]


def now(state: State) -> int:
    return state.get(CLOCK)


class Clock(Struct, frozen=True):
    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="clock",
            evolves=folds(CLOCK, {ClockAdvanced: _advanced}),
            on_moment=self._on_moment,
            moments=(TimeHasPassed,),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, TimeHasPassed) and seconds(moment.time):
            before = now(decision.state)
            decision.emit(ClockAdvanced(before + seconds(moment.time)))
            decision.moment(ClockMoves(before, now(decision.state)))
