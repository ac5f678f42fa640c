"""Ordeals: Endurance Tests and their damage, which cannot heal while the ordeal lasts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import GM, Audience, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, ManyHole, NumberHole, Offer, TextHole, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, actor_of, address_of, name_of
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import ROLLS, Modifier, Roll, RollId, change_effort, is_rolling
from fatetable.mechanics.time.clock import now
from fatetable.mechanics.undertakings.undertaking import ended, margin_of, undertake
from fatetable.rulesets.skein.book import MAGICAL, Tables
from fatetable.rulesets.skein.combat import Harm
from fatetable.rulesets.skein.rolls import ScoreDamaged
from fatetable.rulesets.skein.sheet import PEOPLE, SCORES

HARDSHIP = "hardship"
ENDURE = "endure"
MOST_DIFFICULTY = 20
SUFFERERS = (*PEOPLE, "animal")


class CallEndurance(Command, frozen=True, kw_only=True, tag="call-endurance"):
    """Some have to make an Endurance Test; `score` takes the damage, `cause` is the situation it belongs to."""

    actors: tuple[ActorId, ...]
    trait: str
    difficulty: int
    score: str
    cause: str


class EndOrdeal(Command, frozen=True, tag="end-ordeal"):
    """An ordeal is over: those in it have rested, eaten, got away, been cured."""

    ordeal: str
    reason: str


Harmed: TypeAlias = Mapping[ActorId, Mapping[str, int]]


class Ordeal(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that people have to endure; `harmed` is the damage that cannot heal while it lasts.

    A hardship lasts until the Storyteller ends it.  An affliction has one `victim`; by the clock it takes hold at
    `onset`, has done so `since` then, and is gone at `until`.
    """

    id: str
    kind: str
    name: str
    harmed: Harmed = {}
    victim: ActorId = NOBODY
    difficulty: int = 0
    onset: int | None = None
    since: int | None = None
    until: int | None = None
    is_secret: bool = False


class DueTest(PromptContext, frozen=True, kw_only=True, tag="endure"):
    """An Endurance Test that somebody has to make; somebody else's skill may support it.

    It is also what the prompt is about that lets them make it once their other roll is over.
    """

    actor: ActorId
    ordeal: str
    trait: str
    score: str
    difficulty: int
    support: int = 0
    supporter: str = ""


class EnduranceTest(Struct, frozen=True):
    """What an open Endurance Test is about: the ordeal, and the score that takes the damage of a failure."""

    ordeal: str
    score: str


OrdealMap: TypeAlias = Mapping[str, Ordeal]
ORDEALS: Key[OrdealMap] = Key("ordeals", dict[str, Ordeal], {})
EnduranceTests: TypeAlias = Mapping[RollId, EnduranceTest]
ENDURANCE_TESTS: Key[EnduranceTests] = Key("endurance-tests", dict[RollId, EnduranceTest], {})


class OrdealSet(Event, frozen=True, tag="ordeal-set/1"):
    """An ordeal as it is from now on."""

    ordeal: Ordeal


class OrdealEnded(Event, frozen=True, tag="ordeal-ended/1"):
    ordeal: str
    reason: str


class EnduranceTestBegun(Event, frozen=True, tag="endurance-test-begun/1"):
    roll: RollId
    test: EnduranceTest


class EnduranceTestOver(Event, frozen=True, tag="endurance-test-over/1"):
    roll: RollId


# -- questions and changes -------------------------------------------------------------------------------------------


def held(state: State, actor: ActorId, score: str) -> int:
    """How much of a score cannot come back yet (SK-END-03, SK-END-06)."""
    return sum(ordeal.harmed.get(actor, {}).get(score, 0) for ordeal in state.get(ORDEALS).values())


def set_ordeal(decision: Decision, ordeal: Ordeal) -> None:
    to: Audience = (GM,) if ordeal.is_secret else None
    decision.emit(OrdealSet(ordeal), to=to)


def end_ordeal(decision: Decision, ordeal: Ordeal, reason: str) -> None:
    decision.emit(OrdealEnded(ordeal.id, reason), to=(GM,) if ordeal.is_secret else None)


