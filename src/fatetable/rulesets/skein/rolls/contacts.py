"""Contacts: after a Test of that skill the Storyteller says whom it finds and whether they want something for it."""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM
from fatetable.engine.offers import TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import ActorId, name_of
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.actions import OVERCOME
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId
from fatetable.mechanics.scenes.facts import Fact, FactEstablished
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.sheet import skill_name

CONTACTS = "contacts"


class ContactToName(PromptContext, frozen=True, tag="contact"):
    seeker: ActorId


class Contacts(Struct, frozen=True):
    tables: Tables

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="contacts", answers={ContactToName: self._named}, on_moment=self._on_moment, moments=(RollIsOver,)
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, RollIsOver) and not moment.was_cancelled:
            roll = decision.state.get(ROLLS)[RollId(moment.roll)]
            if roll.declaration.action == OVERCOME and roll.efforts[0].trait == CONTACTS:
                self._ask(decision, roll)

    def _ask(self, decision: Decision, roll: Roll) -> None:
        """On a failure the wrong person may turn up (SK-SKILL-31)."""
        name, degree = name_of(decision.state, roll.actor), roll.margin or 0
        who = TextHole("fill", "who", key="words", is_description=True)
        options: tuple[Option, ...]
        if roll.goal != "reached":
            question = f"{name} finds no help. Who turns up?"
            options = (Option("nobody", "Find nobody"), Option("enemy", "Name an enemy", (who,)))
        elif degree >= self.tables.rolling.figures.contact_helps_freely:
            question = f"Who helps {name} for nothing?"
            options = (Option("freely", "Name a friend", (who,)),)
        else:
            question = f"Who may help {name}, perhaps for pay?"
            options = (Option("found", "Name a contact", (who,)),)
        ask(
            decision,
            ContactToName(roll.actor),
            (GM,),
            question,
            options,
            detail=roll.declaration.description,
            cites=decision.cites("contacts"),
            blocking=False,
        )

    def _named(self, decision: Decision, _: Prompt, answer: Answer) -> None:
        words = {"enemy": "an enemy", "freely": "helps gladly", "found": "may help"}.get(answer.option)
        if words is not None:
            decision.emit(
                FactEstablished(
                    Fact(skill_name(self.tables, CONTACTS), f"{answer.text('words') or 'Somebody'} ({words})")
                )
            )
