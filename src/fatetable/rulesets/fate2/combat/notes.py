"""What the sheet of somebody in a fight says besides their wounds."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.rulesets.fate2.combat.arms import UNARMOURED, arms_of
from fatetable.rulesets.fate2.combat.manoeuvres import effects_on
from fatetable.rulesets.fate2.combat.off_guard import is_off_guard
from fatetable.rulesets.fate2.combat.stances import is_defensive
from fatetable.rulesets.fate2.dials import Dials


def notes(dials: Dials, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    """Each as a label and what stands beside it."""
    if is_off_guard(state, actor.id):
        yield "Off guard", "expects no attack"
    if is_defensive(state, actor.id):
        yield "Stance", "fights defensively"
    for words in effects_on(state, actor.id):
        yield "Effect", words
    arms = arms_of(state, actor.id)
    if dials.weapons != "dramatic":
        yield "Weapon", ", ".join((arms.weapon, *arms.traits))
    if dials.armour != "dramatic" and arms.armour != UNARMOURED:
        yield "Armour", arms.armour
