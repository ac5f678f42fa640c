"""Resisting magic that does not wound: the GM says whether, and a roll against its difficulty says how it ends."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import set_to
from fatetable.engine.messages import GM, Event
from fatetable.engine.offers import Choice, ChoiceHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import CAST, NOBODY, ActorId, name_of
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.undertakings.undertaking import CALLED, finished
from fatetable.rulesets.fate2.magic.frame import Frame, succeeded

RESISTING = "resist-magic"


class MagicWorked(Event, frozen=True, tag="fate2-magic-worked/1"):
    """What somebody's magic has done, and whether its target resisted."""

    actor: ActorId
    words: str
    target: ActorId = NOBODY
    is_resisted: bool = False


LAST_WORKED: Key[str] = Key("last-magic-worked", str, "")


class ResistanceToRule(PromptContext, frozen=True, tag="resistance"):
    """Whether somebody resists magic, and with what."""

    resisting: ActorId
    caster: ActorId
    difficulty: int
    words: str


class Resistance(Struct, frozen=True, kw_only=True):
    frame: Frame

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="resistance to magic",
            evolves=folds(LAST_WORKED, {MagicWorked: set_to("words")}),
            answers={ResistanceToRule: self._ruled},
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    def ask(self, decision: Decision, target: ActorId, caster: ActorId, difficulty: int, words: str) -> None:
        actor = decision.state.get(CAST)[target]
        traits = tuple(Choice(trait.id, trait.label) for trait in self.frame.rules.traits(actor, CALLED))
        ask(
            decision,
            ResistanceToRule(target, caster, difficulty, words),
            (GM,),
            f"Does {actor.name} resist the magic of {name_of(decision.state, caster)}?",
            (
                Option("resist", "Let them resist", (ChoiceHole("fill", "with", traits, key="trait"),)),
                Option("none", "Let it take hold"),
            ),
            detail=words,
            cites=decision.cites("resist-magic"),
            secret_to=(GM,),
        )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(ResistanceToRule)
        if answer.option == "none":
            decision.emit(MagicWorked(asked.caster, asked.words, asked.resisting))
            return
        self.frame.roll(
            decision,
            decision.state.get(CAST)[asked.resisting],
            answer.text("trait"),
            RESISTING,
            f"resists: {asked.words}"[:400],
            difficulty=asked.difficulty,
            target=asked.caster,
            words=asked.words,
            takes_action=False,
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if done := finished(decision, moment, (RESISTING,)):
            roll, noted = done
            decision.emit(MagicWorked(noted.target, noted.words, noted.maker, succeeded(roll)))


def told(_: State, after: State, event: MagicWorked) -> Iterator[str]:
    who = name_of(after, event.actor)
    if not event.target:
        yield f"It is done: {who}, {event.words}."
    elif event.is_resisted:
        yield f"{name_of(after, event.target)} resists {who}."
    else:
        yield f"It takes hold of {name_of(after, event.target)}: {event.words}."
