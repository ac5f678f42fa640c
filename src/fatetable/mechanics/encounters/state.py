"""The encounter being played, if any: a conflict, a fray, a contest or a challenge.  There is one at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import set_to
from fatetable.engine.messages import Event
from fatetable.engine.prompts import PromptContext
from fatetable.engine.recollection import tracked
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.mechanics.moments import TurnEnds
from fatetable.mechanics.rolls.state import RollId


class Place(Struct, frozen=True, gc=False):
    """One place in the turn order; actors that act together share it."""

    actors: tuple[ActorId, ...]
    value: int
    is_first: bool = False
    """Put ahead of everybody by a feature, whatever the value."""
    ranks: tuple[int, ...] = ()
    """What decides between places of the same value, where the rules say more than the value."""


class Conflict(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True, tag="conflict"):
    """`acted` have spent their action this exchange, `done` finished their turn, `moved` used their free move."""

    kind: str
    order: tuple[Place, ...]
    is_running: bool = False
    exchange: int = 0
    turn: int = 0
    acting: ActorId = NOBODY
    acted: tuple[ActorId, ...] = ()
    done: tuple[ActorId, ...] = ()
    moved: tuple[ActorId, ...] = ()
    pledges: Mapping[ActorId, ActorId] = {}
    consequences: Mapping[ActorId, int] = {}
    newcomers: tuple[ActorId, ...] = ()
    ranks: Mapping[ActorId, int] = {}
    """Turn values that the game master ruled on, where a sheet leaves them to judgement."""
    rolled: Mapping[ActorId, tuple[int, ...]] = {}
    """What was thrown for the order, where it is thrown for: the value, and what decides between equals."""

    @property
    def actors(self) -> tuple[ActorId, ...]:
        return tuple(actor for place in self.order for actor in place.actors)

    def involves(self, actor: ActorId) -> bool:
        return actor in self.actors or actor in self.newcomers


class Contest(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True, tag="contest"):
    """`tally` counts victories; `roll` is the exchange on the table; `entered` have said what they do before it is."""

    goal: str
    tally: Mapping[ActorId, int]
    exchange: int = 0
    roll: RollId = RollId("")
    winner: ActorId = NOBODY
    advantages_by: tuple[ActorId, ...] = ()
    entered: tuple[ActorId, ...] = ()


class Task(Struct, frozen=True, gc=False, omit_defaults=True):
    """`result` stays empty until an overcome action has dealt with it."""

    id: str
    name: str
    is_hidden: bool = False
    result: str = ""
    outcome: str = ""
    by: ActorId = NOBODY


class Challenge(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True, tag="challenge"):
    situation: str
    tasks: tuple[Task, ...] = ()


class Intent(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What somebody does in an exchange: in which stance, with which trait, to whom, and for which effect.

    `claims` count for it; `label` is what people call the stance, empty for who said nothing.
    """

    stance: str
    trait: str = ""
    target: ActorId = NOBODY
    effect: str = ""
    description: str = ""
    claims: tuple[str, ...] = ()
    label: str = ""


class Fray(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True, tag="fray"):
    """A fight in which everybody says what they do before anybody rolls, and then all roll at once.

    `entered` have said what they do in this exchange, in that order; `roll` is theirs, once the last of them has.
    """

    kind: str
    pace: str
    actors: tuple[ActorId, ...]
    exchange: int = 1
    entered: tuple[ActorId, ...] = ()
    roll: RollId = RollId("")
    newcomers: tuple[ActorId, ...] = ()


Encounter: TypeAlias = Conflict | Contest | Challenge | Fray
ENCOUNTER: Key[Encounter | None] = Key("encounter", Encounter | None, None)


class EncounterSet(Event, frozen=True, tag="encounter-set/1"):
    """The encounter as it stands from here on."""

    encounter: Encounter
    news: str = ""


class EncounterEnded(Event, frozen=True, tag="encounter-ended/1"):
    result: str = ""


def _ended(_: Encounter | None, __: EncounterEnded) -> None:
    return None


ENCOUNTER_EVOLVES = folds(ENCOUNTER, {EncounterSet: set_to("encounter"), EncounterEnded: _ended})


