"""What the sheet of somebody in a fight says besides their wounds."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.harm.state import condition_of
from fatetable.mechanics.time.clock import now
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.combat.arms import UNARMOURED, arms_of
from fatetable.rulesets.fate2.combat.manoeuvres import effects_on
from fatetable.rulesets.fate2.combat.off_guard import is_off_guard
from fatetable.rulesets.fate2.combat.recovery.rest import rests
from fatetable.rulesets.fate2.combat.stances import is_defensive
from fatetable.rulesets.fate2.combat.troubles import troubles_of
from fatetable.rulesets.fate2.dials import Dials


def notes(tables: Tables, dials: Dials, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    """Each as a label and what stands beside it."""
    if is_off_guard(state, actor.id):
        yield "Off guard", "expects no attack"
    if is_defensive(state, actor.id):
        yield "Stance", "fights defensively"
    yield from _injuries(tables, state, actor)
    if fate := condition_of(state, actor.id).fate:
        yield "Fate", fate
    for words in effects_on(state, actor.id):
        yield "Effect", words
    for words in troubles_of(state, actor.id):
        yield "Trouble", words
    arms = arms_of(state, actor.id)
    if dials.weapons != "dramatic":
        yield "Weapon", ", ".join((arms.weapon, *arms.traits))
    if dials.armour != "dramatic" and arms.armour != UNARMOURED:
        yield "Armour", arms.armour


def _injuries(tables: Tables, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    """When each injury has healed, and whether somebody has treated it."""
    for wound in condition_of(state, actor.id).wounds:
        if wound.due is None:
            continue
        step = tables.time.step_for(wound.due - now(state))
        when = "with the scene" if wound.ends_with_scene else f"in {step[:1].lower()}{step[1:]}"
        told = (wound.words, f"heals {when}", "treated" if wound.is_treated else "")
        yield wound.row, ", ".join(filter(None, told))
    if rests(state, actor.id):
        yield "Rests", "until they are healed"
