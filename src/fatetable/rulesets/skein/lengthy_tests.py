"""Tests of something that takes time: the Storyteller says how long, and a high degree may shorten it.

What else happens in that time is not known here; letting it pass is a matter of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.acting import OVERCOME
from fatetable.mechanics.cast import ActorId, name_of
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls import ROLLS, Roll, RollId, open_rolls, roll_of
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.reckoning import shortened
from fatetable.rulesets.skein.skills import skill_of
from fatetable.rulesets.skein.spellwork import TimeTaken
from fatetable.rulesets.skein.spin import give_spin
from fatetable.rulesets.skein.tables import tables


class SetDuration(Command, frozen=True, tag="set-duration"):
    """What is tried in this Test takes about so long."""

    roll: RollId
    time: str


class DurationSet(Event, frozen=True, tag="duration-set/1"):
    roll: RollId
    time: str


class DurationOver(Event, frozen=True, tag="duration-over/1"):
    roll: RollId


Durations: TypeAlias = Mapping[RollId, str]
DURATIONS: Key[Durations] = Key("durations", dict[RollId, str], {})


def _set(durations: Durations, event: DurationSet) -> Durations:
    return {**durations, event.roll: event.time}


def _over(durations: Durations, event: DurationOver) -> Durations:
    return {roll: time for roll, time in durations.items() if roll != event.roll}


class LengthyTests(Struct, frozen=True):
    dials: Dials
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="lengthy tests",
            decides={SetDuration: self._decide},
            evolves=folds(DURATIONS, {DurationSet: _set, DurationOver: _over}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    def _may_set(self, roll: Roll) -> bool:
        return roll.declaration.action == OVERCOME and roll.stage == "declared" and not roll.efforts[0].throws

    def _decide(self, decision: Decision, command: SetDuration) -> None:
        decision.require_gm()
        roll = roll_of(decision, command.roll)
        decision.require(self._may_set(roll), "dice-are-down", "How long it takes is said before the dice fall.")
        decision.require(command.time in tables().time.track, "no-such-time", f"{command.time!r} is no step of time.")
        decision.emit(DurationSet(roll.id, command.time))

    def give_spin(self, decision: Decision, actor: ActorId) -> None:
        """Spin, unless the high degree has brought something else: time (SK-TEST-13)."""
        saves_time = any(
            roll.stage == "settled" and roll.actor == actor and roll.id in decision.state.get(DURATIONS)
            for roll in open_rolls(decision.state)
        )
        if not (saves_time and self.dials.degrees_shorten_time):
            give_spin(decision, actor)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if not isinstance(moment, RollIsOver):
            return
        roll = decision.state.get(ROLLS)[RollId(moment.roll)]
        time = decision.state.get(DURATIONS).get(roll.id)
        if time is None:
            return
        decision.emit(DurationOver(roll.id))
        if not moment.was_cancelled:
            is_shorter = self.dials.degrees_shorten_time and roll.margin is not None
            taken = shortened(time, roll.margin or 0) if is_shorter else time
            decision.emit(TimeTaken(roll.actor, roll.declaration.description, taken))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in open_rolls(state) if seat.is_gm else ():
            if self._may_set(roll):
                skill = skill_of(roll.efforts[0].trait)
                usual = skill.time if skill is not None else ""
                steps = sorted(tables().time.track, key=lambda step: step != usual)
                yield Offer(
                    command=SetDuration(roll.id, ""),
                    label=f"What {name_of(state, roll.actor)} tries takes time",
                    holes=(ChoiceHole("time", "how long", tuple(Choice(step) for step in steps)),),
                    cites=self.cites("duration"),
                    group="gm",
                )
