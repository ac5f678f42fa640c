"""Time that passes between scenes and encounters: the game master names a step of the time track.

Other subsystems learn of it by the moment `TimeHasPassed`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import set_to
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.scenes.lifecycle import WhyBusy
from fatetable.mechanics.time.track import TimeTrack


class PassTime(Command, frozen=True, tag="pass-time"):
    """About this much time passes."""

    time: str


class TimePassed(Event, frozen=True, tag="time-passed/1"):
    time: str


class TimeHasPassed(Struct, frozen=True):
    """The moment after a span of time, as a step of the time track."""

    time: str


LAST_SPAN: Key[str] = Key("last-span", str, "")


def pass_time(decision: Decision, time: str) -> None:
    decision.emit(TimePassed(time))
    decision.moment(TimeHasPassed(time))


class PassingTime(Struct, frozen=True, kw_only=True):
    """`why_busy` names what leaves no time to pass."""

    track: TimeTrack
    why_busy: WhyBusy
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="time",
            decides={PassTime: self._pass},
            evolves=folds(LAST_SPAN, {TimePassed: set_to("time")}),
            offers=self._offers,
        )

    def _pass(self, decision: Decision, command: PassTime) -> None:
        decision.require_gm()
        decision.require(command.time in self.track, "no-such-time", f"{command.time!r} is no step of time.")
        decision.require_allowed(self.why_busy(decision.state))
        pass_time(decision, command.time)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm and self.why_busy(state) is None:
            steps = tuple(Choice(step) for step in self.track.track)
            yield Offer(
                command=PassTime(""),
                label="Let time pass",
                verb="change",
                holes=(ChoiceHole("time", "time", steps),),
                cites=self.cites("time"),
                group="gm",
            )
