"""Reading people: which aspects somebody has found out about whom (SF-INSIGHT-01)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Event
from fatetable.engine.offers import ChoiceHole, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import (
    ASPECTS,
    CHARACTER,
    AspectId,
    add_free,
    aspect_choices,
    borne_by,
    new_card,
    place,
    reveal,
)
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, address_of
from fatetable.mechanics.moments import RollIsSettled
from fatetable.mechanics.rolls.actions import DISCOVER
from fatetable.mechanics.rolls.state import ROLLS, RollId
from fatetable.mechanics.undertakings.code import Code, Result, anybody_else
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import DEVICE

INSIGHT = "insight"
NEAREST = 3
"""From so many shifts on it is the aspect that was sought."""


class AspectToShow(PromptContext, frozen=True, tag="aspect-to-show"):
    """Which aspect `actor` learns about `target`."""

    actor: ActorId
    target: ActorId


class AspectAssessed(Event, frozen=True, tag="aspect-assessed/1"):
    key: str
    aspect: AspectId


Assessed: TypeAlias = Mapping[str, tuple[AspectId, ...]]
ASSESSED: Key[Assessed] = Key("assessed", dict[str, tuple[AspectId, ...]], {})


def _assessed(held: Assessed, event: AspectAssessed) -> Assessed:
    found = held.get(event.key, ())
    return {**held, event.key: found if event.aspect in found else (*found, event.aspect)}


def _key(actor: ActorId, target: ActorId) -> str:
    return f"{actor}:{target}"


def assessed_by(state: State, actor: ActorId, target: ActorId) -> tuple[AspectId, ...]:
    """What somebody has found out about another, as far as it is still true."""
    return tuple(aspect for aspect in state.get(ASSESSED).get(_key(actor, target), ()) if aspect in state.get(ASPECTS))


class Assessments(Struct, frozen=True):
    """By insight, or by discovering an aspect; each gives a free use if the table plays with those."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="assessments",
            evolves=folds(ASSESSED, {AspectAssessed: _assessed}),
            answers={AspectToShow: self._shown},
            on_moment=self._on_moment,
            moments=(RollIsSettled,),
        )

    def code(self) -> Mapping[str, Code]:
        return {INSIGHT: Code(targets=_people, done=self._read)}

    def _read(self, decision: Decision, result: Result) -> None:
        if not result.succeeded:
            return
        target = decision.state.get(CAST)[result.target]
        is_nearest = result.margin >= NEAREST
        # What is nearest to what was sought only the game master can tell; otherwise it is the target's to choose.
        seats = (GM,) if is_nearest else address_of(decision.state, target.id)
        choices, cards = aspect_choices(decision.state), borne_by(decision.state, target.id)
        told = tuple(choices[card.id] for card in cards if is_nearest or not target.has_player or card.known_to is None)
        own_words = TextHole("fill", "aspect", key="words", is_description=True)
        options = (
            *((Option("show", "Show it", (ChoiceHole("fill", "aspect", told, key="aspect"),)),) if told else ()),
            *(() if target.has_player and told else (Option("invent", "Add an aspect", (own_words,)),)),
        )
        sought = f"{decision.state.get(CAST)[result.actor].name} looks for: {result.words}" if result.words else ""
        which = "Which aspect is nearest to that?" if is_nearest else "Which aspect is shown?"
        ask(
            decision,
            AspectToShow(result.actor, target.id),
            seats,
            f"{target.name} is read. {which}",
            options,
            detail=sought,
            cites=decision.cites(INSIGHT),
            blocking=False,
            secret_to=seats,
            hides_question=False,
        )

    def _shown(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(AspectToShow)
        if answer.option == "invent":
            words = answer.text("words") or "Something hidden"
            aspect = place(decision, new_card(decision, words, CHARACTER, bearer=asked.target))
        else:
            aspect = AspectId(answer.text("aspect"))
        if card := decision.state.get(ASPECTS).get(aspect):
            shown = reveal(decision, card)
            decision.emit(AspectAssessed(_key(asked.actor, asked.target), shown.id))
            if self.kit.dials.free_tags:
                add_free(decision, shown.id, asked.actor, 1, prompt.id)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        assert isinstance(moment, RollIsSettled)
        roll = decision.state.get(ROLLS)[RollId(moment.roll)]
        declared = roll.declaration
        has_found = declared.mode == DISCOVER and roll.outcome in self.kit.checks.bands.successes
        if has_found and declared.target and declared.aspect in decision.state.get(ASPECTS):
            decision.emit(AspectAssessed(_key(declared.actor, declared.target), declared.aspect))


def _people(state: State, actor: Actor) -> tuple[Actor, ...]:
    return tuple(other for other in anybody_else(state, actor) if other.kind != DEVICE)
