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
from fatetable.engine.offers import Choice, ChoiceHole, Hole, ManyHole, Offer, Target, TextHole, one_of_a_family
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
    controls,
    name_of,
    require_control,
)
from fatetable.mechanics.harm.state import in_a_row
from fatetable.mechanics.moments import RollIsSettled
from fatetable.mechanics.rolls.actions import ATTACK, OVERCOME
from fatetable.mechanics.rolls.state import ROLLS, RollId
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.zones import zones_between
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.combat import answers, means_of, reach_with
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import (
    DEVICE,
    RANGE,
    Skill,
    is_broken_by,
    is_mindless,
    is_psychic,
    named_archetype,
    skill_rolled,
    usable_skills,
)
from fatetable.rulesets.strange.trappings.assessments import assessed_by

DISGUISE = "disguise"
EXAMINE, GLANCE = "examine-disguise", "glance-at-disguise"


class Disguise(Struct, frozen=True, omit_defaults=True):
    """As what, or `of` which person, with which skill; `words` are the aspects it has once it `is_worn`.

    Who wears one that was laid on them has it `by` somebody else.  It `spares` everybody of some archetypes, and one
    that is in the mind of who sees it those without a mind.
    """

    skill: str
    words: str
    of: ActorId = NOBODY
    aspects: tuple[str, ...] = ()
    cards: tuple[AspectId, ...] = ()
    is_worn: bool = False
    by: ActorId = NOBODY
    spares: tuple[str, ...] = ()
    in_the_mind: bool = False


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


class DisguiseOther(Command, frozen=True, kw_only=True, tag="disguise-other"):
    """Lay a disguise on somebody else, as far away as the skill reaches."""

    actor: ActorId
    skill: str
    on: ActorId
    words: str


class DropDisguise(Command, frozen=True, tag="drop-disguise"):
    actor: ActorId


class BreakDisguise(Command, frozen=True, tag="break-disguise"):
    """The GM says that somebody disguised is touched by what ends it."""

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


