"""Setting up a challenge: one that is ready, or the GM's own with its five parts (F2-CHAL-04)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import (
    Choice,
    ChoiceHole,
    FlagHole,
    Hole,
    ManyHole,
    NumberHole,
    Offer,
    TextHole,
    one_of_a_family,
)
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, NOBODY, ActorId
from fatetable.mechanics.time.clock import now
from fatetable.rulesets.fate2.book import ChallengeRow, LadderRung, Opponents
from fatetable.rulesets.fate2.challenges.state import ChallengeSet, LadderChallenge, Track
from fatetable.rulesets.fate2.kit import FateKit

NONE = "none"
"""No span and no recovery."""
LABELS: Mapping[Opponents, str] = {
    "alone": "Set up a challenge",
    "opposed": "Set up a challenge that somebody opposes",
    "two-sided": "Set up a challenge between two",
}
FAILURES = tuple(Choice(str(least), f"by {least} or more" if least > 1 else "any") for least in range(1, 5))
MOST_SUCCESSES = 100


class SetUpChallenge(Command, frozen=True, kw_only=True, tag="fate2-set-up-challenge"):
    """Set up a challenge of one's own; its `actors` are who opposes it, or two who work against each other."""

    way: str
    name: str = ""
    spread: str = ""
    goal: str = ""
    difficulty: int | None = None
    actors: tuple[ActorId, ...] = ()
    fragility: str = ""
    fragile_from: str = ""
    event: str = ""
    span: str = ""
    recovery: str = ""
    each_counts: bool = False
    penalises: bool = False


class SetUpReadyChallenge(Command, frozen=True, kw_only=True, tag="fate2-set-up-ready-challenge"):
    """Set up a challenge that is written down."""

    row: str
    difficulty: int | None = None
    actors: tuple[ActorId, ...] = ()


class CountSuccesses(Command, frozen=True, kw_only=True, tag="fate2-count-successes"):
    """Let work be done that is long and not hard: successes are counted."""

    name: str = ""
    difficulty: int = 0
    total: int = 0
    more_from: str = ""
    span: str = ""


