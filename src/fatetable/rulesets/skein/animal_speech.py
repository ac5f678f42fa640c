"""Talking with animals of the general kind of a form one knows; what they answer the Storyteller says."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask, is_asked
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of, controls, require_control
from fatetable.mechanics.citations import Cites
from fatetable.rulesets.skein.effects import NewUse
from fatetable.rulesets.skein.shapes import SKILL, forms_of
from fatetable.rulesets.skein.spellwork import is_there, powers


class SpeakWithAnimal(Command, frozen=True, kw_only=True, tag="speak-with-animal"):
    """Ask something of an animal of the general kind of a form one knows."""

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


def _answered(told: tuple[Told, ...], event: AnimalAnswered) -> tuple[Told, ...]:
    return (*told, event.told)


class AnimalSpeech(Struct, frozen=True):
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="animal speech",
            decides={SpeakWithAnimal: self._speak},
            evolves=folds(ANIMALS_TOLD, {AnimalAnswered: _answered}),
            answers={"animal": self._animal_answers},
            offers=self._offers,
        )

    def _may_speak(self, state: State, actor: Actor) -> bool:
        """With animals, for whoever has the stunt for it (SK-STUNT-46)."""
        has_gift = any(isinstance(e, NewUse) and e.skill == SKILL for _, e in powers(actor, NewUse))
        is_able = has_gift and bool(forms_of(actor)) and is_there(state, actor.id)
        return is_able and not is_asked(state, "speaking", actor.id)

    def _speak(self, decision: Decision, command: SpeakWithAnimal) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require(
            self._may_speak(decision.state, actor),
            "no-such-magic-known",
            f"{actor.name} cannot speak with animals now.",
        )
        decision.require(command.form in forms_of(actor), "no-such-form", f"{actor.name} knows no such form.")
        question = command.question.strip()
        decision.require(bool(question), "no-words", "Say what is asked.")
        ask(
            decision,
            "animal",
            (GM,),
            f"{actor.name} asks an animal of the kind of a {command.form}: {question}",
            (
                Option("answer", "It answers, as far as it understands", (TextHole("fill", "answer", key="answer"),)),
                Option("other-kind", "It is of another kind"),
            ),
            about={"speaking": actor.id, "question": question},
            cites=decision.cites("animal-speech"),
            blocking=False,
        )

    def _animal_answers(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "answer":
            about = prompt.about
            told = Told(ActorId(str(about["speaking"])), str(about["question"]), answer.text("answer"))
            decision.emit(AnimalAnswered(told))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in state.get(CAST).values():
            if controls(seat, actor) and self._may_speak(state, actor):
                forms = tuple(Choice(form) for form in forms_of(actor))
                yield Offer(
                    command=SpeakWithAnimal(actor=actor.id, form="", question=""),
                    label=f"{actor.name}: speak with an animal",
                    holes=(ChoiceHole("form", "of the kind of", forms), TextHole("question", "asking")),
                    cites=self.cites("animal-speech"),
                    group="magic",
                )
