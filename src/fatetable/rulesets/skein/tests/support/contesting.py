"""Contests to test Skein with: set up in one call, and whole turns played out."""

from __future__ import annotations

from typing import Any

from fatetable.engine.messages import Command, Event
from fatetable.engine.prompts import Answer
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.encounters.contests import Contend
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId, open_rolls
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.rulesets.skein.contests.commands import ContestManoeuvre, NameFugitives, NameTeam, SetUpContest
from fatetable.rulesets.skein.contests.state import BOUT, Bout
from fatetable.rulesets.skein.tests.support.playing import Game

BRANNOC, HESK = ActorId("brannoc-of-the-ford"), ActorId("mother-hesk")
GUARD, GUARD_2, GUARD_3 = ActorId("gate-guard"), ActorId("gate-guard-2"), ActorId("gate-guard-3")
CADFAN, OSRIC = ActorId("cadfan-wolf-banner"), ActorId("osric-the-reeve")
FLAT = "0000"


class Match(Game):
    """A contest between the named, by default a wrestling match; without points nobody stops over Aspects."""

    def __init__(self, *actors: ActorId, foes: tuple[str, ...] = ("Gate Guard",), dials: Any = None, **settled: Any):
        super().__init__(foes=foes, **(dials or {}))
        self.set_up(*actors, **settled)

    def set_up(self, *actors: ActorId, **settled: Any) -> None:
        self.do("gm", set_up(*actors, **settled))

    @property
    def bout(self) -> Bout:
        found = self.table.state.get(BOUT)
        assert found is not None
        return found

    @property
    def is_over(self) -> bool:
        return self.table.state.get(BOUT) is None

    def team(self, name: str, *members: ActorId) -> None:
        self.do("gm", NameTeam(name, members))

    def fugitives(self, *actors: ActorId) -> None:
        self.do("gm", NameFugitives(actors))

    def enter(self, *entries: tuple[ActorId, str] | ContestManoeuvre) -> None:
        """Everybody says what they do; a pair is an ordinary Test with a skill."""
        for entry in entries:
            command: Command
            if isinstance(entry, ContestManoeuvre):
                actor, command = entry.actor, entry
            else:
                actor = entry[0]
                command = Contend(actor=actor, trait=entry[1], description="tries hard")
            self.do(self.seat_of(actor), command)

    def commit(self) -> None:
        """Nobody brings in an Aspect."""
        while self.roll.waiting:
            self.do(self.roll.waiting[0], Pass(self.roll.id))

    def throw_all(self, **dice: str) -> tuple[Event, ...]:
        """Everybody's dice by actor, in any order; an actor who is not named throws blanks."""
        roll = self.roll
        named = {actor.replace("-", "_"): actor for actor in self.table.state.get(CAST)}
        faces = {named[name]: shown for name, shown in dice.items()}
        fall = tuple(faces.get(effort.actor, FLAT) for effort in roll.efforts)
        return self.do(self.seat_of(roll.efforts[roll.active].actor), ThrowDice(roll.id), *fall)

    def let_be(self, roll_id: RollId) -> None:
        """Nobody throws again."""
        while (roll := self.table.state.get(ROLLS)[roll_id]).stage == "thrown":
            self.do(roll.waiting[0], Pass(roll.id))

    def turn(self, *entries: tuple[ActorId, str] | ContestManoeuvre, **dice: str) -> Roll:
        """A whole turn up to the damage."""
        self.enter(*entries)
        self.commit()
        roll = self.roll.id
        self.throw_all(**dice)
        self.let_be(roll)
        return self.table.state.get(ROLLS)[roll]

    def take(self, actor: ActorId, option: str = "score", **fill: str) -> tuple[Event, ...]:
        prompt = next(p for p in self.prompts() if p.kind == "contest-harm" and p.about["actor"] == actor)
        return self.do(self.seat_of(actor), Answer(prompt.id, option, fill))

    def left(self, actor: ActorId, score: str = "health") -> int:
        return self.scores(actor)[score]

    @property
    def is_serious(self) -> bool:
        return self.bout.consequences == "any"

    @property
    def is_rolling(self) -> bool:
        return any(open_rolls(self.table.state))


def set_up(*actors: ActorId, **settled: Any) -> SetUpContest:
    usual: dict[str, Any] = {
        "goal": "who is the stronger",
        "form": "wrestling",
        "score": "health",
        "skills": ("agility", "brawling", "strength"),
        "victory": "a silver ring",
        "defeat": "laughter",
        "turn": "A few seconds",
        "consequences": "friendly",
        "until": "last",
    }
    return SetUpContest(actors=actors, **(usual | settled))
