"""Rumors: how far they spread, and tracing, refuting and replacing them (SF-NETWORKING-05, SF-NETWORKING-06)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.offers import Choice, NumberHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import (
    ASPECTS,
    SITUATION,
    AspectCard,
    AspectId,
    AspectReworded,
    add_free,
    audience_of,
    new_card,
    place,
    remove,
)
from fatetable.mechanics.characters.cast import Actor, address_of, name_of
from fatetable.mechanics.scenes.facts import Fact, FactEstablished
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.rolls import KEPT, RUMOR, Kept, keep
from fatetable.rulesets.strange.trappings.contacts import contacts_of


def is_rumor(card: AspectCard) -> bool:
    return card.slot == RUMOR


class RumorToShape(PromptContext, frozen=True, tag="rumor"):
    """Shifts beyond the last step of the table: they hide where it comes from, or speed it up."""

    rumor: AspectId
    shifts: int


class Rumors(Struct, frozen=True):
    """A tie with the target of a rumor plants it (SF-NETWORKING-06)."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(name="rumors", answers={RumorToShape: self._shaped})

    def code(self) -> Mapping[str, Code]:
        planting = Code(picks=self._contacts, done=self._planted)
        return {
            "spread-rumor": planting,
            "spread-rumor-about": planting,
            "trace-rumor": Code(picks=self._rumors, against=self._hidden, done=self._traced),
            "refute-rumor": Code(picks=self._rumors, against=self._against, done=self._refuted),
            "replace-rumor": Code(picks=self._rumors, against=self._against, done=self._replaced),
        }

    def _contacts(self, state: State, actor: Actor) -> tuple[Choice, ...]:
        return contacts_of(self.kit.tables, state, actor)

    def _rumors(self, state: State, _: Actor) -> tuple[Choice, ...]:
        return tuple(Choice(card.id, card.text) for card in state.get(ASPECTS).values() if is_rumor(card))

    def _against(self, state: State, _: Actor, rumor: str) -> tuple[int, int]:
        kept = state.get(KEPT)[AspectId(rumor)]
        return kept.total, kept.scale

    def _hidden(self, state: State, _: Actor, rumor: str) -> tuple[int, int]:
        kept = state.get(KEPT)[AspectId(rumor)]
        return kept.total + kept.hidden, kept.scale

    # -- planting ------------------------------------------------------------------------------------------------

    def _planted(self, decision: Decision, result: Result) -> None:
        step = self.kit.tables.rumor(result.margin)
        if step is None:
            return
        words = result.words or "A Rumor"
        card = new_card(decision, words, SITUATION, bearer=result.target, slot=RUMOR, lasts=step.lasts)
        place(decision, card)
        if self.kit.dials.free_tags:
            add_free(decision, card.id, result.actor, 1, RUMOR)
        keep(decision, card.id, Kept(result.total, result.own_scale, result.actor))
        if step.says:
            decision.emit(FactEstablished(Fact(words, step.says)))
        if step.spends and result.margin > step.shifts:
            self._ask(decision, result, card, result.margin - step.shifts)

    def _ask(self, decision: Decision, result: Result, card: AspectCard, shifts: int) -> None:
        hide = NumberHole("fill", "hide", 0, shifts, key="hide")
        ask(
            decision,
            RumorToShape(card.id, shifts),
            address_of(decision.state, result.actor),
            f"{shifts} more shift{'s'[: shifts > 1]} for the rumor. How many hide where it comes from?",
            (Option("shape", "Hide it, and hurry with the rest", (hide,)),),
            cites=decision.cites("rumors"),
            blocking=False,
        )

    def _shaped(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(RumorToShape)
        card, kept = decision.state.get(ASPECTS).get(asked.rumor), decision.state.get(KEPT)[asked.rumor]
        hidden = answer.number("hide")
        keep(decision, asked.rumor, msgspec.structs.replace(kept, hidden=hidden))
        if card is not None and (faster := asked.shifts - hidden):
            spreads = f"it spreads faster by {faster} step{'s'[: faster > 1]}"
            decision.emit(FactEstablished(Fact(card.text, spreads)))

    # -- meeting one ---------------------------------------------------------------------------------------------

    def _card(self, decision: Decision, result: Result) -> AspectCard | None:
        """The rumor, if it was met."""
        return decision.state.get(ASPECTS).get(AspectId(result.pick)) if result.succeeded else None

    def _traced(self, decision: Decision, result: Result) -> None:
        if (card := self._card(decision, result)) is not None:
            name = name_of(decision.state, decision.state.get(KEPT)[card.id].by)
            decision.emit(FactEstablished(Fact(card.text, f"it was {name} who spread it")))

    def _refuted(self, decision: Decision, result: Result) -> None:
        if (card := self._card(decision, result)) is not None:
            remove(decision, card, "refuted")

    def _replaced(self, decision: Decision, result: Result) -> None:
        """Another one takes its place, and is as hard to meet as this roll was."""
        if (card := self._card(decision, result)) is not None:
            decision.emit(AspectReworded(card.id, result.words or card.text, "replaced"), to=audience_of(card))
            keep(decision, card.id, Kept(result.total, result.own_scale, result.actor))
