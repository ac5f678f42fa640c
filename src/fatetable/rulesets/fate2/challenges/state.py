"""Challenges under way: rungs with boxes, what marks them, and what a failure does (F2-CHAL-01, F2-CHAL-04)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.rulesets.fate2.book import Fragility, LadderRung


class Track(Struct, frozen=True, omit_defaults=True):
    """How many boxes of each rung are marked.

    Of two who work against each other, each has one that the other marks; else it is nobody's.  `next_roll` is taken
    off the next roll of its victim.
    """

    marked: tuple[int, ...]
    actor: ActorId = NOBODY
    next_roll: int = 0


class LadderChallenge(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A challenge with its five parts; the rung at the place `goal` has to be reached.

    Without a `difficulty` both sides roll: people who work at it against the `opponent`, or two against each other.
    Work that is only counted has no rungs: `done` of `total` successes, where one by `more_from` counts twice.
    `tried` is when the last check was made, and `idle_since` when it was pursued or lost a mark, by the clock.
    """

    id: str
    name: str
    description: str = ""
    skills: tuple[str, ...] = ()
    difficulty: int | None = None
    opponent: ActorId = NOBODY
    rungs: tuple[LadderRung, ...] = ()
    goal: int = 0
    each_counts: bool = False
    fragility: Fragility = "none"
    fragile_from: int = 1
    event: str = ""
    span: str = ""
    recovery: str = ""
    penalises: bool = False
    tracks: tuple[Track, ...] = ()
    total: int = 0
    done: int = 0
    more_from: int = 0
    tried: int | None = None
    idle_since: int = 0

    @property
    def is_between_two(self) -> bool:
        return len(self.tracks) > 1

    @property
    def is_dynamic(self) -> bool:
        return self.difficulty is None

    @property
    def sides(self) -> tuple[ActorId, ...]:
        """The two that work against each other."""
        return tuple(track.actor for track in self.tracks) if self.is_between_two else ()

    def involves(self, actor: ActorId) -> bool:
        return actor == self.opponent or actor in self.sides

    def opponent_of(self, actor: ActorId) -> ActorId:
        if not self.is_between_two:
            return self.opponent
        return next((side for side in self.sides if side != actor), NOBODY)

    def victim(self, place: int) -> ActorId:
        """Whose rolls the marks of a track make harder (F2-CHAL-16)."""
        return self.tracks[place].actor or self.opponent


Challenges: TypeAlias = Mapping[str, LadderChallenge]
CHALLENGES: Key[Challenges] = Key("fate2-challenges", dict[str, LadderChallenge], {})


class ChallengeSet(Event, frozen=True, tag="fate2-challenge-set/1"):
    """A challenge as it stands from here on, and in a sentence each what has happened."""

    challenge: LadderChallenge
    news: tuple[str, ...] = ()


class ChallengeEnded(Event, frozen=True, tag="fate2-challenge-ended/1"):
    challenge: str
    result: str


CHALLENGE_EVOLVES = folds(
    CHALLENGES, {ChallengeSet: put("challenge.id", "challenge"), ChallengeEnded: drop("challenge")}
)


def challenge_of(decision: Decision, challenge: str) -> LadderChallenge:
    found = decision.state.get(CHALLENGES).get(challenge)
    if found is None:
        raise decision.violation("no-such-challenge", "There is no such challenge under way.")
    return found


def challenges(state: State) -> tuple[LadderChallenge, ...]:
    return tuple(state.get(CHALLENGES).values())
