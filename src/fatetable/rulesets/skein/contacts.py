"""Contacts: whom a Test of that skill finds, which the Storyteller says, and whether they want something for it."""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM
from fatetable.engine.offers import TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.acting import OVERCOME
from fatetable.mechanics.cast import name_of
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls import ROLLS, Roll, RollId
from fatetable.mechanics.staging import Fact, FactEstablished
from fatetable.rulesets.skein.skills import skill_name
from fatetable.rulesets.skein.tables import tables

CONTACTS = "contacts"


class Contacting(Struct, frozen=True):
    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="contacts", answers={"contact": self._named}, on_moment=self._on_moment, moments=(RollIsOver,)
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, RollIsOver) and not moment.was_cancelled:
            roll = decision.state.get(ROLLS)[RollId(moment.roll)]
            if roll.declaration.action == OVERCOME and roll.efforts[0].trait == CONTACTS:
                self._ask(decision, roll)

    def _ask(self, decision: Decision, roll: Roll) -> None:
        """Nobody is found for nothing: on a failure it may be the wrong person (SK-SKILL-31)."""
        name, degree = name_of(decision.state, roll.actor), roll.margin or 0
        who = TextHole("fill", "who", key="words")
        options: tuple[Option, ...]
        if roll.goal != "reached":
            question = f"{name} finds nobody who helps. Does somebody else turn up?"
            options = (Option("nobody", "Nobody"), Option("enemy", "An enemy", (who,)))
        elif degree >= tables().rolling.figures.contact_helps_freely:
            question = f"Whom does {name} find, who helps gladly and wants nothing for it?"
            options = (Option("freely", "A friend", (who,)),)
        else:
            question = f"Whom does {name} find, who helps, perhaps for pay?"
            options = (Option("found", "Somebody who may help", (who,)),)
        ask(
            decision,
            "contact",
            (GM,),
            f"{question} ({roll.declaration.description})",
            options,
            about={"seeker": roll.actor},
            cites=decision.cites("contacts"),
            blocking=False,
        )

    def _named(self, decision: Decision, _: Prompt, answer: Answer) -> None:
        words = {"enemy": "an enemy", "freely": "helps gladly", "found": "may help"}.get(answer.option)
        if words is not None:
            decision.emit(FactEstablished(Fact(skill_name(CONTACTS), f"{answer.text('words')} ({words})")))
