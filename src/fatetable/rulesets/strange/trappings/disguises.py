"""Disguises: who is disguised as whom, with which aspects, and whether somebody sees through it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Hole, ManyHole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.prompts import Answer, Fill, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import ASPECTS, SITUATION, AspectId, aspect_choices, new_card, place, remove
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    controlled,
    name_of,
    require_control,
)
from fatetable.mechanics.rolls.may_declare import why_kept
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import DEVICE, Skill, skill_rolled, usable_skills
from fatetable.rulesets.strange.trappings.assessments import assessed_by

DISGUISE = "disguise"
EXAMINE, GLANCE = "examine-disguise", "glance-at-disguise"


class Disguise(Struct, frozen=True, omit_defaults=True):
    """As what, or `of` which person, with which skill; `words` are the aspects it has once it `is_worn`."""

    skill: str
    words: str
    of: ActorId = NOBODY
    aspects: tuple[str, ...] = ()
    cards: tuple[AspectId, ...] = ()
    is_worn: bool = False


Disguises: TypeAlias = Mapping[ActorId, Disguise]
DISGUISES: Key[Disguises] = Key("disguises", dict[ActorId, Disguise], {})


class DisguiseAs(Command, frozen=True, kw_only=True, tag="disguise-as"):
    """Disguise oneself, or a thing, as somebody or something; `aspects` are more of one's own meanwhile."""

    actor: ActorId
    skill: str
    words: str
    aspects: Fill = msgspec.field(default_factory=dict)


class DisguiseAsPerson(Command, frozen=True, kw_only=True, tag="disguise-as-person"):
    """Pose as a particular person, with aspects of theirs that one has found out."""

    actor: ActorId
    skill: str
    of: ActorId
    aspects: tuple[AspectId, ...] = ()


class DropDisguise(Command, frozen=True, tag="drop-disguise"):
    actor: ActorId


class DisguiseSet(Event, frozen=True, tag="disguise-set/1"):
    actor: ActorId
    disguise: Disguise


class DisguiseGone(Event, frozen=True, tag="disguise-gone/1"):
    actor: ActorId
    reason: str = ""


class PropsToJudge(PromptContext, frozen=True, tag="props"):
    actor: ActorId


def worn_by(state: State, actor: ActorId) -> Disguise | None:
    found = state.get(DISGUISES).get(actor)
    return found if found is not None and found.is_worn else None


