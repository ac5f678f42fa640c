"""Healers: they restore lost stress, and make Consequences, poison and disease pass more quickly.

What heals without them is in `recovery.natural_healing`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Price, Target, TextHole, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import Roll
from fatetable.mechanics.scenes.state import is_present
from fatetable.mechanics.scenes.zones import zones_between
from fatetable.mechanics.time.clock import now
from fatetable.mechanics.undertakings.undertaking import CALLED, ended, margin_of, undertake
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat import stress_scores
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.points import account_of, can_pay, pay
from fatetable.rulesets.skein.recovery.ailments import SKILL, Ailment, ailments, shows_harm, why_untreatable
from fatetable.rulesets.skein.recovery.lasting_injuries import (
    injuries_of,
    mending_of,
    restore_score,
    set_mending,
)
from fatetable.rulesets.skein.recovery.natural_healing import NaturalHealing
from fatetable.rulesets.skein.recovery.ordeals import ORDEALS, SUFFERERS
from fatetable.rulesets.skein.recovery.poison_and_disease import affliction_of, shorten
from fatetable.rulesets.skein.rolls import MayDeclare, ScoreDamaged
from fatetable.rulesets.skein.sheet import PEOPLE, level

TREATING = "treat"
POINT, BETTER = "point", "better"
WHATEVER = ""
"""The ailment of a Storyteller's character, whose figures a player does not know."""


class Treat(Command, frozen=True, kw_only=True, tag="treat"):
    """Use Healing on somebody: on lost stress, on a Consequence, on poison or disease.

    After a failure `again` says what makes another attempt possible: a point, or better circumstances.
    """

    actor: ActorId
    patient: ActorId
    ailment: str
    description: str
    again: str = ""


Attempts: TypeAlias = Mapping[str, int]
ATTEMPTS: Key[Attempts] = Key("treatments-failed", dict[str, int], {})


class TreatmentFailed(Event, frozen=True, tag="treatment-failed/1"):
    """Only a healer with more Healing than this may try the same again."""

    ailment: str
    skill: int


class TreatmentForgotten(Event, frozen=True, tag="treatment-forgotten/1"):
    """New damage makes it another injury, which may be treated anew."""

    ailment: str


def _stress_id(patient: ActorId, score: str) -> str:
    """One score of one character, as it is stored; nothing ever takes it apart."""
    return f"{patient}/{score}"


class TreatmentJudgement(PromptContext, frozen=True, kw_only=True, tag="treatment"):
    """Whether the circumstances are such as the treatment needs."""

    healer: ActorId
    patient: ActorId
    ailment: str
    words: str
    again: str = ""


class AilmentQuestion(PromptContext, frozen=True, kw_only=True, tag="ailment"):
    """What there is to treat about a Storyteller's character."""

    healer: ActorId
    patient: ActorId
    words: str
    again: str = ""


