"""Roll first, decide later: the difficulty is named when the dice have fallen."""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM
from fatetable.engine.offers import NumberHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, open_about
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import name_of
from fatetable.mechanics.moments import RollIsChanged
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.procedure import StageHandler
from fatetable.mechanics.rolls.state import ROLLS, OppositionPutOff, OppositionSet, Roll, RollId, roll_of


class LateOpposition(PromptContext, frozen=True, tag="late-opposition"):
    """What the dice that have fallen are against."""

    roll: RollId


class Afterwards(Struct, frozen=True, kw_only=True):
    """An answer to the question for the opposition, and an interceptor that asks again when the dice have fallen."""

    rules: CheckRules
    id: str = "afterwards"

    def subsystem(self) -> Subsystem:
        return Subsystem(name="opposition afterwards", answers={LateOpposition: self._named})

    def option(self, decision: Decision, _: Roll) -> Option:
        return Option(self.id, "Roll first, decide later", cites=decision.cites("roll-first"))

    def chosen(self, decision: Decision, roll: Roll, _: Answer) -> None:
        decision.emit(OppositionPutOff(roll.id))

    def settle(self, decision: Decision, roll_id: RollId, proceed: StageHandler) -> None:
        """Ask for the difficulty before the outcome is read."""
        roll = decision.state.get(ROLLS)[roll_id]
        if not roll.is_put_off or roll.has_opposition:
            proceed(decision, roll_id)
            return
        if any(prompt.is_about(LateOpposition) for prompt in open_about(decision.state, roll=roll_id)):
            # Somebody has changed the roll in the meantime.
            return
        bounds = self.rules.difficulty_range
        number = NumberHole(
            "fill", "difficulty", bounds.lowest, bounds.highest, key="value", suggestions=self.rules.difficulties
        )
        ask(
            decision,
            LateOpposition(roll_id),
            (GM,),
            f"{name_of(decision.state, roll.actor)} has rolled. How difficult was it?",
            (Option("difficulty", "Set a difficulty", (number,), cites=decision.cites("difficulty")),),
            detail=roll.declaration.description,
            cites=decision.cites("roll-first"),
        )

    def _named(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = roll_of(decision, prompt.read(LateOpposition).roll)
        decision.emit(OppositionSet(roll.id, difficulty=answer.number("value")))
        decision.moment(RollIsChanged(roll.id))