def disguise_notes(_: Tables, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    if worn := worn_by(state, actor.id):
        yield "Disguised as", worn.words


class Disguising(Struct, frozen=True):
    """What there has to be for it the GM judges; the disguise itself is not rolled for (SF-DISGUISE-04)."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="disguises",
            decides={DisguiseAs: self._as_type, DisguiseAsPerson: self._as_person, DropDisguise: self._drop},
            evolves=folds(DISGUISES, {DisguiseSet: put("actor", "disguise"), DisguiseGone: drop("actor")}),
            answers={PropsToJudge: self._judged},
            offers=self._offers,
        )

    def code(self) -> Mapping[str, Code]:
        return {
            EXAMINE: Code(targets=_disguised, done=_looked),
            GLANCE: Code(targets=_disguised, against=self._rating, done=_looked),
        }

    # -- putting one on ------------------------------------------------------------------------------------------

    def _skills(self, actor: Actor) -> tuple[Skill, ...]:
        return usable_skills(self.kit.tables, actor, DISGUISE)

    def _most(self, skill: Skill) -> int:
        """How many aspects more it gives on its tier (SF-DISGUISE-06)."""
        row = self.kit.tables.benefit(DISGUISE, skill.benefit(DISGUISE))
        return row.aspects if row is not None else 0

    def _skill(self, decision: Decision, actor: Actor, wanted: str) -> Skill:
        require_control(decision, actor)
        decision.require_allowed(self._cannot(decision.state, actor))
        skill = next((each for each in self._skills(actor) if each.id == wanted), None)
        if skill is None:
            raise decision.violation("unknown-trait", f"{actor.name} has no such skill to disguise anything with.")
        return skill

    def _cannot(self, state: State, actor: Actor) -> Refusal | None:
        if actor.id in state.get(DISGUISES):
            return Refusal("disguised", f"{actor.name} is disguised already, or about to be.", DISGUISE)
        return why_kept(self.kit.words, state, actor)

    def _as_type(self, decision: Decision, command: DisguiseAs) -> None:
        actor = actor_of(decision, command.actor)
        skill = self._skill(decision, actor, command.skill)
        words = decision.described(command.words, "somebody else", "no-words", "Say as what.")
        aspects = tuple(text for key in sorted(command.aspects) if (text := str(command.aspects[key]).strip()))
        decision.require(len(aspects) <= self._most(skill), "too-many", "The skill gives fewer aspects than that.")
        self._ask(decision, actor, Disguise(skill.id, words, aspects=aspects))

    def _as_person(self, decision: Decision, command: DisguiseAsPerson) -> None:
        actor = actor_of(decision, command.actor)
        skill = self._skill(decision, actor, command.skill)
        able = {other.id for other in self._people(decision.state, actor)}
        decision.require(command.of in able, "bad-target", "Pose as somebody else that there is.")
        known = assessed_by(decision.state, actor.id, command.of)
        decision.require(
            set(command.aspects) <= set(known), "not-assessed", "Only aspects that were found out can be taken on."
        )
        decision.require(len(command.aspects) <= self._most(skill), "too-many", "The skill gives fewer than that.")
        cards = decision.state.get(ASPECTS)
        texts = tuple(cards[aspect].text for aspect in dict.fromkeys(command.aspects))
        name = name_of(decision.state, command.of)
        self._ask(decision, actor, Disguise(skill.id, name, command.of, texts))

    def _people(self, state: State, actor: Actor) -> tuple[Actor, ...]:
        cast = state.get(CAST).values()
        return tuple(o for o in cast if o.id != actor.id and not o.is_hidden and o.kind != DEVICE)

    def _ask(self, decision: Decision, actor: Actor, disguise: Disguise) -> None:
        decision.emit(DisguiseSet(actor.id, disguise))
        reason = TextHole("fill", "reason", key="reason", is_description=True)
        ask(
            decision,
            PropsToJudge(actor.id),
            (GM,),
            "Are there enough props?",
            (Option("yes", "Allow it"), Option("no", "Refuse", (reason,))),
            detail=f"{actor.name} prepares a disguise: {disguise.words}",
            cites=decision.cites("props"),
            blocking=False,
        )

    def _judged(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        actor = prompt.read(PropsToJudge).actor
        held = decision.state.get(DISGUISES).get(actor)
        if held is None:
            return
        if answer.option == "no":
            decision.emit(DisguiseGone(actor, answer.text("reason") or "no props"))
            return
        new = (new_card(decision, text, SITUATION, bearer=actor, lasts=DISGUISE) for text in held.aspects)
        cards = tuple(place(decision, card) for card in new)
        decision.emit(DisguiseSet(actor, msgspec.structs.replace(held, cards=cards, is_worn=True)))

    def _drop(self, decision: Decision, command: DropDisguise) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require(worn_by(decision.state, actor.id) is not None, "not-disguised", f"{actor.name} wears none.")
        lose(decision, actor.id, "taken off")

    # -- seeing through it ---------------------------------------------------------------------------------------

    def _rating(self, state: State, _: Actor, target: ActorId) -> tuple[int, int]:
        """The rating of the skill, on its tier (SF-DISGUISE-02)."""
        worn = state.get(DISGUISES)[target]
        skill = skill_rolled(self.kit.tables, state.get(CAST)[target].sheet, worn.skill)
        return (skill.rating, skill.tier) if skill is not None else (0, 0)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if worn_by(state, actor.id) is not None:
                yield Offer(
                    command=DropDisguise(actor.id),
                    label="take the disguise off",
                    actor=actor.id,
                    verb="use",
                    cites=self.kit.cites(DISGUISE),
                    group="act",
                )
            elif self._cannot(state, actor) is None:
                yield from state.part("disguises", self._offers_by, actor)

    def _offers_by(self, state: State, actor: Actor) -> Iterator[Offer]:
        for skill in self._skills(actor):
            most = self._most(skill)
            more = tuple(
                TextHole("aspects", f"aspect {place}", optional=True, key=str(place)) for place in range(1, most + 1)
            )
            yield Offer(
                command=DisguiseAs(actor=actor.id, skill=skill.id, words=""),
                label=f"disguise yourself or a thing ({skill.name})",
                actor=actor.id,
                verb="use",
                holes=(TextHole("words", "as what?", is_description=True), *more),
                cites=self.kit.cites(DISGUISE),
                group="act",
            )
            for other in self._people(state, actor):
                yield self._posing(state, actor, skill, other)

    def _posing(self, state: State, actor: Actor, skill: Skill, other: Actor) -> Offer:
        choices, most = aspect_choices(state), self._most(skill)
        known = tuple(choices[aspect] for aspect in assessed_by(state, actor.id, other.id))
        hole: tuple[Hole, ...] = (ManyHole("aspects", "with", known, most=most),) if known and most else ()
        return Offer(
            command=DisguiseAsPerson(actor=actor.id, skill=skill.id, of=other.id),
            **one_of_a_family(f"pose as … ({skill.name})", other.name),
            actor=actor.id,
            verb="use",
            target=Target("actor", other.id),
            holes=hole,
            cites=self.kit.cites(DISGUISE),
            group="act",
        )


def lose(decision: Decision, actor: ActorId, reason: str) -> None:
    """A disguise is no more, nor what it brought."""
    held = decision.state.get(DISGUISES)[actor]
    for card in tuple(decision.state.get(ASPECTS).values()):
        if card.id in held.cards:
            remove(decision, card, "the disguise is gone")
    decision.emit(DisguiseGone(actor, reason))


def _disguised(state: State, actor: Actor) -> tuple[Actor, ...]:
    cast = state.get(CAST).values()
    return tuple(each for each in cast if each.id != actor.id and worn_by(state, each.id) and is_active(state, each.id))


def _looked(decision: Decision, result: Result) -> None:
    if result.succeeded and worn_by(decision.state, result.target) is not None:
        lose(decision, result.target, "seen through")