class Healers(Struct, frozen=True, kw_only=True):
    tables: Tables
    rules: CheckRules
    dials: Dials
    may_declare: MayDeclare
    natural_healing: NaturalHealing
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="healers",
            decides={Treat: self._treat},
            evolves=folds(ATTEMPTS, {TreatmentFailed: put("ailment", "skill"), TreatmentForgotten: drop("ailment")}),
            answers={TreatmentJudgement: self._judged, AilmentQuestion: self._told},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ScoreDamaged, RollIsOver),
        )

    # -- what there is to treat ----------------------------------------------------------------------------------

    def ailments(self, state: State, healer: Actor, patient: Actor) -> Iterator[Ailment]:
        return ailments(self.tables, self.dials, state, healer, patient)

    def _is_barred(self, state: State, healer: Actor, patient: Actor, ailment: str) -> bool:
        """Whether somebody with at least as much Healing has failed at it already (SK-HEAL-11)."""
        tried = state.get(ATTEMPTS).get(self._key(state, patient, ailment))
        return tried is not None and level(self.tables, healer.sheet, SKILL) <= tried

    def _key(self, state: State, patient: Actor, ailment: str) -> str:
        return _stress_id(patient.id, ailment) if ailment in stress_scores(self.tables, patient.sheet) else ailment

    # -- setting about it ----------------------------------------------------------------------------------------

    def _cannot(self, state: State, healer: Actor, patient: Actor) -> Refusal | None:
        if healer.kind not in PEOPLE:
            return Refusal("no-healer", f"{healer.name} is not a person, and only people heal others.")
        return self._out_of_reach(state, healer, patient) or self.may_declare(state, healer, CALLED)

    def _out_of_reach(self, state: State, healer: Actor, patient: Actor) -> Refusal | None:
        if not is_present(state, patient.id) or patient.is_hidden:
            return Refusal("bad-target", f"{patient.name} is not there to be treated.")
        if zones_between(state, healer.id, patient.id) != 0:
            return Refusal("out-of-reach", f"{patient.name} is too far away to be treated.")
        return None

    def _is_unread(self, healer: Actor, patient: Actor) -> bool:
        return healer.is_pc and not patient.is_pc

    def _treat(self, decision: Decision, command: Treat) -> None:
        healer, patient = actor_of(decision, command.actor), actor_of(decision, command.patient)
        require_control(decision, healer)
        decision.require_allowed(self._cannot(decision.state, healer, patient))
        decision.require_described(command.description, "no-description", "Say what your character does.")
        decision.require(command.again in ("", POINT, BETTER), "no-such-answer", f"{command.again!r} is no way.")
        self._require_points(decision, healer, command.again)
        if self._is_unread(healer, patient):
            decision.require(command.ailment == WHATEVER, "not-known", "What ails them the Storyteller says.")
            is_hurt = shows_harm(decision.state, patient)
            decision.require(is_hurt, "nothing-to-treat", f"Nothing ails {patient.name} that anybody could see.")
            self._ask_ailment(decision, healer, patient, command)
            return
        ailment = self._find(decision, healer, patient, command.ailment)
        is_barred = self._is_barred(decision.state, healer, patient, ailment.id)
        decision.require(
            not is_barred or bool(command.again), "tried-already", "That has failed, and nothing is better than before."
        )
        decision.require(is_barred or not command.again, "no-need", "Nobody has failed at that yet.", "treat-again")
        self._prepare(decision, healer, patient, ailment, command.description, command.again)

    def _require_points(self, decision: Decision, healer: Actor, again: str) -> None:
        price = self.tables.healing.figures.retry_price
        decision.require(
            again != POINT or can_pay(decision.state, healer, price),
            "not-enough-fate-points",
            f"There is no Fate Point for {healer.name} to spend.",
            "treat-again",
        )

    def _find(self, decision: Decision, healer: Actor, patient: Actor, ailment: str) -> Ailment:
        state = decision.state
        found = {each.id: each for each in self.ailments(state, healer, patient)}
        decision.require_allowed(None if ailment in found else why_untreatable(self.tables, state, patient, ailment))
        return found[ailment]

    def _prepare(
        self, decision: Decision, healer: Actor, patient: Actor, ailment: Ailment, words: str, again: str
    ) -> None:
        """Let the Storyteller judge the circumstances before the dice, if they matter."""
        takes = [ailment.needs] if ailment.needs else []
        takes += ["better circumstances than when it failed"] if again == BETTER else []
        if not takes:
            self._begin(decision, healer, patient, ailment, words, again)
            return
        ask(
            decision,
            TreatmentJudgement(healer=healer.id, patient=patient.id, ailment=ailment.id, words=words, again=again),
            (GM,),
            f"Can {healer.name} treat {patient.name} here?",
            (Option("yes", "Yes"), Option("no", "No")),
            detail=f"{ailment.label}: it takes {' and '.join(takes)}.",
            cites=decision.cites("treat-again" if again else f"treat-{ailment.kind}"),
        )

    def _ask_ailment(self, decision: Decision, healer: Actor, patient: Actor, command: Treat) -> None:
        """The Storyteller says what there is to treat, since players do not know these figures."""
        options = [
            Option(ailment.id, f"{ailment.label}{f' (there is {ailment.needs})' if ailment.needs else ''}")
            for ailment in self.ailments(decision.state, healer, patient)
            if command.again or not self._is_barred(decision.state, healer, patient, ailment.id)
        ]
        ask(
            decision,
            AilmentQuestion(healer=healer.id, patient=patient.id, words=command.description, again=command.again),
            (GM,),
            f"{healer.name} wants to treat {patient.name}. What is there to treat?",
            (*options, Option("nothing", "Say there is nothing")),
            cites=decision.cites("treat-stress"),
            secret_to=(GM,),
            hides_question=False,
        )

    def _judged(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(TreatmentJudgement)
        if answer.option == "yes":
            self._go_on(decision, asked, asked.ailment)

    def _told(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option != "nothing":
            self._go_on(decision, prompt.read(AilmentQuestion), answer.option)

    def _go_on(self, decision: Decision, asked: TreatmentJudgement | AilmentQuestion, ailment_id: str) -> None:
        """Begin, unless the treatment has become impossible since the question was asked."""
        cast = decision.state.get(CAST)
        healer, patient, again = cast[asked.healer], cast[asked.patient], asked.again
        found = {each.id: each for each in self.ailments(decision.state, healer, patient)}
        is_payable = again != POINT or can_pay(decision.state, healer, self.tables.healing.figures.retry_price)
        if ailment_id in found and is_payable and self._cannot(decision.state, healer, patient) is None:
            is_barred = self._is_barred(decision.state, healer, patient, ailment_id)
            self._begin(decision, healer, patient, found[ailment_id], asked.words, again if is_barred else "")

    def _begin(
        self, decision: Decision, healer: Actor, patient: Actor, ailment: Ailment, words: str, again: str
    ) -> None:
        if again == POINT:
            pay(decision, healer, self.tables.healing.figures.retry_price, "another attempt to heal")
        undertake(
            decision,
            self.rules,
            healer,
            SKILL,
            TREATING,
            words,
            difficulty=ailment.difficulty,
            target=patient.id,
            about=ailment.id,
        )

    # -- results ------------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, ScoreDamaged):
            key = _stress_id(moment.actor, moment.score)
            if key in decision.state.get(ATTEMPTS):
                decision.emit(TreatmentForgotten(key))  # SK-HEAL-11: new damage is a new injury.
            return
        roll = ended(decision, moment, TREATING)
        if roll is not None:
            self._settle(decision, roll)

    def _settle(self, decision: Decision, roll: Roll) -> None:
        cast = decision.state.get(CAST)
        healer, patient, ailment = cast[roll.actor], cast[roll.declaration.target], roll.declaration.words
        if margin_of(roll) < 0:
            key = self._key(decision.state, patient, ailment)
            decision.emit(TreatmentFailed(key, level(self.tables, healer.sheet, SKILL)))
        elif ailment in stress_scores(self.tables, patient.sheet):
            points = margin_of(roll) * self.tables.healing.figures.stress_per_degree
            restore_score(self.tables, decision, patient, ailment, points, "treated")
        elif ordeal := decision.state.get(ORDEALS).get(ailment):
            row = affliction_of(self.tables, ordeal.kind)
            assert row is not None
            shorten(self.tables, decision, ordeal, self.tables.time.shortened(row.lasts, margin_of(roll)))
        else:
            self._treated(decision, patient, ailment, margin_of(roll))

    def _treated(self, decision: Decision, patient: Actor, ailment: str, reached: int) -> None:
        """It goes sooner, by a step of the time track for each degree, four at most (SK-HEAL-08 to SK-HEAL-12)."""
        injury = next(
            (each for each in injuries_of(self.tables, decision.state, patient) if each.card.id == ailment), None
        )
        if injury is None:
            return
        mending = mending_of(decision.state, injury)
        time = self.tables.time.shortened(injury.rules.treated_from, reached)
        time = self.tables.time.shorter_of(time, mending.treated) if mending.treated else time
        since = now(decision.state) if mending.since is None else mending.since
        set_mending(decision, injury, treated=time, since=since)
        self.natural_healing.check(decision, injury)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for healer in controlled(state, seat):
            if healer.kind in PEOPLE and self.may_declare(state, healer, CALLED) is None:
                yield from state.part("treat", self._offers_by, healer)

    def _offers_by(self, state: State, healer: Actor) -> Iterator[Offer]:
        for patient in state.get(CAST).values():
            if patient.kind in SUFFERERS and self._out_of_reach(state, healer, patient) is None:
                yield from self._offers_for(state, healer, patient)

    def _offers_for(self, state: State, healer: Actor, patient: Actor) -> Iterator[Offer]:
        price = self.tables.healing.figures.retry_price
        blank = Treat(actor=healer.id, patient=patient.id, ailment=WHATEVER, description="")
        whom = "themselves" if healer.id == patient.id else patient.name
        if self._is_unread(healer, patient):
            if not shows_harm(state, patient):
                return
            ways = [Choice("", "for the first time"), Choice(BETTER, "again, in better circumstances")]
            if can_pay(state, healer, price):
                ways.append(Choice(POINT, "again, for a Fate Point"))
            yield Offer(
                command=blank,
                actor=healer.id,
                **one_of_a_family("treat …", whom),
                verb="recover",
                target=Target("actor", patient.id),
                holes=(TextHole("description", "how?", is_description=True), ChoiceHole("again", "try", tuple(ways))),
                cites=self.cites("treat-stress"),
                group="act",
            )
            return
        for ailment in self.ailments(state, healer, patient):
            is_barred = self._is_barred(state, healer, patient, ailment.id)
            ways_now = [BETTER, *([POINT] if can_pay(state, healer, price) else [])] if is_barred else [""]
            for again in ways_now:
                suffix = {"": "", BETTER: ", now that things are better", POINT: ", once more"}[again]
                yield Offer(
                    command=Treat(actor=healer.id, patient=patient.id, ailment=ailment.id, description="", again=again),
                    actor=healer.id,
                    **one_of_a_family("treat …", f"{whom} ({ailment.label}){suffix}"),
                    verb="recover",
                    target=Target("actor", patient.id),
                    holes=(TextHole("description", "how?", is_description=True),),
                    price=Price(price, account_of(healer)) if again == POINT else None,
                    cites=self.cites("treat-again" if again else f"treat-{ailment.kind}"),
                    group="act",
                )
