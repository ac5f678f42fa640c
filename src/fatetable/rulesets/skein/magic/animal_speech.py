"""Animal speech: asking an animal of the kind of a known form, for which the Storyteller answers."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import append
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, is_asked
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controls, require_control
from fatetable.mechanics.scenes.presence import is_active
from fatetable.rulesets.skein.book import NewUse, Tables
from fatetable.rulesets.skein.magic.forms import SKILL, forms_of, with_article
from fatetable.rulesets.skein.sheet import powers

NOT_KNOWN = "no-such-magic-known"


class SpeakWithAnimal(Command, frozen=True, kw_only=True, tag="speak-with-animal"):
    """Ask something of an animal of the general kind of a form that the actor knows."""

    actor: ActorId
    form: str
    question: str


class Told(Struct, frozen=True):
    actor: ActorId
    question: str
    answer: str


class AnimalAnswered(Event, frozen=True, tag="animal-answered/1"):
    told: Told


ANIMALS_TOLD: Key[tuple[Told, ...]] = Key("animals-told", tuple[Told, ...], ())


class AnimalAsked(PromptContext, frozen=True, tag="animal"):
    """What an animal answers; `speaking` asks it."""

    speaking: ActorId
    question: str


class AnimalSpeech(Struct, frozen=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="animal speech",
            decides={SpeakWithAnimal: self._speak},
            evolves=folds(ANIMALS_TOLD, {AnimalAnswered: append("told")}),
            answers={AnimalAsked: self._animal_answers},
            offers=self._offers,
        )

    def _cannot_speak(self, state: State, actor: Actor) -> Refusal | None:
        """It takes a stunt, and a form of the same kind as the animal (SK-STUNT-46)."""
        if not any(isinstance(e, NewUse) and e.skill == SKILL for _, e in powers(self.tables, actor, NewUse)):
            return Refusal(NOT_KNOWN, f"{actor.name} has no stunt for speaking with animals.")
        if not forms_of(actor):
            return Refusal(NOT_KNOWN, f"{actor.name} knows no animal's form, and speaks only with animals of such.")
        if not is_active(state, actor.id):
            return Refusal(NOT_KNOWN, f"{actor.name} has to be in the scene for that, and not out of it.")
        if is_asked(state, "speaking", actor.id):
            return Refusal(NOT_KNOWN, f"{actor.name} is still waiting for what the last animal answers.")
        return None

    def _speak(self, decision: Decision, command: SpeakWithAnimal) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_speak(decision.state, actor))
        decision.require(command.form in forms_of(actor), "no-such-form", f"{actor.name} knows no such form.")
        question = decision.described(command.question, "What have you seen?", "no-words", "Say what is asked.")
        ask(
            decision,
            AnimalAsked(actor.id, question),
            (GM,),
            f"{actor.name} asks {with_article(command.form)}. What does it answer?",
            (
                Option("answer", "Answer", (TextHole("fill", "answer", key="answer", is_description=True),)),
                Option("other-kind", "Say it is another kind"),
            ),
            detail=question,
            cites=decision.cites("animal-speech"),
            blocking=False,
        )

    def _animal_answers(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "answer":
            asked = prompt.read(AnimalAsked)
            decision.emit(
                AnimalAnswered(Told(asked.speaking, asked.question, answer.text("answer") or "Nothing clear"))
            )

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in state.get(CAST).values():
            if controls(seat, actor) and self._cannot_speak(state, actor) is None:
                forms = tuple(Choice(form) for form in forms_of(actor))
                yield Offer(
                    command=SpeakWithAnimal(actor=actor.id, form="", question=""),
                    actor=actor.id,
                    label="speak with an animal",
                    verb="speak",
                    holes=(ChoiceHole("form", "animal", forms), TextHole("question", "question", is_description=True)),
                    cites=self.cites("animal-speech"),
                    group="magic",
                )
