"""The sentences in which the log tells of fights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fatetable.engine.messages import Event
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import name_of
from fatetable.mechanics.ruleset import Teller
from fatetable.rulesets.fate2.combat.arms import UNARMOURED, ArmsTaken
from fatetable.rulesets.fate2.combat.manoeuvre_state import ManoeuvreWorked
from fatetable.rulesets.fate2.combat.off_guard import OFF_GUARD, OffGuardSet
from fatetable.rulesets.fate2.combat.stances import DefensiveSince


def _arms(_: State, after: State, event: ArmsTaken) -> Iterator[str]:
    weapon = ", ".join((event.arms.weapon, *event.arms.traits))
    worn = f" and wears {event.arms.armour}" if event.arms.armour != UNARMOURED else ""
    yield f"{name_of(after, event.actor)} has in hand: {weapon}{worn}."


def _off_guard(before: State, after: State, event: OffGuardSet) -> Iterator[str]:
    for actor in event.actors:
        if actor not in before.get(OFF_GUARD):
            yield f"{name_of(after, actor)} expects no attack."


def _worked(_: State, after: State, event: ManoeuvreWorked) -> Iterator[str]:
    yield f"{name_of(after, event.actor)} succeeds against {name_of(after, event.target)}: {event.words}."


def _defensive(_: State, after: State, event: DefensiveSince) -> Iterator[str]:
    yield f"{name_of(after, event.actor)} fights defensively."


TELLERS: Mapping[type[Event], Teller] = {
    ArmsTaken: _arms,
    OffGuardSet: _off_guard,
    ManoeuvreWorked: _worked,
    DefensiveSince: _defensive,
}
