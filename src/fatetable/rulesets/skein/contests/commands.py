"""What people can ask for about a contest."""

from __future__ import annotations

from fatetable.engine.messages import Command
from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.rulesets.skein.contests.state import Limit, Until


class SetUpContest(Command, frozen=True, kw_only=True, tag="set-up-contest"):
    """What is settled first: Health or Composure, the skills that serve, and what winning and losing mean."""

    goal: str
    form: str
    score: str
    skills: tuple[str, ...]
    victory: str
    defeat: str
    turn: str
    consequences: Limit
    until: Until
    actors: tuple[ActorId, ...]


class NameTeam(Command, frozen=True, tag="name-team"):
    team: str
    members: tuple[ActorId, ...]


class NameFugitives(Command, frozen=True, tag="name-fugitives"):
    """Who runs away in a chase; everybody else is after them."""

    fugitives: tuple[ActorId, ...]


class ContestManoeuvre(Command, frozen=True, kw_only=True, tag="contest-manoeuvre"):
    """Place an Aspect with this turn's roll instead of doing damage; on an opponent, or else against a fixed number."""

    actor: ActorId
    trait: str
    description: str
    words: str
    target: ActorId = NOBODY
    features: tuple[str, ...] = ()


class LeaveContest(Command, frozen=True, tag="leave-contest"):
    """Give up before the next turn."""

    actor: ActorId


class InterruptContest(Command, frozen=True, tag="interrupt-contest"):
    reason: str


class ResumeContest(Command, frozen=True, tag="resume-contest"):
    pass