def disguise_notes(tables: Tables, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    if worn := worn_by(state, actor.id):
        rows = (tables.archetype(each) for each in worn.spares)
        spared = [row.name for row in rows if row is not None] + ["who has no mind"] * worn.in_the_mind
        yield "Disguised as", f"{worn.words} (not for {in_a_row(spared)})" if spared else worn.words


class Disguising(Struct, frozen=True):
    """What there has to be for it the GM judges; the disguise itself is not rolled for (SF-DISGUISE-04)."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="disguises",
            decides={
                DisguiseAs: self._as_type,
                DisguiseAsPerson: self._as_person,
                DisguiseOther: self._on_other,
                DropDisguise: self._drop,
                BreakDisguise: self._touch,
            },
            evolves=folds(DISGUISES, {DisguiseSet: put("actor", "disguise"), DisguiseGone: drop("actor")}),
            answers={PropsToJudge: self._judged},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsSettled,),
        )

    def code(self) -> Mapping[str, Code]:
        return {
            EXAMINE: Code(targets=self._seen_as, done=_looked),
            GLANCE: Code(targets=self._seen_as, against=self._rating, done=_looked),
        }

    # -- putting one on ------------------------------------------------------------------------------------------

    def _skills(self, actor: Actor) -> tuple[Skill, ...]:
        return usable_skills(self.kit.tables, actor, DISGUISE)

    def _most(self, skill: Skill) -> int:
        """How many aspects more it gives on its tier (SF-DISGUISE-06)."""
        row = self.kit.tables.benefit(DISGUISE, skill.benefit(DISGUISE))
        return row.aspects if row is not None else 0

    def _skill(self, decision: Decision, actor: Actor, wanted: str, on: ActorId = NOBODY) -> Skill:
        require_control(decision, actor)
        kept = self.kit.may_declare(decision.state, actor, OVERCOME)
        decision.require_allowed(kept if on else self._cannot(decision.state, actor))
        skill = next((each for each in self._skills(actor) if each.id == wanted), None)
        if skill is None:
            raise decision.violation("unknown-trait", f"{actor.name} has no such skill to disguise anything with.")
        return skill

    def _cannot(self, state: State, actor: Actor) -> Refusal | None:
        if actor.id in state.get(DISGUISES):
            return Refusal("disguised", f"{actor.name} is disguised already, or about to be.", DISGUISE)
        return self.kit.may_declare(state, actor, OVERCOME)

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

    def _on_other(self, decision: Decision, command: DisguiseOther) -> None:
        maker = actor_of(decision, command.actor)
        skill = self._skill(decision, maker, command.skill, on=command.on)
        able = {other.id for other in self._within_reach(decision.state, maker, skill)}
        decision.require(command.on in able, "bad-target", "That reaches nobody like that.")
        words = decision.described(command.words, "somebody else", "no-words", "Say as what.")
        self._ask(decision, decision.state.get(CAST)[command.on], Disguise(skill.id, words, by=maker.id))

    def _within_reach(self, state: State, maker: Actor, skill: Skill) -> tuple[Actor, ...]:
        """SF-EXT-06: by itself it is for oneself alone."""
        ranges = max((held.extras.count(RANGE) for held in skill.having(DISGUISE)), default=0)
        if not ranges:
            return ()
        zones, cast = reach_with(None, ranges), state.get(CAST).values()
        return tuple(
            other
            for other in cast
            if other.id != maker.id
            and is_active(state, other.id)
            and other.id not in state.get(DISGUISES)
            and (apart := zones_between(state, maker.id, other.id)) is not None
            and apart <= zones
        )

    def _people(self, state: State, actor: Actor) -> tuple[Actor, ...]:
        cast = state.get(CAST).values()
        return tuple(o for o in cast if o.id != actor.id and not o.is_hidden and o.kind != DEVICE)

    def _ask(self, decision: Decision, actor: Actor, disguise: Disguise) -> None:
        skill = skill_rolled(self.kit.tables, decision.state.get(CAST)[disguise.by or actor.id].sheet, disguise.skill)
        spares = tuple(held.spares for held in skill.drawbacks if held.spares) if skill is not None else ()
        disguise = msgspec.structs.replace(disguise, spares=spares, in_the_mind=is_psychic(skill, DISGUISE))
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
        worn = worn_by(decision.state, actor.id)
        maker = decision.state.get(CAST).get(worn.by) if worn is not None else None
        if maker is None or not controls(decision.seat, maker):
            require_control(decision, actor)
        decision.require(worn is not None, "not-disguised", f"{actor.name} wears none.")
        lose(decision, actor.id, "taken off")

    # -- seeing through it ---------------------------------------------------------------------------------------

    def _rating(self, state: State, _: Actor, target: ActorId) -> tuple[int, int]:
        """The rating of the skill, on its tier (SF-DISGUISE-02)."""
        skill = next((self._skill_of(state, wearer) for wearer in _worn(state, target)), None)
        return (skill.rating, skill.tier) if skill is not None else (0, 0)

    def _skill_of(self, state: State, wearer: ActorId) -> Skill | None:
        worn = state.get(DISGUISES)[wearer]
        maker = state.get(CAST).get(worn.by or wearer)
        return skill_rolled(self.kit.tables, maker.sheet, worn.skill) if maker is not None else None

    def _seen_as(self, state: State, actor: Actor) -> tuple[Actor, ...]:
        """Whose disguises there are to see through; whom one does not work on sees what is there (SF-EXT-02)."""
        makers = {
            worn.by or wearer
            for wearer, worn in state.get(DISGUISES).items()
            if wearer != actor.id
            and worn.is_worn
            and is_active(state, wearer)
            and named_archetype(actor.sheet) not in worn.spares
            and not (worn.in_the_mind and is_mindless(actor))
        }
        return tuple(each for each in state.get(CAST).values() if each.id in makers and each.id != actor.id)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        """An attack with what breaks a disguise ends it, if it gets through."""
        assert isinstance(moment, RollIsSettled)
        roll = decision.state.get(ROLLS)[RollId(moment.roll)]
        if roll.declaration.action != ATTACK:
            return
        means = means_of(self.kit.tables, decision.state.get(CAST)[roll.actor], roll.efforts[0].trait)
        for effort, is_hit in answers(roll, self.kit.checks.bands.successes):
            if is_hit and self._breaks(decision.state, effort.actor, means):
                lose(decision, effort.actor, "broken")

    def _breaks(self, state: State, wearer: ActorId, means: frozenset[str]) -> bool:
        return wearer in state.get(DISGUISES) and is_broken_by(self._skill_of(state, wearer), means)

    def _touch(self, decision: Decision, command: BreakDisguise) -> None:
        """The touch alone is enough (SF-STR-13)."""
        decision.require_gm()
        breaking = dict(self._breakable(decision.state)).get(command.actor)
        decision.require(breaking is not None, "not-disguised", "No touch ends a disguise there.")
        lose(decision, command.actor, f"touched by {breaking}")

    def _breakable(self, state: State) -> Iterator[tuple[ActorId, str]]:
        """Who wears a disguise that the touch of something ends, and of what."""
        for wearer, worn in state.get(DISGUISES).items():
            skill = self._skill_of(state, wearer) if worn.is_worn else None
            for held in skill.drawbacks if skill is not None else ():
                if held.broken_by:
                    yield wearer, held.broken_by

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for wearer, breaking in self._breakable(state) if seat.is_gm else ():
            yield Offer(
                command=BreakDisguise(wearer),
                **one_of_a_family(f"Touch … with {breaking}", name_of(state, wearer)),
                verb="correct",
                target=Target("actor", wearer),
                cites=self.kit.cites("illusions"),
                group="gm",
            )
        mine = {actor.id for actor in controlled(state, seat)}
        for wearer, worn in state.get(DISGUISES).items():
            if worn.is_worn and worn.by in mine and wearer not in mine:
                yield Offer(
                    command=DropDisguise(wearer),
                    **one_of_a_family("take the disguise off …", name_of(state, wearer)),
                    actor=worn.by,
                    verb="use",
                    target=Target("actor", wearer),
                    cites=self.kit.cites(DISGUISE),
                    group="act",
                )
        for actor in controlled(state, seat):
            if self.kit.may_declare(state, actor, OVERCOME) is None:
                yield from state.part("disguises of others", self._offers_for_others, actor)
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

    def _offers_for_others(self, state: State, actor: Actor) -> Iterator[Offer]:
        for skill in self._skills(actor):
            if others := tuple(Choice(each.id, each.name) for each in self._within_reach(state, actor, skill)):
                yield Offer(
                    command=DisguiseOther(actor=actor.id, skill=skill.id, on=NOBODY, words=""),
                    label=f"disguise somebody else ({skill.name})",
                    actor=actor.id,
                    verb="use",
                    target=Target("actor"),
                    holes=(ChoiceHole("on", "whom", others), TextHole("words", "as what?", is_description=True)),
                    cites=self.kit.cites(DISGUISE),
                    group="act",
                )

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


def _worn(state: State, maker: ActorId) -> tuple[ActorId, ...]:
    """Who wears a disguise of somebody's making."""
    return tuple(
        wearer for wearer, worn in state.get(DISGUISES).items() if worn.is_worn and (worn.by or wearer) == maker
    )


def _looked(decision: Decision, result: Result) -> None:
    """Who sees through one of somebody's disguises sees through all of them."""
    for wearer in _worn(decision.state, result.target) if result.succeeded else ():
        lose(decision, wearer, "seen through")
