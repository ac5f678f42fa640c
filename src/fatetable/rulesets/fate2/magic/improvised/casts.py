"""Casting what was made up on the spot: the GM settles how hard it is, the roll meets that, and a box is checked."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, Hole, ManyHole, NumberHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import CHARACTER, AspectCard, borne_by, tick_box
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, controlled
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.procedure import cancel_roll
from fatetable.mechanics.rolls.state import Modifier, OppositionSet, Roll, RollId, roll_of
from fatetable.mechanics.scenes.facts import Fact, FactEstablished
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.undertakings.state import Undertaking
from fatetable.mechanics.undertakings.undertaking import finished
from fatetable.rulesets.fate2.book import Tables, Tradition
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.magic.effects import SCENE, begin_effect
from fatetable.rulesets.fate2.magic.frame import Frame, outcome_of, succeeded
from fatetable.rulesets.fate2.magic.improvised.library import Library, lowered_by, plan_in, studied
from fatetable.rulesets.fate2.magic.improvised.plans import (
    AT_ONCE,
    BARE_HANDS,
    DAMAGING,
    Plan,
    Rulings,
    difficulty_of,
    is_possible,
    plan_holes,
    school_modifier,
)
from fatetable.rulesets.fate2.magic.resistance import MagicWorked, Resistance
from fatetable.rulesets.fate2.magic.strikes import Strikes
from fatetable.rulesets.fate2.sheet import slot_of

CASTING = "improvised-spell"
SHORT = ("A few seconds", "A few minutes")
MOST_MORE = 6


class ImproviseSpell(Command, frozen=True, kw_only=True, tag="fate2-improvise-spell"):
    """Cast a spell as it is described; one with targets that is damaging wounds them.

    With `studied` it is the spell of that name that was researched or prepared, and the rest is said already.
    """

    actor: ActorId
    skill: str
    scope: str = "Nothing"
    targets: str = "No one"
    severity: str = "Harmless"
    time: str = "A few moments"
    components: str = BARE_HANDS
    duration: str = "An instant"
    mind: bool = False
    target: ActorId = NOBODY
    studied: str = ""
    description: str = ""

    @property
    def plan(self) -> Plan:
        return Plan(**{field: getattr(self, field) for field in Plan.__struct_fields__})


class SpellToJudge(PromptContext, frozen=True, tag="improvised-spell"):
    """How hard a spell is."""

    roll: RollId
    lowered: int
    plan: str


class Casts(Struct, frozen=True, kw_only=True):
    tables: Tables
    dials: Dials
    frame: Frame
    strikes: Strikes
    resistance: Resistance
    library: Library

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="casts of improvised spells",
            decides={ImproviseSpell: self._cast},
            answers={SpellToJudge: self._judged},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    # -- who casts with what ---------------------------------------------------------------------------------------

    def traditions(self, actor: Actor) -> tuple[Tradition, ...]:
        """The traditions whose skill somebody has learnt, with or without the aspect (F2-IMP-01)."""
        return tuple(each for each in self.tables.traditions if each.learnt.id in actor.sheet.traits)

    def card(self, state: State, actor: ActorId, tradition: Tradition) -> AspectCard | None:
        """The magic aspect, whose boxes are the spells that can be cast safely."""
        slot = slot_of(tradition.aspect)
        return next(
            (card for card in borne_by(state, actor) if card.kind == CHARACTER and slot_of(card.text) == slot), None
        )

    def _cast(self, decision: Decision, command: ImproviseSpell) -> None:
        is_harm = bool(command.target) and command.severity == DAMAGING
        actor = self.frame.require_caster(decision, command.actor, harms=is_harm)
        tradition = next((each for each in self.traditions(actor) if each.learnt.id == command.skill), None)
        if tradition is None:
            raise decision.violation("no-such-magic-known", f"{actor.name} has not learnt that.")
        plan = self._plan(decision, actor, command)
        decision.require(
            is_possible(self.tables.improvised, plan), "impossible-spell", "No spell does that.", "severity"
        )
        is_in_time = conflict_of(decision.state) is None or plan.time == AT_ONCE
        decision.require(
            is_in_time, "too-slow", "In a fight a spell takes a few moments, or is not cast.", "spell-time"
        )
        if is_harm:
            self.frame.require_victims(decision, actor, (command.target,))
        elif command.target:
            is_there = is_active(decision.state, command.target) and command.target != actor.id
            decision.require(is_there, "bad-target", "Nobody of that name is there to be affected.")
        self._declare(decision, actor, tradition, plan, command)

    def _plan(self, decision: Decision, actor: Actor, command: ImproviseSpell) -> Plan:
        """What was said; or what was studied, of which nothing is said again."""
        if not command.studied:
            return command.plan
        found = next((each for each in studied(decision.state, actor.id) if each.id == command.studied), None)
        decision.require(found is not None, "not-studied", f"{actor.name} has not studied such a spell.", "research")
        assert found is not None
        is_plain = command.plan == plan_in(found)
        decision.require(is_plain, "not-studied", "That is not the spell that was studied.", "research")
        return plan_in(found)

    def _declare(
        self, decision: Decision, actor: Actor, tradition: Tradition, plan: Plan, command: ImproviseSpell
    ) -> None:
        amount = school_modifier(self.tables.improvised, tradition, plan)
        school = Modifier("school", tradition.aspect, amount, decision.cites("schools"))
        roll = self.frame.roll(
            decision,
            actor,
            command.skill,
            CASTING,
            command.description,
            difficulty=None,
            target=command.target,
            words=tradition.aspect,
            details={"duration": plan.duration, "harm": int(plan.severity == DAMAGING), "studied": command.studied},
            modifiers=(school,) if amount else (),
        )
        self._ask(decision, actor, plan, roll, lowered_by(decision.state, actor.id, command.studied))

    # -- how hard it is --------------------------------------------------------------------------------------------

    def _ask(self, decision: Decision, actor: Actor, plan: Plan, roll: RollId, lowered: int) -> None:
        improvised = self.tables.improvised
        difficulty = difficulty_of(improvised, plan) - lowered
        needs = plan.components != BARE_HANDS
        named = (TextHole("fill", "which components", key="components", is_description=True),) if needs else ()
        story = tuple(Choice(row.name, row.label) for row in improvised.family("story"))
        laws = tuple(Choice(row.name, row.label) for row in improvised.family("law"))
        holes: list[Hole] = [*named]
        if self.dials.story_modifiers:
            holes += [ManyHole("fill", "for the story", story, key="story")]
            holes += [NumberHole("fill", "more for the story", 0, MOST_MORE, key="more")]
        holes += [NumberHole("fill", "inconvenient timing", 0, MOST_MORE, key="timing")]
        holes += [ManyHole("fill", "by the laws of magic", laws, key="laws")] if laws else []
        holes += [FlagHole("fill", "scope and targets both count", key="both")]
        label = self.tables.ladder.label(difficulty)
        ask(
            decision,
            SpellToJudge(roll, lowered, msgspec.json.encode(plan).decode()),
            (GM,),
            f"How hard is the spell of {actor.name}?",
            (
                Option("accept", f"Set {label}", named),
                Option("change", "Count more", tuple(holes)),
                Option("refuse", "Refuse it", (TextHole("fill", "reason", key="reason", is_description=True),)),
            ),
            detail=f"It is {label}: {plan.words}. {roll_of(decision, roll).declaration.description}",
            cites=decision.cites("spell-difficulty"),
        )

    def _judged(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(SpellToJudge)
        if answer.option == "refuse":
            cancel_roll(decision, asked.roll, answer.text("reason") or "that is no spell")
            return
        rulings = Rulings()
        if answer.option == "change":
            has_story = self.dials.story_modifiers
            rulings = Rulings(
                story=answer.several("story") if has_story else (),
                more=answer.number("more") if has_story else 0,
                timing=answer.number("timing"),
                laws=answer.several("laws"),
                both=bool(answer.fill.get("both")),
            )
        plan = msgspec.json.decode(asked.plan, type=Plan)
        if components := answer.text("components"):
            decision.emit(FactEstablished(Fact("Components", components)))
        difficulty = difficulty_of(self.tables.improvised, plan, rulings) - asked.lowered
        decision.emit(OppositionSet(asked.roll, difficulty=difficulty))

    # -- what comes of it ------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        done = finished(decision, moment, (CASTING,))
        if done is None or done[0].margin is None:
            return
        roll, noted = done
        tradition = next(each for each in self.tables.traditions if each.aspect == noted.words)
        self.library.forget(decision, roll.actor, noted.text("studied"))
        is_safe = self._check_box(decision, roll.actor, tradition)
        if succeeded(roll):
            self._work(decision, roll, noted)
        if not is_safe and (roll.margin or 0) < self.tables.improvised.safe_from:
            self._strike_back(decision, roll, tradition)

    def _check_box(self, decision: Decision, actor: ActorId, tradition: Tradition) -> bool:
        """A spell costs a box whether it works or not; without one it is dangerous (F2-IMP-02, F2-IMP-12)."""
        card = self.card(decision.state, actor, tradition)
        if card is None or not card.open_boxes:
            return False
        tick_box(decision, card, "a spell")
        return True

    def _strike_back(self, decision: Decision, roll: Roll, tradition: Tradition) -> None:
        """The power strikes its caster, who defends with the level of the aspect (F2-IMP-12)."""
        actor = decision.state.get(CAST).get(roll.actor)
        if actor is None or not is_active(decision.state, actor.id):
            return
        card = self.card(decision.state, actor.id, tradition)
        rating = card.level if card is not None else self.tables.figures.skills.start
        value = (roll.difficulty or 0) + max(0, -(roll.margin or 0))
        self.strikes.backlash(decision, actor, value, tradition.aspect if card is not None else "No talent", rating)

    def _work(self, decision: Decision, roll: Roll, noted: Undertaking) -> None:
        words = roll.declaration.description or "a spell"
        if noted.target and noted.number("harm"):
            value = outcome_of(self.frame.rules, decision.state, roll)
            self.strikes.strike(decision, noted.target, value, roll.actor, CASTING, words)
        elif noted.target:
            self.resistance.ask(decision, noted.target, roll.actor, roll.difficulty or 0, words)
        else:
            decision.emit(MagicWorked(roll.actor, words))
        duration = noted.text("duration")
        if duration != "An instant":
            lasts = SCENE if duration in SHORT else duration.lower()
            begin_effect(decision, CASTING, roll.actor, words, lasts=lasts, target=noted.target)

    # -- offers ----------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            for tradition in self.traditions(actor):
                yield from self._offers_of(state, actor, tradition)

    def _offers_of(self, state: State, actor: Actor, tradition: Tradition) -> Iterator[Offer]:
        card = self.card(state, actor.id, tradition)
        cost = "checks a box" if card is not None and card.open_boxes else "it may strike back"
        spell = ImproviseSpell(actor=actor.id, skill=tradition.learnt.id)
        improvised = self.tables.improvised
        said = ("time",) if conflict_of(state) is not None else ()
        if self.frame.cannot(state, actor) is None:
            yield self.frame.offer(
                actor,
                f"cast a spell by {tradition.skill}",
                spell,
                "improvise",
                *plan_holes(improvised, without=said),
                verb="create",
                cost=cost,
            )
            people = tuple(
                Choice(each.id, each.name)
                for each in state.get(CAST).values()
                if each.id != actor.id and is_active(state, each.id)
            )
            if people:
                yield self.frame.offer(
                    actor,
                    f"cast a spell on somebody by {tradition.skill}",
                    spell,
                    "improvise",
                    ChoiceHole("target", "whom", people),
                    *plan_holes(improvised, without=said, harmless=True),
                    verb="create",
                    cost=cost,
                    is_aimed=True,
                )
            yield from self._studied_offers(state, actor, spell, cost)
        victims = self.frame.victims(state, actor)
        if victims and self.frame.cannot(state, actor, harms=True) is None:
            yield self.frame.offer(
                actor,
                f"wound somebody by {tradition.skill}",
                msgspec.structs.replace(spell, severity=DAMAGING),
                "improvise",
                ChoiceHole("target", "target", victims),
                *plan_holes(improvised, without=("severity", *said)),
                verb="attack",
                cost=cost,
                is_aimed=True,
            )

    def _studied_offers(self, state: State, actor: Actor, spell: ImproviseSpell, cost: str) -> Iterator[Offer]:
        for found in studied(state, actor.id):
            plan = plan_in(found)
            if conflict_of(state) is not None and plan.time != AT_ONCE:
                continue
            said = {field: getattr(plan, field) for field in Plan.__struct_fields__}
            yield self.frame.offer(
                actor,
                f"cast the spell you have studied: {plan.words}",
                msgspec.structs.replace(spell, studied=found.id, **said),
                "research",
                verb="create",
                cost=cost,
            )
