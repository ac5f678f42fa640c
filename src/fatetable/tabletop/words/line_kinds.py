"""What kind of line tells an event, and which roll or compel it belongs to.  Pages group the log by it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from fatetable.engine.messages import Event
from fatetable.engine.opening import DiceStirred, PlayClosed, Rewound, TableOpened
from fatetable.engine.prompts import PromptAnswered
from fatetable.engine.seats import ChairHandedOver, PresenceNoted, SeatAdded, SeatNamed
from fatetable.engine.speaking import Said
from fatetable.engine.state import State
from fatetable.engine.stirring.stirs import StirBroken
from fatetable.mechanics.aspects.cards import AspectPlaced, AspectRemoved, BoxesSet, FreeInvokesSet
from fatetable.mechanics.aspects.compel_state import COMPELS, CompelClosed, CompelOffered, CompelReworded
from fatetable.mechanics.characters.cast import ActorJoined, PortraitSet
from fatetable.mechanics.encounters.state import ENCOUNTER, Conflict, EncounterEnded, EncounterSet
from fatetable.mechanics.harm.state import ConditionSet, is_unharmed
from fatetable.mechanics.points.accounts import PointsMoved
from fatetable.mechanics.rolls.state import ROLLS, RollOver, RollSettled
from fatetable.mechanics.scenes.joining import CharacterProposed, ProposalSettled
from fatetable.mechanics.scenes.premise import FrameAgreed, GroupSizeAccepted
from fatetable.mechanics.scenes.prepared import PreparedSceneSet, PreparedSceneTaken
from fatetable.mechanics.scenes.scenario import ScenarioNoted
from fatetable.mechanics.scenes.state import (
    SCENE,
    BackgroundSet,
    PresenceChanged,
    SceneEnded,
    SceneStarted,
    SessionEnded,
    SessionStarted,
)
from fatetable.mechanics.scenes.zones import ZONES, ActorPlaced, BorderSet, ZoneDrawn, ZoneHidden, ZoneRenamed
from fatetable.tabletop.words.chronicle import Narrated

LineKind: TypeAlias = Literal[
    "line", "said", "roll", "compel", "points", "scene", "turn", "end", "people", "set-up", "rewound", "dice"
]

KINDS: dict[type[Event], LineKind] = {
    Said: "said",
    RollSettled: "roll",
    CompelOffered: "compel",
    CompelReworded: "compel",
    CompelClosed: "compel",
    Rewound: "rewound",
    DiceStirred: "dice",
    StirBroken: "dice",
    SessionStarted: "scene",
    SessionEnded: "scene",
    SceneStarted: "scene",
    SceneEnded: "scene",
    EncounterEnded: "end",
    SeatAdded: "people",
    SeatNamed: "people",
    PresenceNoted: "people",
    ChairHandedOver: "people",
}

SET_UP: tuple[type[Event], ...] = (
    BackgroundSet,
    BorderSet,
    CharacterProposed,
    FrameAgreed,
    GroupSizeAccepted,
    PlayClosed,
    PortraitSet,
    PreparedSceneSet,
    PreparedSceneTaken,
    ProposalSettled,
    ScenarioNoted,
    TableOpened,
    ZoneDrawn,
    ZoneHidden,
    ZoneRenamed,
)
"""What is arranged rather than played, whenever it happens."""

HOUSEKEEPING: tuple[type[Event], ...] = (
    ActorPlaced,
    AspectPlaced,
    AspectRemoved,
    BoxesSet,
    ConditionSet,
    FreeInvokesSet,
    PointsMoved,
    PresenceChanged,
)
"""What is played when somebody does it, and housekeeping where it only follows from something else."""

OUTSIDE_ROLLS: frozenset[LineKind] = frozenset({"said", "scene", "turn", "end", "people", "rewound", "dice"})
"""Kinds that are never part of a roll or a compel, even while one is open."""


def kind_of(narrated: Narrated) -> LineKind:
    """The kind of the lines of a record, as its viewer knows it."""
    event = narrated.record.event
    if kind := KINDS.get(type(event)):
        return kind
    if type(event) in narrated.ruleset.endings:
        return "end"
    if isinstance(event, EncounterSet):
        return "turn" if _begins_turn(narrated.before, event) else "line"
    if _is_set_up(narrated):
        return "set-up"
    return "points" if isinstance(event, PointsMoved) else "line"


def group_of(narrated: Narrated, kind: LineKind) -> str:
    """The id of the roll or the compel that a record belongs to; ids are never given out twice."""
    event = narrated.record.event
    if kind in OUTSIDE_ROLLS:
        return ""
    if isinstance(event, CompelOffered):
        return event.compel.id
    if isinstance(event, CompelReworded | CompelClosed):
        return event.compel
    if isinstance(event, RollOver):
        return event.roll
    return _open_roll(narrated.after) or _open_roll(narrated.before) or _open_compel(narrated.before)


def _open_roll(state: State) -> str:
    return next((roll.id for roll in reversed(tuple(state.get(ROLLS).values())) if roll.stage != "over"), "")


def _open_compel(state: State) -> str:
    compels = state.get(COMPELS)
    return next(reversed(tuple(compels)), "")


def _begins_turn(before: State, event: EncounterSet) -> bool:
    now, old = event.encounter, before.get(ENCOUNTER)
    if not isinstance(now, Conflict) or not now.is_running:
        return False
    return not isinstance(old, Conflict) or (old.is_running, old.exchange, old.turn) != (True, now.exchange, now.turn)


def _is_set_up(narrated: Narrated) -> bool:
    event, before = narrated.record.event, narrated.before
    if isinstance(event, SET_UP):
        return True
    if isinstance(event, ActorJoined):
        return not narrated.after.get(SCENE).is_open
    if isinstance(event, PromptAnswered) or not isinstance(event, HOUSEKEEPING):
        return False
    if isinstance(event, ActorPlaced) and event.actor not in before.get(ZONES).places:
        return True
    if isinstance(event, ConditionSet) and is_unharmed(event.condition):
        return not _open_roll(before)
    return narrated.record.goes_on and not (_open_roll(before) or _open_compel(before))