def hardship(decision: Decision, cause: str) -> Ordeal:
    """The hardship of this name; begins it if it has not begun yet."""
    for ordeal in decision.state.get(ORDEALS).values():
        if ordeal.kind == HARDSHIP and ordeal.name.casefold() == cause.casefold():
            return ordeal
    begun = Ordeal(id=decision.new_id("o"), kind=HARDSHIP, name=cause)
    set_ordeal(decision, begun)
    return begun


def cannot_suffer(state: State, actor: Actor, code: str = "bad-target", topic: str = "") -> Refusal | None:
    """Why somebody cannot be made to endure anything now: only people and animals in play are."""
    if actor.kind not in SUFFERERS:
        return Refusal(code, f"{actor.name} is neither a person nor an animal, and only those endure anything.", topic)
    if actor.is_hidden:
        return Refusal(code, f"{actor.name} is still hidden, and has to show up first.", topic)
    if is_out(state, actor.id):
        return Refusal(code, f"{actor.name} is out, and has to come back first.", topic)
    return None


def endurance_test_of(state: State, roll: Roll) -> EnduranceTest:
    """What an Endurance Test is about; rolls stored by version 0.1.0 have it in their words: "o12 health"."""
    test = state.get(ENDURANCE_TESTS).get(roll.id)
    if test is not None:
        return test
    ordeal, score = roll.declaration.words.rsplit(" ", 1)
    return EnduranceTest(ordeal, score)


