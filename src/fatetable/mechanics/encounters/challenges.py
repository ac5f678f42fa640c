"""Challenges: a complicated situation broken into tasks, each settled by one overcome action."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import EVERYONE, GM, Command
from fatetable.engine.offers import FlagHole, Offer, TextHole, one_of_a_family
from fatetable.engine.prompts import is_blocked
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.encounters.state import (
    Challenge,
    EncounterEnded,
    EncounterSet,
    Task,
    challenge_of,
    encounter_running,
)
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.state import ROLLS, RollId, a_roll_is_open, open_rolls
from fatetable.mechanics.scenes.state import SCENE


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

    def _cannot_start(self, state: State) -> Refusal | None:
        if not state.get(SCENE).is_open:
            return Refusal("encounter-running", "A challenge needs a scene.")
        if refusal := encounter_running(state):
            return refusal
        if is_blocked(state):
            return Refusal("encounter-running", "A question is still open; it has to be answered first.")
        return None

    def _cannot_end(self, state: State) -> Refusal | None:
        if challenge_of(state) is None:
            return Refusal("cannot-end", "There is no challenge to end.")
        if a_roll_is_open(state) or is_blocked(state):
            return Refusal("cannot-end", "A roll or a question is still open; settle it before the challenge ends.")
        return None

    def _start(self, decision: Decision, command: StartChallenge) -> None:
        decision.require_gm()
        decision.require_allowed(self._cannot_start(decision.state))
        decision.require_described(command.situation, "no-goal", "Say what the challenge is about.")
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
        # Only what everybody sees is counted, so that no number tells of hidden tasks.
        number = sum(not task.is_hidden for task in challenge.tasks) + (not command.task)
        name = decision.described(command.name, f"Task {number}", "no-words", "A task needs a name.")
        if not command.task:
            task = Task(decision.new_id("t", (GM,) if command.is_hidden else EVERYONE), name, command.is_hidden)
            self._set(decision, msgspec.structs.replace(challenge, tasks=(*challenge.tasks, task)))
            return
        challenge, old = self._open_task(decision, command.task)
        task = Task(old.id, command.name.strip() or old.name, command.is_hidden)
        tasks = tuple(task if other.id == old.id else other for other in challenge.tasks)
        self._set(decision, msgspec.structs.replace(challenge, tasks=tasks))

    def _drop_task(self, decision: Decision, command: DropTask) -> None:
        decision.require_gm()
        challenge, task = self._open_task(decision, command.task)
        tasks = tuple(other for other in challenge.tasks if other.id != task.id)
        self._set(decision, msgspec.structs.replace(challenge, tasks=tasks))

    def _end(self, decision: Decision, command: EndChallenge) -> None:
        decision.require_gm()
        decision.require_allowed(self._cannot_end(decision.state))
        result = decision.described(
            command.result, "The challenge is over", "no-words", "Tell how the challenge turns out."
        )
        decision.emit(EncounterEnded(result))

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
            if self._cannot_start(state) is None:
                yield Offer(
                    command=StartChallenge(""),
                    label="Start a challenge",
                    verb="start",
                    holes=(TextHole("situation", "situation", is_description=True),),
                    cites=self.cites("challenge"),
                    group="moment",
                )
            return
        hidden = FlagHole("is_hidden", "hidden")
        yield Offer(
            command=SetTask("", ""),
            label="Add a task",
            verb="place",
            holes=(TextHole("name", "task", is_description=True), hidden),
            cites=self.cites("challenge-tasks"),
            group="gm",
        )
        for task in challenge.tasks:
            if not task.result and not self._is_under_way(state, task.id):
                yield Offer(
                    command=SetTask(task.id, ""),
                    **one_of_a_family("Change the task …", task.name),
                    verb="change",
                    holes=(TextHole("name", "task", suggestion=task.name, is_description=True), hidden),
                    cites=self.cites("challenge-tasks"),
                    group="gm",
                )
                yield Offer(
                    command=DropTask(task.id),
                    **one_of_a_family("Drop the task …", task.name),
                    verb="remove",
                    group="gm",
                )
        if self._cannot_end(state) is None:
            yield Offer(
                command=EndChallenge(""),
                label="End the challenge",
                verb="end",
                holes=(TextHole("result", "outcome", is_description=True),),
                cites=self.cites("challenge"),
                group="moment",
            )
