"""Rolls for lengthy work: the game master says how long it takes, and a high success may shorten it.

Letting that time pass is in `time/passing.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import OfferedWhile, Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import ActorId, name_of
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.actions import OVERCOME
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId, a_roll_is_declared, open_rolls, roll_of, rolls_at
from fatetable.mechanics.time.time_taken import TIME_FOLDS, TimeTaken
from fatetable.mechanics.time.track import TimeTrack


class SetDuration(Command, frozen=True, tag="set-duration"):
    """What this roll is for takes about this long."""

    roll: RollId
    time: str


class DurationSet(Event, frozen=True, tag="duration-set/1"):
    roll: RollId
    time: str


class DurationOver(Event, frozen=True, tag="duration-over/1"):
    roll: RollId


Durations: TypeAlias = Mapping[RollId, str]
DURATIONS: Key[Durations] = Key("durations", dict[RollId, str], {})


def saves_time(state: State, actor: ActorId) -> bool:
    """Has this actor's roll for lengthy work just been settled, so that its success may save time?"""
    durations = state.get(DURATIONS)
    return any(roll.stage == "settled" and roll.actor == actor and roll.id in durations for roll in open_rolls(state))


class LengthyWork(Struct, frozen=True, kw_only=True):
    """`usual(trait)` is how long a roll with that trait takes as a rule, if the book says so.

    Where it `is_shortened`, success moves the time down the track; `called` is what the book calls such a roll.
    """

    track: TimeTrack
    is_shortened: bool
    usual: Callable[[str], str]
    cites: Cites
    called: str = "roll"

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="lengthy tests",
            decides={SetDuration: self._decide},
            evolves={**folds(DURATIONS, {DurationSet: put("roll", "time"), DurationOver: drop("roll")}), **TIME_FOLDS},
            offers=OfferedWhile(a_roll_is_declared, self._offers),
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    def time_for(self, time: str, roll: Roll) -> str:
        """How long work took that usually takes this time."""
        is_shorter = self.is_shortened and roll.margin is not None
        return self.track.shortened(time, roll.margin or 0) if is_shorter else time

    def _may_set(self, roll: Roll) -> Refusal | None:
        if roll.declaration.action != OVERCOME:
            return Refusal("dice-are-down", f"Only a {self.called} has a length of time.")
        if roll.stage != "declared" or roll.efforts[0].throws:
            return Refusal("dice-are-down", "How long it takes is said before the dice fall.")
        return None

    def _decide(self, decision: Decision, command: SetDuration) -> None:
        decision.require_gm()
        roll = roll_of(decision, command.roll)
        decision.require_allowed(self._may_set(roll))
        decision.require(command.time in self.track, "no-such-time", f"{command.time!r} is no step of time.")
        decision.emit(DurationSet(roll.id, command.time))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if not isinstance(moment, RollIsOver):
            return
        roll = decision.state.get(ROLLS)[RollId(moment.roll)]
        time = decision.state.get(DURATIONS).get(roll.id)
        if time is None:
            return
        decision.emit(DurationOver(roll.id))
        if not moment.was_cancelled:
            decision.emit(TimeTaken(roll.actor, roll.declaration.description, self.time_for(time, roll)))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in rolls_at(state, "declared") if seat.is_gm else ():
            if self._may_set(roll) is None:
                usual = self.usual(roll.efforts[0].trait)
                steps = sorted(self.track.track, key=lambda step: step != usual)
                yield Offer(
                    command=SetDuration(roll.id, ""),
                    **one_of_a_family("Set how long … takes", name_of(state, roll.actor)),
                    verb="change",
                    target=Target("roll", roll.id),
                    holes=(ChoiceHole("time", "time", tuple(Choice(step) for step in steps)),),
                    cites=self.cites("duration"),
                    group="gm",
                )