class Ordeals(Struct, frozen=True, kw_only=True):
    tables: Tables
    rules: CheckRules
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="ordeals",
            decides={CallEndurance: self._call, EndOrdeal: self._end},
            evolves={
                **folds(ORDEALS, {OrdealSet: put("ordeal.id", "ordeal"), OrdealEnded: drop("ordeal")}),
                **folds(ENDURANCE_TESTS, {EnduranceTestBegun: put("roll", "test"), EnduranceTestOver: drop("roll")}),
            },
            answers={DueTest: self._asked},
            gates={DueTest: self._cannot_begin},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ScoreDamaged, RollIsOver),
        )

    # -- Endurance Tests -----------------------------------------------------------------------------------------

    def _call(self, decision: Decision, command: CallEndurance) -> None:
        decision.require_gm()
        decision.require(bool(command.actors), "nobody", "Somebody has to come through it.")
        decision.require(len(set(command.actors)) == len(command.actors), "named-twice", "Someone is named twice.")
        cause = decision.described(command.cause, "Hardship", "no-words", "Say what they have to come through.")
        decision.require(command.score in SCORES, "no-such-score", f"There is no score {command.score!r}.")
        decision.require(
            command.trait in _skills(self.tables), "unknown-trait", f"{command.trait!r} is no skill to endure with."
        )
        decision.require(
            0 <= command.difficulty <= MOST_DIFFICULTY, "bad-number", f"{command.difficulty} is no difficulty."
        )
        for actor_id in command.actors:
            decision.require_allowed(cannot_suffer(decision.state, actor_of(decision, actor_id)))
        ordeal = hardship(decision, cause)
        for actor_id in command.actors:
            self.demand(
                decision,
                DueTest(
                    actor=actor_id,
                    ordeal=ordeal.id,
                    trait=command.trait,
                    score=command.score,
                    difficulty=command.difficulty,
                ),
            )

    def demand(self, decision: Decision, test: DueTest) -> None:
        """Somebody makes an Endurance Test now, or as soon as their other roll is over."""
        if not is_rolling(decision.state, test.actor):
            self._begin(decision, test)
            return
        ask(
            decision,
            test,
            address_of(decision.state, test.actor),
            f"{name_of(decision.state, test.actor)} has to endure something else.",
            (Option("endure", "Roll now"),),
            cites=decision.cites("endurance"),
        )

    def _cannot_begin(self, state: State, prompt: Prompt, _: str) -> Refusal | None:
        if is_rolling(state, prompt.read(DueTest).actor):
            return Refusal("not-finished", "They have an open roll; finish it first.")
        return None

    def _asked(self, decision: Decision, prompt: Prompt, _: Answer) -> None:
        self._begin(decision, prompt.read(DueTest))

    def _begin(self, decision: Decision, test: DueTest) -> None:
        actor, ordeal = decision.state.get(CAST)[test.actor], decision.state.get(ORDEALS).get(test.ordeal)
        if ordeal is None or is_out(decision.state, actor.id):
            return
        roll = undertake(
            decision,
            self.rules,
            actor,
            test.trait,
            ENDURE,
            f"endures {ordeal.name}",
            difficulty=test.difficulty,
            takes_action=False,
        )
        decision.emit(EnduranceTestBegun(roll, EnduranceTest(ordeal.id, test.score)))
        if test.support:
            effort = decision.state.get(ROLLS)[roll].efforts[0]
            more = Modifier("support", test.supporter, test.support, decision.cites("support"))
            change_effort(decision, roll, 0, modifiers=(*effort.modifiers, more))

    # -- moments -------------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case ScoreDamaged(actor, score, damage, cause):
                self._hold(decision, actor, score, damage, cause)
            case RollIsOver(roll):
                self._finish(decision, moment, RollId(roll))
            case _:
                pass

    def _finish(self, decision: Decision, moment: object, roll_id: RollId) -> None:
        roll = ended(decision, moment, ENDURE)
        test = endurance_test_of(decision.state, roll) if roll is not None else None
        if roll_id in decision.state.get(ENDURANCE_TESTS):
            decision.emit(EnduranceTestOver(roll_id))
        ordeal = decision.state.get(ORDEALS).get(test.ordeal) if test is not None else None
        if ordeal is not None and ordeal.until is not None and ordeal.until <= now(decision.state):
            # It came and went in one span of time: what it does is not held any longer.
            end_ordeal(decision, ordeal, "it has run its course")
        if roll is not None and test is not None and margin_of(roll) < 0:
            decision.service(Harm).hurt(
                decision, roll.actor, test.score, -margin_of(roll), topic="endurance", cause=test.ordeal
            )

    def _hold(self, decision: Decision, actor: ActorId, score: str, damage: int, cause: str) -> None:
        ordeal = decision.state.get(ORDEALS).get(cause)
        if ordeal is not None:
            before = ordeal.harmed.get(actor, {})
            harmed = {**ordeal.harmed, actor: {**before, score: before.get(score, 0) + damage}}
            set_ordeal(decision, msgspec.structs.replace(ordeal, harmed=harmed))

    # -- the end -------------------------------------------------------------------------------------------------

    def _end(self, decision: Decision, command: EndOrdeal) -> None:
        decision.require_gm()
        ordeal = decision.state.get(ORDEALS).get(command.ordeal)
        if ordeal is None:
            raise decision.violation("no-such-ordeal", "Nothing of that kind is going on.")
        decision.require_described(command.reason, "no-reason", "Say what ends it.")
        end_ordeal(decision, ordeal, command.reason.strip())

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm:
            return
        cast = state.get(CAST).values()
        people = tuple(Choice(actor.id, actor.name) for actor in cast if cannot_suffer(state, actor) is None)
        if people:
            yield Offer(
                command=CallEndurance(actors=(), trait="", difficulty=0, score="", cause=""),
                label="Call for an Endurance Test",
                verb="start",
                holes=(
                    ManyHole("actors", "who", people, least=1),
                    ChoiceHole(
                        "trait", "skill", tuple(Choice(skill, name) for skill, name in _skills(self.tables).items())
                    ),
                    NumberHole("difficulty", "difficulty", 0, MOST_DIFFICULTY),
                    ChoiceHole("score", "score at stake", tuple(Choice(score) for score in SCORES)),
                    TextHole("cause", "ordeal", is_description=True),
                ),
                cites=self.cites("endurance"),
                group="gm",
            )
        for ordeal in state.get(ORDEALS).values():
            yield Offer(
                command=EndOrdeal(ordeal.id, ""),
                **one_of_a_family("End …", ordeal.name),
                verb="end",
                holes=(TextHole("reason", "reason", is_description=True),),
                cites=self.cites("endurance"),
                group="gm",
            )


def _skills(tables: Tables) -> Mapping[str, str]:
    """Skills that everybody may roll with, at no level if need be."""
    return {skill.id: skill.name for skill in tables.skills if not skill.is_group and skill.category != MAGICAL}
