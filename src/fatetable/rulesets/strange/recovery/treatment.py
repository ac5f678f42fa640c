"""Treating stress and consequences, in a scene and in its calm (SF-TREATMENT-01 to SF-TREATMENT-07)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.offers import Choice, ManyHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, address_of, name_of
from fatetable.mechanics.characters.effects import Limit
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.harm.absorbing import Absorbing
from fatetable.mechanics.harm.recovery import clear_consequence
from fatetable.mechanics.harm.state import condition_of, set_condition, slot_with
from fatetable.mechanics.points.limited_uses import LimitsOf, spend_use, times_left
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.scenes.zones import zones_between
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.rulesets.strange.book import GradeRow, Tables
from fatetable.rulesets.strange.combat import all_harm
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.recovery.scars import ask_for_scar
from fatetable.rulesets.strange.sheet import DEVICE, MINION_GROUP, MUNDANE, archetype_of, skill_rolled, skills_of

TREATMENT, STRESS, MILD = "treatment", "stress", "mild"
ONCE_A_SCENE = Limit(1, "scene")


class BoxesToClear(PromptContext, frozen=True, tag="boxes-to-clear"):
    """Which of somebody's boxes a treatment empties."""

    patient: ActorId
    track: str
    number: int


class Ailment(NamedTuple):
    """What somebody suffers: a slot that is filled, or stress; with the row that says how it is treated."""

    patient: ActorId
    slot: str
    row: GradeRow | None = None

    @property
    def id(self) -> str:
        part = "+part" if self.row is not None and self.row.part else ""
        return f"{self.patient}/{self.slot}{part}"


def first_aid(scope: str) -> str:
    """What one attempt at somebody's stress or mild consequence is called in the ledger of uses."""
    return f"first aid ({scope})"


def first_aid_limits(tables: Tables) -> LimitsOf:
    """Counted by the patient, once for each scope."""
    found = {first_aid(row.id): ONCE_A_SCENE for row in tables.scopes}
    return lambda _state, _actor: found