class Revealed(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What everybody does in a roll of a fray, and the difficulties of what nobody opposes."""

    roll: RollId = RollId("")
    pace: str = ""
    intents: Mapping[ActorId, Intent] = {}
    difficulties: Mapping[ActorId, int] = {}


INTENTS: Key[Mapping[ActorId, Intent]] = Key("intents", dict[ActorId, Intent], {})
"""What people are going to do: each viewer knows their own until all have said it."""
REVEALED: Key[Revealed] = Key("revealed", Revealed, Revealed())


class IntentsWritten(Event, frozen=True, tag="intents-written/1"):
    """What these are going to do; nothing, once it is known to all."""

    intents: Mapping[ActorId, Intent] = {}


class IntentsRevealed(Event, frozen=True, tag="intents-revealed/1"):
    revealed: Revealed


def _written(held: Mapping[ActorId, Intent], event: IntentsWritten) -> Mapping[ActorId, Intent]:
    return {**held, **event.intents} if event.intents else {}


FRAY_EVOLVES = {**folds(INTENTS, {IntentsWritten: _written}), **folds(REVEALED, {IntentsRevealed: set_to("revealed")})}


@tracked
def encounter_running(state: State) -> Refusal | None:
    """Why no other encounter can start: one is under way."""
    match state.get(ENCOUNTER):
        case None:
            return None
        case Conflict():
            kind = "conflict"
        case Fray():
            kind = "fight"
        case Challenge():
            kind = "challenge"
        case _:
            kind = "contest"
    return Refusal("encounter-running", f"A {kind} is still under way; end it first.")


def takes_part(state: State, actor: ActorId) -> bool:
    """Is this actor one of those in the encounter?  A challenge is everybody's."""
    match state.get(ENCOUNTER):
        case None:
            return False
        case Conflict() as conflict:
            return conflict.involves(actor)
        case Fray() as fray:
            return actor in fray.actors or actor in fray.newcomers
        case Contest() as contest:
            return actor in contest.tally
        case _:
            return True


def conflict_of(state: State) -> Conflict | None:
    found = state.get(ENCOUNTER)
    return found if isinstance(found, Conflict) else None


@tracked
def a_conflict_is_to_begin(state: State) -> bool:
    """Is a conflict's order still being made?"""
    conflict = conflict_of(state)
    return conflict is not None and not conflict.is_running


@tracked
def consequences_taken(state: State) -> Mapping[ActorId, int]:
    """How many consequences each has taken in the conflict."""
    conflict = conflict_of(state)
    return {} if conflict is None else conflict.consequences


@tracked
def by_turns(state: State) -> tuple[ActorId, ...] | None:
    """Those in a conflict, if one is fought."""
    conflict = conflict_of(state)
    return None if conflict is None else (*conflict.actors, *conflict.newcomers)


class Fight(Struct, frozen=True, gc=False):
    """A fight at whatever pace, for all who do not ask about turns."""

    kind: str
    pace: str
    actors: tuple[ActorId, ...]
    exchange: int
    newcomers: tuple[ActorId, ...] = ()

    def involves(self, actor: ActorId) -> bool:
        return actor in self.actors or actor in self.newcomers


BY_TURNS = "turn"
"""The pace of a conflict, in which each roll is one action of one character."""


@tracked
def fight_of(state: State) -> Fight | None:
    match state.get(ENCOUNTER):
        case Conflict() as found:
            return Fight(found.kind, BY_TURNS, found.actors, found.exchange, found.newcomers)
        case Fray() as found:
            return Fight(found.kind, found.pace, found.actors, found.exchange, found.newcomers)
        case _:
            return None


@tracked
def fray_of(state: State) -> Fray | None:
    found = state.get(ENCOUNTER)
    return found if isinstance(found, Fray) else None


@tracked
def contest_of(state: State) -> Contest | None:
    found = state.get(ENCOUNTER)
    return found if isinstance(found, Contest) else None


@tracked
def challenge_of(state: State) -> Challenge | None:
    found = state.get(ENCOUNTER)
    return found if isinstance(found, Challenge) else None


def set_conflict(decision: Decision, conflict: Conflict, news: str = "") -> None:
    """Note how a conflict stands now, if it changed, and tell of the turns that ended with it."""
    if conflict == decision.state.get(ENCOUNTER):
        return
    before = conflict_of(decision.state)
    decision.emit(EncounterSet(conflict, news))
    for actor in conflict.done:
        if before is not None and actor not in before.done:
            decision.moment(TurnEnds(actor))


class Concession(PromptContext, frozen=True, tag="concession"):
    actor: ActorId
    terms: str


class ConcessionRuling(PromptContext, frozen=True, tag="concession-ruling"):
    """The sides disagree on the terms, and the game master rules."""

    actor: ActorId
