"""Ordeals: Endurance Tests, what they cost, and that it does not get well while the situation lasts.

Why there is one and when it is over by itself is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Audience, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, ManyHole, NumberHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.cast import CAST, NOBODY, Actor, ActorId, actor_of, address_of, name_of
from fatetable.mechanics.checks import CheckRules
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.harm import is_out
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls import ROLLS, Modifier, change_effort, is_rolling, rolls_of
from fatetable.rulesets.skein.called_tests import call_test, called
from fatetable.rulesets.skein.catalogue import MAGICAL
from fatetable.rulesets.skein.figures import PEOPLE, SCORES
from fatetable.rulesets.skein.hurting import ScoreDamaged
from fatetable.rulesets.skein.tables import tables

HARDSHIP = "hardship"
ENDURE = "endure"
MOST_DIFFICULTY = 20
SUFFERERS = (*PEOPLE, "animal")


class CallEndurance(Command, frozen=True, kw_only=True, tag="call-endurance"):
    """Some have to come through something; `score` is what it wears down, `cause` the situation it belongs to."""

    actors: tuple[ActorId, ...]
    trait: str
    difficulty: int
    score: str
    cause: str


class EndOrdeal(Command, frozen=True, tag="end-ordeal"):
    """What wore people down is over: they have rested, eaten, got away, been cured."""

    ordeal: str
    reason: str


Harmed: TypeAlias = Mapping[ActorId, Mapping[str, int]]


class Ordeal(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`harmed` is the damage that stays for as long as this lasts.

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


class DueTest(Struct, frozen=True, kw_only=True):
    """An Endurance Test that somebody has to make; somebody else's skill may support it."""

    actor: ActorId
    ordeal: str
    trait: str
    score: str
    difficulty: int
    support: int = 0
    supporter: str = ""


Ordeals: TypeAlias = Mapping[str, Ordeal]
ORDEALS: Key[Ordeals] = Key("ordeals", dict[str, Ordeal], {})


class OrdealSet(Event, frozen=True, tag="ordeal-set/1"):
    """An ordeal as it stands from here on."""

    ordeal: Ordeal


class OrdealEnded(Event, frozen=True, tag="ordeal-ended/1"):
    ordeal: str
    reason: str


def _set(ordeals: Ordeals, event: OrdealSet) -> Ordeals:
    return {**ordeals, event.ordeal.id: event.ordeal}


def _ended(ordeals: Ordeals, event: OrdealEnded) -> Ordeals:
    return {key: ordeal for key, ordeal in ordeals.items() if key != event.ordeal}


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
    """The situation of this name, which may have begun already."""
    for ordeal in decision.state.get(ORDEALS).values():
        if ordeal.kind == HARDSHIP and ordeal.name.casefold() == cause.casefold():
            return ordeal
    begun = Ordeal(id=decision.new_id("o"), kind=HARDSHIP, name=cause)
    set_ordeal(decision, begun)
    return begun


Hurt: TypeAlias = Callable[..., None]


