"""Saying what an aspect stands for, if that is not clear: a thing, a person, a phrase; or that it is a drawback."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import (
    CHARACTER,
    AspectCard,
    AspectId,
    aspect_choices,
    borne_by,
    card_of,
    change_sheet,
)
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, controlled, require_control
from fatetable.rulesets.fate2.aspects.traits import DRAWBACK, value_of
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials

ABOUT = "about:"
"""What a text of a sheet is called that says what an aspect stands for; the rest is the slot of the aspect."""
NOT_SAID = ""


class DescribeAspect(Command, frozen=True, kw_only=True, tag="describe-aspect"):
    """Say what an aspect stands for, and how one stands to it, if it is a person."""

    aspect: AspectId
    sort: str
    words: str
    relation: str = NOT_SAID


class MarkDrawback(Command, frozen=True, kw_only=True, tag="mark-drawback"):
    """Read the level of an aspect as a negative number, or not."""

    aspect: AspectId
    is_drawback: bool


class AspectDescribed(PromptContext, frozen=True, tag="aspect-described"):
    """What a player says that an aspect of theirs stands for."""

    actor: ActorId
    slot: str
    words: str


class Describing(Struct, frozen=True, kw_only=True):
    tables: Tables
    dials: Dials
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="what aspects stand for",
            decides={DescribeAspect: self._describe, MarkDrawback: self._mark},
            answers={AspectDescribed: self._agreed},
            offers=self._offers,
        )

    def _own(self, decision: Decision, aspect: AspectId) -> tuple[AspectCard, Actor]:
        card = card_of(decision, aspect)
        actor = decision.state.get(CAST).get(card.bearer)
        if actor is None or card.kind != CHARACTER:
            raise decision.violation("not-an-aspect", f"{card.text!r} is on no sheet.")
        require_control(decision, actor)
        return card, actor

    def _describe(self, decision: Decision, command: DescribeAspect) -> None:
        card, actor = self._own(decision, command.aspect)
        sort = next((sort for sort in self.tables.described.sorts if sort.id == command.sort), None)
        if sort is None:
            raise decision.violation("no-such-sort", "An aspect stands for a thing, a person or a phrase.")
        relations = {relation.name for relation in self.tables.described.relations}
        is_said = command.relation in relations if sort.id == "person" else not command.relation
        decision.require(is_said, "no-relation", "Say how they stand to each other, if it is a person.", "describe")
        decision.require(
            bool(command.words.strip()), "no-words", f"Say {sort.asks[:1].lower()}{sort.asks[1:]}.", "describe"
        )
        said = ": ".join(filter(None, (command.relation or sort.label, command.words.strip())))
        if decision.seat.is_gm:
            self._write(decision, actor, card.slot, said)
            return
        ask(
            decision,
            AspectDescribed(actor.id, card.slot, said),
            (GM,),
            f"Is that what “{card.text}” of {actor.name} stands for?",
            (Option("yes", "Accept"), Option("no", "Refuse")),
            detail=f"{said}. {sort.note}",
            cites=sort.cites,
            blocking=False,
        )

    def _agreed(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(AspectDescribed)
        actor = decision.state.get(CAST).get(asked.actor)
        if answer.option == "yes" and actor is not None and asked.slot in actor.sheet.aspects:
            self._write(decision, actor, asked.slot, asked.words)

    def _write(self, decision: Decision, actor: Actor, slot: str, said: str) -> None:
        texts = {**actor.sheet.texts, f"{ABOUT}{slot}": said}
        change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, texts=texts), "said what it stands for")

    def _mark(self, decision: Decision, command: MarkDrawback) -> None:
        decision.require(
            self.dials.drawbacks_negative, "no-drawbacks", "Aspects are not read as negative here.", "drawback"
        )
        card, actor = self._own(decision, command.aspect)
        name = f"{DRAWBACK}{card.slot}"
        is_one = bool(actor.sheet.numbers.get(name))
        decision.require(is_one != command.is_drawback, "nothing-changes", "It is read that way already.", "drawback")
        others = {key: number for key, number in actor.sheet.numbers.items() if key != name}
        numbers = {**others, name: 1} if command.is_drawback else others
        change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, numbers=numbers), "read as a drawback")

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        choices = aspect_choices(state)
        for actor in controlled(state, seat):
            own = [card for card in borne_by(state, actor.id) if card.kind == CHARACTER and card.slot]
            if not own:
                continue
            for sort in self.tables.described.sorts:
                relation = tuple(Choice(each.name) for each in self.tables.described.relations)
                holes = (
                    ChoiceHole("aspect", "aspect", tuple(choices[card.id] for card in own)),
                    *((ChoiceHole("relation", "relation", relation),) if sort.id == "person" else ()),
                    TextHole("words", f"{sort.asks[:1].lower()}{sort.asks[1:]}"),
                )
                yield Offer(
                    command=DescribeAspect(aspect=AspectId(""), sort=sort.id, words=""),
                    **one_of_a_family("Say that an aspect stands for …", sort.label),
                    actor=actor.id,
                    verb="change",
                    target=Target("actor", actor.id),
                    holes=holes,
                    cites=sort.cites,
                    group="sheet",
                )
            for card in own if self.dials.drawbacks_negative else ():
                is_one = bool(actor.sheet.numbers.get(f"{DRAWBACK}{card.slot}"))
                label = "Read … as usual again" if is_one else "Read … as a drawback"
                yield Offer(
                    command=MarkDrawback(aspect=card.id, is_drawback=not is_one),
                    **one_of_a_family(label, card.text),
                    actor=actor.id,
                    verb="change",
                    target=Target("aspect", card.id),
                    cites=self.cites("drawback"),
                    group="sheet",
                )


def notes(tables: Tables, dials: Dials, actor: Actor) -> tuple[tuple[str, str], ...]:
    """What aspects stand for, and those that are read as negative numbers."""
    return tuple(_notes(tables, dials, actor))


def _notes(tables: Tables, dials: Dials, actor: Actor) -> Iterator[tuple[str, str]]:
    texts: Mapping[str, str] = actor.sheet.texts
    for slot, name in actor.sheet.aspects.items():
        if said := texts.get(f"{ABOUT}{slot}"):
            yield name, said
        if (value := value_of(dials, actor.sheet, slot)) < 0:
            yield name, f"a drawback, {tables.ladder.label(value)}"
