"""The sentences in which the log tells of fights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fatetable.engine.messages import Event
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import name_of
from fatetable.mechanics.encounters.state import REVEALED, IntentsRevealed
from fatetable.mechanics.ruleset import Teller
from fatetable.rulesets.fate2.combat.arms import UNARMOURED, ArmsTaken
from fatetable.rulesets.fate2.combat.exchange import AFAR, DISARMING, ELSE, EVADE, GOAL, GUARD, MANOEUVRE, STAND, STRIKE
from fatetable.rulesets.fate2.combat.manoeuvre_state import ManoeuvreWorked
from fatetable.rulesets.fate2.combat.off_guard import OFF_GUARD, OffGuardSet
from fatetable.rulesets.fate2.combat.stances import DefensiveSince
from fatetable.rulesets.fate2.combat.troubles import TroublesChanged, troubles_of


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


STANCES = {
    STRIKE: "attacks",
    AFAR: "attacks from afar",
    MANOEUVRE: "manoeuvres against",
    DISARMING: "goes for the weapon of",
    GUARD: "fights defensively",
    EVADE: "evades",
    ELSE: "does something else",
    STAND: "stands",
    GOAL: "is after something",
}


def _revealed(before: State, after: State, event: IntentsRevealed) -> Iterator[str]:
    told = before.get(REVEALED)
    known = told.intents if told.roll == event.revealed.roll else {}
    for actor, intent in event.revealed.intents.items():
        if known.get(actor) != intent:
            whom = f" {name_of(after, intent.target)}" if intent.target else ""
            words = "; ".join(filter(None, (intent.effect, intent.description)))
            yield f"{name_of(after, actor)} {STANCES[intent.stance]}{whom}{f': {words}' if words else ''}."


def _troubles(before: State, after: State, event: TroublesChanged) -> Iterator[str]:
    known, name = troubles_of(before, event.actor), name_of(after, event.actor)
    yield from (f"{name} has some trouble: {each}." for each in event.troubles if each not in known)
    yield from (f"{name} has dealt with it: {each}." for each in known if each not in event.troubles)


TELLERS: Mapping[type[Event], Teller] = {
    ArmsTaken: _arms,
    OffGuardSet: _off_guard,
    ManoeuvreWorked: _worked,
    DefensiveSince: _defensive,
    IntentsRevealed: _revealed,
    TroublesChanged: _troubles,
}