class Enduring(Struct, frozen=True, kw_only=True):
    rules: CheckRules
    hurt: Hurt
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="ordeals",
            decides={CallEndurance: self._call, EndOrdeal: self._end},
            evolves=folds(ORDEALS, {OrdealSet: _set, OrdealEnded: _ended}),
            answers={"endure": self._asked},
            gates={"endure": self._may_begin},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ScoreDamaged, RollIsOver),
        )

    # -- Endurance Tests -----------------------------------------------------------------------------------------

    def _call(self, decision: Decision, command: CallEndurance) -> None:
        decision.require_gm()
        decision.require(bool(command.actors), "nobody", "Somebody has to come through it.")
        decision.require(len(set(command.actors)) == len(command.actors), "named-twice", "Someone is named twice.")
        decision.require(bool(command.cause.strip()), "no-words", "Say what they have to come through.")
        decision.require(command.score in SCORES, "no-such-score", f"There is no score {command.score!r}.")
        decision.require(command.trait in _skills(), "unknown-trait", f"{command.trait!r} is no skill to endure with.")
        decision.require(
            0 <= command.difficulty <= MOST_DIFFICULTY, "bad-number", f"{command.difficulty} is no difficulty."
        )
        for actor_id in command.actors:
            actor = actor_of(decision, actor_id)
            decision.require(can_suffer(decision.state, actor), "bad-target", f"{actor.name} endures nothing now.")
        ordeal = hardship(decision, command.cause.strip())
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
        """Somebody makes an Endurance Test now, or as soon as what they are at is settled."""
        if not is_rolling(decision.state, test.actor):
            self._begin(decision, test)
            return
        ask(
            decision,
            "endure",
            address_of(decision.state, test.actor),
            f"{name_of(decision.state, test.actor)} has to come through something else as well.",
            (Option("endure", "Now"),),
            about=msgspec.structs.asdict(test),
            cites=decision.cites("endurance"),
        )

    def _may_begin(self, state: State, prompt: Prompt, _: str) -> bool:
        return not any(rolls_of(state, ActorId(str(prompt.about["actor"]))))

    def _asked(self, decision: Decision, prompt: Prompt, _: Answer) -> None:
        decision.require(
            self._may_begin(decision.state, prompt, ""), "not-finished", "A roll of theirs is still on the table."
        )
        self._begin(decision, msgspec.convert(dict(prompt.about), DueTest))

    def _begin(self, decision: Decision, test: DueTest) -> None:
        actor, ordeal = decision.state.get(CAST)[test.actor], decision.state.get(ORDEALS).get(test.ordeal)
        if ordeal is None or is_out(decision.state, actor.id):
            return
        roll = call_test(
            decision,
            self.rules,
            actor,
            test.trait,
            ENDURE,
            f"endures {ordeal.name}",
            difficulty=test.difficulty,
            about=f"{ordeal.id} {test.score}",
            takes_action=False,
        )
        if test.support:
            effort = decision.state.get(ROLLS)[roll].efforts[0]
            more = Modifier("support", test.supporter, test.support, decision.cites("support"))
            change_effort(decision, roll, 0, modifiers=(*effort.modifiers, more))

    # -- moments -------------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case ScoreDamaged(actor, score, damage, cause):
                self._hold(decision, actor, score, damage, cause)
            case RollIsOver():
                roll = called(decision, moment, ENDURE)
                if roll is not None and (roll.margin or 0) < 0:
                    ordeal, score = roll.declaration.words.rsplit(" ", 1)
                    self.hurt(decision, roll.actor, score, -(roll.margin or 0), topic="endurance", cause=ordeal)
            case _:
                pass

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
        decision.require(bool(command.reason.strip()), "no-reason", "Say what ends it.")
        end_ordeal(decision, ordeal, command.reason.strip())

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm:
            return
        people = tuple(Choice(actor.id, actor.name) for actor in state.get(CAST).values() if can_suffer(state, actor))
        if people:
            yield Offer(
                command=CallEndurance(actors=(), trait="", difficulty=0, score="", cause=""),
                label="Call for an Endurance Test",
                holes=(
                    ManyHole("actors", "who", people, least=1),
                    ChoiceHole("trait", "skill", tuple(Choice(skill, name) for skill, name in _skills().items())),
                    NumberHole("difficulty", "difficulty", 0, MOST_DIFFICULTY),
                    ChoiceHole("score", "at the cost of", tuple(Choice(score) for score in SCORES)),
                    TextHole("cause", "what they have to come through"),
                ),
                cites=self.cites("endurance"),
                group="gm",
            )
        for ordeal in state.get(ORDEALS).values():
            yield Offer(
                command=EndOrdeal(ordeal.id, ""),
                label=f"It is over: {ordeal.name}",
                holes=(TextHole("reason", "what ends it"),),
                cites=self.cites("endurance"),
                group="gm",
            )


def can_suffer(state: State, actor: Actor) -> bool:
    return actor.kind in SUFFERERS and not actor.is_hidden and not is_out(state, actor.id)


def _skills() -> Mapping[str, str]:
    """Whatever everybody has some level of, if only none."""
    return {skill.id: skill.name for skill in tables().skills if not skill.is_group and skill.category != MAGICAL}
