"""Support: a second skill of one's own gives a bonus to a roll before its dice.

Which skills may is passed in; one supports a roll.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, RollSide, Target
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import OfferedWhile, Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, controls, require_control
from fatetable.mechanics.rolls.state import (
    Effort,
    Modifier,
    Roll,
    RollId,
    a_roll_is_declared,
    change_effort,
    roll_of,
    rolls_at,
)

SUPPORT = "support"
"""The source of what a supporting skill adds."""


class Support(Command, frozen=True, tag="support"):
    """Let another skill support a roll before its dice; the game master may object that it does not fit."""

    roll: RollId
    skill: str


class SupportingSkills(Protocol):
    """The skills that may support an effort, with their names."""

    def __call__(self, roll: Roll, effort: Effort, actor: Actor, /) -> tuple[Choice, ...]: ...


class NameOfSkill(Protocol):
    def __call__(self, skill: str, /) -> str: ...


class MaySupport(Protocol):
    """What else keeps skills from supporting an effort."""

    def __call__(self, effort: Effort, /) -> Refusal | None: ...


def anybody_may(_: Effort) -> Refusal | None:
    return None


class Supporting(Struct, frozen=True, kw_only=True):
    """`amount` is what a supporting skill adds; `needs` says in words what a skill takes to support a roll."""

    skills: SupportingSkills
    name: NameOfSkill
    amount: int
    needs: str
    cites: Cites
    may_support: MaySupport = anybody_may

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="support", decides={Support: self._support}, offers=OfferedWhile(a_roll_is_declared, self._offers)
        )

    def _index(self, roll: Roll) -> int:
        return max(roll.active, 0)

    def _may_support(self, roll: Roll) -> Refusal | None:
        effort = roll.efforts[self._index(roll)]
        if roll.stage_of(self._index(roll)) != "declared":
            return Refusal("no-support", "The dice are down: a skill supports a roll before they fall.")
        if any(modifier.source == SUPPORT for modifier in effort.modifiers):
            return Refusal("no-support", "Another skill supports this roll already, and one is all there can be.")
        return self.may_support(effort)

    def _support(self, decision: Decision, command: Support) -> None:
        roll = roll_of(decision, command.roll)
        index = self._index(roll)
        effort = roll.efforts[index]
        actor = decision.state.get(CAST)[effort.actor]
        require_control(decision, actor)
        decision.require_allowed(self._may_support(roll))
        decision.require(
            command.skill in {choice.value for choice in self.skills(roll, effort, actor)},
            "no-support",
            f"{self.name(command.skill)} cannot support this roll: {self.needs}",
        )
        more = Modifier(SUPPORT, self.name(command.skill), self.amount, decision.cites("support"))
        change_effort(decision, roll.id, index, modifiers=(*effort.modifiers, more))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in rolls_at(state, "declared"):
            index = self._index(roll)
            effort = roll.efforts[index]
            actor = state.get(CAST)[effort.actor]
            may_support = controls(seat, actor) and self._may_support(roll) is None
            skills = self.skills(roll, effort, actor) if may_support else ()
            if skills:
                yield Offer(
                    command=Support(roll.id, ""),
                    label="support the roll with another skill",
                    actor=actor.id,
                    verb="use",
                    target=Target("roll", roll.id),
                    holes=(ChoiceHole("skill", "skill", skills),),
                    cites=self.cites("support"),
                    group="roll",
                    changes=RollSide(roll.id, index),
                )
