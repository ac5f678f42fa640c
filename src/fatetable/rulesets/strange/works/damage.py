"""What there is to repair of a device or an Artificial, and how well they are made."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.harm.state import condition_of, slot_with
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.combat import all_harm
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.sheet import BROKEN, DEVICE, MUNDANE, QUALITY, STRESS_CAPACITY, TIER, skills_of

STRESS = "stress"


class Damage(Struct, frozen=True):
    """Stress, the consequence in a slot, or what is broken without a stress track; the `grade` says how bad it is."""

    patient: ActorId
    slot: str
    grade: str
    label: str

    @property
    def id(self) -> str:
        return f"{self.patient}/{self.slot}"


def made_like(tables: Tables, patient: Actor) -> tuple[int, int]:
    """The quality and the tier of a device; the body of an Artificial is one by its Stress Capacity (SF-ARCH-14)."""
    if patient.kind == DEVICE:
        return patient.sheet.numbers.get(QUALITY, 0), patient.sheet.numbers.get(TIER, MUNDANE)
    skills = (skill for skill in skills_of(tables, patient.sheet) if skill.has(STRESS_CAPACITY, "physical"))
    best = next(skills, None)
    return (best.rating, best.tier) if best is not None else (tables.figures.ratings.unrated, MUNDANE)


def damage_of(tables: Tables, dials: Dials, state: State, patient: Actor) -> Iterator[Damage]:
    condition = condition_of(state, patient.id)
    if any(condition.tracks.get(tables.track("physical"), ())):
        yield Damage(patient.id, STRESS, STRESS, f"{patient.name}: stress")
    for grade in patient.sheet.lists.get(BROKEN, ()):
        yield Damage(patient.id, BROKEN, grade, f"{patient.name}: broken")
    for key, mark in condition.marks.items():
        slot = slot_with(all_harm(tables, dials)[patient.kind].slots(patient), key)
        if mark.kind == "physical" and slot is not None:
            grade = slot.name.partition(" ")[0]
            yield Damage(patient.id, key, grade, f"{patient.name}: {state.get(ASPECTS)[mark.aspect].text} ({grade})")
