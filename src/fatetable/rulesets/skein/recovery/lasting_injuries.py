"""Injuries: lost stress that may come back, and Consequences that heal.

Time heals them in `recovery.natural_healing`, healers in `recovery.healers`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.aspects.cards import ASPECTS, AspectCard, AspectId, remove
from fatetable.mechanics.characters.cast import CAST, Actor
from fatetable.mechanics.harm.state import HARM, condition_of, set_condition
from fatetable.rulesets.skein.book import Recovery, Tables
from fatetable.rulesets.skein.combat import score_of, scores_of, set_score, stress_scores
from fatetable.rulesets.skein.recovery.ordeals import held
from fatetable.rulesets.skein.rolls import score_of_consequence


class Mending(Struct, frozen=True, omit_defaults=True):
    """How far a Consequence has healed.

    Healing began at `since`, by the clock; a healer has brought its time down to `treated`; `clean` sessions have gone
    by without damage to its score; with `is_ruled` the Storyteller was asked whether it may go early.
    """

    since: int | None = None
    treated: str = ""
    clean: int = 0
    is_ruled: bool = False


Mendings: TypeAlias = Mapping[AspectId, Mending]
MENDING: Key[Mendings] = Key("mending", dict[AspectId, Mending], {})


class MendingSet(Event, frozen=True, tag="mending-set/1"):
    aspect: AspectId
    mending: Mending


class MendingOver(Event, frozen=True, tag="mending-over/1"):
    aspect: AspectId


MENDING_FOLDS = folds(MENDING, {MendingSet: put("aspect", "mending"), MendingOver: drop("aspect")})


# -- stress ----------------------------------------------------------------------------------------------------------


def lost(tables: Tables, state: State, actor: Actor, score: str) -> int:
    """How much of a score is gone."""
    most = stress_scores(tables, actor.sheet).get(score, 0)
    return max(0, most - scores_of(state, actor.id).get(score, most))


def restorable(tables: Tables, state: State, actor: Actor, score: str) -> int:
    """How much of it may come back now: what an ordeal took stays lost while the ordeal lasts."""
    return max(0, lost(tables, state, actor, score) - held(state, actor.id, score))


def restore_score(tables: Tables, decision: Decision, actor: Actor, score: str, points: int, reason: str) -> int:
    """Give back points of a score, never more than may come back; returns how many."""
    back = min(points, restorable(tables, decision.state, actor, score))
    if back > 0:
        set_score(decision, actor.id, score, score_of(decision.state, actor.id, score) + back, reason)
    return max(0, back)


# -- Consequences ----------------------------------------------------------------------------------------------------


class Injury(Struct, frozen=True):
    """A Consequence that heals: whose, where, on which card, and by which rules."""

    actor: Actor
    slot: str
    card: AspectCard
    session: int
    rules: Recovery

    @property
    def score(self) -> str:
        return score_of_consequence(self.card)


def injuries(tables: Tables, state: State) -> Iterator[Injury]:
    """Everybody's Consequences that belong to a score; others, as for a broken oath, do not heal like this."""
    for actor_id in state.get(HARM):
        actor = state.get(CAST).get(actor_id)
        yield from injuries_of(tables, state, actor) if actor is not None else ()


def injuries_of(tables: Tables, state: State, actor: Actor) -> Iterator[Injury]:
    scores = scores_of(state, actor.id)
    for slot, mark in condition_of(state, actor.id).marks.items():
        card = state.get(ASPECTS).get(mark.aspect)
        rules = next((row for row in tables.healing.recoveries if row.severity == slot), None)
        if card is not None and rules is not None and score_of_consequence(card) in scores:
            yield Injury(actor, slot, card, mark.session, rules)


def mending_of(state: State, injury: Injury) -> Mending:
    return state.get(MENDING).get(injury.card.id, Mending())


def set_mending(decision: Decision, injury: Injury, **changes: object) -> Mending:
    changed = msgspec.structs.replace(mending_of(decision.state, injury), **changes)
    decision.emit(MendingSet(injury.card.id, changed))
    return changed


def clear_injury(decision: Decision, injury: Injury, reason: str) -> None:
    """Remove a Consequence, so that its slot is free again."""
    marks = condition_of(decision.state, injury.actor.id).marks
    rest = {slot: mark for slot, mark in marks.items() if slot != injury.slot}
    set_condition(decision, injury.actor.id, reason, marks=rest)
    remove(decision, injury.card, reason)
    if injury.card.id in decision.state.get(MENDING):
        decision.emit(MendingOver(injury.card.id))
