"""Dice that nobody in the game throws: chance is rolled against, from the level a difficulty would have."""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.offers import Choice, NumberHole
from fatetable.engine.prompts import Answer, Option
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.characters.cast import NOBODY
from fatetable.mechanics.rolls.state import Effort, Modifier, OppositionSet, Roll, effort_id


class DiceOfChance(Struct, frozen=True, kw_only=True):
    """The level stands for the trait of the dice; `action` is the one the other side of a roll takes."""

    ladder: Ladder
    lowest: int
    highest: int
    action: str
    id: str = "chance"

    def option(self, decision: Decision, _: Roll) -> Option:
        rungs = tuple(Choice(str(number), self.ladder.label(number)) for number, _ in self.ladder.rungs)
        level = NumberHole("fill", "level", self.lowest, self.highest, key="level", suggestions=rungs)
        return Option(self.id, "Roll dice against it", (level,), cites=decision.cites("chance"))

    def chosen(self, decision: Decision, roll: Roll, answer: Answer) -> None:
        level = answer.number("level")
        part = Modifier("trait", self.ladder.label(level), level, decision.cites("chance"), "chance")
        effort = Effort(id=effort_id(roll.id, 1), actor=NOBODY, action=self.action, trait="", modifiers=(part,))
        decision.emit(OppositionSet(roll.id, effort=effort))
