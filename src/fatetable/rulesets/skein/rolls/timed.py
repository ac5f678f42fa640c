"""Timed Tests: the Storyteller says how long something takes, and a high degree may shorten it.

Letting that time pass is in `time/passing_time.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import ActorId, name_of
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.actions import OVERCOME
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId, open_rolls, roll_of
from fatetable.rulesets.skein.book import Tables, shortened
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.rolls.spin import give_spin
from fatetable.rulesets.skein.rolls.time_taken import TimeTaken
from fatetable.rulesets.skein.sheet import skill_of


class SetDuration(Command, frozen=True, tag="set-duration"):
    """What this Test is for takes about this long."""

    roll: RollId
    time: str


class DurationSet(Event, frozen=True, tag="duration-set/1"):
    roll: RollId
    time: str


class DurationOver(Event, frozen=True, tag="duration-over/1"):
    roll: RollId


Durations: TypeAlias = Mapping[RollId, str]
DURATIONS: Key[Durations] = Key("durations", dict[RollId, str], {})


class TimedTests(Struct, frozen=True):
    tables: Tables
    dials: Dials
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="lengthy tests",
            decides={SetDuration: self._decide},
            evolves=folds(DURATIONS, {DurationSet: put("roll", "time"), DurationOver: drop("roll")}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    def _may_set(self, roll: Roll) -> Refusal | None:
        if roll.declaration.action != OVERCOME:
            return Refusal("dice-are-down", "Only a Test has a length of time.")
        if roll.stage != "declared" or roll.efforts[0].throws:
            return Refusal("dice-are-down", "How long it takes is said before the dice fall.")
        return None

    def _decide(self, decision: Decision, command: SetDuration) -> None:
        decision.require_gm()
        roll = roll_of(decision, command.roll)
        decision.require_allowed(self._may_set(roll))
        decision.require(
            command.time in self.tables.time.track, "no-such-time", f"{command.time!r} is no step of time."
        )
        decision.emit(DurationSet(roll.id, command.time))

    def give_spin(self, decision: Decision, actor: ActorId) -> None:
        """Give Spin, unless the high degree saves time instead (SK-TEST-13)."""
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
            taken = shortened(self.tables, time, roll.margin or 0) if is_shorter else time
            decision.emit(TimeTaken(roll.actor, roll.declaration.description, taken))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in open_rolls(state) if seat.is_gm else ():
            if self._may_set(roll) is None:
                skill = skill_of(self.tables, roll.efforts[0].trait)
                usual = skill.time if skill is not None else ""
                steps = sorted(self.tables.time.track, key=lambda step: step != usual)
                yield Offer(
                    command=SetDuration(roll.id, ""),
                    **one_of_a_family("Set how long … takes", name_of(state, roll.actor)),
                    verb="change",
                    target=Target("roll", roll.id),
                    holes=(ChoiceHole("time", "time", tuple(Choice(step) for step in steps)),),
                    cites=self.cites("duration"),
                    group="gm",
                )
