"""What healers do: stop the bleeding, treat Consequences in the right place, drive out poison and disease.

How things heal by themselves is not known here; a healer only makes that quicker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Price, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.checks import CheckRules, Refusal
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.encounters import ENCOUNTER
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls import Roll
from fatetable.mechanics.scenes import is_present
from fatetable.mechanics.zones import zones_between
from fatetable.rulesets.skein.afflictions import affliction_of, afflictions_of, shorten
from fatetable.rulesets.skein.called_tests import CALLED, call_test, called, degree
from fatetable.rulesets.skein.clock import now
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.effects import RollBonus
from fatetable.rulesets.skein.figures import PEOPLE
from fatetable.rulesets.skein.hurting import COMPOSURE, ScoreDamaged, stress_scores
from fatetable.rulesets.skein.mending import (
    Injury,
    injuries_of,
    lost,
    mending_of,
    restorable,
    restore_score,
    set_mending,
)
from fatetable.rulesets.skein.ordeals import ORDEALS, SUFFERERS
from fatetable.rulesets.skein.reckoning import shortened, shorter
from fatetable.rulesets.skein.skills import level
from fatetable.rulesets.skein.spellwork import account_of, can_pay, pay
from fatetable.rulesets.skein.stunts import all_effects
from fatetable.rulesets.skein.tables import tables

SKILL = "healing"
TREATING = "treat"
POINT, BETTER = "point", "better"
WHATEVER = ""
"""What ails somebody of the Storyteller's, of which a player's healer knows no figures."""


class Treat(Command, frozen=True, kw_only=True, tag="treat"):
    """Use Healing on somebody: on lost stress, on a Consequence, on poison or disease.

    After a failure `again` says what makes another attempt possible: a point, or better circumstances.
    """

    actor: ActorId
    patient: ActorId
    ailment: str
    description: str
    again: str = ""


class Ailment(Struct, frozen=True, kw_only=True):
    """Something to treat: how hard it is, and what it takes that people have to judge."""

    id: str
    kind: Literal["stress", "consequence", "affliction"]
    label: str
    difficulty: int
    needs: str = ""


Attempts: TypeAlias = Mapping[str, int]
ATTEMPTS: Key[Attempts] = Key("treatments-failed", dict[str, int], {})


class TreatmentFailed(Event, frozen=True, tag="treatment-failed/1"):
    """Nobody with no more Healing than this tries the same again."""

    ailment: str
    skill: int


class TreatmentForgotten(Event, frozen=True, tag="treatment-forgotten/1"):
    """It is another injury now."""

    ailment: str


def _failed(attempts: Attempts, event: TreatmentFailed) -> Attempts:
    return {**attempts, event.ailment: event.skill}


def _forgotten(attempts: Attempts, event: TreatmentForgotten) -> Attempts:
    return {ailment: skill for ailment, skill in attempts.items() if ailment != event.ailment}


def _stress_id(patient: ActorId, score: str) -> str:
    return f"{patient}/{score}"


class Treating(Struct, frozen=True, kw_only=True):
    """`may_declare` says whether somebody may act now; `check` lets a Consequence go whose time has come."""

    rules: CheckRules
    dials: Dials
    may_declare: Callable[[State, Actor, str], Refusal | None]
    check: Callable[[Decision, Injury], None]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="healers",
            decides={Treat: self._treat},
            evolves=folds(ATTEMPTS, {TreatmentFailed: _failed, TreatmentForgotten: _forgotten}),
            answers={"treatment": self._judged, "ailment": self._told},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ScoreDamaged, RollIsOver),
        )

    # -- what there is to treat ----------------------------------------------------------------------------------

    def ailments(self, state: State, healer: Actor, patient: Actor) -> Iterator[Ailment]:
        """Everything about a patient that this healer may treat now."""
        if patient.kind not in SUFFERERS:
            return
        for score in stress_scores(patient.sheet):
            if restorable(state, patient, score) and (score != COMPOSURE or self._calms(healer)):
                gone = lost(state, patient, score)
                yield Ailment(id=score, kind="stress", label=f"{score.capitalize()}, {gone} lost", difficulty=gone)
        if state.get(ENCOUNTER) is not None:
            return  # SK-HEAL-08: the rest waits until the situation is over.
        for injury in injuries_of(state, patient):
            if self._is_treatable(state, injury):
                rules = injury.rules
                yield Ailment(
                    id=injury.card.id,
                    kind="consequence",
                    label=injury.card.text,
                    difficulty=rules.difficulty,
                    needs=rules.needs,
                )
        for ordeal in afflictions_of(state, patient.id):
            figures = tables().healing.figures
            yield Ailment(id=ordeal.id, kind="affliction", label=ordeal.name, difficulty=figures.affliction_difficulty)

    def _calms(self, healer: Actor) -> bool:
        """With a specialism for it, if the table plays so (SK-HEAL-06)."""
        return self.dials.calming_minds and any(
            isinstance(effect, RollBonus) and SKILL in effect.skills and effect.circumstance
            for _, effect in all_effects(healer.sheet)
        )

    def _is_treatable(self, state: State, injury: Injury) -> bool:
        """Only once the stress it belongs to is whole, or all of it (SK-HEAL-07)."""
        scores = (
            [injury.score] if self.dials.treatment_needs == "own-score" else list(stress_scores(injury.actor.sheet))
        )
        return not any(lost(state, injury.actor, score) for score in scores)

    def _is_barred(self, state: State, healer: Actor, patient: Actor, ailment: str) -> bool:
        """Has somebody no worse failed at it already (SK-HEAL-11)?"""
        tried = state.get(ATTEMPTS).get(self._key(state, patient, ailment))
        return tried is not None and level(healer.sheet, SKILL) <= tried

    def _key(self, state: State, patient: Actor, ailment: str) -> str:
        return _stress_id(patient.id, ailment) if ailment in stress_scores(patient.sheet) else ailment

    # -- setting about it ----------------------------------------------------------------------------------------

    def _cannot(self, state: State, healer: Actor, patient: Actor) -> Refusal | None:
        if healer.kind not in PEOPLE:
            return Refusal("no-healer", f"{healer.name} heals nobody.")
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
        refusal = self._cannot(decision.state, healer, patient)
        if refusal is not None:
            raise decision.violation(refusal.code, refusal.message)
        decision.require(bool(command.description.strip()), "no-description", "Say what your character does.")
        decision.require(command.again in ("", POINT, BETTER), "no-such-answer", f"{command.again!r} is no way.")
        self._require_points(decision, healer, command.again)
        if self._is_unread(healer, patient):
            decision.require(command.ailment == WHATEVER, "not-known", "What ails them the Storyteller says.")
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
        price = tables().healing.figures.retry_price
        decision.require(
            again != POINT or can_pay(decision.state, healer, price),
            "not-enough-fate-points",
            f"There is no Fate Point for {healer.name} to spend.",
            "treat-again",
        )

    def _find(self, decision: Decision, healer: Actor, patient: Actor, ailment: str) -> Ailment:
        found = next((each for each in self.ailments(decision.state, healer, patient) if each.id == ailment), None)
        if found is None:
            raise decision.violation("nothing-to-treat", f"{patient.name} has nothing like that to be treated now.")
        return found

    def _prepare(
        self, decision: Decision, healer: Actor, patient: Actor, ailment: Ailment, words: str, again: str
    ) -> None:
        """Where people have to judge the circumstances, the Storyteller does before the dice."""
        takes = [ailment.needs] if ailment.needs else []
        takes += ["better circumstances than when it failed"] if again == BETTER else []
        if not takes:
            self._begin(decision, healer, patient, ailment, words, again)
            return
        ask(
            decision,
            "treatment",
            (GM,),
            f"{healer.name} treats {patient.name} ({ailment.label}). It takes {' and '.join(takes)}. Is it so?",
            (Option("yes", "Yes"), Option("no", "No")),
            about=self._about(healer, patient, words, again, ailment.id),
            cites=decision.cites("treat-again" if again else f"treat-{ailment.kind}"),
        )

    def _about(self, healer: Actor, patient: Actor, words: str, again: str, ailment: str = "") -> dict[str, str | int]:
        return {"healer": healer.id, "patient": patient.id, "ailment": ailment, "words": words, "again": again}

    def _ask_ailment(self, decision: Decision, healer: Actor, patient: Actor, command: Treat) -> None:
        """Players read no figures of those whom the Storyteller runs, who says what there is to treat."""
        options = [
            Option(ailment.id, f"{ailment.label}{f' (there is {ailment.needs})' if ailment.needs else ''}")
            for ailment in self.ailments(decision.state, healer, patient)
            if command.again or not self._is_barred(decision.state, healer, patient, ailment.id)
        ]
        ask(
            decision,
            "ailment",
            (GM,),
            f"{healer.name} wants to treat {patient.name}. What is there to treat?",
            (*options, Option("nothing", "Nothing that can be treated now")),
            about=self._about(healer, patient, command.description, command.again),
            cites=decision.cites("treat-stress"),
            secret_to=(GM,),
            hides_question=False,
        )

    def _people(self, decision: Decision, prompt: Prompt) -> tuple[Actor, Actor]:
        cast = decision.state.get(CAST)
        return cast[ActorId(str(prompt.about["healer"]))], cast[ActorId(str(prompt.about["patient"]))]

    def _judged(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        healer, patient = self._people(decision, prompt)
        if answer.option == "yes":
            self._go_on(decision, prompt, healer, patient, str(prompt.about["ailment"]))

    def _told(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        healer, patient = self._people(decision, prompt)
        if answer.option != "nothing":
            self._go_on(decision, prompt, healer, patient, answer.option)

    def _go_on(self, decision: Decision, prompt: Prompt, healer: Actor, patient: Actor, ailment_id: str) -> None:
        """What was asked may have lost its point meanwhile; then nothing comes of it."""
        found = {each.id: each for each in self.ailments(decision.state, healer, patient)}
        again, price = str(prompt.about["again"]), tables().healing.figures.retry_price
        is_payable = again != POINT or can_pay(decision.state, healer, price)
        if ailment_id in found and is_payable and self._cannot(decision.state, healer, patient) is None:
            is_barred = self._is_barred(decision.state, healer, patient, ailment_id)
            words = str(prompt.about["words"])
            self._begin(decision, healer, patient, found[ailment_id], words, again if is_barred else "")

    def _begin(
        self, decision: Decision, healer: Actor, patient: Actor, ailment: Ailment, words: str, again: str
    ) -> None:
        if again == POINT:
            pay(decision, healer, tables().healing.figures.retry_price, "another attempt to heal")
        call_test(
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

    # -- what comes of it ----------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, ScoreDamaged):
            key = _stress_id(moment.actor, moment.score)
            if key in decision.state.get(ATTEMPTS):
                decision.emit(TreatmentForgotten(key))  # SK-HEAL-11: new damage is a new injury.
            return
        roll = called(decision, moment, TREATING)
        if roll is not None:
            self._settle(decision, roll)

    def _settle(self, decision: Decision, roll: Roll) -> None:
        cast = decision.state.get(CAST)
        healer, patient, ailment = cast[roll.actor], cast[roll.declaration.target], roll.declaration.words
        if degree(roll) < 0:
            key = self._key(decision.state, patient, ailment)
            decision.emit(TreatmentFailed(key, level(healer.sheet, SKILL)))
        elif ailment in stress_scores(patient.sheet):
            points = degree(roll) * tables().healing.figures.stress_per_degree
            restore_score(decision, patient, ailment, points, "treated")
        elif ordeal := decision.state.get(ORDEALS).get(ailment):
            row = affliction_of(ordeal.kind)
            assert row is not None
            shorten(decision, ordeal, shortened(row.lasts, degree(roll)))
        else:
            self._treated(decision, patient, ailment, degree(roll))

    def _treated(self, decision: Decision, patient: Actor, ailment: str, reached: int) -> None:
        """It goes sooner, by a step of the time track for each degree, four at most (SK-HEAL-08 to SK-HEAL-12)."""
        injury = next((each for each in injuries_of(decision.state, patient) if each.card.id == ailment), None)
        if injury is None:
            return
        mending = mending_of(decision.state, injury)
        time = shortened(injury.rules.treated_from, reached)
        time = shorter(time, mending.treated) if mending.treated else time
        since = now(decision.state) if mending.since is None else mending.since
        set_mending(decision, injury, treated=time, since=since)
        self.check(decision, injury)

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
        price = tables().healing.figures.retry_price
        blank = Treat(actor=healer.id, patient=patient.id, ailment=WHATEVER, description="")
        whom = "themselves" if healer.id == patient.id else patient.name
        if self._is_unread(healer, patient):
            ways = [Choice("", "for the first time"), Choice(BETTER, "again, in better circumstances")]
            if can_pay(state, healer, price):
                ways.append(Choice(POINT, "again, for a Fate Point"))
            yield Offer(
                command=blank,
                label=f"{healer.name}: treat {whom}",
                holes=(TextHole("description", "how"), ChoiceHole("again", "try", tuple(ways))),
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
                    label=f"{healer.name}: treat {whom} ({ailment.label}){suffix}",
                    holes=(TextHole("description", "how"),),
                    price=Price(price, account_of(healer)) if again == POINT else None,
                    cites=self.cites("treat-again" if again else f"treat-{ailment.kind}"),
                    group="act",
                )
