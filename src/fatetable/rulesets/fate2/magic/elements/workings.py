"""Working with an element: how much of it, by which skill, upon whom, and what harms (F2-ELE-02 to F2-ELE-06)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, ManyHole, Offer
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, controlled
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.procedure import cancel_roll
from fatetable.mechanics.rolls.state import OppositionSet, Roll, RollId, roll_of
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.undertakings.state import Undertaking
from fatetable.mechanics.undertakings.undertaking import finished
from fatetable.rulesets.fate2.book import DISPELLING, EVOCATION, SUMMONING, Element, Tables
from fatetable.rulesets.fate2.magic.effects import EFFECTS, EffectEnded, begin_effect, effects_of
from fatetable.rulesets.fate2.magic.elements.scopes import Scopes
from fatetable.rulesets.fate2.magic.frame import Frame, outcome_of, succeeded
from fatetable.rulesets.fate2.magic.resistance import MagicWorked, Resistance
from fatetable.rulesets.fate2.magic.strikes import Strikes

WORKING, EVOKING, REMOVING = "element", "evoke", "remove-element"
MATTER = "matter"


class WorkElement(Command, frozen=True, kw_only=True, tag="fate2-work-element"):
    """Do something with an element; `also` are others that it concerns, as a living body does all of them."""

    actor: ActorId
    element: str
    skill: str
    rank: str
    also: tuple[str, ...] = ()
    target: ActorId = NOBODY
    description: str = ""


class Evoke(Command, frozen=True, kw_only=True, tag="fate2-evoke"):
    """Throw an element at somebody to wound them."""

    actor: ActorId
    element: str
    rank: str
    target: ActorId
    description: str = ""


class Dispel(Command, frozen=True, kw_only=True, tag="fate2-dispel"):
    """Remove so much of an element; `effect` is summoned matter that is known to the table."""

    actor: ActorId
    element: str
    rank: str
    is_summoned: bool = False
    effect: str = ""
    description: str = ""


class SeveralElements(PromptContext, frozen=True, tag="several-elements"):
    """What a working that concerns several elements can do, and how difficult each of the two ways is."""

    roll: RollId
    alone: int
    weakest: int


class Workings(Struct, frozen=True, kw_only=True):
    tables: Tables
    frame: Frame
    strikes: Strikes
    resistance: Resistance

    @property
    def scopes(self) -> Scopes:
        return Scopes(self.tables)

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="workings of elements",
            decides={WorkElement: self._work, Evoke: self._evoke, Dispel: self._dispel},
            answers={SeveralElements: self._several},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    # -- what is possible ------------------------------------------------------------------------------------------

    def _element(self, decision: Decision, actor: Actor, name: str, rank: str, most: int | None = None) -> Element:
        """The element, if that much of it can be moved."""
        element = self.tables.elements.element(name)
        if element is None or not self.scopes.is_mage(actor):
            raise decision.violation("no-such-magic-known", f"{actor.name} cannot work with that.")
        reach = self.scopes.reach(actor, element) if most is None else most
        is_known = rank in {choice.value for choice in self.scopes.choices(reach)}
        decision.require(is_known, "scope-too-large", f"{actor.name} cannot move so much {name}.", "scope")
        return element

    def _require_skill(self, decision: Decision, actor: Actor, skill: str) -> None:
        is_learnt = skill in actor.sheet.traits and self.tables.elements.technique(skill) is not None
        decision.require(is_learnt, "no-such-magic-known", f"{actor.name} has not learnt that.")

    # -- working ---------------------------------------------------------------------------------------------------

    def _work(self, decision: Decision, command: WorkElement) -> None:
        actor = self.frame.require_caster(decision, command.actor)
        decision.require(command.skill != DISPELLING, "no-such-magic-known", "Dispelling removes an element.")
        self._require_skill(decision, actor, command.skill)
        element = self._element(decision, actor, command.element, command.rank)
        others = {other.name for other in self.tables.elements.all if other != element}
        decision.require(set(command.also) <= others, "no-such-element", "There is no such element beside it.")
        if command.target:
            is_there = is_active(decision.state, command.target) and command.target != actor.id
            decision.require(is_there, "bad-target", "Nobody of that name is there to be affected.")
        # A living body is all elements in balance (F2-ELE-03).
        concerned = tuple(sorted(others)) if command.target else command.also
        rank = int(command.rank)
        roll = self.frame.roll(
            decision,
            actor,
            command.skill,
            WORKING,
            command.description,
            difficulty=None if concerned else self.scopes.difficulty(rank),
            target=command.target,
            words=element.name,
            details={"rank": rank, "skill": command.skill},
        )
        if concerned:
            self._ask_several(decision, actor, element, concerned, rank, roll)

    def _ask_several(
        self, decision: Decision, actor: Actor, element: Element, others: tuple[str, ...], rank: int, roll: RollId
    ) -> None:
        together = [found for name in (element.name, *others) if (found := self.tables.elements.element(name))]
        weakest = min(rank, self.scopes.weakest(actor, together))
        difficulty = self.scopes.difficulty
        ask(
            decision,
            SeveralElements(roll, difficulty(rank), difficulty(weakest)),
            (GM,),
            f"{actor.name} works with {element.name}, and it concerns {', '.join(others)} too. What can it do?",
            (
                Option("alone", f"Work on {element.name} alone"),
                Option("weakest", f"Work with the weakest: {self.scopes.name(weakest)}"),
                Option("refuse", "Refuse"),
            ),
            detail=roll_of(decision, roll).declaration.description,
            cites=decision.cites("several-elements"),
        )

    def _several(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(SeveralElements)
        if answer.option == "refuse":
            cancel_roll(decision, asked.roll, "too many elements")
            return
        difficulty = asked.alone if answer.option == "alone" else asked.weakest
        decision.emit(OppositionSet(asked.roll, difficulty=difficulty))

    # -- harming and removing --------------------------------------------------------------------------------------

    def _evoke(self, decision: Decision, command: Evoke) -> None:
        actor = self.frame.require_caster(decision, command.actor, harms=True)
        self._require_skill(decision, actor, EVOCATION)
        element = self._element(decision, actor, command.element, command.rank)
        self.frame.require_victims(decision, actor, (command.target,))
        difficulty = self.scopes.difficulty(int(command.rank))
        self.frame.roll(
            decision,
            actor,
            EVOCATION,
            EVOKING,
            command.description,
            difficulty=difficulty,
            target=command.target,
            words=element.name,
        )

    def _dispel(self, decision: Decision, command: Dispel) -> None:
        actor = self.frame.require_caster(decision, command.actor)
        self._require_skill(decision, actor, DISPELLING)
        found = self.tables.elements.element(command.element)
        reach = self.scopes.reach(actor, found) if found is not None else -1
        most = reach + 1 if command.is_summoned and reach >= 0 else reach
        element = self._element(decision, actor, command.element, command.rank, most)
        if command.effect:
            known = (command.effect, command.element, command.rank)
            is_there = command.is_summoned and known in self._matter(decision.state)
            decision.require(is_there, "no-such-effect", "There is no such matter.")
        rank = self.scopes.to_dispel(int(command.rank), is_summoned=command.is_summoned)
        self.frame.roll(
            decision,
            actor,
            DISPELLING,
            REMOVING,
            command.description,
            difficulty=self.scopes.difficulty(rank),
            words=element.name,
            details={"rank": int(command.rank), "effect": command.effect},
        )

    def _matter(self, state: State) -> tuple[tuple[str, str, str], ...]:
        """What was summoned and is there: its id, its element and its scope."""
        return tuple((effect.id, effect.about, str(effect.rank)) for effect in effects_of(state, MATTER))

    # -- what comes of it ------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        done = finished(decision, moment, (WORKING, EVOKING, REMOVING))
        if done is None:
            return
        roll, noted = done
        if not succeeded(roll):
            return
        if noted.purpose == EVOKING:
            value = outcome_of(self.frame.rules, decision.state, roll)
            self.strikes.strike(decision, noted.target, value, noted.maker, EVOCATION, roll.declaration.description)
        elif noted.purpose == REMOVING:
            self._removed(decision, roll, noted)
        else:
            self._worked(decision, roll, noted)

    def _removed(self, decision: Decision, roll: Roll, noted: Undertaking) -> None:
        scope = self.scopes.name(noted.number("rank"))
        decision.emit(MagicWorked(roll.actor, f"dispels {noted.words}, {scope}"))
        if noted.text("effect") in decision.state.get(EFFECTS):
            decision.emit(EffectEnded(noted.text("effect")))

    def _worked(self, decision: Decision, roll: Roll, noted: Undertaking) -> None:
        words = roll.declaration.description or f"works with {noted.words}"
        if noted.target:
            self.resistance.ask(decision, noted.target, roll.actor, roll.difficulty or 0, words)
            return
        decision.emit(MagicWorked(roll.actor, words))
        if noted.text("skill") == SUMMONING:
            rank = noted.number("rank")
            begin_effect(
                decision,
                MATTER,
                roll.actor,
                f"{noted.words}, {self.scopes.name(rank)}",
                lasts="until it is dispelled",
                about=noted.words,
                rank=rank,
            )

    # -- offers ----------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if self.scopes.is_mage(actor) and self.frame.cannot(state, actor) is None:
                for element in self.tables.elements.all:
                    yield from self._work_offers(state, actor, element)
                    yield from self._dispel_offers(state, actor, element)
            if self.scopes.is_mage(actor) and self.frame.cannot(state, actor, harms=True) is None:
                yield from self._evoke_offers(state, actor)

    def _work_offers(self, state: State, actor: Actor, element: Element) -> Iterator[Offer]:
        learnt = tuple(
            Choice(each.skill, f"{each.skill.capitalize()}: {each.uses}")
            for each in self.tables.elements.techniques
            if each.skill in actor.sheet.traits and each.skill != DISPELLING
        )
        if not learnt:
            return
        others = tuple(Choice(each.name) for each in self.tables.elements.all if each != element)
        scope = ChoiceHole("rank", "how much", self.scopes.choices(self.scopes.reach(actor, element)))
        skill = ChoiceHole("skill", "by", learnt)
        work = WorkElement(actor=actor.id, element=element.name, skill="", rank="")
        yield self.frame.offer(
            actor,
            f"work with {element.name}",
            work,
            "work-element",
            skill,
            scope,
            ManyHole("also", "it concerns as well", others),
            verb="create",
        )
        people = tuple(
            Choice(each.id, each.name)
            for each in state.get(CAST).values()
            if each.id != actor.id and is_active(state, each.id)
        )
        if people:
            yield self.frame.offer(
                actor,
                f"work with {element.name} upon somebody",
                work,
                "several-elements",
                ChoiceHole("target", "whom", people),
                skill,
                scope,
                ManyHole("also", "it concerns as well", others),
                verb="create",
                is_aimed=True,
            )

    def _evoke_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        victims = self.frame.victims(state, actor)
        if EVOCATION not in actor.sheet.traits or not victims:
            return
        for element in self.tables.elements.all:
            yield self.frame.offer(
                actor,
                f"strike with {element.name}",
                Evoke(actor=actor.id, element=element.name, rank="", target=NOBODY),
                "evoke",
                ChoiceHole("target", "target", victims),
                ChoiceHole("rank", "how much", self.scopes.choices(self.scopes.reach(actor, element))),
                verb="attack",
                is_aimed=True,
            )

    def _dispel_offers(self, state: State, actor: Actor, element: Element) -> Iterator[Offer]:
        if DISPELLING not in actor.sheet.traits:
            return
        reach = self.scopes.reach(actor, element)
        for is_summoned in (False, True):
            what = f"summoned {element.name}" if is_summoned else element.name
            yield self.frame.offer(
                actor,
                f"dispel {what}",
                Dispel(actor=actor.id, element=element.name, rank="", is_summoned=is_summoned),
                "dispel",
                ChoiceHole("rank", "how much there is", self._to_remove(reach, is_summoned=is_summoned)),
                verb="remove",
            )
        for effect, name, rank in self._matter(state):
            if name == element.name and int(rank) <= reach + 1:
                yield self.frame.offer(
                    actor,
                    f"dispel {state.get(EFFECTS)[effect].words}",
                    Dispel(actor=actor.id, element=name, rank=rank, is_summoned=True, effect=effect),
                    "dispel",
                    verb="remove",
                )

    def _to_remove(self, reach: int, *, is_summoned: bool) -> tuple[Choice, ...]:
        """The amounts that can be removed, each with what that is rolled against."""
        ladder = self.tables.ladder
        amounts = self.scopes.choices(reach + 1 if is_summoned else reach)
        ranks = [(int(each.value), self.scopes.to_dispel(int(each.value), is_summoned=is_summoned)) for each in amounts]
        return tuple(
            Choice(str(rank), f"{self.scopes.name(rank)} ({ladder.label(self.scopes.difficulty(own))})")
            for rank, own in ranks
        )


def guards(state: State, actor: Actor, means: str) -> tuple[Choice, ...]:
    """Dispelling is the only magic that is fast enough against an evocation (F2-ELE-02)."""
    is_able = means == EVOCATION and DISPELLING in actor.sheet.traits and is_active(state, actor.id)
    return (Choice(DISPELLING, "Dispelling"),) if is_able else ()
