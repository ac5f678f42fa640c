"""Ailments: what a healer may treat about a patient now, and why something may not be treated yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.harm.state import condition_of
from fatetable.rulesets.skein.book import RollBonus, Tables
from fatetable.rulesets.skein.combat import stress_scores
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.recovery.lasting_injuries import Injury, injuries_of, lost, restorable
from fatetable.rulesets.skein.recovery.ordeals import SUFFERERS
from fatetable.rulesets.skein.recovery.poison_and_disease import afflictions_of
from fatetable.rulesets.skein.sheet import COMPOSURE, all_effects

SKILL = "healing"


class Ailment(Struct, frozen=True, kw_only=True):
    """Something to treat: how hard it is, and what the Storyteller has to find that it `needs`."""

    id: str
    kind: Literal["stress", "consequence", "affliction"]
    label: str
    difficulty: int
    needs: str = ""


def shows_harm(state: State, patient: Actor) -> bool:
    """Can everybody see that there is something to treat: a point lost, a Consequence, poison or disease at work?"""
    condition = condition_of(state, patient.id)
    is_hurt = bool(condition.marks) or any(map(any, condition.tracks.values()))
    return is_hurt or any(afflictions_of(state, patient.id))


def ailments(tables: Tables, dials: Dials, state: State, healer: Actor, patient: Actor) -> Iterator[Ailment]:
    """Everything about a patient that this healer may treat now."""
    if patient.kind not in SUFFERERS:
        return
    for score in stress_scores(tables, patient.sheet):
        if restorable(tables, state, patient, score) and (score != COMPOSURE or _calms(tables, dials, healer)):
            gone = lost(tables, state, patient, score)
            yield Ailment(id=score, kind="stress", label=f"{score.capitalize()}, {gone} lost", difficulty=gone)
    if state.get(ENCOUNTER) is not None:
        return  # SK-HEAL-08: the rest waits until the situation is over.
    for injury in injuries_of(tables, state, patient):
        if _is_treatable(tables, dials, state, injury):
            rules = injury.rules
            yield Ailment(
                id=injury.card.id,
                kind="consequence",
                label=injury.card.text,
                difficulty=rules.difficulty,
                needs=rules.needs,
            )
    for ordeal in afflictions_of(state, patient.id):
        difficulty = tables.healing.figures.affliction_difficulty
        yield Ailment(id=ordeal.id, kind="affliction", label=ordeal.name, difficulty=difficulty)


def _calms(tables: Tables, dials: Dials, healer: Actor) -> bool:
    """Whether a healer restores Composure: with a specialism for it, if the table plays so (SK-HEAL-06)."""
    return dials.calming_minds and any(
        isinstance(effect, RollBonus) and SKILL in effect.skills and effect.circumstance
        for _, effect in all_effects(tables, healer.sheet)
    )


def _is_treatable(tables: Tables, dials: Dials, state: State, injury: Injury) -> bool:
    """Only when nothing of its own score, or of any score, is lost (SK-HEAL-07)."""
    own = dials.treatment_needs == "own-score"
    scores = (injury.score,) if own else tuple(stress_scores(tables, injury.actor.sheet))
    return not any(lost(tables, state, injury.actor, score) for score in scores)


def why_untreatable(tables: Tables, state: State, patient: Actor, ailment: str) -> Refusal:
    """Why something is not among the `ailments` of a patient."""
    code, name = "nothing-to-treat", patient.name
    is_injury = any(each.card.id == ailment for each in injuries_of(tables, state, patient))
    if not is_injury and all(each.id != ailment for each in afflictions_of(state, patient.id)):
        return Refusal(code, f"{name} has nothing like that to be treated.")
    if state.get(ENCOUNTER) is not None:
        return Refusal(code, f"For that {name} has to wait until the encounter is over.")
    return Refusal(code, f"{name} has to be restored first: lost stress is treated before a Consequence.")