class SettingUp(Struct, frozen=True):
    kit: FateKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="setting up challenges",
            decides={SetUpChallenge: self._set_up, SetUpReadyChallenge: self._ready, CountSuccesses: self._count},
            offers=self._offers,
        )

    # -- commands ----------------------------------------------------------------------------------------------------

    def _set_up(self, decision: Decision, command: SetUpChallenge) -> None:
        self._require_offered(decision, command)
        spread = next(each for each in self.kit.tables.ladders.spreads if each.name == command.spread)
        row = ChallengeRow(
            name=decision.described(command.name, "A challenge", "no-words", "Say what the challenge is."),
            way=next(way for way in LABELS if way == command.way),
            rungs=tuple(LadderRung(boxes=boxes) for boxes in spread.boxes),
            fragility=next(each.id for each in self.kit.tables.ladders.fragilities if each.id == command.fragility),
            fragile_from=int(command.fragile_from),
            event=command.event.strip(),
            span=_step(command.span),
            recovery=_step(command.recovery),
            each_counts=command.each_counts,
            penalises=command.penalises,
        )
        goal = self.kit.tables.ladders.degrees.index(command.goal)
        self._begin(decision, row, goal, command.difficulty, command.actors)

    def _ready(self, decision: Decision, command: SetUpReadyChallenge) -> None:
        self._require_offered(decision, command)
        row = next(row for row in self.kit.tables.challenges if row.name == command.row)
        difficulty = command.difficulty if command.difficulty is not None else self._difficulty_of(row)
        self._begin(decision, row, len(row.rungs) - 1, difficulty, command.actors)

    def _count(self, decision: Decision, command: CountSuccesses) -> None:
        self._require_offered(decision, command)
        challenge = LadderChallenge(
            id=decision.new_id("ch"),
            name=decision.described(command.name, "Some work", "no-words", "Say what the work is."),
            difficulty=command.difficulty,
            total=command.total,
            more_from=int(command.more_from),
            span=_step(command.span),
            idle_since=now(decision.state),
        )
        decision.emit(ChallengeSet(challenge, ("begins",)))

    def _require_offered(self, decision: Decision, command: Command) -> None:
        """What does not fit the blanks of an offer is no challenge."""
        decision.require_gm()
        is_offered = any(offer.matches(command) for offer in self._offers(decision.state, decision.seat))
        decision.require(is_offered, "badly-set-up", "No challenge can be set up like that.")

    def _begin(
        self, decision: Decision, row: ChallengeRow, goal: int, difficulty: int | None, actors: tuple[ActorId, ...]
    ) -> None:
        owners = actors if row.way == "two-sided" else (NOBODY,)
        challenge = LadderChallenge(
            id=decision.new_id("ch"),
            name=row.name,
            description=row.description,
            skills=row.skills,
            difficulty=difficulty if row.way == "alone" else None,
            opponent=actors[0] if row.way == "opposed" else NOBODY,
            rungs=row.rungs,
            goal=goal,
            each_counts=row.each_counts,
            fragility=row.fragility,
            fragile_from=row.fragile_from,
            event=row.event,
            span=row.span,
            recovery=row.recovery,
            penalises=row.penalises,
            tracks=tuple(Track((0,) * len(row.rungs), owner) for owner in owners),
            idle_since=now(decision.state),
        )
        decision.emit(ChallengeSet(challenge, ("begins",)))

    # -- what is asked -----------------------------------------------------------------------------------------------

    def _holes(self, state: State, way: Opponents) -> tuple[Hole, ...]:
        ladders = self.kit.tables.ladders
        spreads = tuple(Choice(each.name) for each in ladders.spreads)
        fragilities = tuple(Choice(each.id, each.label) for each in ladders.fragilities)
        return (
            TextHole("name", "challenge", is_description=True),
            *self._against(state, way, is_known=False),
            ChoiceHole("spread", "boxes", spreads, suggested=spreads[0].value),
            ChoiceHole("goal", "goal", tuple(map(Choice, ladders.degrees)), suggested=ladders.degrees[-1]),
            ChoiceHole("fragility", "when it fails", fragilities, suggested=fragilities[0].value),
            ChoiceHole("fragile_from", "which failures", FAILURES, suggested=FAILURES[0].value),
            TextHole("event", "what may happen", optional=True),
            self._steps("span", "how often"),
            self._steps("recovery", "a mark is lost after"),
            FlagHole("each_counts", "every box of the goal is needed"),
            *((FlagHole("penalises", "marks make rolls harder"),) if way != "alone" else ()),
        )

    def _holes_of(self, state: State, row: ChallengeRow) -> tuple[Hole, ...]:
        return self._against(state, row.way, is_known=row.difficulty is not None)

    def _difficulty_of(self, row: ChallengeRow) -> int | None:
        """The level of the row, or the number that six-sided dice have to reach for it."""
        if row.difficulty is None or self.kit.dials.dice != "fate-d6":
            return row.difficulty
        return self.kit.tables.difficulties.number(row.difficulty)

    def _counting_holes(self) -> tuple[Hole, ...]:
        twice = (Choice("0", "never"), *(Choice(str(least), f"from a margin of {least}") for least in range(2, 5)))
        return (
            TextHole("name", "work", is_description=True),
            self._difficulty(),
            NumberHole("total", "successes", 1, MOST_SUCCESSES),
            ChoiceHole("more_from", "a success counts twice", twice, suggested="0"),
            self._steps("span", "how often"),
        )

    def _against(self, state: State, way: Opponents, *, is_known: bool) -> tuple[Hole, ...]:
        people = tuple(Choice(each.id, each.name) for each in state.get(CAST).values() if not each.is_hidden)
        match way:
            case "alone":
                return () if is_known else (self._difficulty(),)
            case "opposed":
                return (ManyHole("actors", "who opposes it", people, 1, 1),)
            case "two-sided":
                return (ManyHole("actors", "who", people, 2, 2),)

    def _difficulty(self) -> NumberHole:
        bounds = self.kit.checks.difficulty_range
        return NumberHole(
            "difficulty", "difficulty", bounds.lowest, bounds.highest, suggestions=self.kit.checks.difficulties
        )

    def _steps(self, field: str, label: str) -> ChoiceHole:
        steps = (Choice(NONE, "does not matter"), *(Choice(step) for step in self.kit.tables.time.track[1:]))
        return ChoiceHole(field, label, steps, suggested=NONE)

    # -- offers ------------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm:
            return
        for way, label in LABELS.items():
            if _has_people(holes := self._holes(state, way)):
                yield self._offer(SetUpChallenge(way=way, difficulty=0 if way == "alone" else None), holes, label)
        for row in self.kit.tables.challenges:
            if _has_people(holes := self._holes_of(state, row)):
                yield self._offer(SetUpReadyChallenge(row=row.name), holes, **one_of_a_family("Set up: …", row.name))
        yield self._offer(CountSuccesses(), self._counting_holes(), "Count successes of long work")

    def _offer(
        self, command: Command, holes: tuple[Hole, ...], label: str, family: str = "", member: str = ""
    ) -> Offer:
        return Offer(
            command=command,
            label=label,
            family=family,
            member=member,
            verb="prepare",
            holes=holes,
            cites=self.kit.cites("set-up-challenge"),
            group="gm",
        )


def _has_people(holes: tuple[Hole, ...]) -> bool:
    return all(len(hole.options) >= hole.least for hole in holes if isinstance(hole, ManyHole))


def _step(chosen: str) -> str:
    return "" if chosen == NONE else chosen
