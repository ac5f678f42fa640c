"""Stunts that ignore a hindrance: the part of a difficulty that is due to it does not count."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import NumberHole, Offer, Target
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, kind_of, open_about
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import OfferedWhile, Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, controlled, name_of, require_control
from fatetable.mechanics.rolls.state import (
    ROLLS,
    OppositionSet,
    Roll,
    RollId,
    a_roll_is_declared,
    roll_of,
    rolls_at,
)
from fatetable.rulesets.skein.book import Ignore, Tables
from fatetable.rulesets.skein.sheet import powers

APPLIED_BY_RULES = ("warband-numbers", "animal-skin")
"""The rules for warbands and shapechanging apply these; nobody has to point them out."""


class IgnoreHindrance(Command, frozen=True, tag="ignore-hindrance"):
    """Point out that something that makes a Test harder does not hinder this character."""

    roll: RollId
    what: str


def ignored_by(tables: Tables, actor: Actor) -> tuple[str, ...]:
    """What does not hinder this character, as far as people have to judge it."""
    found = (effect.what for _, effect in powers(tables, actor, Ignore) if isinstance(effect, Ignore))
    return tuple(what for what in found if what not in APPLIED_BY_RULES)


class HindranceToMeasure(PromptContext, frozen=True, tag="unhindered"):
    """Asks how much of a roll's difficulty is due to what the character ignores."""

    roll: RollId


class IgnoredHindrances(Struct, frozen=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="unhindered",
            decides={IgnoreHindrance: self._ignore},
            answers={HindranceToMeasure: self._ruled},
            offers=OfferedWhile(a_roll_is_declared, self._offers),
        )

    def _may_ignore(self, state: State, roll: Roll) -> Refusal | None:
        """Whether hindrances may be pointed out on this Test, before its dice."""
        if roll.stage_of(0) != "declared" or roll.efforts[0].throws:
            return _refusal("The dice are down: point it out before they fall.")
        if (roll.difficulty or 0) <= 0:
            return _refusal("Only a difficulty above 0 can be lowered, and this roll has none.")
        if any(prompt.kind == kind_of(HindranceToMeasure) for prompt in open_about(state, roll=roll.id)):
            return _refusal("The Storyteller is being asked about a hindrance of this roll already.")
        return None

    def _ignore(self, decision: Decision, command: IgnoreHindrance) -> None:
        roll = roll_of(decision, command.roll)
        actor = decision.state.get(CAST)[roll.actor]
        require_control(decision, actor)
        decision.require_allowed(self._may_ignore(decision.state, roll))
        if command.what not in ignored_by(self.tables, actor):
            decision.require_allowed(_refusal(f"{actor.name} has no stunt that ignores {command.what!r}."))
        assert roll.difficulty is not None
        part = NumberHole("fill", "part", 0, roll.difficulty, key="part")
        ask(
            decision,
            HindranceToMeasure(roll.id),
            (GM,),
            f"How much does {name_of(decision.state, actor.id)} ignore?",
            (Option("part", "Set the amount", (part,)),),
            detail=f"Part of the difficulty of {roll.difficulty} for {command.what}.",
            cites=decision.cites("unhindered"),
        )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = decision.state.get(ROLLS).get(prompt.read(HindranceToMeasure).roll)
        part = answer.number("part")
        if roll is not None and roll.stage == "declared" and roll.difficulty is not None and part:
            decision.emit(OppositionSet(roll.id, difficulty=roll.difficulty - part, defender=roll.defender))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        able = {actor.id: actor for actor in controlled(state, seat) if ignored_by(self.tables, actor)}
        for roll in rolls_at(state, "declared") if able else ():
            actor = able.get(roll.actor)
            if actor is None or self._may_ignore(state, roll) is not None:
                continue
            for what in ignored_by(self.tables, actor):
                yield Offer(
                    command=IgnoreHindrance(roll.id, what),
                    label=f"Ignore {what} as a hindrance",
                    verb="use",
                    target=Target("roll", roll.id),
                    cites=self.cites("unhindered"),
                    group="roll",
                )


def _refusal(message: str) -> Refusal:
    return Refusal("still-hindered", message, "unhindered")
