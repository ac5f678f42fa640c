"""Languages: as many as a skill and its tier allow, named when they are needed (SF-LANGUAGES-01, SF-LANGUAGES-02)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Offer, Price, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, kind_of, open_about
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.points.accounts import BANK, account_of, cannot_spend, move
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import skills_of

TOPIC = "languages"
PRICE = 1
Way: TypeAlias = Literal["earth", "background", "exotic", "point"]
LABELS: Mapping[Way, str] = {
    "earth": "name a language",
    "background": "name an exotic language of their origin",
    "exotic": "name an exotic language",
    "point": "learn another language",
}


class Language(Struct, frozen=True):
    """`way` says what made room for it: an exotic one may be of somebody's background, or cost a fate point."""

    name: str
    way: Way


Known: TypeAlias = Mapping[ActorId, tuple[Language, ...]]
LANGUAGES: Key[Known] = Key("languages", dict[ActorId, tuple[Language, ...]], {})


class NameLanguage(Command, frozen=True, kw_only=True, tag="name-language"):
    """Somebody has known this language all along, or learns it."""

    actor: ActorId
    name: str
    way: Way


class LanguageKnown(Event, frozen=True, tag="language-known/1"):
    actor: ActorId
    language: Language


class LanguageToJudge(PromptContext, frozen=True, tag="language"):
    """Does it suit somebody's background, or might they have met it?"""

    actor: ActorId
    name: str
    way: Way


def _known(held: Known, event: LanguageKnown) -> Known:
    return {**held, event.actor: (*held.get(event.actor, ()), event.language)}


class Room(NamedTuple):
    """For how many languages there is room; `learns` says which others a fate point adds: any, or those once met."""

    earth: int
    exotic: int
    has_all_of_earth: bool
    learns: str


def room_of(tables: Tables, actor: Actor) -> Room:
    """Of several skills the best counts for each."""
    skills = [skill for skill in skills_of(tables, actor.sheet) if skill.has(TOPIC)]
    rows = [(skill, tables.benefit(TOPIC, skill.benefit(TOPIC))) for skill in skills]
    return Room(
        earth=max((skill.rating + (row.languages if row else 0) for skill, row in rows), default=0),
        exotic=max((skill.rating for skill, row in rows if row and row.is_exotic), default=0),
        has_all_of_earth=any(row.all_of_earth for _, row in rows if row),
        learns=min((row.learns for _, row in rows if row and row.learns), default=""),
    )


def known_by(state: State, actor: ActorId, *ways: Way) -> tuple[Language, ...]:
    """Those of some ways, or all."""
    return tuple(each for each in state.get(LANGUAGES).get(actor, ()) if not ways or each.way in ways)


def left_of(tables: Tables, state: State, actor: Actor) -> Mapping[Way, int]:
    """For how many there is room still, by the way they come."""
    room = room_of(tables, actor)
    plain = 0 if room.has_all_of_earth else room.earth - len(known_by(state, actor.id, "earth", "background"))
    exotic = room.exotic - len(known_by(state, actor.id, "exotic"))
    return {"earth": plain, "background": plain, "exotic": exotic, "point": int(bool(room.learns))}


def language_notes(tables: Tables, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    room, left = room_of(tables, actor), left_of(tables, state, actor)
    names = [each.name for each in known_by(state, actor.id)]
    if room.has_all_of_earth:
        names.insert(0, "all of Earth")
    wanted = (("more", left["earth"]), ("exotic", left["exotic"]))
    more = [f"{number} {word} to name" for word, number in wanted if number > 0]
    if names or more:
        yield "Languages", ", ".join((*names, *more))


class Languages(Struct, frozen=True):
    """The GM is asked only what the book leaves open: whether an exotic language suits somebody, or was to be met."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="languages",
            decides={NameLanguage: self._name},
            evolves=folds(LANGUAGES, {LanguageKnown: _known}),
            answers={LanguageToJudge: self._judged},
            offers=self._offers,
        )

    def _cannot(self, state: State, actor: Actor, way: Way) -> Refusal | None:
        if not actor.has_player or left_of(self.kit.tables, state, actor).get(way, 0) < 1:
            return Refusal("no-room", f"{actor.name} has no room for another language like that.", TOPIC)
        asked = open_about(state, blocking_only=False, actor=actor.id)
        if any(prompt.kind == kind_of(LanguageToJudge) for prompt in asked):
            return Refusal("asked-already", "The GM is being asked about another language.", TOPIC)
        return cannot_spend(state, account_of(actor), PRICE) if way == "point" else None

    def _name(self, decision: Decision, command: NameLanguage) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot(decision.state, actor, command.way))
        known = known_by(decision.state, actor.id)
        otherwise = f"Language {len(known) + 1}"
        name = decision.described(command.name, otherwise, "no-words", "Name the language.")
        taken = {each.name.casefold() for each in known}
        decision.require(name.casefold() not in taken, "known-already", f"{actor.name} knows it already.")
        if command.way == "point":
            move(decision, account_of(actor), BANK, PRICE, "another language", TOPIC)
        if self._is_judged(actor, command.way):
            self._ask(decision, actor, name, command.way)
        else:
            decision.emit(LanguageKnown(actor.id, Language(name, command.way)))

    def _is_judged(self, actor: Actor, way: Way) -> bool:
        return way == "background" or (way == "point" and room_of(self.kit.tables, actor).learns == "met")

    def _ask(self, decision: Decision, actor: Actor, name: str, way: Way) -> None:
        met = f"Might {actor.name} have met this language?"
        question = met if way == "point" else f"Does this language suit {actor.name}?"
        ask(
            decision,
            LanguageToJudge(actor.id, name, way),
            (GM,),
            question,
            (Option("yes", "Allow it"), Option("no", "Refuse")),
            detail=name,
            cites=decision.cites(TOPIC),
            blocking=False,
        )

    def _judged(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(LanguageToJudge)
        actor = actor_of(decision, asked.actor)
        if answer.option == "yes":
            decision.emit(LanguageKnown(actor.id, Language(asked.name, asked.way)))
        elif asked.way == "point":
            move(decision, BANK, account_of(actor), PRICE, "the language was refused", TOPIC)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            for way, label in LABELS.items():
                if self._cannot(state, actor, way) is None:
                    yield Offer(
                        command=NameLanguage(actor=actor.id, name="", way=way),
                        label=label,
                        actor=actor.id,
                        verb="note",
                        price=Price(PRICE, account_of(actor)) if way == "point" else None,
                        holes=(TextHole("name", "language", is_description=True),),
                        cites=self.kit.cites(TOPIC),
                        group="table",
                    )
