"""Divination: a question, its difficulty, and the answer that the Storyteller gives or the diviner states.

Calling the dead is a divination too.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Audience, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, Hole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import SITUATION, new_card, place
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, actor_of, address_of, name_of
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.points.accounts import BANK, move
from fatetable.mechanics.rolls.state import Roll
from fatetable.mechanics.scenes.presence import people_there
from fatetable.mechanics.undertakings.state import Undertaking
from fatetable.mechanics.undertakings.undertaking import finished
from fatetable.rulesets.skein.book import CallTheDead, Tables, divination_difficulty
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.magic.glamour.observers import those_who_sense
from fatetable.rulesets.skein.magic.wards import stunt_price
from fatetable.rulesets.skein.magic.workings import Workings, succeeded, traits_for
from fatetable.rulesets.skein.points import account_of
from fatetable.rulesets.skein.sheet import obscurement, power, skill_name

SKILL = "divination"
DIVINE, CALL = "divine", "call-the-dead"
PRESENT, DISTANT_PAST, NEAR_FUTURE, DISTANT_FUTURE = "present", "distant-past", "near-future", "distant-future"
TIMES = (
    Choice(PRESENT, "the present or the recent past"),
    Choice(DISTANT_PAST, "the distant past"),
    Choice(NEAR_FUTURE, "the near future"),
    Choice(DISTANT_FUTURE, "the distant future"),
)

UNNAMED_FINDING = "Something Divined"
UNCLEAR = "It stays unclear"


class Divine(Command, frozen=True, kw_only=True, tag="divine"):
    """Ask about people, places or events; `target` is the character it is aimed at, if any."""

    actor: ActorId
    trait: str
    question: str
    description: str
    time: str = PRESENT
    target: ActorId = NOBODY
    is_obscure: bool = False
    is_specific: bool = False
    is_imperfect: bool = False
    features: tuple[str, ...] = ()


class CallSpirit(Command, frozen=True, kw_only=True, tag="call-spirit"):
    """Call somebody dead, at the body or where they died; `since` is how long ago that was."""

    actor: ActorId
    trait: str
    name: str
    since: str
    description: str
    features: tuple[str, ...] = ()


class Finding(Struct, frozen=True):
    actor: ActorId
    question: str
    answer: str


class Divined(Event, frozen=True, tag="divined/1"):
    finding: Finding


class DivinationFelt(Event, frozen=True, tag="divination-felt/1"):
    """Somebody notices that they are being divined, but not by whom or what for."""

    actor: ActorId


class Divinations(Struct, frozen=True, omit_defaults=True):
    findings: tuple[Finding, ...] = ()
    felt: tuple[ActorId, ...] = ()


DIVINATIONS: Key[Divinations] = Key("divinations", Divinations, Divinations())


class DivinationFound(PromptContext, frozen=True, tag="divination"):
    """Whether the diviner asks the Storyteller or states what was found."""

    diviner: ActorId
    question: str


class DivinationAnswer(PromptContext, frozen=True, tag="divination-answer"):
    """What the Storyteller tells the diviner."""

    diviner: ActorId
    question: str


class DivinationStated(PromptContext, frozen=True, kw_only=True, tag="divination-stated"):
    """Whether what the diviner stated is true; it becomes an Aspect on `bearer`, or on a thing of theirs."""

    diviner: ActorId
    question: str
    words: str
    bearer: str = ""
    item: str = ""


class SpiritCalled(PromptContext, frozen=True, tag="spirit"):
    """Whether the spirit of a dead person comes, and what it says."""

    diviner: ActorId
    name: str


def _divined(found: Divinations, event: Divined) -> Divinations:
    return msgspec.structs.replace(found, findings=(*found.findings, event.finding))


def _felt(found: Divinations, event: DivinationFelt) -> Divinations:
    return msgspec.structs.replace(found, felt=(*found.felt, event.actor))


class Divination(Struct, frozen=True, kw_only=True):
    tables: Tables
    work: Workings
    dials: Dials

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="divination",
            decides={Divine: self._divine, CallSpirit: self._call},
            evolves=folds(DIVINATIONS, {Divined: _divined, DivinationFelt: _felt}),
            answers={
                DivinationFound: self._chosen,
                DivinationAnswer: self._answered,
                DivinationStated: self._ruled,
                SpiritCalled: self._spirit_speaks,
            },
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    # -- asking --------------------------------------------------------------------------------------------------

    def _price(self) -> int:
        return self.tables.magic.divination.price

    def _diviner(self, decision: Decision, actor_id: ActorId, trait: str, price: int) -> Actor:
        actor = self.work.require_able(decision, actor_id, SKILL, at_leisure=True, price=price)
        decision.require(trait in traits_for(actor, SKILL), "unknown-trait", f"{actor.name} has no such style.")
        return actor

    def _difficulty(self, state: State, command: Divine) -> int:
        """Everything that makes it harder adds up, and so does what shields its target (SK-DIV-03)."""
        hard = divination_difficulty(
            self.tables,
            is_distant=command.time != PRESENT,
            is_obscure=command.is_obscure,
            is_specific=command.is_specific,
            is_imperfect=command.is_imperfect,
        )
        if command.time == DISTANT_FUTURE and self.dials.distant_future == "harder":
            hard += self.tables.magic.divination.distant_future
        target = state.get(CAST).get(command.target)
        return hard + (obscurement(self.tables, target.sheet) if target else 0)

    def _divine(self, decision: Decision, command: Divine) -> None:
        actor = self._diviner(decision, command.actor, command.trait, self._price())
        question = decision.described(
            command.question, "What is hidden here?", "no-words", "Say what you want to know."
        )
        decision.require(
            any(time.value == command.time for time in TIMES), "no-such-time", "Say which time it is about."
        )
        if command.target:
            actor_of(decision, command.target)
        working = Undertaking(
            purpose=DIVINE,
            maker=actor.id,
            words=question,
            difficulty=self._difficulty(decision.state, command),
            price=self._price(),
            account=account_of(actor),
        )
        self.work.begin(decision, actor, working, command.trait, command.description, features=command.features)
        target = decision.state.get(CAST).get(command.target)
        if target is not None and obscurement(self.tables, target.sheet):
            # The target notices that somebody tries, and nothing more (SK-STUNT-24).
            decision.emit(DivinationFelt(target.id), to=(*address_of(decision.state, target.id), GM))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        done = finished(decision, moment, (DIVINE, CALL))
        if done and succeeded(done[0]):
            (self._ask_diviner if done[1].purpose == DIVINE else self._ask_spirit)(decision, *done)

    # -- finding -------------------------------------------------------------------------------------------------

    def _ask_diviner(self, decision: Decision, _roll: Roll, working: Undertaking) -> None:
        """The player asks, or says what was found (SK-DIV-05)."""
        on = (Choice(NOBODY, "the scene"), *people_there(decision.state))
        ask(
            decision,
            DivinationFound(working.maker, working.words),
            address_of(decision.state, working.maker),
            "The divination succeeds. Ask, or state it?",
            (
                Option("ask", "Ask the Storyteller"),
                Option(
                    "state",
                    "State what was found",
                    (
                        TextHole("fill", "Aspect", key="words", is_description=True),
                        ChoiceHole("fill", "on", on, key="bearer"),
                        TextHole("fill", "thing", key="item", optional=True),
                    ),
                ),
            ),
            detail=working.words,
            cites=decision.cites("divined"),
        )

    def _chosen(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        found = prompt.read(DivinationFound)
        if answer.option == "ask":
            ask(
                decision,
                DivinationAnswer(found.diviner, found.question),
                (GM,),
                "What does the divination show?",
                (Option("tell", "Answer", (TextHole("fill", "answer", key="answer", is_description=True),)),),
                detail=f"({found.question})",
                cites=decision.cites("divined"),
                secret_to=(GM,),  # The answer is for the diviner alone.
                hides_question=False,
            )
            return
        words = answer.text("words") or UNNAMED_FINDING
        change = TextHole("fill", "instead", suggestion=words, key="answer", is_description=True)
        ask(
            decision,
            DivinationStated(
                diviner=found.diviner,
                question=found.question,
                words=words,
                bearer=answer.text("bearer"),
                item=answer.text("item"),
            ),
            (GM,),
            f"{name_of(decision.state, found.diviner)} found something out. Accept it?",
            (Option("accept", "Accept"), Option("modify", "Change it (point refunded)", (change,))),
            detail=f"“{words}”",
            cites=decision.cites("divined"),
            secret_to=(GM,),
            hides_question=False,
        )

    def _private(self, decision: Decision, actor: ActorId) -> Audience:
        return (*address_of(decision.state, actor), GM)

    def _answered(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(DivinationAnswer)
        finding = Finding(asked.diviner, asked.question, answer.text("answer") or UNCLEAR)
        decision.emit(Divined(finding), to=self._private(decision, asked.diviner))

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        """Accepted, it becomes an Aspect without any free use; changed, the point comes back."""
        stated = prompt.read(DivinationStated)
        actor = decision.state.get(CAST)[stated.diviner]
        if answer.option == "modify":
            finding = Finding(actor.id, stated.question, answer.text("answer") or UNCLEAR)
            decision.emit(Divined(finding), to=self._private(decision, actor.id))
            move(decision, BANK, account_of(actor), self._price(), "the divination was changed", "divined")
            return
        words = f"{stated.words} ({stated.item})" if stated.item else stated.words
        place(decision, new_card(decision, words, SITUATION, bearer=stated.bearer))

    # -- the dead ------------------------------------------------------------------------------------------------

    def _calling(self, actor: Actor) -> CallTheDead | None:
        found = power(self.tables, actor, CallTheDead)
        return found[1] if found is not None and isinstance(found[1], CallTheDead) else None

    def _call(self, decision: Decision, command: CallSpirit) -> None:
        known = actor_of(decision, command.actor)
        effect = self._calling(known)
        if effect is None:
            raise decision.violation("no-such-magic-known", f"{known.name} has no stunt for calling the dead.")
        price = stunt_price(self.tables, known, CallTheDead)
        actor = self._diviner(decision, known.id, command.trait, price)
        name = decision.described(command.name, "Somebody dead", "no-words", "Say who is called.")
        decision.require(
            command.since in self.tables.time.track, "no-such-time", f"{command.since!r} is no step of time."
        )
        assert effect.test.difficulty is not None
        longer = max(0, self.tables.time.between(effect.since, command.since))
        working = Undertaking(
            purpose=CALL,
            maker=actor.id,
            words=name,
            difficulty=effect.test.difficulty + longer * effect.harder_per_step,
            price=price,
            account=account_of(actor),
        )
        self.work.begin(decision, actor, working, command.trait, command.description, features=command.features)

    def _ask_spirit(self, decision: Decision, _roll: Roll, working: Undertaking) -> None:
        ask(
            decision,
            SpiritCalled(working.maker, working.words),
            (GM,),
            "Does the spirit come when called?",
            (
                Option("comes", "Let it come", (TextHole("fill", "answer", key="answer", is_description=True),)),
                Option("cannot", "Keep it away"),
            ),
            detail=working.words,
            cites=decision.cites("call-the-dead"),
            secret_to=(GM,),
            hides_question=False,
        )

    def _spirit_speaks(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        """Only the diviner and characters who sense magic perceive it (SK-STUNT-23)."""
        called = prompt.read(SpiritCalled)
        actor = called.diviner
        text = answer.text("answer") if answer.option == "comes" else "nobody comes"
        seats = dict.fromkeys((*address_of(decision.state, actor), *those_who_sense(self.tables, decision.state), GM))
        decision.emit(Divined(Finding(actor, called.name, text)), to=tuple(seats))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in self.work.able(state, seat, SKILL, at_leisure=True, price=self._price()):
            aimed_at = (Choice(NOBODY, "nobody in particular"), *_everybody(state))
            holes: tuple[Hole, ...] = (
                TextHole("question", "question", is_description=True),
                ChoiceHole("time", "about", TIMES),
                ChoiceHole("target", "target", aimed_at),
                FlagHole("is_obscure", "obscure"),
                FlagHole("is_specific", "specific"),
                FlagHole("is_imperfect", "imperfect preparations"),
            )
            for trait in traits_for(actor, SKILL):
                for features, suffix in self.work.claims(actor, trait):
                    command = Divine(actor=actor.id, trait=trait, question="", description="", features=features)
                    label = f"divine by {skill_name(self.tables, trait)}{suffix}"
                    yield self.work.offer(actor, label, command, "divine", *holes, verb="use", price=self._price())
        for actor in self.work.able(state, seat, SKILL, at_leisure=True):
            yield from self._calling_offers(state, actor)

    def _calling_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        price = stunt_price(self.tables, actor, CallTheDead)
        may_not = self.work.may_work(state, actor, at_leisure=True, price=price)
        if self._calling(actor) is None or may_not is not None:
            return
        spans = tuple(Choice(step) for step in self.tables.time.track)
        for trait in traits_for(actor, SKILL):
            for features, suffix in self.work.claims(actor, trait):
                command = CallSpirit(actor=actor.id, trait=trait, name="", since="", description="", features=features)
                holes = (TextHole("name", "who", is_description=True), ChoiceHole("since", "dead since", spans))
                label = f"call the dead by {skill_name(self.tables, trait)}{suffix}"
                yield self.work.offer(actor, label, command, "call-the-dead", *holes, verb="use", price=price)


def _everybody(state: State) -> tuple[Choice, ...]:
    return tuple(Choice(actor.id, actor.name) for actor in state.get(CAST).values())
