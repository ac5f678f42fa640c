"""Challenges: a complicated situation broken into tasks, each settled by one overcome action."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import FlagHole, Offer, TextHole
from fatetable.engine.prompts import is_blocked
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.encounters import ENCOUNTER, Challenge, EncounterEnded, EncounterSet, Task, challenge_of
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls import ROLLS, RollId, a_roll_is_open, open_rolls
from fatetable.mechanics.scenes import SCENE


class StartChallenge(Command, frozen=True, tag="start-challenge"):
    situation: str


class SetTask(Command, frozen=True, tag="set-task"):
    """Add a task (empty id) or change one that is still open; a hidden one is the game master's secret."""

    task: str
    name: str
    is_hidden: bool = False


class DropTask(Command, frozen=True, tag="drop-task"):
    task: str


class EndChallenge(Command, frozen=True, tag="end-challenge"):
    """The game master takes all results together and tells how the whole turns out."""

    result: str


class Challenges(Struct, frozen=True):
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="challenges",
            decides={
                StartChallenge: self._start,
                SetTask: self._set_task,
                DropTask: self._drop_task,
                EndChallenge: self._end,
            },
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    def _cannot_start(self, state: State) -> bool:
        return not state.get(SCENE).is_open or state.get(ENCOUNTER) is not None or is_blocked(state)

    def _start(self, decision: Decision, command: StartChallenge) -> None:
        decision.require_gm()
        decision.require(
            not self._cannot_start(decision.state), "encounter-running", "Something else is still under way."
        )
        decision.require(bool(command.situation.strip()), "no-goal", "Say what the challenge is about.")
        self._set(decision, Challenge(situation=command.situation.strip()))

    def _set(self, decision: Decision, challenge: Challenge) -> None:
        shown = tuple(task for task in challenge.tasks if not task.is_hidden)
        if shown == challenge.tasks:
            decision.emit(EncounterSet(challenge))
        else:
            face = EncounterSet(msgspec.structs.replace(challenge, tasks=shown))
            decision.emit(EncounterSet(challenge), to=(GM,), face=face)

    def _open_task(self, decision: Decision, task_id: str) -> tuple[Challenge, Task]:
        challenge = challenge_of(decision.state)
        task = next((t for t in challenge.tasks if t.id == task_id), None) if challenge else None
        if challenge is None or task is None or task.result or self._is_under_way(decision.state, task.id):
            raise decision.violation("no-such-task", "There is no such open task in this challenge.")
        return challenge, task

    def _is_under_way(self, state: State, task: str) -> bool:
        return any(roll.declaration.task == task for roll in open_rolls(state))

    def _set_task(self, decision: Decision, command: SetTask) -> None:
        decision.require_gm()
        challenge = challenge_of(decision.state)
        if challenge is None:
            raise decision.violation("no-challenge", "There is no challenge.")
        decision.require(bool(command.name.strip()), "no-words", "A task needs a name.")
        if not command.task:
            task = Task(decision.new_id("t"), command.name.strip(), command.is_hidden)
            self._set(decision, msgspec.structs.replace(challenge, tasks=(*challenge.tasks, task)))
            return
        challenge, old = self._open_task(decision, command.task)
        task = Task(old.id, command.name.strip(), command.is_hidden)
        tasks = tuple(task if other.id == old.id else other for other in challenge.tasks)
        self._set(decision, msgspec.structs.replace(challenge, tasks=tasks))

    def _drop_task(self, decision: Decision, command: DropTask) -> None:
        decision.require_gm()
        challenge, task = self._open_task(decision, command.task)
        tasks = tuple(other for other in challenge.tasks if other.id != task.id)
        self._set(decision, msgspec.structs.replace(challenge, tasks=tasks))

    def _end(self, decision: Decision, command: EndChallenge) -> None:
        decision.require_gm()
        if challenge_of(decision.state) is None or a_roll_is_open(decision.state) or is_blocked(decision.state):
            raise decision.violation("cannot-end", "There is no challenge that could be closed now.")
        decision.require(bool(command.result.strip()), "no-words", "Tell how the whole turns out.")
        decision.emit(EncounterEnded(command.result.strip()))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        challenge = challenge_of(decision.state)
        if challenge is None or not isinstance(moment, RollIsOver) or moment.was_cancelled:
            return
        roll = decision.state.get(ROLLS)[RollId(moment.roll)]
        tasks = tuple(
            msgspec.structs.replace(task, result=roll.goal, outcome=roll.outcome, by=roll.actor)
            if task.id == roll.declaration.task
            else task
            for task in challenge.tasks
        )
        if tasks != challenge.tasks:
            self._set(decision, msgspec.structs.replace(challenge, tasks=tasks))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm:
            return
        challenge = challenge_of(state)
        if challenge is None:
            if not self._cannot_start(state):
                yield Offer(
                    command=StartChallenge(""),
                    label="Start a challenge",
                    holes=(TextHole("situation", "the situation"),),
                    cites=self.cites("challenge"),
                    group="moment",
                )
            return
        hidden = FlagHole("is_hidden", "hidden for now")
        yield Offer(
            command=SetTask("", ""),
            label="Add a task",
            holes=(TextHole("name", "task"), hidden),
            cites=self.cites("challenge-tasks"),
            group="gm",
        )
        for task in challenge.tasks:
            if not task.result and not self._is_under_way(state, task.id):
                yield Offer(
                    command=SetTask(task.id, ""),
                    label=f"Change the task {task.name}",
                    holes=(TextHole("name", "task", suggestion=task.name), hidden),
                    cites=self.cites("challenge-tasks"),
                    group="gm",
                )
                yield Offer(command=DropTask(task.id), label=f"Drop the task {task.name}", group="gm")
        if not a_roll_is_open(state) and not is_blocked(state):
            yield Offer(
                command=EndChallenge(""),
                label="Close the challenge",
                holes=(TextHole("result", "how the whole turns out"),),
                cites=self.cites("challenge"),
                group="moment",
            )
