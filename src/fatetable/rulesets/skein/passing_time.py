"""Time that passes between what is played out: the Storyteller names a step of the time track.

What a span of time does to anybody is up to whoever handles the moment.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.citations import Cites
from fatetable.rulesets.skein.quiet import is_busy
from fatetable.rulesets.skein.tables import tables


class PassTime(Command, frozen=True, tag="pass-time"):
    """About this much time goes by."""

    time: str


class TimePassed(Event, frozen=True, tag="time-passed/1"):
    time: str


class TimeHasPassed(Struct, frozen=True):
    """The moment after a span of time, as a step of the time track."""

    time: str


LAST_SPAN: Key[str] = Key("last-span", str, "")


def _passed(_: str, event: TimePassed) -> str:
    return event.time


def pass_time(decision: Decision, time: str) -> None:
    decision.emit(TimePassed(time))
    decision.moment(TimeHasPassed(time))


class PassingTime(Struct, frozen=True):
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="time",
            decides={PassTime: self._pass},
            evolves=folds(LAST_SPAN, {TimePassed: _passed}),
            offers=self._offers,
        )

    def _pass(self, decision: Decision, command: PassTime) -> None:
        decision.require_gm()
        decision.require(command.time in tables().time.track, "no-such-time", f"{command.time!r} is no step of time.")
        decision.require(not is_busy(decision.state), "not-finished", "Something is still being settled.")
        pass_time(decision, command.time)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm and not is_busy(state):
            steps = tuple(Choice(step) for step in tables().time.track)
            yield Offer(
                command=PassTime(""),
                label="Time passes",
                holes=(ChoiceHole("time", "how much", steps),),
                cites=self.cites("time"),
                group="gm",
            )
