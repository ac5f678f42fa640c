"""Divination: what one wants to know, how hard that is, and what the Storyteller or the diviner says was found.

Also calling the dead, which is a divination of its own kind.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Audience, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, Hole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects import SITUATION, new_card, place
from fatetable.mechanics.cast import CAST, NOBODY, Actor, ActorId, actor_of, address_of, name_of
from fatetable.mechanics.fate_points import BANK, move
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls import Roll
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.effects import CallTheDead
from fatetable.rulesets.skein.figures import obscurement
from fatetable.rulesets.skein.purses import account_of
from fatetable.rulesets.skein.reckoning import divination_difficulty, steps_between
from fatetable.rulesets.skein.sensing import those_who_sense
from fatetable.rulesets.skein.skills import skill_name
from fatetable.rulesets.skein.spellwork import (
    Spellwork,
    Working,
    finished,
    people_there,
    power,
    succeeded,
    traits_for,
)
from fatetable.rulesets.skein.tables import tables
from fatetable.rulesets.skein.warding import stunt_price

SKILL = "divination"
DIVINE, CALL = "divine", "call-the-dead"
PRESENT, DISTANT_PAST, NEAR_FUTURE, DISTANT_FUTURE = "present", "distant-past", "near-future", "distant-future"
TIMES = (
    Choice(PRESENT, "the present or the recent past"),
    Choice(DISTANT_PAST, "the distant past"),
    Choice(NEAR_FUTURE, "the near future"),
    Choice(DISTANT_FUTURE, "the distant future"),
)


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


def _divined(found: Divinations, event: Divined) -> Divinations:
    return msgspec.structs.replace(found, findings=(*found.findings, event.finding))


def _felt(found: Divinations, event: DivinationFelt) -> Divinations:
    return msgspec.structs.replace(found, felt=(*found.felt, event.actor))


class Divining(Struct, frozen=True, kw_only=True):
    work: Spellwork
    dials: Dials

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="divination",
            decides={Divine: self._divine, CallSpirit: self._call},
            evolves=folds(DIVINATIONS, {Divined: _divined, DivinationFelt: _felt}),
            answers={
                "divination": self._chosen,
                "divination-answer": self._answered,
                "divination-stated": self._ruled,
                "spirit": self._spirit_speaks,
            },
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    # -- asking --------------------------------------------------------------------------------------------------

    def _price(self) -> int:
        return tables().magic.divination.price

    def _diviner(self, decision: Decision, actor_id: ActorId, trait: str, price: int) -> Actor:
        actor = self.work.require_able(decision, actor_id, SKILL, at_leisure=True, price=price)
        decision.require(trait in traits_for(actor, SKILL), "unknown-trait", f"{actor.name} has no such style.")
        return actor

    def _difficulty(self, state: State, command: Divine) -> int:
        """All that makes it harder adds up, and so does what shields the one it is aimed at (SK-DIV-03)."""
        hard = divination_difficulty(
            is_distant=command.time != PRESENT,
            is_obscure=command.is_obscure,
            is_specific=command.is_specific,
            is_imperfect=command.is_imperfect,
        )
        if command.time == DISTANT_FUTURE and self.dials.distant_future == "harder":
            hard += tables().magic.divination.distant_future
        target = state.get(CAST).get(command.target)
        return hard + (obscurement(target.sheet) if target else 0)

    def _divine(self, decision: Decision, command: Divine) -> None:
        actor = self._diviner(decision, command.actor, command.trait, self._price())
        decision.require(bool(command.question.strip()), "no-words", "Say what you want to know.")
        decision.require(
            any(time.value == command.time for time in TIMES), "no-such-time", "Say which time it is about."
        )
        if command.target:
            actor_of(decision, command.target)
        working = Working(
            use=DIVINE,
            maker=actor.id,
            words=command.question.strip(),
            difficulty=self._difficulty(decision.state, command),
            price=self._price(),
            account=account_of(actor),
        )
        self.work.begin(decision, actor, working, command.trait, command.description, features=command.features)
        target = decision.state.get(CAST).get(command.target)
        if target is not None and obscurement(target.sheet):
            # Who is shielded learns that somebody tries, and nothing more (SK-STUNT-24).
            decision.emit(DivinationFelt(target.id), to=(*address_of(decision.state, target.id), GM))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        done = finished(decision, moment, (DIVINE, CALL))
        if done and succeeded(done[0]):
            (self._ask_diviner if done[1].use == DIVINE else self._ask_spirit)(decision, *done)

    # -- finding -------------------------------------------------------------------------------------------------

    def _ask_diviner(self, decision: Decision, _roll: Roll, working: Working) -> None:
        """The player asks, or says what was found (SK-DIV-05)."""
        on = (Choice(NOBODY, "the scene"), *people_there(decision.state))
        ask(
            decision,
            "divination",
            address_of(decision.state, working.maker),
            f"The divination succeeds: {working.words}",
            (
                Option("ask", "Ask the Storyteller"),
                Option(
                    "state",
                    "Say what was found",
                    (
                        TextHole("fill", "what was found, as an Aspect", key="words"),
                        ChoiceHole("fill", "on", on, key="bearer"),
                        TextHole("fill", "on which thing, if on one", key="item", optional=True),
                    ),
                ),
            ),
            about={"diviner": working.maker, "question": working.words},
            cites=decision.cites("divined"),
        )

    def _chosen(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        about = {"diviner": str(prompt.about["diviner"]), "question": str(prompt.about["question"])}
        if answer.option == "ask":
            ask(
                decision,
                "divination-answer",
                (GM,),
                f"What does the divination show? ({about['question']})",
                (Option("tell", "This", (TextHole("fill", "what it shows", key="answer"),)),),
                about=about,
                cites=decision.cites("divined"),
                secret_to=(GM,),  # The answer is for the diviner alone.
                hides_question=False,
            )
            return
        words, item = answer.text("words"), answer.text("item")
        change = TextHole("fill", "what it is instead", suggestion=words, key="answer")
        ask(
            decision,
            "divination-stated",
            (GM,),
            f"{name_of(decision.state, ActorId(about['diviner']))} has found: {words}",
            (Option("accept", "So it is"), Option("modify", "Not quite; the point goes back", (change,))),
            about={**about, "words": words, "bearer": answer.text("bearer"), "item": item},
            cites=decision.cites("divined"),
            secret_to=(GM,),
            hides_question=False,
        )

    def _private(self, decision: Decision, actor: ActorId) -> Audience:
        return (*address_of(decision.state, actor), GM)

    def _answered(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        actor = ActorId(str(prompt.about["diviner"]))
        finding = Finding(actor, str(prompt.about["question"]), answer.text("answer"))
        decision.emit(Divined(finding), to=self._private(decision, actor))

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        """Accepted, it becomes an Aspect without any free use; changed, the point comes back."""
        about = prompt.about
        actor = decision.state.get(CAST)[ActorId(str(about["diviner"]))]
        if answer.option == "modify":
            finding = Finding(actor.id, str(about["question"]), answer.text("answer"))
            decision.emit(Divined(finding), to=self._private(decision, actor.id))
            move(decision, BANK, account_of(actor), self._price(), "the divination was changed", "divined")
            return
        words = f"{about['words']} ({about['item']})" if about["item"] else str(about["words"])
        place(decision, new_card(decision, words, SITUATION, bearer=str(about["bearer"])))

    # -- the dead ------------------------------------------------------------------------------------------------

    def _calling(self, actor: Actor) -> CallTheDead | None:
        found = power(actor, CallTheDead)
        return found[1] if found is not None and isinstance(found[1], CallTheDead) else None

    def _call(self, decision: Decision, command: CallSpirit) -> None:
        known = actor_of(decision, command.actor)
        effect = self._calling(known)
        if effect is None:
            raise decision.violation("no-such-magic-known", f"{known.name} cannot call the dead.")
        price = stunt_price(known, CallTheDead)
        actor = self._diviner(decision, known.id, command.trait, price)
        decision.require(bool(command.name.strip()), "no-words", "Say who is called.")
        decision.require(command.since in tables().time.track, "no-such-time", f"{command.since!r} is no step of time.")
        assert effect.test.difficulty is not None
        longer = max(0, steps_between(effect.since, command.since))
        working = Working(
            use=CALL,
            maker=actor.id,
            words=command.name.strip(),
            difficulty=effect.test.difficulty + longer * effect.harder_per_step,
            price=price,
            account=account_of(actor),
        )
        self.work.begin(decision, actor, working, command.trait, command.description, features=command.features)

    def _ask_spirit(self, decision: Decision, _roll: Roll, working: Working) -> None:
        ask(
            decision,
            "spirit",
            (GM,),
            f"The spirit of {working.words} is called. Does it come, and what does it say?",
            (
                Option("comes", "It comes", (TextHole("fill", "what it says or does", key="answer"),)),
                Option("cannot", "Its burial rites keep it from coming"),
            ),
            about={"diviner": working.maker, "name": working.words},
            cites=decision.cites("call-the-dead"),
            secret_to=(GM,),
            hides_question=False,
        )

    def _spirit_speaks(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        """Only the diviner and those who sense magic perceive it (SK-STUNT-23)."""
        actor = ActorId(str(prompt.about["diviner"]))
        text = answer.text("answer") if answer.option == "comes" else "nobody comes"
        seats = dict.fromkeys((*address_of(decision.state, actor), *those_who_sense(decision.state), GM))
        decision.emit(Divined(Finding(actor, str(prompt.about["name"]), text)), to=tuple(seats))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in self.work.able(state, seat, SKILL, at_leisure=True, price=self._price()):
            aimed_at = (Choice(NOBODY, "nobody in particular"), *_everybody(state))
            holes: tuple[Hole, ...] = (
                TextHole("question", "what they want to know"),
                ChoiceHole("time", "about", TIMES),
                ChoiceHole("target", "aimed at", aimed_at),
                FlagHole("is_obscure", "it is obscure"),
                FlagHole("is_specific", "it is specific"),
                FlagHole("is_imperfect", "the preparations are imperfect"),
            )
            for trait in traits_for(actor, SKILL):
                for features, suffix in self.work.claims(actor, trait):
                    command = Divine(actor=actor.id, trait=trait, question="", description="", features=features)
                    label = f"divine by {skill_name(trait)}{suffix}"
                    yield self.work.offer(actor, label, command, "divine", *holes, price=self._price())
        for actor in self.work.able(state, seat, SKILL, at_leisure=True):
            yield from self._calling_offers(state, actor)

    def _calling_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        price = stunt_price(actor, CallTheDead)
        may_not = self.work.may_work(state, actor, at_leisure=True, price=price)
        if self._calling(actor) is None or may_not is not None:
            return
        spans = tuple(Choice(step) for step in tables().time.track)
        for trait in traits_for(actor, SKILL):
            for features, suffix in self.work.claims(actor, trait):
                command = CallSpirit(actor=actor.id, trait=trait, name="", since="", description="", features=features)
                holes = (TextHole("name", "who"), ChoiceHole("since", "dead since", spans))
                label = f"call the dead by {skill_name(trait)}{suffix}"
                yield self.work.offer(actor, label, command, "call-the-dead", *holes, price=price)


def _everybody(state: State) -> tuple[Choice, ...]:
    return tuple(Choice(actor.id, actor.name) for actor in state.get(CAST).values())
