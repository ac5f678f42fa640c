"""Stunts that ignore what hinders others: whatever of a difficulty is due to that does not count."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import NumberHole, Offer
from fatetable.engine.prompts import Answer, Option, Prompt, ask, open_about
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.cast import CAST, Actor, controlled, name_of, require_control
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.rolls import ROLLS, OppositionSet, Roll, RollId, open_rolls, roll_of
from fatetable.rulesets.skein.effects import Ignore
from fatetable.rulesets.skein.spellwork import powers

ELSEWHERE = ("warband-numbers", "animal-skin")
"""What is ignored without anybody having to say so."""


class IgnoreHindrance(Command, frozen=True, tag="ignore-hindrance"):
    """Point out that what makes a Test harder is no hindrance to this character."""

    roll: RollId
    what: str


def ignored_by(actor: Actor) -> tuple[str, ...]:
    """What hinders others and not this one, as far as people have to judge it."""
    found = (effect.what for _, effect in powers(actor, Ignore) if isinstance(effect, Ignore))
    return tuple(what for what in found if what not in ELSEWHERE)


class Unhindered(Struct, frozen=True):
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="unhindered",
            decides={IgnoreHindrance: self._ignore},
            answers={"unhindered": self._ruled},
            offers=self._offers,
        )

    def _ignored(self, state: State, roll: Roll, actor: Actor) -> tuple[str, ...]:
        """What somebody may point out on a Test of theirs, before its dice."""
        if roll.stage_of(0) != "declared" or (roll.difficulty or 0) <= 0 or roll.efforts[0].throws:
            return ()
        is_asked = any(prompt.kind == "unhindered" for prompt in open_about(state, roll=roll.id))
        return () if is_asked else ignored_by(actor)

    def _ignore(self, decision: Decision, command: IgnoreHindrance) -> None:
        roll = roll_of(decision, command.roll)
        actor = decision.state.get(CAST)[roll.actor]
        require_control(decision, actor)
        decision.require(
            command.what in self._ignored(decision.state, roll, actor),
            "still-hindered",
            f"{actor.name} cannot ignore that now.",
            "unhindered",
        )
        assert roll.difficulty is not None
        part = NumberHole("fill", f"of the difficulty for {command.what}", 0, roll.difficulty, key="part")
        ask(
            decision,
            "unhindered",
            (GM,),
            f"{name_of(decision.state, actor.id)} ignores {command.what}. How much of the {roll.difficulty} is that?",
            (Option("part", "So much", (part,)),),
            about={"roll": roll.id},
            cites=decision.cites("unhindered"),
        )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = decision.state.get(ROLLS).get(RollId(str(prompt.about["roll"])))
        part = answer.number("part")
        if roll is not None and roll.stage == "declared" and roll.difficulty is not None and part:
            decision.emit(OppositionSet(roll.id, difficulty=roll.difficulty - part, defender=roll.defender))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        able = {actor.id: actor for actor in controlled(state, seat) if ignored_by(actor)}
        for roll in open_rolls(state) if able else ():
            actor = able.get(roll.actor)
            for what in self._ignored(state, roll, actor) if actor is not None else ():
                yield Offer(
                    command=IgnoreHindrance(roll.id, what),
                    label=f"{name_of(state, roll.actor)} is not hindered by {what}",
                    cites=self.cites("unhindered"),
                    group="roll",
                )