class Treatment(Struct, frozen=True):
    """The code of the rows "treat-" and "heal-" with a scope."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(name="treatment", answers={BoxesToClear: self._cleared})

    def code(self) -> Mapping[str, Code]:
        return {
            row: code
            for scope in self.kit.tables.scopes
            for row, code in (
                (f"treat-{scope.id}", self._code(scope.id, is_better=False)),
                (f"heal-{scope.id}", self._code(scope.id, is_better=True)),
            )
        }

    def _code(self, scope: str, *, is_better: bool) -> Code:
        return Code(
            picks=partial(self._picks, scope, is_better),
            fits=partial(self._is_best, scope) if is_better else _any_skill,
            against=partial(self._against, scope, is_better),
            done=partial(self._done, scope, is_better),
        )

    # -- what there is to treat ------------------------------------------------------------------------------------

    def _benefit(self, actor: Actor, scope: str) -> int:
        """The highest tier of which somebody's treatment brings the benefit."""
        skills = skills_of(self.kit.tables, actor.sheet)
        return max((skill.benefit(TREATMENT, scope) for skill in skills), default=0)

    def _is_best(self, scope: str, _: State, actor: Actor, trait: str) -> bool:
        skill = skill_rolled(self.kit.tables, actor.sheet, trait)
        best = self._benefit(actor, scope)
        return best > MUNDANE and skill is not None and skill.benefit(TREATMENT, scope) == best

    def _picks(self, scope: str, is_better: bool, state: State, actor: Actor) -> tuple[Choice, ...]:
        found = self._ailments(state, actor, scope, is_better=is_better)
        return tuple(Choice(each.id, self._label(state, each)) for each in found)

    def _ailments(self, state: State, actor: Actor, scope: str, *, is_better: bool) -> Iterator[Ailment]:
        for patient in self._patients(state, actor, scope):
            if not is_better and self._filled(state, patient.id, scope) and self._may_aid(state, patient.id, scope):
                yield Ailment(patient.id, STRESS)
            for slot, mark in condition_of(state, patient.id).marks.items():
                if mark.kind == scope:
                    yield from self._ways(state, actor, patient, slot, is_better=is_better)

    def _ways(self, state: State, actor: Actor, patient: Actor, slot: str, *, is_better: bool) -> Iterator[Ailment]:
        scope = condition_of(state, patient.id).marks[slot].kind
        rows = self.kit.tables.treatment.better if is_better else self.kit.tables.treatment.grade
        benefit, is_calm = self._benefit(actor, scope), state.get(ENCOUNTER) is None
        for row in rows:
            is_able = benefit >= row.tier and row.scope in ("", scope) and (is_calm or not row.calm)
            may_be = row.name != MILD or self._may_aid(state, patient.id, scope)
            if row.name == self._grade(patient, slot) and is_able and may_be:
                yield Ailment(patient.id, slot, row)

    def _patients(self, state: State, actor: Actor, scope: str) -> Iterator[Actor]:
        """Those in the same place, oneself among them; who is repaired is not healed (SF-ARCH-14)."""
        for patient_id in state.get(SCENE).present:
            patient = state.get(CAST).get(patient_id)
            if patient is None or patient.is_hidden or patient.kind in (DEVICE, MINION_GROUP):
                continue
            is_of_no_use = scope == "physical" and patient.has_player and is_repaired(self.kit.tables, patient)
            if zones_between(state, actor.id, patient.id) == 0 and not is_of_no_use:
                yield patient

    def _may_aid(self, state: State, patient: ActorId, scope: str) -> bool:
        return bool(times_left(state, patient, first_aid(scope), ONCE_A_SCENE))

    def _filled(self, state: State, patient: ActorId, scope: str) -> tuple[int, ...]:
        boxes = condition_of(state, patient).tracks.get(self.kit.tables.track(scope), ())
        return tuple(number for number, is_checked in enumerate(boxes, start=1) if is_checked)

    def _grade(self, patient: Actor, slot: str) -> str:
        """The grade of a consequence by its slot: "mild" of "mild physical"."""
        found = slot_with(all_harm(self.kit.tables, self.kit.dials)[patient.kind].slots(patient), slot)
        return (found.name if found is not None else slot).partition(" ")[0]

    def _label(self, state: State, ailment: Ailment) -> str:
        name = name_of(state, ailment.patient)
        if ailment.row is None:
            return f"{name}: stress"
        card = state.get(ASPECTS)[condition_of(state, ailment.patient).marks[ailment.slot].aspect]
        lost = ", with a part of the body" if ailment.row.part else ""
        return f"{name}: {card.text} ({ailment.row.name}{lost})"

    def _found(self, state: State, scope: str, pick: str, *, is_better: bool) -> Ailment | None:
        """What was picked, also when it could not be picked once more; nothing if it is over by now."""
        rows = self.kit.tables.treatment.better if is_better else self.kit.tables.treatment.grade
        for patient in state.get(CAST).values():
            slots = (slot for slot, mark in condition_of(state, patient.id).marks.items() if mark.kind == scope)
            graded = ((slot, self._grade(patient, slot)) for slot in slots)
            ways = (Ailment(patient.id, slot, row) for slot, grade in graded for row in rows if row.name == grade)
            for ailment in (Ailment(patient.id, STRESS), *ways):
                if ailment.id == pick:
                    return ailment
        return None

    # -- treating it -------------------------------------------------------------------------------------------------

    def _against(self, scope: str, is_better: bool, state: State, _: Actor, pick: str) -> tuple[int, int]:
        """The highest box that is filled, or the grade of the consequence."""
        ailment = self._found(state, scope, pick, is_better=is_better)
        if ailment is not None and ailment.row is not None:
            return ailment.row.difficulty, ailment.row.tier
        filled = self._filled(state, ailment.patient, scope) if ailment is not None else ()
        return max(filled, default=0), MUNDANE

    def _done(self, scope: str, is_better: bool, decision: Decision, result: Result) -> None:
        ailment = self._found(decision.state, scope, result.pick, is_better=is_better)
        if ailment is None:
            return
        if ailment.row is None or ailment.row.name == MILD:
            spend_use(decision, ailment.patient, first_aid(scope))
        if scope == "physical" and is_repaired(self.kit.tables, decision.state.get(CAST)[ailment.patient]):
            # Players may not know that of people of the game master's.
            return
        if result.succeeded and ailment.row is None:
            self._clear(decision, result, ailment.patient, scope)
        elif result.succeeded and ailment.row is not None:
            is_style = result.margin >= self.kit.tables.figures.rolls.style
            self._lower(decision, ailment, ailment.row, ailment.row.style if is_style else ailment.row.success)

    def _clear(self, decision: Decision, result: Result, patient: ActorId, scope: str) -> None:
        filled = self._filled(decision.state, patient, scope)
        number = min(result.margin // self.kit.tables.treatment.shifts_per_box, len(filled))
        track = self.kit.tables.track(scope)
        if number == len(filled):
            _empty(decision, patient, track, filled)
        elif number:
            boxes = tuple(Choice(str(box), f"box {box}") for box in filled)
            ask(
                decision,
                BoxesToClear(patient, track, number),
                address_of(decision.state, result.actor),
                f"Which boxes of {name_of(decision.state, patient)} are cleared?",
                (Option("clear", "Clear them", (ManyHole("fill", "boxes", boxes, number, number, key="boxes"),)),),
                cites=decision.cites("treatment"),
                blocking=False,
            )

    def _cleared(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(BoxesToClear)
        _empty(decision, asked.patient, asked.track, tuple(map(int, answer.several("boxes"))))

    def _lower(self, decision: Decision, ailment: Ailment, row: GradeRow, grades: int) -> None:
        """Lower by so many grades into a free slot; without one a plain success does nothing."""
        patient = decision.state.get(CAST)[ailment.patient]
        condition = condition_of(decision.state, patient.id)
        mark = condition.marks.get(ailment.slot)
        if mark is None:
            return
        names = tuple(self.kit.tables.figures.harm.consequences)
        lowered = names.index(row.name) - grades
        if lowered >= 0:
            free = all_harm(self.kit.tables, self.kit.dials)[patient.kind].free_slots(patient, condition, mark.kind)
            slot = next((each for each in free if each.name.partition(" ")[0] == names[lowered]), None)
            if slot is None:
                return
            text = decision.state.get(ASPECTS)[mark.aspect].text
            clear_consequence(decision, patient.id, ailment.slot, "treated")
            decision.service(Absorbing).write(decision, patient, slot.key, text, None, "treated", mark.kind)
        else:
            clear_consequence(decision, patient.id, ailment.slot, "treated")
        if row.leaves_its_mark:
            ask_for_scar(decision, patient)


def is_repaired(tables: Tables, patient: Actor) -> bool:
    """Artificials are not healed but repaired."""
    archetype = archetype_of(tables, patient.sheet)
    return archetype is not None and archetype.is_repaired


def _any_skill(_state: State, _actor: Actor, _trait: str) -> bool:
    return True


def _empty(decision: Decision, patient: ActorId, track: str, boxes: tuple[int, ...]) -> None:
    tracks = condition_of(decision.state, patient).tracks
    left = tuple(is_checked and number not in boxes for number, is_checked in enumerate(tracks[track], start=1))
    set_condition(decision, patient, "treated", tracks={**tracks, track: left})
