"""Moments of play that several subsystems answer to."""

from __future__ import annotations

from msgspec import Struct


class SessionStarts(Struct, frozen=True):
    session: int


class SessionEnds(Struct, frozen=True):
    session: int
    scenario_ends: bool


class SceneStarts(Struct, frozen=True):
    number: int


class SceneEnds(Struct, frozen=True):
    number: int
    keep: tuple[str, ...]


class PeriodIsOver(Struct, frozen=True):
    """Time for what comes back after a turn, a scene, a session, a story, a day, a rest or a turning point.

    Only a turn is somebody's.
    """

    period: str
    actor: str = ""


class ConflictEnds(Struct, frozen=True):
    """The fight is over; the scene goes on."""


class ExchangeBegins(Struct, frozen=True):
    """The exchange before is over, with everything that lasted until then."""

    number: int


class RollIsDeclared(Struct, frozen=True):
    roll: str


class EffortSentBack(Struct, frozen=True):
    """The game master wants one side's effort in a contest described differently."""

    roll: str
    effort: int
    reason: str


class NothingToAdd(Struct, frozen=True):
    """The people asked before the dice of a roll fall have passed."""

    roll: str


class DiceAreThrown(Struct, frozen=True):
    """An actor's effort has its dice for the first time."""

    actor: str


class RollIsChanged(Struct, frozen=True):
    """A thrown roll stands differently now: everybody who could change it is asked again."""

    roll: str


class RollIsSettled(Struct, frozen=True):
    """The outcome of a roll is read and granted; what others make of it may hold up its end."""

    roll: str


class RollIsOver(Struct, frozen=True):
    """A roll has been settled down to its last question, or called off before its dice fell."""

    roll: str
    was_cancelled: bool = False


class PointsAreMoved(Struct, frozen=True):
    """There is more or less in these accounts now."""

    accounts: tuple[str, ...]


class ActorIsOut(Struct, frozen=True):
    actor: str
    how: str


class JoinsStory(Struct, frozen=True):
    """Somebody has come to the table, with everything their sheet says."""

    actor: str


class WoundIsMarked(Struct, frozen=True):
    """Somebody has a wound more, by a hit if one is named."""

    actor: str
    wound: str
    by: str = ""
    roll: str = ""


class LeavesStory(Struct, frozen=True):
    """Somebody is about to leave the game for good; whatever else knows of them lets go."""

    actor: str


class ConsequencesTaken(Struct, frozen=True):
    actor: str
    number: int


class HelpGiven(Struct, frozen=True):
    actor: str


class TurnEnds(Struct, frozen=True):
    """An actor has had their turn of an exchange."""

    actor: str


class TurnLost(Struct, frozen=True):
    """Something takes an actor's action for this exchange."""

    actor: str
