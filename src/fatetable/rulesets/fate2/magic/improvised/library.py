"""Spells that were researched or prepared beforehand, each easier for one casting (F2-IMP-11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import Actor, ActorId, controlled, name_of
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.time.busy import why_busy
from fatetable.mechanics.undertakings.undertaking import CALLED, finished
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.magic.frame import Frame, succeeded
from fatetable.rulesets.fate2.magic.improvised.plans import Plan, difficulty_of, is_possible, plan_holes

RESEARCHING = "research-spell"
WAYS = {"research": "in an occult library", "prepare": "with a magical toolkit"}
RESEARCH = "research"
MOST_LOWERED = 3


class Studied(Struct, frozen=True):
    """A spell that will be `lowered` by so much when it is cast."""

    id: str
    plan: str
    lowered: int


StudiedSpells: TypeAlias = Mapping[ActorId, tuple[Studied, ...]]
STUDIED: Key[StudiedSpells] = Key("studied-spells", dict[ActorId, tuple[Studied, ...]], {})


class StudySpell(Command, frozen=True, kw_only=True, tag="fate2-study-spell"):
    """Research a spell in a library, or prepare it with a toolkit, before it is cast."""

    actor: ActorId
    way: str
    trait: str
    scope: str = "Nothing"
    targets: str = "No one"
    severity: str = "Harmless"
    time: str = "A few moments"
    components: str = "Nothing"
    duration: str = "An instant"
    mind: bool = False
    description: str = ""

    @property
    def plan(self) -> Plan:
        return Plan(**{field: getattr(self, field) for field in Plan.__struct_fields__})


class SpellsStudied(Event, frozen=True, tag="fate2-spells-studied/1"):
    """What somebody has studied from here on."""

    actor: ActorId
    spells: tuple[Studied, ...]


class StudyToReward(PromptContext, frozen=True, tag="study"):
    """How much easier a spell is that was studied extremely well."""

    student: ActorId
    plan: str


def _studied(held: StudiedSpells, event: SpellsStudied) -> StudiedSpells:
    return {**held, event.actor: event.spells}


def studied(state: State, actor: ActorId) -> tuple[Studied, ...]:
    return state.get(STUDIED).get(actor, ())


def plan_in(found: Studied) -> Plan:
    return msgspec.json.decode(found.plan, type=Plan)


def lowered_by(state: State, actor: ActorId, spell: str) -> int:
    return next((each.lowered for each in studied(state, actor) if each.id == spell), 0)


class Library(Struct, frozen=True, kw_only=True):
    tables: Tables
    frame: Frame

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="library of spells",
            decides={StudySpell: self._study},
            evolves=folds(STUDIED, {SpellsStudied: _studied}),
            answers={StudyToReward: self._rewarded},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    def forget(self, decision: Decision, actor: ActorId, spell: str) -> None:
        """Studying serves for one casting."""
        held = studied(decision.state, actor)
        left = tuple(each for each in held if each.id != spell)
        if left != held:
            decision.emit(SpellsStudied(actor, left))

    def _is_mage(self, actor: Actor) -> bool:
        return any(each.learnt.id in actor.sheet.traits for each in self.tables.traditions)

    def _cannot(self, state: State, actor: Actor) -> Refusal | None:
        if not self._is_mage(actor):
            return Refusal("no-such-magic-known", f"{actor.name} knows no magic.", "research")
        return why_busy(state) or self.frame.cannot(state, actor)

    def _study(self, decision: Decision, command: StudySpell) -> None:
        actor = self.frame.require_caster(decision, command.actor)
        decision.require_allowed(self._cannot(decision.state, actor))
        decision.require(command.way in WAYS, "no-such-way", "Spells are researched or prepared.")
        plan = command.plan
        decision.require(
            is_possible(self.tables.improvised, plan), "impossible-spell", "No spell does that.", "severity"
        )
        self.frame.roll(
            decision,
            actor,
            command.trait,
            RESEARCHING,
            command.description,
            difficulty=difficulty_of(self.tables.improvised, plan),
            details={"plan": msgspec.json.encode(plan).decode()},
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        done = finished(decision, moment, (RESEARCHING,))
        if done is None or not succeeded(done[0]):
            return
        roll, noted = done
        improvised = self.tables.improvised
        self._learn(decision, roll.actor, noted.text("plan"), improvised.researched)
        if (roll.margin or 0) >= improvised.extreme:
            more = NumberHole("fill", "by", improvised.researched + 1, MOST_LOWERED, key="lowered")
            ask(
                decision,
                StudyToReward(roll.actor, noted.text("plan")),
                (GM,),
                f"{name_of(decision.state, roll.actor)} has studied extremely well. Is the spell easier still?",
                (
                    Option("plain", f"Leave it at {improvised.researched}"),
                    Option("more", "Make it easier", (more,)),
                ),
                cites=decision.cites("research"),
                blocking=False,
            )

    def _learn(self, decision: Decision, actor: ActorId, plan: str, lowered: int) -> None:
        """A spell is made easier once, however it was studied (F2-IMP-11)."""
        others = tuple(each for each in studied(decision.state, actor) if each.plan != plan)
        decision.emit(SpellsStudied(actor, (*others, Studied(decision.new_id("s"), plan, lowered))))

    def _rewarded(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(StudyToReward)
        is_there = any(each.plan == asked.plan for each in studied(decision.state, asked.student))
        if answer.option == "more" and is_there:
            self._learn(decision, asked.student, asked.plan, answer.number("lowered"))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if not self._is_mage(actor) or self._cannot(state, actor) is not None:
                continue
            traits = tuple(Choice(each.id, each.label) for each in self.frame.rules.traits(actor, CALLED))
            known = {choice.value for choice in traits}
            ways = tuple(Choice(way, label) for way, label in WAYS.items())
            yield self.frame.offer(
                actor,
                "study a spell before you cast it",
                StudySpell(actor=actor.id, way="", trait=""),
                "research",
                ChoiceHole("way", "how", ways),
                ChoiceHole("trait", "with", traits, suggested=RESEARCH if RESEARCH in known else ""),
                *plan_holes(self.tables.improvised),
                verb="note",
            )
