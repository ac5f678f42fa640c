"""Repairing devices and Artificials, and restoring what a hasty repair has cost (SF-REPAIR-01 to SF-REPAIR-06)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.offers import Choice
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.harm.absorbing import Absorbing
from fatetable.mechanics.harm.recovery import clear_consequence
from fatetable.mechanics.harm.state import condition_of, set_condition
from fatetable.mechanics.scenes.joining import Joining
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.scenes.zones import zones_between
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.rulesets.strange.combat import all_harm
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import (
    BROKEN,
    DEVICE,
    QUALITY,
    VALUE,
    WHOLE,
    archetype_of,
    device_boxes,
    has_track,
    skill_rolled,
)
from fatetable.rulesets.strange.works.damage import STRESS, Damage, damage_of, made_like
from fatetable.rulesets.strange.works.workspaces import Workspace, fit_for_works, workspaces_of

REPAIR, RESTORE = "repair", "restore"
PARTLY = "partly"
"""The answer that settles for a partial repair."""
TO_MILD, A_GRADE = 1, 2
"""By how much a repair was missed that still makes a consequence mild, or lowers it by a grade."""


class Job(Struct, frozen=True):
    """What is repaired, and where."""

    damage: Damage
    where: Workspace

    @property
    def choice(self) -> Choice:
        return Choice(f"{self.damage.id} {self.where.id}", f"{self.damage.label}, in {self.where.name}")


class Repair(Struct, frozen=True):
    """Of somebody whose sheet is closed nobody knows beforehand whether skill and workspace are good enough."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(name="repair")

    def code(self) -> Mapping[str, Code]:
        return {
            REPAIR: Code(
                picks_for=lambda state, actor, trait: self._picks(state, actor, trait, REPAIR),
                against=self._against,
                time=self._time,
                may_lower=self._may_lower,
                settlements=self._settlements,
                done=self._done,
            ),
            RESTORE: Code(
                picks_for=lambda state, actor, trait: self._picks(state, actor, trait, RESTORE),
                against=self._against_restoring,
                time=lambda _state, _actor, _trait, _pick: self.kit.tables.works.restoring,
                done=self._restored,
            ),
        }

    # -- what there is to repair -------------------------------------------------------------------------------------

    def _picks(self, state: State, actor: Actor, trait: str, row: str) -> tuple[Choice, ...]:
        return tuple(job.choice for job in self._jobs(state, actor, row) if self._is_able(state, actor, trait, job))

    def _jobs(self, state: State, actor: Actor, row: str) -> Iterator[Job]:
        """All damage within reach, with each workspace, whether or not it is good enough."""
        for patient in self._patients(state, actor):
            for damage in self._damage(state, patient, row):
                for where in workspaces_of(self.kit.tables, state, actor):
                    yield Job(damage, where)

    def _damage(self, state: State, patient: Actor, row: str) -> Iterator[Damage]:
        if row == REPAIR:
            yield from damage_of(self.kit.tables, self.kit.dials, state, patient)
        elif WHOLE in patient.sheet.numbers:
            yield Damage(patient.id, RESTORE, RESTORE, f"{patient.name}: {RESTORE}")

    def _patients(self, state: State, actor: Actor) -> Iterator[Actor]:
        """Devices, and players' characters who are repaired and not healed (SF-ARCH-14)."""
        for patient_id in state.get(SCENE).present:
            patient = state.get(CAST).get(patient_id)
            if patient is None or patient.is_hidden or zones_between(state, actor.id, patient.id) != 0:
                continue
            archetype = archetype_of(self.kit.tables, patient.sheet) if patient.has_player else None
            if patient.kind == DEVICE or (archetype is not None and archetype.is_repaired):
                yield patient

    def _is_able(self, state: State, actor: Actor, trait: str, job: Job) -> bool:
        """SF-REPAIR-06, SF-WORKSPACE-02."""
        patient = state.get(CAST)[job.damage.patient]
        if patient.is_closed and patient.id != actor.id:
            return True
        return self._is_good_enough(state, actor, trait, job)

    def _is_good_enough(self, state: State, actor: Actor, trait: str, job: Job) -> bool:
        patient, skill = state.get(CAST)[job.damage.patient], skill_rolled(self.kit.tables, actor.sheet, trait)
        quality, tier = made_like(self.kit.tables, patient)
        wanted = patient.sheet.numbers.get(WHOLE, quality) if job.damage.slot == RESTORE else quality
        able = fit_for_works(self.kit.tables, state, actor, wanted, tier)
        return skill is not None and skill.tier >= tier and job.where in able

    def _job(self, state: State, actor: Actor, pick: str, row: str = REPAIR) -> Job | None:
        return next((job for job in self._jobs(state, actor, row) if job.choice.value == pick), None)

    # -- what it takes -----------------------------------------------------------------------------------------------

    def _against(self, state: State, actor: Actor, pick: str) -> tuple[int, int]:
        """Its quality, or what it is worth if that is more and it has no stress track (SF-REPAIR-01)."""
        job = self._job(state, actor, pick)
        assert job is not None, "only what there is to pick is picked"
        patient = state.get(CAST)[job.damage.patient]
        quality, tier = made_like(self.kit.tables, patient)
        return max(quality, patient.sheet.numbers.get(VALUE, quality)), tier

    def _time(self, state: State, actor: Actor, _: str, pick: str) -> str:
        job = self._job(state, actor, pick)
        return self.kit.tables.works.repair_time(job.damage.grade) if job is not None else ""

    def _may_lower(self, state: State, actor: Actor, pick: str) -> int:
        """A device is no worse than Mediocre; a person does not lose quality (SF-REPAIR-03)."""
        job = self._job(state, actor, pick)
        patient = state.get(CAST)[job.damage.patient] if job is not None else None
        return max(0, patient.sheet.numbers.get(QUALITY, 0)) if patient is not None and patient.kind == DEVICE else 0

    def _against_restoring(self, state: State, actor: Actor, pick: str) -> tuple[int, int]:
        """SF-REPAIR-04."""
        job = self._job(state, actor, pick, RESTORE)
        assert job is not None, "only what there is to pick is picked"
        patient = state.get(CAST)[job.damage.patient]
        quality, tier = made_like(self.kit.tables, patient)
        whole = patient.sheet.numbers[WHOLE]
        return whole + (whole - quality) // self.kit.tables.works.restoring_points, tier

    # -- what comes of it --------------------------------------------------------------------------------------------

    def _done(self, decision: Decision, result: Result) -> None:
        actor = decision.state.get(CAST)[result.actor]
        job = self._job(decision.state, actor, result.pick)
        if job is None or not self._is_good_enough(decision.state, actor, result.trait, job):
            return
        patient = decision.state.get(CAST)[job.damage.patient]
        if result.settled == PARTLY:
            self._lower(decision, patient, job.damage, -result.margin)
        elif result.succeeded:
            self._mend(decision, patient, job.damage)
            if result.lowered:
                numbers = patient.sheet.numbers
                whole = numbers.get(WHOLE, numbers[QUALITY])
                self._set_quality(decision, patient.id, numbers[QUALITY] - result.lowered, whole)

    def _mend(self, decision: Decision, patient: Actor, damage: Damage) -> None:
        if damage.slot == BROKEN:
            sheet = msgspec.structs.replace(patient.sheet, lists={})
            decision.service(Joining).rewrite(decision, patient, sheet, "repaired")
        elif damage.slot == STRESS:
            self._fill(decision, patient, is_filled=False)
        else:
            clear_consequence(decision, patient.id, damage.slot, "repaired")

    def _fill(self, decision: Decision, patient: Actor, *, is_filled: bool) -> None:
        tracks, track = condition_of(decision.state, patient.id).tracks, self.kit.tables.track("physical")
        boxes = (is_filled,) * len(tracks[track])
        set_condition(decision, patient.id, "repaired", tracks={**tracks, track: boxes})

    def _restored(self, decision: Decision, result: Result) -> None:
        actor = decision.state.get(CAST)[result.actor]
        job = self._job(decision.state, actor, result.pick, RESTORE)
        if job is not None and result.succeeded:
            whole = decision.state.get(CAST)[job.damage.patient].sheet.numbers[WHOLE]
            self._set_quality(decision, job.damage.patient, whole, whole)

    def _set_quality(self, decision: Decision, device: ActorId, quality: int, whole: int) -> None:
        """A device that is worse than it was remembers what it was; its boxes go by what it is."""
        patient = decision.state.get(CAST)[device]
        lost = {WHOLE: whole} if quality < whole else {}
        kept = {name: value for name, value in patient.sheet.numbers.items() if name != WHOLE}
        sheet = msgspec.structs.replace(patient.sheet, numbers={**kept, QUALITY: quality, **lost})
        decision.service(Joining).rewrite(decision, patient, sheet, "repaired")
        if has_track(sheet):
            tracks, track = condition_of(decision.state, patient.id).tracks, self.kit.tables.track("physical")
            number = device_boxes(self.kit.tables, sheet)
            boxes = (*tracks[track], *(False,) * number)[:number]
            set_condition(decision, patient.id, "repaired", tracks={**tracks, track: boxes})

    # -- partial repairs (SF-REPAIR-05) ------------------------------------------------------------------------------

    def _settlements(self, state: State, result: Result) -> tuple[Choice, ...]:
        """A near miss, where the table allows it, repairs a consequence in part."""
        job = self._job(state, state.get(CAST)[result.actor], result.pick)
        if job is None or not self.kit.dials.partial_repair or job.damage.slot in (STRESS, BROKEN):
            return ()
        patient, missed = state.get(CAST)[job.damage.patient], -result.margin
        to = self._lowered(job.damage, missed)
        if to is None or (to and not self._free(state, patient, job.damage, to)):
            return ()
        label = f"Leave it {to}" if to else "Trade it for stress"
        return (Choice(PARTLY, label),)

    def _lowered(self, damage: Damage, missed: int) -> str | None:
        """What it becomes; "" if it is gone, and nothing if it was missed by too much."""
        grades = tuple(self.kit.tables.figures.harm.consequences)
        place = grades.index(damage.grade)
        if missed not in (TO_MILD, A_GRADE):
            return None
        if place == 0:
            return ""
        return grades[0] if missed == TO_MILD else grades[place - 1]

    def _free(self, state: State, patient: Actor, damage: Damage, grade: str) -> str:
        """A free slot of a grade that takes such a consequence."""
        condition = condition_of(state, patient.id)
        kind = condition.marks[damage.slot].kind
        free = all_harm(self.kit.tables, self.kit.dials)[patient.kind].free_slots(patient, condition, kind)
        return next((slot.key for slot in free if slot.name.partition(" ")[0] == grade), "")

    def _lower(self, decision: Decision, patient: Actor, damage: Damage, missed: int) -> None:
        to = self._lowered(damage, missed)
        if not to:
            clear_consequence(decision, patient.id, damage.slot, "repaired")
            self._fill(decision, patient, is_filled=True)
        elif slot := self._free(decision.state, patient, damage, to):
            mark = condition_of(decision.state, patient.id).marks[damage.slot]
            text = decision.state.get(ASPECTS)[mark.aspect].text
            clear_consequence(decision, patient.id, damage.slot, "repaired")
            decision.service(Absorbing).write(decision, patient, slot, text, None, "repaired", mark.kind)
